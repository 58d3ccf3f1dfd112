// SPDX-License-Identifier: GPL-3.0-or-later
// The style sheet and the only script in the HTML report.
#pragma once

#include <string_view>

namespace scalewright::report_html {

inline constexpr std::string_view styleSheet = R"css(
:root { color-scheme: light dark; --ink: #1b1b1a; --quiet: #5c5c58; --line: #d8d8d2; --box: #efefea; --paper: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececea; --quiet: #a6acb5; --line: #3b4048; --box: #282b2d; --paper: #1e2021; } }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--paper);
       font: 1rem/1.5 "Noto Sans", system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.2; break-after: avoid; } h1 { margin-bottom: .3rem; } h2 { margin: 1.8rem 0 .5rem; font-size: 1.3rem; }
h3 { margin: 1.2rem 0 .3rem; font-size: 1rem; } h3 + p { break-after: avoid; } p { margin: .4rem 0; orphans: 3; widows: 3; }
.decision { background: var(--box); border-radius: 8px; padding: .8rem 1.2rem; margin: 1rem 0; break-inside: avoid; }
.headline { font-size: 1.25rem; font-weight: 600; } .quiet, figcaption, th { color: var(--quiet); } th { font-weight: normal; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .6rem 0; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.n { text-align: right; } code { overflow-wrap: anywhere; } summary { cursor: pointer; }
figure { margin: .8rem 0; break-inside: avoid; } figure svg { width: 100%; height: auto; display: block; }
figcaption { font-size: .9rem; font-style: italic; } .appendix { font-size: .875rem; }
.numbers { display: flex; flex-wrap: wrap; gap: .4rem 2rem; margin: .6rem 0; } .numbers div { min-width: 6rem; }
.numbers dt { color: var(--quiet); font-size: .9rem; } .numbers dd { margin: 0; font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; }
[hidden] { display: none; } input[type=range] { width: 100%; accent-color: var(--ink); }
@page { margin: 17mm 19mm 18mm; @bottom-right { content: counter(page); font: 9pt "Noto Sans", sans-serif; color: #444; } }
@media print {
  :root { --ink: #000; --quiet: #444; --line: #bbb; --box: #efefea; --paper: #fff; }
  body { max-width: none; margin: 0; padding: 0; font-size: 10pt; line-height: 1.4; print-color-adjust: exact; }
  #p-control, details { display: none; } .wide { overflow: visible; } tr, .wide { break-inside: avoid; }
  figure { margin: .5rem 0; } figure svg { width: 82%; margin: 0 auto; } .appendix .items p { break-inside: avoid; } .appendix .items p:first-child { margin-top: 0; }
  .appendix { font-size: 8pt; line-height: 1.3; } .appendix .items { columns: 2; column-gap: 8mm; }
  h2 { margin: 1.1rem 0 .3rem; } h3 { margin: .7rem 0 .2rem; } p { margin: .25rem 0; } th, td { padding: .12rem .7rem; }
  .appendix th, .appendix td { padding: .1rem .5rem; } td, th { overflow-wrap: break-word; }
}
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
