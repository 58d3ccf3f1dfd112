#include "core/climb/job_scripts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/climb/climb.h"
#include "core/climb/launch.h"
#include "core/json/json.h"
#include "core/process/command.h"
#include "core/quantity/units.h"

namespace scalewright {

namespace {

// After the #SBATCH lines; P, REPEATS, WARMUPS and TIMEOUT are set before it, and one_run() is defined.
constexpr const char* jobBody = R"sh(
unset SLURM_EXPORT_ENV                                         # else srun would pass on less than this job has
export SRUN_CPUS_PER_TASK="${SLURM_CPUS_PER_TASK:-1}"          # srun no longer inherits it
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}"                 # alike on every rung
export SCALEWRIGHT_P=$P
here=${SCALEWRIGHT_JOBS:-${SLURM_SUBMIT_DIR:-$PWD}}
mkdir -p "$here/rows" || exit 3
hosts=$(printf '%s' "${SLURM_JOB_NODELIST:-$(hostname)}" | tr ',\n' ';;')

# The last line that the program says of itself, its parts as columns.
parts() {
    grep -a '^[[:space:]]*scalewright:' "$1" | tail -n 1 | awk '
        { for (i = 2; i <= NF; ++i) { at = index($i, "="); value[substr($i, 1, at - 1)] = substr($i, at + 1) } }
        END { split("comp comm idle io quality", names, " "); line = ""
              for (i = 1; i <= 5; ++i) { text = value[names[i]]; gsub(/[^0-9A-Za-z.+-]/, "", text); line = line "," text }
              print line }'
}

for ((run = 1 - WARMUPS; run <= REPEATS; ++run)); do
    row=$here/rows/p$P-$run.csv
    [ -e "$row" ] && continue
    started=$(date +%Y-%m-%dT%H:%M:%S)
    output=$here/rows/p$P-$run.out
    begun=$(date +%s.%N)
    one_run > "$output"
    code=$?
    ended=$(date +%s.%N)
    seconds=$(awk -v a="$begun" -v b="$ended" 'BEGIN { printf "%.6f", b - a }')
    status=ok
    [ $code -ne 0 ] && status="exit $code" && seconds=
    [ -n "$TIMEOUT" ] && [ $code -eq 124 ] && status=timeout
    said=$(parts "$output")
    [ $code -ne 0 ] && said=,,,,,
    if [ "$run" -ge 1 ]; then
        printf '%s,%s,%s,%s,%s,%s%s\n' "$P" "$run" "$seconds" "$status" "$hosts" "$started" "${said:-,,,,,}" > "$row.part"
    else
        printf '# warm-up p=%s: %s %s, %s\n' "$P" "$seconds" "$status" "$started" > "$row.part"
    fi
    mv "$row.part" "$row"
done
)sh";

constexpr const char* submitText = R"sh(#!/bin/bash
# Submits the jobs, each after the one before it, whatever became of that; their ids are in the file jobs before the next is sent.
cd "$(dirname "$0")" || exit 3
previous=
for job in {}; do
    id=$(sbatch --parsable ${{previous:+--dependency=afterany:$previous}} "$@" "$job") || exit 3
    id=${{id%%;*}}
    printf '%s %s\n' "$id" "$job" >> jobs
    printf 'submitted %s as job %s\n' "$job" "$id"
    previous=$id
done
)sh";

constexpr const char* collectText = R"sh(#!/bin/bash
# Prints the ladder of what is done so far: ./collect > ladder.csv
cd "$(dirname "$0")" || exit 3
printf '# a ladder from Slurm jobs, collected %s\n' "$(date +%Y-%m-%dT%H:%M:%S)"
printf '%s\n' {}
printf '%s' {}
find rows -name 'p*.csv' 2> /dev/null | sort -V | while IFS= read -r row; do cat "$row"; done
)sh";

}  // namespace

std::vector<JobFile> slurmScripts(const JobOptions& options)
{
    std::vector<JobFile> files;
    std::string names;
    for (const int p : options.p) {
        const int perNode = std::min(p, options.workersPerNode), nodes = (p + perNode - 1) / perNode;
        const std::string timeout = options.timeoutS ? roundTrip(*options.timeoutS) : std::string();
        std::string text = fmt::format("#!/bin/bash\n#SBATCH --job-name=ladder-p{0}\n#SBATCH --nodes={1}\n#SBATCH --ntasks={0}\n#SBATCH --ntasks-per-node={2}\n"
                                       "#SBATCH --exclusive\n#SBATCH --output=job-p{0}-%j.log\n",
                                       p, nodes, perNode);
        if (options.timeoutS)  // all runs, a minute to spare; Slurm counts in minutes
            text += fmt::format("#SBATCH --time={}\n", static_cast<long>(std::ceil(*options.timeoutS * (options.repeats + options.warmups) / 60)) + 1);
        text += fmt::format("P={}\nREPEATS={}\nWARMUPS={}\nTIMEOUT={}\n", p, options.repeats, options.warmups, timeout);
        text += fmt::format("one_run() {{\n    {}srun --nodes={} --ntasks={} --kill-on-bad-exit=1 $SCALEWRIGHT_SRUN {}\n}}\n",
                            options.timeoutS ? "timeout --kill-after=10 $TIMEOUT " : "", nodes, p, shellLine(withCount(options.words, p)));
        text += jobBody;
        const std::string name = fmt::format("job-p{}.sh", p);
        names += (names.empty() ? "" : " ") + name;
        files.push_back({name, std::move(text)});
    }
    std::string command = shellLine(options.words);
    for (std::size_t at = 0; (at = command.find('\n', at)) != std::string::npos; at += 2)
        command.replace(at, 1, "\\n");
    files.push_back({"submit", fmt::format(fmt::runtime(submitText), names)});
    files.push_back({"collect", fmt::format(fmt::runtime(collectText), shellLine({"# command: slurm " + command}), shellLine({climbHeader}))});
    return files;
}

}  // namespace scalewright
