#include "core/evidence/import/programs/read_formats.h"

#include "core/evidence/import/programs/programs.h"

namespace scalewright {

const char* readersOf(FormatOf kind)
{
    switch (kind) {
    case FormatOf::Ladders: return "attribute, cost, fit, carbon";
    case FormatOf::Profiles: return "diagnose, measure --from";
    case FormatOf::Timings: return "fit-comm";
    case FormatOf::Traces: break;
    }
    return "timeline import";
}

std::vector<ReadFormat> readFormats()
{
    std::vector<ReadFormat> all{
        {FormatOf::Ladders, "a table",
         "CSV, TSV, Markdown, LaTeX, or pasted from a spreadsheet or a terminal; a folder of several, a run or more "
         "each",
         "p, times or rates, their parts; speedups alone are relative"},
        {FormatOf::Ladders, "JSON, JSON Lines", "rows as objects, also inside other objects, or one a line",
         "the same as of a table"},
        {FormatOf::Ladders, "hyperfine", "--export-json, --export-csv or --export-markdown",
         "p from the parameter or the commands, every run's time"},
        {FormatOf::Ladders, "Google Benchmark", "--benchmark_format=json, or its printed table",
         "threads and arguments of the names, real time or items a second"},
        {FormatOf::Ladders, "pytest-benchmark", "--benchmark-json=FILE", "the parameters, every round's time"},
        {FormatOf::Ladders, "ReFrame", "its report in JSON", "num_tasks, performance variables"},
        {FormatOf::Ladders, "JUBE", "jube result, as a table or CSV", "the columns of its table"},
        {FormatOf::Ladders, "trainer_state.json", "Hugging Face's Trainer; one, or a folder of several",
         "run time and samples a second; p is in the file's name"},
        {FormatOf::Ladders, "metrics.csv", "Lightning's CSVLogger, or a tracker's history; a folder of several",
         "median step time or rate; p is in the file's name"},
        {FormatOf::Ladders, "MLPerf Training", "its result_0.txt, or a folder of several; :::MLLOG lines",
         "from run_start to run_stop; p from the log's keys, else from the file's name"},
        {FormatOf::Ladders, "sacct", "sacct -P -X --format=JobID,AllocCPUS,Elapsed,State", "jobs that completed"},
        {FormatOf::Ladders, "MLflow, Weights & Biases", "the folder mlruns, or an exported table", "finished runs"},
        {FormatOf::Ladders, "Extra-P", "its text format", "one parameter, metrics of time"},
        {FormatOf::Profiles, "perf stat", "perf stat, as text, -x, -j or -I", "elapsed time, FLOP, bytes"},
        {FormatOf::Profiles, "perf report", "perf report --stdio, with the step's time beside it",
         "the functions' shares of a step"},
        {FormatOf::Profiles, "folded stacks, speedscope", "py-spy record -f raw or speedscope", "samples by function"},
        {FormatOf::Profiles, "Nsight Compute", "ncu --csv", "time, FLOP and bytes of every kernel"},
        {FormatOf::Profiles, "Nsight Systems", "nsys stats -r cuda_gpu_kern_sum, as text or --format csv",
         "time of every kernel"},
        {FormatOf::Timings, "nccl-tests, rccl-tests", "all_reduce_perf …", "times by bytes, p"},
        {FormatOf::Timings, "OSU, IMB", "osu_allreduce, osu_latency, IMB-MPI1, on CPUs or GPUs",
         "times by bytes; bandwidth from osu_bw beside osu_latency"},
        {FormatOf::Timings, "PARAM, torch, DeepSpeed", "comms.py, all_reduce_bench.py, ds_bench", "times by bytes, p"},
        {FormatOf::Timings, "UCC, gloo", "ucc_perftest, gloo's benchmark", "times by bytes"},
        {FormatOf::Timings, "DeepSpeed's comms logger", "\"comms_logger\" in ds_config.json, log_summary()",
         "mean time of each operation and size"},
        {FormatOf::Traces, "Chrome traces", "torch.profiler, JAX, TensorFlow, Horovod; a file a rank",
         "every rank's time"},
    };
    for (const Program& program : programs())
        all.push_back({FormatOf::Ladders, program.name, program.make, program.reads});
    return all;
}

}  // namespace scalewright
