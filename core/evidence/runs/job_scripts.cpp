// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/runs/job_scripts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "core/base/json/json.h"
#include "core/base/process/command.h"
#include "core/base/ranges/ranges.h"
#include "core/evidence/runs/ladder_on_disk.h"
#include "core/evidence/runs/ladder_run.h"

namespace scalewright {

namespace {

// The script after its #SBATCH lines; P, RUNS, WARMUPS, TIMEOUT and one_run() are defined before it.
constexpr const char* jobBodyScript = R"sh(
here=${1:-${SLURM_SUBMIT_DIR:-$PWD}}
unset SLURM_EXPORT_ENV                                         # else srun would pass on less than this job has
export SRUN_CPUS_PER_TASK="${SLURM_CPUS_PER_TASK:-1}"          # srun no longer inherits it
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}"                 # alike on every rung
export SCALEWRIGHT_P=$P
mkdir -p "$here/rows" || exit 3
hosts=$(printf '%s' "${SLURM_JOB_NODELIST:-$(hostname)}" | tr ',\n' ';;')
[ -n "${SLURM_ARRAY_TASK_ID:-}" ] && RUNS=$SLURM_ARRAY_TASK_ID

# What the program says of itself: its time where it has one (no start of srun is in it), its parts as columns, how many workers
# it saw, how many lines were no worker's. The last line counts; where the lines of P workers differ, the longest time and the
# means of the parts of each one's last line, as ladder run has it (who is done before the slowest waits for it).
spoken() {
    grep -aE '^(\[[^]]*\](<stdout>)?:|[0-9]+:)?[[:space:]]*scalewright:' "$1" | tee "${1%.out}.lines" | awk -v wall="$seconds" -v P="$P" '
        function secondsOf(text,  unit) {
            return match(text, /^[0-9.]+([eE][+-]?[0-9]+)?/) && (unit = substr(text, RLENGTH + 1)) in scale ? substr(text, 1, RLENGTH) * scale[unit] : ""
        }
        BEGIN { scale[""] = scale["s"] = 1; scale["ms"] = 1e-3; scale["us"] = 1e-6; scale["min"] = 60; scale["h"] = 3600
                split("comp comm idle io quality p", names, " ") }
        {
            match($0, /scalewright:/)
            rank = substr($0, 1, RSTART - 1); gsub(/[[:space:]]/, "", rank)
            words = substr($0, RSTART + RLENGTH)
            differ = differ || (NR > 1 && words != before); before = words
            bare = bare || rank == ""
            if (!(rank in lastOf)) ranks[++seen] = rank
            lastOf[rank] = NR
            count = split(words, word, /[[:space:]]+/)
            for (i = 1; i <= count; ++i) if (at = index(word[i], "=")) value[NR, substr(word[i], 1, at - 1)] = substr(word[i], at + 1)
        }
        END {
            workers = 1; from[1] = NR; strangers = 0
            if (P > 1 && differ && (bare || seen > 1)) {
                workers = !bare ? seen : NR % P == 0 ? P : 0
                if (workers != P) { workers = 0; strangers = NR }
                for (i = 1; i <= workers; ++i) from[i] = bare ? NR - P + i : lastOf[ranks[i]]
            }
            times = 0; own = sum = 0
            for (i = 1; i <= (workers ? workers : 1); ++i) {
                time = secondsOf(value[workers ? from[i] : NR, "time"])
                if (time != "") { ++times; sum += time; if (time > own) own = time }
            }
            line = own > 0 && own <= 1.01 * wall ? sprintf("%.6f", own) : ""
            for (n = 1; n <= 6; ++n) {
                text = value[NR, names[n]]
                if (n <= 4 && workers != 1) {
                    told = total = 0
                    for (i = 1; i <= workers; ++i) { part = secondsOf(value[from[i], names[n]]); if (part != "") { ++told; total += part } }
                    text = workers && told == workers ? sprintf("%.9g", total / workers + (n == 3 && times == workers ? own - sum / workers : 0)) : ""
                }
                gsub(/[^0-9A-Za-z.+-]/, "", text)
                line = line "," text
            }
            if (NR > 0) print line "," strangers
        }'
}

# What each task starts: the command, and its status where it is the first to fail. srun then ends the others and answers with the highest
# of all, theirs too.
task='"$@"; code=$?; [ $code -eq 0 ] || (set -C; echo $code > "$SCALEWRIGHT_FAILED") 2> /dev/null; exit $code'

# lost FILE: the disk is full, or the folder is gone. A run without its row is sent again; one with half a row would not be.
lost() {
    rm -f "$row.part" "$output"
    printf 'scalewright: %s cannot be written: run %s at p = %s has no row, and the job ends here; sent again, it does what is missing\n' "$1" "$run" "$P" >&2
    exit 3
}

# timed NAME: one run; sets seconds, status, said, started.
timed() {
    started=$(date +%Y-%m-%dT%H:%M:%S)
    output=$here/rows/p$P-$1.out
    export SCALEWRIGHT_TRACE_DIR=$here/rows/p$P-$1.traces
    rm -rf "$SCALEWRIGHT_TRACE_DIR" && mkdir "$SCALEWRIGHT_TRACE_DIR" && : > "$output" || lost "$output"
    export SCALEWRIGHT_FAILED=$here/rows/p$P-$1.failed
    rm -f "$SCALEWRIGHT_FAILED"
    begun=$(date +%s.%N)
    one_run > "$output"
    code=$?
    ended=$(date +%s.%N)
    [ $code -eq 0 ] || [ $code -eq 124 ] || [ $code -eq 137 ] || [ ! -s "$SCALEWRIGHT_FAILED" ] || code=$(< "$SCALEWRIGHT_FAILED")
    rm -f "$SCALEWRIGHT_FAILED"
    rmdir "$SCALEWRIGHT_TRACE_DIR" 2> /dev/null                # where the program left nothing
    seconds=$(awk -v a="$begun" -v b="$ended" 'BEGIN { printf "%.6f", b - a }')
    status=ok
    said=$(spoken "$output")
    strangers=${said##*,}
    said=${said%,*}
    saw=${said##*,}
    own=${said%%,*}
    said=${said#"$own"}
    said=${said%,*}
    [ -n "$saw" ] && [ "$saw" != "$P" ] && status="saw $saw workers"
    [ $code -ne 0 ] && status="exit $code" && sleep 1          # where the job itself is being ended, it ends here and counts no failure
    if [ -n "$TIMEOUT" ] && { [ $code -eq 124 ] || [ $code -eq 137 ]; }; then
        awk -v s="$seconds" -v t="$TIMEOUT" 'BEGIN { exit s < t }' && status=timeout
    fi
    seconds=${own:-$seconds}
    [ "$status" = ok ] || seconds= said= own=
    said=${said:-,,,,,}
}

warm=0
for run in $RUNS; do
    row=$here/rows/p$P-$run.csv
    [ -s "$row" ] && continue
    while [ $warm -lt $WARMUPS ]; do
        warm=$((warm + 1))
        timed "warm-$SLURM_JOB_ID-$warm"
        rm -rf "$SCALEWRIGHT_TRACE_DIR" "${output%.out}.lines"
        note=$here/rows/p$P-warm-$SLURM_JOB_ID-$warm.csv
        printf '# warm-up p=%s: %s %s, %s\n' "$P" "$seconds" "$status" "$started" > "$note" || { rm -f "$note"; lost "$note"; }
    done
    timed "$run"
    [ "${strangers:-0}" -gt 0 ] && strange="# p=$P, run $run: $strangers lines \"scalewright:\" came from $P workers: their parts are left out"$'\n' || strange=
    whose=$strange${own:+"# p=$P, run $run: seconds are the program's own (time=), without its launcher's start"$'\n'}
    printf '%s%s,%s,%s,%s,%s,%s%s\n' "$whose" "$P" "$run" "$seconds" "$status" "$hosts" "$started" "$said" > "$row.part" && sync "$row.part" && mv "$row.part" "$row" || lost "$row"
done
)sh";

constexpr const char* submitScript =
    R"sh(# Submits the jobs, each after the one that many before it (AT_ONCE), whatever became of that; their ids are in the file jobs before the next is sent.
# Call it where the command is to run. Its arguments go to sbatch: --partition=short, --account=physics, …
here=$(cd "$(dirname "$0")" && pwd) || exit 3
sent=()
while read -r job words; do
    id=$(grep " $job\$" "$here/jobs" 2> /dev/null | tail -n 1)
    if [ -n "$id" ] && [ -n "$(squeue -h -j "${id%% *}" 2> /dev/null)" ]; then
        printf '%s is in the queue already, as job %s\n' "$job" "${id%% *}"
        sent+=("${id%% *}")
        continue
    fi
    eval "words=($words)"
    previous=
    [ ${#sent[@]} -lt "$AT_ONCE" ] || previous=${sent[${#sent[@]} - AT_ONCE]}
    said=$(sbatch "${words[@]}" ${previous:+--dependency=afterany:$previous} --output="${here//%/%%}/${job%.sh}-%j.log" "$@" "$here/$job" "$here" < /dev/null) || exit 3
    id=$(grep -xE '[0-9]+(;.*)?' <<< "$said" | tail -n 1)        # a site may put lines of its own beside it
    if [ -z "$id" ]; then
        printf 'sbatch ends well and names no job for %s, but says: %s\n' "$job" "${said:-nothing}" >&2
        exit 3
    fi
    id=${id%%;*}
    printf '%s %s\n' "$id" "$job" >> "$here/jobs"
    printf 'submitted %s as job %s\n' "$job" "$id"
    sent+=("$id")
done <<'JOBS'
)sh";

constexpr const char* collectScript = R"sh(#!/bin/bash
# Prints the ladder of what is done so far: ./collect > ladder.csv
cd "$(dirname "$0")" || exit 3
traces=$(find rows -maxdepth 1 -name 'p*.traces' -type d 2> /dev/null | head -n 1)
if [ -n "$traces" ] && command -v scalewright-cli > /dev/null; then
    exec scalewright-cli ladder collect .
fi
printf '# a ladder from Slurm jobs, collected %s\n' "$(date +%Y-%m-%dT%H:%M:%S)"
cat header
[ -z "$traces" ] || echo '# there are profiler traces in rows/: scalewright-cli ladder collect makes them parts of their rows'
# A part that is longer than its run (by 1 %: it has a clock of its own) is left out, and said; so are parts that are together.
find rows -maxdepth 1 -name 'p*.csv' 2> /dev/null | sort -V | while IFS= read -r row; do cat "$row"; done | awk -F , -v OFS=, '
    BEGIN { scale[""] = scale["s"] = 1; scale["ms"] = 1e-3; scale["us"] = 1e-6; scale["ns"] = 1e-9; scale["min"] = 60; scale["h"] = 3600
            split("comp comm idle io", names, " ") }
    /^#/ || $3 == "" { print; next }
    function leave(what) { line = "p = " $1 ", run " $2 ": the program says " what; print "# " line; print line | "cat >&2" }
    { sum = 0
      for (i = 7; i <= 10; ++i)
          if (match($i, /^\+?[0-9.]+([eE][+-]?[0-9]+)?/) && (unit = substr($i, RLENGTH + 1)) in scale) {
              seconds = substr($i, 1, RLENGTH) * scale[unit]
              if (seconds > 1.01 * $3) {
                  leave(names[i - 6] " = " $i " of a run that took " $3 " s; no part is longer than its run, and this one is left out")
                  $i = ""
              } else
                  sum += seconds
          }
      if (sum > 1.01 * $3) {
          leave("parts that sum to " sum " s of a run that took " $3 " s; together they are no longer than their run, and all are left out")
          $7 = $8 = $9 = $10 = ""
      }
      print }'
)sh";

constexpr const char* cancelScript = R"sh(#!/bin/bash
# Cancels the jobs that submit sent.
cut -d ' ' -f 1 "$(dirname "$0")/jobs" | xargs -r scancel
)sh";

std::string joinNumbers(const std::vector<int>& numbers, const char* separator)
{
    std::string text;
    for (const int number : numbers)
        text += (text.empty() ? "" : separator) + std::to_string(number);
    return text;
}

}  // namespace

JobFile makeSlurmJob(const JobOptions& options, int p, const std::vector<int>& runs)
{
    const int perNode = std::min(p, options.slurm.workersPerNode), nodes = (p + perNode - 1) / perNode;
    std::string text = fmt::format(
        "#!/bin/bash\n#SBATCH --job-name=ladder-p{0}\n#SBATCH --nodes={1}\n#SBATCH --ntasks={0}\n#SBATCH "
        "--ntasks-per-node={2}\n"
        "#SBATCH --exclusive\n",
        p, nodes, perNode);
    if (options.timeoutS) {  // all runs in one job plus one minute; Slurm counts in minutes
        const std::size_t runCount = options.slurm.usesJobArray ? 1 : runs.size();
        text += fmt::format(
            "#SBATCH --time={}\n",
            static_cast<long>(std::ceil(
                *options.timeoutS * static_cast<double>(runCount + static_cast<std::size_t>(options.warmups)) / 60)) +
                1);
    }
    text += fmt::format("P={}\nRUNS='{}'\nWARMUPS={}\nTIMEOUT={}\n", p, joinNumbers(runs, " "), options.warmups,
                        options.timeoutS ? roundTripText(*options.timeoutS) : std::string());
    std::string start =
        options.slurm.srunOptions.empty() ? std::string() : joinShellWords(options.slurm.srunOptions) + ' ';
    text += fmt::format(
        "one_run() {{\n    {}srun --nodes={} --ntasks={} --ntasks-per-node={} --kill-on-bad-exit=1 --label "
        "{}$SCALEWRIGHT_SRUN "
        "bash -c \"$task\" task {} < /dev/null\n}}\n",
        options.timeoutS ? "timeout --kill-after=10 $TIMEOUT " : "", nodes, p, perNode, start,
        joinShellWords(substituteCount(options.argv, p)));
    text += jobBodyScript;
    return {fmt::format("job-p{}.sh", p), std::move(text)};
}

std::vector<std::string> sbatchArguments(const JobOptions& options, const std::vector<int>& runs)
{
    std::vector<std::string> words{"--parsable"};
    if (options.slurm.usesJobArray)
        words.push_back("--array=" + joinNumbers(runs, ",") + fmt::format("%{}", options.slurm.maximumAtOnce));
    append(words, options.slurm.sbatchOptions);
    return words;
}

int maximumJobsAtOnce(const SlurmRequest& slurm)
{
    return slurm.usesJobArray ? 1 : std::max(1, slurm.maximumAtOnce);
}

std::vector<JobFile> makeSlurmScripts(const JobOptions& options)
{
    std::vector<JobFile> files;
    std::vector<int> runs(static_cast<std::size_t>(options.repeats));
    std::iota(runs.begin(), runs.end(), 1);
    std::string lines;
    for (const int p : options.p) {
        files.push_back(makeSlurmJob(options, p, runs));
        lines += files.back().name + ' ' + joinShellWords(sbatchArguments(options, runs)) + '\n';
    }
    files.push_back({"submit", fmt::format("#!/bin/bash\nAT_ONCE={}\n", maximumJobsAtOnce(options.slurm)) +
                                   submitScript + lines + "JOBS\n"});
    files.push_back({jobsHeaderFile, detail::commandComment(Launcher::Slurm, options.argv) + '\n' + ladderRunHeader});
    files.push_back({"collect", collectScript});
    files.push_back({"cancel", cancelScript});
    return files;
}

}  // namespace scalewright
