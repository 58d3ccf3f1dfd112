# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by packaging/run, packaging/test and packaging/check.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }

# installMissing GROUP...: installs the packages of packaging/dependencies for these groups that are not installed yet.
installMissing()
{
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "This is not Debian: install the packages in packaging/dependencies by hand; continuing without a check."
        return
    fi
    local wanted installed missing
    wanted=$(awk -v groups=" $* " '!/^#/ && NF && index(groups, " " $2 " ") { print $1 }' "$root/packaging/dependencies" | sort)
    # shellcheck disable=SC2086  # a list of words
    installed=$({ dpkg-query -W -f '${db:Status-Status} ${Package}\n' $wanted 2>/dev/null || true; } | awk '$1 == "installed" { print $2 }' | sort -u)
    missing=$(comm -23 <(printf '%s\n' "$wanted") <(printf '%s\n' "$installed") | xargs)
    [ -n "$missing" ] || return 0

    local -a asRoot=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null || ! { sudo -n true 2>/dev/null || { [ -t 0 ] && sudo true; }; }; then
            say "Packages are missing and only root can install them (this is user $(id -un), and sudo does not work here)."
            say "As root:  apt-get install --no-install-recommends $missing"
            exit 3
        fi
        asRoot=(sudo)
    fi
    say "Installing from Debian: $missing"
    local -a apt=("${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    "${apt[@]}" update >&2 || say "The package lists could not be refreshed; trying with this machine's lists."
    # shellcheck disable=SC2086
    if ! "${apt[@]}" install -y --no-install-recommends $missing >&2; then
        say "apt-get could not install these packages (see above). They are in Debian 12, section main."
        exit 3
    fi
    rm -f "$root"/build*/build.ninja  # it was configured without these packages
}

# Compiled files are kept in the usual place, or in the checkout if the home folder is not writable.
useCcache()
{
    if [ -z "${CCACHE_DIR:-}" ] && ! { [ -n "${HOME:-}" ] && mkdir -p "$HOME/.cache/ccache" 2>/dev/null && [ -w "$HOME/.cache/ccache" ]; }; then
        export CCACHE_DIR="$root/.cache/ccache"
    fi
}

# build PRESET FOLDER [TARGET...]: configures if the folder has no build of this checkout with all its parts, then builds. All output
# goes to stderr.
build()
{
    local preset=$1 folder=$root/$2
    shift 2
    if [ ! -e "$folder/build.ninja" ] || [ "$root/CMakePresets.json" -nt "$folder/build.ninja" ] \
        || [ "$(grep -cxF -e "CMAKE_HOME_DIRECTORY:INTERNAL=$root" -e SCALEWRIGHT_GUI:BOOL=ON -e SCALEWRIGHT_TESTS:BOOL=ON "$folder/CMakeCache.txt")" != 3 ]; then
        rm -f "$folder/CMakeCache.txt"
        (cd "$root" && cmake --preset "$preset") >&2 || return
    fi
    ninja -C "$folder" "$@" >&2
}

# runTests PRESET OPTION...: runs the tests that these options of ctest select, with an empty home folder, so that they never see the
# user's settings.
runTests()
{
    local home=$root/build/test-home
    rm -rf "$home"
    mkdir -p -m 700 "$home/run"
    (cd "$root" && env -u XDG_CONFIG_HOME -u XDG_DATA_HOME -u XDG_CACHE_HOME -u XDG_STATE_HOME -u DISPLAY -u WAYLAND_DISPLAY \
        HOME="$home" XDG_RUNTIME_DIR="$home/run" ctest --preset "$@" --parallel "$(nproc)" --no-tests=error)
}
