// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/programs/read_formats.h"

#include "core/evidence/import/ladder_formats.h"
#include "core/evidence/import/programs/programs.h"

namespace scalewright {

const char* commandsReading(FormatKind kind)
{
    switch (kind) {
    case FormatKind::Ladders: return "attribute, cost, fit, carbon";
    case FormatKind::Profiles: return "diagnose, measure --from";
    case FormatKind::Timings: return "fit-comm";
    case FormatKind::Traces: break;
    }
    return "timeline import";
}

std::vector<SupportedFormat> supportedFormats()
{
    std::vector<SupportedFormat> all{
        {FormatKind::Ladders, "a table",
         "CSV, TSV, Markdown, LaTeX, or pasted from a spreadsheet or a terminal; a folder of several, with one run or "
         "more each",
         "p, times or rates, their parts; speedups alone give relative times"},
        {FormatKind::Ladders, "JSON, JSON Lines", "rows as objects, also inside other objects, or one per line",
         "the same as from a table"},
        {FormatKind::Ladders, "hyperfine", "--export-json, --export-csv or --export-markdown",
         "p from the parameter or the commands, every run's time"},
        {FormatKind::Ladders, "Google Benchmark", "--benchmark_format=json, or its printed table",
         "threads and arguments of the names, real time or items per second"},
        {FormatKind::Ladders, "go test -bench", "-cpu 1,2,4: its printed lines", "GOMAXPROCS behind the names, ns/op"},
        {FormatKind::Ladders, "criterion (Rust)", "its printed intervals, with p or threads in the names",
         "the middle of each interval"},
        {FormatKind::Ladders, "pytest-benchmark", "--benchmark-json=FILE", "the parameters, every round's time"},
        {FormatKind::Ladders, "JMH", "-rf json",
         "threads and parameters, the score as a time or, in mode thrpt, as a rate"},
        {FormatKind::Ladders, "ReFrame", "its report in JSON, or its performance log",
         "num_tasks, performance variables"},
        {FormatKind::Ladders, "JUBE", "jube result, as a table or CSV", "the columns of its table"},
        {FormatKind::Ladders, "trainer_state.json", "Hugging Face's Trainer; one, or a folder of several",
         "run time and samples per second; p is in the file's name"},
        {FormatKind::Ladders, "metrics.csv", "Lightning's CSVLogger, or a tracker's history; a folder of several",
         "median step time or rate; p is in the file's name"},
        {FormatKind::Ladders, "MLPerf Training", "its result_0.txt, or a folder of several; :::MLLOG lines",
         "from run_start to run_stop; p from the log's keys, else from the file's name"},
        {FormatKind::Ladders, "sacct", "sacct -P -X --format=JobID,AllocCPUS,Elapsed,State", "jobs that completed"},
        {FormatKind::Ladders, "MLflow, Weights & Biases", "the folder mlruns, or an exported table", "finished runs"},
        {FormatKind::Profiles, "perf stat", "perf stat, as text, -x, -j or -I", "elapsed time, FLOP, bytes"},
        {FormatKind::Profiles, "perf report", "perf report --stdio, and the step's time",
         "the functions' shares of a step"},
        {FormatKind::Profiles, "folded stacks, speedscope", "py-spy record -f raw or speedscope",
         "samples by function"},
        {FormatKind::Profiles, "Nsight Compute", "ncu --csv", "time, FLOP and bytes of every kernel"},
        {FormatKind::Profiles, "Nsight Systems", "nsys stats -r cuda_gpu_kern_sum, as text or --format csv",
         "time of every kernel"},
        {FormatKind::Timings, "nccl-tests, rccl-tests", "all_reduce_perf …", "times by bytes, p"},
        {FormatKind::Timings, "OSU, IMB", "osu_allreduce, osu_latency, IMB-MPI1, on CPUs or GPUs",
         "times by bytes; bandwidth from osu_bw with osu_latency"},
        {FormatKind::Timings, "PARAM, torch, DeepSpeed", "comms.py, all_reduce_bench.py, ds_bench",
         "times by bytes, p"},
        {FormatKind::Timings, "UCC, gloo", "ucc_perftest, gloo's benchmark", "times by bytes"},
        {FormatKind::Timings, "DeepSpeed's comms logger", "\"comms_logger\" in ds_config.json, log_summary()",
         "mean time of each operation and size"},
        {FormatKind::Traces, "Chrome traces", "torch.profiler, JAX, TensorFlow, Horovod; one file per rank",
         "every rank's time"},
    };
    for (const LadderTextFormat& format : ladderTextFormats())
        all.push_back({FormatKind::Ladders, format.name, format.producedBy, format.contents});
    for (const Program& program : knownPrograms())
        all.push_back({FormatKind::Ladders, program.name, program.producedBy, program.contents});
    return all;
}

}  // namespace scalewright
