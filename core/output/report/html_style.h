// SPDX-License-Identifier: GPL-3.0-or-later
// The style sheet and the only script in the HTML report.
#pragma once

#include <string_view>

namespace scalewright::report_html {

inline constexpr std::string_view styleSheet = R"css(
:root { color-scheme: light dark; --ink: #1c1e21; --quiet: #585d66; --line: #d5d8de; --paper: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --quiet: #a6acb5; --line: #3b4048; --paper: #1e2021; } }
@media print { :root { --ink: #000; --quiet: #444; --line: #bbb; --paper: #fff; } section, figure { break-inside: avoid; } }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--paper);
       font: 1rem/1.5 system-ui, sans-serif; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.2rem; }
.headline { font-size: 1.25rem; font-weight: 600; margin: .4rem 0; } .quiet, figcaption { color: var(--quiet); }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .8rem 0; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.n { text-align: right; } code { overflow-wrap: anywhere; } summary { cursor: pointer; }
figure { margin: 1.2rem 0; } figure svg { width: 100%; max-width: 36rem; height: auto; display: block; }
figcaption { font-size: .9rem; } .words { border-left: 3px solid var(--line); padding-left: 1rem; margin: 1rem 0; }
.numbers { display: flex; flex-wrap: wrap; gap: .4rem 2rem; margin: .6rem 0; } .numbers div { min-width: 6rem; }
.numbers dt { color: var(--quiet); font-size: .9rem; } .numbers dd { margin: 0; font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; }
label[hidden] { display: none; } input[type=range] { width: 100%; accent-color: var(--ink); }
)css";

/// Copies the selected row of the table "p-rows" to the elements "p-0", "p-1", …
inline constexpr std::string_view sliderScript = R"js(
(function () {
  var rows = document.querySelectorAll('#p-rows tr'), slider = document.getElementById('p-slider');
  if (!slider) return;
  function show() {
    var cells = rows[Number(slider.value) + 1].cells;
    for (var i = 0; cells.length > i; ++i) document.getElementById('p-' + i).textContent = cells[i].textContent;
    slider.setAttribute('aria-valuetext', cells[0].textContent + ' workers');
  }
  slider.addEventListener('input', show);
  document.getElementById('p-control').hidden = false;
})();
)js";
/// Base64 SHA-256 hash of the script; the page allows no other script.
inline constexpr std::string_view sliderScriptSha256 = "chRw8q7VOyJjIz20J+i5fR1yYYlTwIlJo23WInHc9MY=";

}  // namespace scalewright::report_html
