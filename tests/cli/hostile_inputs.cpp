// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/hostile_inputs.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QStringConverter>

#include <algorithm>
#include <cmath>

#include "core/output/report/archive.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

namespace scalewright::test {

namespace {

const std::vector<QStringList>& ladderCommands()
{
    static const std::vector<QStringList> commands{
        {"attribute", "FILE"}, {"cost", "FILE", "--price", "2"}, {"fit", "FILE"}};
    return commands;
}

const std::vector<QStringList>& projectCommands()
{
    static const std::vector<QStringList> commands{{"predict", "FILE"},
                                                   {"design", "check", "FILE"},
                                                   {"design", "show", "FILE"},
                                                   {"design", "price", "FILE"},
                                                   {"diagnose", "FILE"},
                                                   {"attribute", "FILE"},
                                                   {"cost", "FILE", "--price", "2"},
                                                   {"fit", "FILE"},
                                                   {"validate", "FILE"},
                                                   {"report", "FILE", "-o", "NEW"},
                                                   {"design", "compare", "FILE", "FILE"}};
    return commands;
}

HostileInput ladderInput(const char* kind, QByteArray content, const char* name = "ladder.csv")
{
    return {kind, name, std::move(content), ladderCommands()};
}

HostileInput projectInput(const char* kind, QByteArray content)
{
    return {kind, "it.scalewright", std::move(content), projectCommands(), false, true};
}

QByteArray projectTitled(const QByteArray& jsonText)
{
    return R"({"format": "scalewright-project", "version": 1, "title": ")" + jsonText +
           R"(", "baseline": {"t_comp_s": 1, "machine": {"name": ")" + jsonText + R"("}}, "target": {"node": ")" +
           jsonText +
           R"(", "alpha_s": 0.0008, "bandwidth_bytes_per_s": 25e9}, "design": {"communication": {"message_bytes": 1e9}},
           "measurements": {"ladders": [{"name": ")" +
           jsonText +
           R"(", "scaling": "strong", "points": [{"p": 1, "time_s": 10}, {"p": 2, "time_s": 6}], "failed_runs": [{"p": 2, "runs": 3}]}]}})";
}

HostileInput recordedInput(const char* kind, QByteArray content)
{
    return {kind,
            "recorded.txt",
            std::move(content),
            {{"measure", "--from", "FILE"},
             {"diagnose", "FILE"},
             {"measure", "--from", "FILE", "--by", "self", "--step-time", "2s"}}};
}

const QByteArray perfText =
    "\n Performance counter stats for './a b' (3 runs):\n\n     1,234.50 msec task-clock  #  0.98 CPUs utilized ( +-  "
    "1.20% )\n  9,876,543,210      cycles:u   (83.20%)\n"
    "  1,000      fp_arith_inst_retired.256b_packed_double\n  <not supported>      cache-misses\n\n  1.2500 +- 0.0100 "
    "seconds time elapsed  ( +-  0.80% )\n";
const QByteArray perfRows =
    "41.56,msec,task-clock,41561108,100.00,0.500,CPUs utilized\n<not "
    "supported>,,cycles,0,100.00,,\n83137434,ns,duration_time,83137434,100.00,2.000,G/sec\n12.5,MiB,uncore_imc/"
    "cas_count_read/,1,50.00,,\n";
const QByteArray perfShares =
    "# Samples: 4K of event 'cycles'\n# Overhead  Command  Shared Object  Symbol\n    60.50%  a b  lib x.so  [.] "
    "f<int, 2>(a)\n            |--40.00%--g\n     1e309%  a  [kernel]  [k] h\n    -3.00%  a  x  [.] i\n     8.00%  a  "
    "x  j\n";
const QByteArray foldedText =
    "thread (0x1): main;<module> (a.py:1);train (a.py:2);load (b.py:3) 12\n<module> (a.py:1);train (a.py:2) "
    "5\n<module> (a.py:1);train (a.py:4);step (b.py:7) 99\n";
const QByteArray speedscopeText =
    R"({"$schema": "https://www.speedscope.app/file-format-schema.json", "shared": {"frames": [{"name": "main"}, {"name": "load", "file": "a.py"}]}, "profiles": [
{"type": "sampled", "unit": "seconds", "samples": [[0, 1], [0]], "weights": [0.5, 0.25]}, {"type": "evented", "unit": "milliseconds", "events": [{"type": "O", "frame": 0, "at": 1}, {"type": "C", "frame": 0, "at": 9}]}]})";
const QByteArray ncuText =
    "==PROF== x\n\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric "
    "Value\"\n\"0\",\"k<int>(float)\",\"gpu__time_duration.sum\",\"usecond\",\"1,500.25\"\n"
    "\"0\",\"k<int>(float)\",\"dram__bytes.sum\",\"Mbyte\",\"3.00\"\n\"0\",\"k<int>(float)\",\"sm__sass_thread_inst_"
    "executed_op_ffma_pred_on.sum\",\"inst\",\"7\"\n";
HostileInput jobsInput(const char* kind, QByteArray content, const char* name = "jobs/rows/p2-1.csv")
{
    return {kind, name, std::move(content), {{"ladder", "collect", "FOLDER"}}};
}

const QByteArray jobRow = "2,1,0.512,ok,node1 node2,2026-11-22T10:00:00,0.2,0.1,,20ms,0.9\n";

const QByteArray runRows =
    ",summary,config,name,state\n0,\"{'epoch_time_s': 80.0, 'a': \"\"it's\"\"}\",\"{'gpus': 1, 'm': None, 't': (1, "
    "2)}\",x,finished\n1,\"{'epoch_time_s': 43.0}\",\"{'gpus': 2}\",y,finished\n2,{},{},z,crashed\n";
const QByteArray runList =
    R"([{"summary": {"epoch_time_s": 80.0}, "config": {"gpus": {"value": 1}}, "name": "a"}, {"summary": {"epoch_time_s": 43.0}, "config": {"gpus": {"value": 2}}, "name": "b"}])";

const QByteArray twoLaddersCsv = "p,time,model\n1,10,a\n2,6,a\n4,4,a\n1,100,b\n2,60,b\n4,40,b\n";

}  // namespace

std::vector<HostileInput> hostileCorpus()
{
    std::vector<HostileInput> corpus{
        ladderInput("nothing", ""),
        ladderInput("blanks", " \n\t\r\n"),
        ladderInput("comments", "# a\n# b"),
        ladderInput("a header", "p,time\n"),
        ladderInput("zero bytes", QByteArray("p,time\n1,\0\n", 11)),
        ladderInput("no header", "1,10\n2,6\n"),
        ladderInput("an open quote", "p,time\n1,\"10\n2,6\n"),
        ladderInput("a column twice", "p,time,time\n1,10,11\n2,6,7\n"),
        ladderInput("two times", "p,wall,elapsed\n1,10,11\n2,6,7\n"),
        ladderInput("two worker counts", "nodes,gpus,time\n1,8,10\n2,16,6\n"),
        ladderInput("degrees of parallelism", "tp,pp,dp,gpus,step_time_ms\n1,1,8,8,900\n2,1,8,16,500\n"),
        ladderInput("huge", "p,time\n1,1.7e308\n2,1e308\n4,9e307\n"),
        ladderInput("tiny", "p,time\n1,1e-320\n2,5e-324\n4,5e-324\n"),
        ladderInput("huge and tiny", "p,time\n1,1.7e308\n2,1e-320\n4,1\n"),
        ladderInput("too large", "p,time\n1,1e999\n2,6\n"),
        ladderInput("huge parts", "p,comp,comm,idle\n1,1.7e308,0,0\n2,1e308,1e308,1e308\n4,1,1,1e308\n"),
        ladderInput("tiny parts", "p,comp,comm,idle\n1,1e-320,0,0\n2,1e-320,5e-324,0\n4,0,0,5e-324\n"),
        ladderInput("minus zero", "p,comp,comm,idle\n1,10,-0,-0.0\n2,6,-0,0\n4,3,-0e5,0\n"),
        ladderInput("superlinear", "p,time\n1,10\n2,1\n4,0.1\n"),
        ladderInput("no number", "p,time\n1,nan\n2,inf\n4,0x10\n"),
        ladderInput("constant", "p,time\n1,10\n2,10\n4,10\n8,10\n"),
        ladderInput("one row", "p,time\n4,10\n"),
        ladderInput("largest p", "p,time\n1,10\n1000000000,6\n"),
        ladderInput(
            "our answer",
            R"({"schema": 1, "ladder": "x", "scaling": "strong", "rows": [{"p": 1, "t": 10}, {"p": 2, "t": 6}]})",
            "l.json"),
        ladderInput("a list in a cell", R"([{"p": 1, "time": [1]}, {"p": 2, "time": {}}])", "l.json"),
        ladderInput("ReFrame without a value", "2023-03-08T17:38:06|a %b= /cc391b86|num_tasks=|elapsed=|s\n"),
        ladderInput(
            "CodeCarbon in a year without days",
            "p,timestamp,duration,emissions,energy_consumed,tracking_mode\n1,2024-99-99T99:99:99,-1,1,nan,process\n"
            "1,2024-99-99T99:99:99,1e300,1,2,process\n"),
        ladderInput("tags without a line", "[1,0]<stdout>:[1,0]<stdout>:\n[rank0]:\n[1,0]<stdout>:"),
        ladderInput("OSU", "# OSU MPI Allreduce Latency Test v5.6.2\n# Size  Avg Latency(us)\n4  5.1\n"),
        ladderInput("UTF-16", QByteArray(QStringEncoder(QStringConverter::Utf16LE, QStringConverter::Flag::WriteBom)
                                             .encode(QString("p,time\n1,10\n2,6\n")))),
        ladderInput("UTF-32", QByteArray(QStringEncoder(QStringConverter::Utf32LE, QStringConverter::Flag::WriteBom)
                                             .encode(QString("p,time\n1,10\n2,6\n")))),
        ladderInput("Latin-1",
                    "p,time,gr\xF6\xDF"
                    "e\n1,10,1\n2,6,2\n"),
        ladderInput("names of bytes", "m,p,time\n\xFF\x1b[31m,1,10\n\xFF\x1b[31m,2,6\n\xC3,1,10\n\xC3,2,7\n"),
        ladderInput("clocks", "p,time\n1,999999999999999999999999999999:59:59\n2,1-23:59:59.5\n4,1h 12m 3\n"),
        ladderInput("commas", "p;img/s;time\n1;1,850;1.072,4\n2;3,600;1,2,3\n4;1e308k;+/- 3\n"),
        ladderInput("jobs",
                    "JobID|NNodes|Elapsed|State\n1|1|00:10|COMPLETED\n1.0|1|00:10|COMPLETED\n2|2||CANCELLED by 3\n"),
        ladderInput("jobs of fixed width",
                    " JobID NNodes Elapsed \n------ ------ ------- \n     1      1   00:10 \n 2.bat          00:10 "
                    "\n\xC3\xA4\xC3\xB6     2 x\n"),
        ladderInput("titles", "a\nb, c\nd\np,time\n1,10\n2,6\n"),
        ladderInput("a header in a comment", "#\n# p time\n1 10\n2 6\n"),
        ladderInput(
            "counts in words",
            "| Workers | Time (s) | Speedup |\n|--|--|--|\n| Sequential | 9 | 1x |\n| 1 worker | ~10 s | x |\n| (2) "
            "workers | **6** (5-7 | 1.5x |\n| 999999999999 workers | ( | )x |\n"),
        ladderInput("serial programs",
                    "Program,Threads,Time (s)\nseq,1,10\nserial,1,9\nomp,2,6\nmpi,2,1e308\nomp,4,OOM\n"),
        ladderInput("speedups of programs", "threads,a,b,c\n1,1x,1.0x,x\n2,1e308x,-x,0x\n4,,1x,1x\n"),
        ladderInput("rates of things", "gpus,throughput\n1,1e308M tok/s\n2,k tok/s\n4,2.5 /s\n8,1x\n"),
        ladderInput("other letters",
                    "| \320\237\320\276\321\202\320\276\320\272\320\276\320\262 | \320\222\321\200\320\265\320\274"
                    "\321\217, \321\201 |\n|--|--|\n| 1 (\320 | 10 \321\201 |\n| 2 | 6 \320 |\n"),
        ladderInput(
            "MLPerf",
            ":::MLLOG {\"time_ms\": 1e308, \"key\": \"run_start\"}\n:::MLLOG {\"key\": \"num_nodes\", \"value\": "
            "-1, \"time_ms\": 1}\n:::MLPv0.5.0 x 12 (a:1) run_start\n:::MLPv0.5.0 x 1e999 (a:1) run_stop: "
            "{\n:::MLLOG {{\n"),
        ladderInput("a rate of each", "gpus,tokens/s/gpu\n1,1e308\n8,1e308\n1000000000,9e307\n"),
        ladderInput("a rate of whom", "ranks,a/cpu_second\n1,10\n2,nan\n4,1e-320\n"),
        ladderInput("rates over nothing", "p,/s,ns/ns/ns,per per_per\n1,10,1,1\n2,20,1,1\n"),
        ladderInput("weak and strong", "weak strong,p,cells,time\nweak strong,1,0,10\nweak,2,-5,6\nstrong,4,1e308,3\n"),
        ladderInput("a grid beyond all", "P,Q,time\n1000000000,1000000000,10\n999999999,2,6\n"),
        ladderInput("a grid of nothing", "px,py,pz,time\n0,1,1,10\n-1,1.5,x,6\n"),
        ladderInput("ranks of no node", "nodes,ranks_per_node,time\n1,,10\n,2,6\n2,4,5\n"),
        ladderInput("units of units", "p,time,time_unit,unit\n1,10,us,furlong\n2,6,,s\n4,x,ms,us\n"),
        ladderInput("a row of units alone", "p,time\n[-],[us]\n"),
        ladderInput("headers alone", "p,time\np,time\np,time\n"),
        ladderInput("a header in every second line", "p,time\n1,10\np,time\nx\np,time\n2,6\n\np,time\n"),
        ladderInput("simulated seconds", "time,p,elapsed_s\n0,1,0\n-0.5,2,nan\n0.25,4,1e-320\n"),
        ladderInput("rows of JSON", "{\"p\": 1, \"time\": 10}\n{\"p\": 2,\n{\"p\": 4, \"time\": 3}\n[]\n", "l.jsonl"),
        ladderInput("wrapped deep", R"({"a":{"b":{"c":{"d":{"e":{"f":{"g":[{"p":1,"time":1},{"p":2,"time":1}]}}}}}}})",
                    "l.json"),
        ladderInput(
            "hyperfine",
            R"({"results": [{"command": "a", "times": [1, null, "x"], "exit_codes": [0, null], "parameters": {"n": "x"}}, {"command": "", "mean": -1, "parameters": {}}]})",
            "h.json"),
        ladderInput("lists of times",
                    R"([{"p": 1, "times": []}, {"p": 2, "times": [1e308, -1, 0]}, {"p": 4, "times": [[1]]}])",
                    "l.json"),
        ladderInput("Go's benchmarks", "BenchmarkA-0 1 1e400 ns/op\nBenchmarkA-2 1 -3 ns/op\nBenchmark- 1 nan ns/op\n"),
        ladderInput("criterion", "a/p=1\n time: [1 ms 1e400 ms 2 ms]\na/p=2\n time: [[[ ms -1 ms 2\n time: [\n"),
        ladderInput("headings", "#\n##:\n:\np=1 time=1 s\n#!\np=2 time=1 ms\n#:\np=2 time=0 us\n"),
        ladderInput("accents", "\xC5\xC5,n\xC5\x93uds,temps\n1,1,10\n2,2,6\n"),
        ladderInput("a log", "[rank0] a\n[rank1] b c d\nstep 1 of 10: 3.5 s\n", "l.log"),
        ladderInput("an iteration that took forever",
                    "using world size: 99999999999\n| elapsed time per iteration (ms): 1e400 |\nusing world size: 0\n"
                    "| elapsed time per iteration (ms): -3 | global batch size: nan |\n",
                    "m.log"),
        ladderInput("a mesh without devices",
                    "step: 1 loss: x tps: , mfu:\n1-D device mesh with [], []\nstep: 2 tps: 1,2,3", "t.log"),
        ladderInput("a rate over nothing", "tokens_per_sec: 1K | tokens_per_sec_per_gpu: 0\n\x1b[", "n.log"),
        ladderInput("commands without an end",
                    "Command being timed: \"\nElapsed (wall clock) time (h:mm:ss or m:ss): 1:75\n", "t.txt"),
        ladderInput(
            "numbers in commands",
            R"({"results": [{"command": "1", "mean": 1}, {"command": "2", "mean": 1e308}, {"command": "", "mean": 0}]})",
            "h.json"),
        ladderInput("blocks that never end",
                    "size: 1e999\nthreads: 1\nsize: \nthreads: 99999999999999\ntime: -1 s\n\fa 1\nsize: 2\nthreads: 0\n"
                    "b 1\ntime: 1e-320 s\nThreads per process: x\nThreads per process: 3\nb 2\nthreads: 2\n",
                    "l.log"),
        ladderInput("a clock that stands",
                    "step,dt,elapsed,rank\n1,1e-320,0,0\n2,x,1e308,0\n3,nan,1e308,-1\n4,0,2,1\n5,,,\n", "m.csv"),
        ladderInput(
            "names without runs",
            "sec/iter p50:\nBenchmark:\nBenchmark: \"\n0 GPUs --p50: /s\nBenchmark: \xFF\n GPUs -- p50: 1e999/s\n",
            "d.txt"),
        ladderInput("HPL of a cut line", "HPLinpack Gflops\nWR\nWR11C2R4 1 2 3\nWR11C2R4 1 1 0 0 0 0\n", "HPL.out"),
        ladderInput("a trainer's state",
                    R"({"log_history": [null, 3, {"train_runtime": 0, "train_samples_per_second": -1}]})", "s.json"),
        ladderInput("benchmarks",
                    R"({"context": 1, "benchmarks": [{"real_time": 1, "name": "/"}, {"name": "a/b:/"}, 3]})", "b.json"),
        ladderInput("tests",
                    R"({"benchmarks": [{"stats": {"data": [1, "x", null]}, "params": {"p": [1]}}, {"stats": 3}]})",
                    "b.json"),
        ladderInput(
            "a session",
            R"({"session_info": 1, "runs": [{"testcases": [{"num_tasks": -1, "perfvalues": {"a": [1,2,3,4,5]}}]}]})",
            "r.json"),
        ladderInput("metrics", "step,step_time\n1,x\n2,\n3,-1\n4,1e308\n5,1e308\n", "metrics.csv"),
        ladderInput("speedups of nothing", "p,speedup\n1,0\n2,x\n4,1e308\n"),
        ladderInput("a perf file", perfText, "perf.txt"),
        ladderInput("a tabular of open braces",
                    "\\begin{tabular}{l" + QByteArray("\\SI{").repeated(50000) + " & 1 \\\\\n", "t.tex"),
        ladderInput("tabulars in tabulars",
                    QByteArray("\\begin{tabular}{l}").repeated(20000) + "p & time \\\\ 1 & \x1b[2J \\\\\n", "t.tex"),
        ladderInput(
            "a tabular that spans columns",
            "\\begin{tabular}{l}p & time \\\\" + QByteArray("\\multicolumn{999}{c}{1} & 2 \\\\\n").repeated(20000),
            "t.tex"),
        ladderInput("Extra-P", "PARAMETER p\nPOINTS (1) (2)\nREGION \x1b[2J\nDATA 1e308\nDATA 5e-324\n", "e.txt"),
        projectInput("an empty object", "{}"),
        projectInput("a list", "[]"),
        projectInput("a newer one", R"({"format": "scalewright-project", "version": 99})"),
        projectInput("only a format", R"({"format": "scalewright-project", "version": 1})"),
        projectInput("a key twice", R"({"format": "scalewright-project", "version": 1, "title": "a", "title": "b"})"),
        projectInput("deep", QByteArray(100000, '[')),
        projectInput("deep objects", QByteArray("{\"a\":").repeated(50000)),
        projectInput("control characters", projectTitled("a\\u001b[31mb\\u0000c\\u0007\\r\\u009b")),
        projectInput("overrides", projectTitled("\\u202e0.61 %\\u202c \\u2066x\\u200f")),
        projectInput("non-characters", projectTitled("\\uffff\\ufdd0\\ud83f\\udffe")),
        projectInput("quotes and marks", projectTitled("</text>&amp;<svg onload='x'>]]>--\\\"'%$#_{}\\\\~^=cmd|")),
        projectInput("long", projectTitled(QByteArray(20000, 'W'))),
        projectInput("line ends", projectTitled("a\\nb\\u2028c\\td")),
        projectInput("half a surrogate", projectTitled("\\ud800")),
        projectInput("bytes that are no UTF-8", projectTitled("\xFF\xC3(")),
    };
    for (const auto& [kind, text] :
         {std::pair("perf stat", perfText), std::pair("perf stat -x", perfRows), std::pair("perf report", perfShares),
          std::pair("stacks", foldedText), std::pair("speedscope", speedscopeText), std::pair("ncu", ncuText)}) {
        corpus.push_back(recordedInput(kind, text));
        corpus.push_back(recordedInput(kind, text.left(text.size() / 2)));
    }
    corpus.push_back(
        recordedInput("nsys", "Time (%),Total Time (ns),Instances,Name\n1,1e308,99999999999999,a\n1,1e308,x,b\n"));
    corpus.push_back(recordedInput("nsys without kernels", "Time (%),Total Time (ns),Instances,Name\n\n\n"));
    corpus.push_back(
        recordedInput("perf -j", "{\"counter-value\" : \"1e309\", \"event\" : \"task-clock\"}\n{\"counter-value\""));
    corpus.push_back(recordedInput("perf without end", "Performance counter stats for '"));
    corpus.push_back(
        recordedInput("a huge counter",
                      " Performance counter stats for 'x':\n 1e308 msec task-clock\n 1e308 cycles\n 1e-308 "
                      "instructions\n 1e-320 seconds time elapsed\n"));
    corpus.push_back(recordedInput("a deep stack", QByteArray("f;").repeated(50000) + "g 1\n"));
    corpus.push_back(recordedInput("names of bytes", "\xFF\x1b[31m;\xC3 3\na\xE2\x80\xAE;b 4\n"));
    corpus.push_back(recordedInput(
        "long names", QByteArray("\xC3\xA4").repeated(5000) + ";" + QByteArray("W").repeated(5000) + " 2\n"));
    corpus.push_back(
        recordedInput("frames that are not there", QByteArray(speedscopeText).replace("[0, 1]", "[0, 99999999999]")));
    for (
        const auto& [kind, text] :
        {std::pair(
             "a trace of nothing but ticks",
             R"([{"ph":"B","name":"NEGOTIATE_ALLREDUCE","ts":0,"pid":0},{"ph":"X","name":"9999999","ts":1,"dur":0,"pid":0}])"),
         {"devices without numbers",
          R"([{"ph":"M","name":"process_name","pid":1,"args":{"name":"/device:"}},{"ph":"M","name":"process_name","pid":2,"args":{"name":"/device:TPU:99999999999"}},{"ph":"X","name":"f","ts":0,"dur":1,"pid":1,"tid":1},{"ph":"X","name":"f","ts":0,"dur":1,"pid":2,"tid":1}])"},
         {"a rank beyond all numbers",
          R"({"distributedInfo":{"rank":2147483647,"world_size":2147483647},"traceEvents":[{"ph":"X","cat":"kernel","name":"k","ts":0,"dur":1,"pid":0,"tid":1},{"ph":"X","cat":"kernel","name":"k","ts":0,"dur":1,"pid":1,"tid":1}]})"},
         {"a stream of overflows",
          R"([{"ph":"X","cat":"kernel","name":"k","ts":-2000000000000,"dur":4000000000000,"pid":0,"tid":1},{"ph":"X","cat":"kernel","name":"k","ts":0,"dur":1e-3,"pid":0,"tid":1}])"}}) {
        HostileInput trace{kind,
                           "trace.json",
                           text,
                           {{"timeline", "import", "FILE"},
                            {"timeline", "import", "FILE", "--process-is-rank"},
                            {"timeline", "import", "--ladder", "FILE"}}};
        corpus.push_back(trace);
    }
    for (const std::string& bytes : {packArchive("r", {}), packArchive("r", {{"answers.json", "{}"}}),
                                     packArchive("../r", {{"answers.json", "{}"}}),
                                     packArchive("r", {{"answers.json", "{"}, {"project.scalewright", ""}}),
                                     packArchive("r", {{"a\x1b[31m", "x"}}), std::string("\x1f\x8b\x08\0\0", 5)})
        corpus.push_back({"package", "p.tar.gz", QByteArray::fromStdString(bytes), {{"reproduce", "FILE"}}});
    for (const QByteArray& text :
         {QByteArray("{}"),
          QByteArray(
              "{\"format\": \"scalewright-assignment\", \"version\": 1, \"id\": \"\\u001b[31m\", \"text\": "
              "\"\\u202e\", \"questions\": [{\"id\": \"\\u0007\", \"asks\": \"\\u0000\", \"kind\": \"number\"}]}"),
          QByteArray("{\"format\": \"scalewright-project\", \"version\": 1, \"exercise\": 5}"),
          QByteArray("{\"format\": \"scalewright-project\", \"version\": 1, \"exercise\": {\"format\": "
                     "\"scalewright-assignment\", \"version\": 1, \"id\": \"x\", \"guesses\": {\"a\": 1}, "
                     "\"questions\": [{\"id\": \"a\", \"asks\": \"a\", \"kind\": \"number\"}]}}"),
          QByteArray("{\"format\": \"scalewright-key\", \"version\": 1, \"id\": \"x\", \"answers\": {\"a\": "
                     "{\"value\": 1e999}}}")})
        corpus.push_back({"exercise",
                          "e.json",
                          text,
                          {{"exercise", "show", "FILE"},
                           {"grade", "FILE", "--against", "FILE"},
                           {"exercise", "show", "FILE", "--against", "FILE"}}});
    corpus.push_back(recordedInput("a header of ncu", "\"ID\",\"Kernel Name\"\n"));
    corpus.push_back(ladderInput("a tracker's rows", runRows));
    corpus.push_back(ladderInput("a tracker's runs", runList, "l.json"));
    corpus.push_back(
        ladderInput("dictionaries that do not end",
                    "summary,config\n\"{'p': 1\",\"{'time': {'value': {'value': 1}}}\"\n\"{'p'\",\"{(((((\"\n"));
    corpus.push_back(ladderInput(
        "pandas", R"({"config": {"0": {"gpus": 1}, "1": {"gpus": 2}}, "summary": {"0": {"t_s": 1e308}, "1": null}})",
        "l.json"));
    for (const char* row :
         {"", "\n", "2,1\n", "3,1,0.5,ok,a,b,,,,,\n", "2,1,1e999,ok,a,b,,,,,\n", "2,1,-1,ok,a,b,,,,,\n",
          "2,1,0.5,ok,a,b,1e40,-1,,,\n", "2,1,nan,ok,a,b,nan,,,,inf\n", "2,1,0.5,\x1b[31mok,\xFF,\xE2\x80\xAE,,,,,\n",
          "2,1,0.5,ok,\"a,b\nc\"\"\",b,,,,,\n", "2,1,0.5,ok,a,b,,,,,\n2,1,0.6,ok,a,b,,,,,\n", "2,1,0.5,ok,\"a"})
        corpus.push_back(jobsInput("a job's row", row));
    for (const char* header : {"", "p,time\n", "\xFF\xFE\x00", "# command: \x1b[31m\n",
                               "p,repeat,seconds,status,host,started,comp,comm,idle,io,quality"})
        corpus.push_back(jobsInput("a header of jobs", header, "jobs/header"));
    HostileInput two = ladderInput("two ladders", twoLaddersCsv);
    two.twoLadders = true;
    corpus.push_back(two);
    QByteArray wide = "p,time", row = "1,10";
    for (int i = 0; i < 100000; ++i) {
        wide += ",c" + QByteArray::number(i);
        row += ",1";
    }
    corpus.push_back(ladderInput("wide", wide + '\n' + row + '\n' + row + '\n'));
    QByteArray manyRows = "p,time\n", repeats = "p,time\n";
    for (int i = 1; i <= 100000; ++i) {
        manyRows += QByteArray::number(i) + ',' + QByteArray::number(1 + 1000.0 / i) + '\n';
        repeats += QByteArray::number(1 + i % 8) + ",10\n";
    }
    corpus.push_back(ladderInput("many p", manyRows));
    corpus.push_back(ladderInput("many repeats", repeats));
    for (const char* number : {"1.7e308", "1e-320", "5e-324", "0", "-0.0", "1e15", "9007199254740993", "1e999"}) {
        QByteArray text = projectTitled("x");
        corpus.push_back(
            projectInput("a hostile number",
                         QByteArray(text).replace("\"t_comp_s\": 1,", QByteArray("\"t_comp_s\": ") + number + ',')));
        corpus.push_back(projectInput("a hostile number", QByteArray(text).replace("0.0008", number)));
        corpus.push_back(projectInput("a hostile number", QByteArray(text).replace("25e9", number)));
        corpus.push_back(projectInput("a hostile number", QByteArray(text).replace("1e9", number)));
        corpus.push_back(projectInput("a hostile number",
                                      QByteArray(text).replace("\"time_s\": 6", QByteArray("\"time_s\": ") + number)));
        corpus.push_back({"options",
                          "none",
                          "",
                          {{"predict", "--t-comp", number, "--alpha", "1us", "--beta", "1us", "--price", "2"},
                           {"predict", "--t-comp", "1", "--alpha", number, "--beta", number, "--price", number},
                           {"collective", "--pattern", "ring-all-reduce", "--p", "2,4", "--bytes", number, "--alpha",
                            number, "--bandwidth", number}}});
    }
    return corpus;
}

HostileInputs::HostileInputs(quint32 seed) : m_random(seed)
{
    const QDir examples(sourceFile("resources/examples"));
    for (const QString& name : examples.entryList({"*.scalewright"}, QDir::Files, QDir::Name)) {
        QFile file(examples.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            m_projects.push_back(file.readAll());
    }
}

HostileInput HostileInputs::next()
{
    switch (below(19)) {
    case 16: return jobs();
    case 17: return package();
    case 18: return exercise();
    case 13:
    case 14: return recorded();
    case 15: return runs();
    case 0:
    case 1:
    case 2:
    case 3: return project();
    case 4:
    case 5:
    case 6: return ladder();
    case 7: return twoLadders();
    case 8: return encoded();
    case 9: return timings();
    case 10: return profile();
    case 11: return trace();
    default: return rubbish();
    }
}

QByteArray HostileInputs::number()
{
    static const std::vector<QByteArray> numbers{"0",
                                                 "-0",
                                                 "-0.0",
                                                 "1",
                                                 "-1",
                                                 "1.7e308",
                                                 "1e300",
                                                 "1e-300",
                                                 "1e-320",
                                                 "5e-324",
                                                 "2.2250738585072014e-308",
                                                 "1e999",
                                                 "1e15",
                                                 "999999999999999",
                                                 "9007199254740993",
                                                 "123456789012345678901234567890",
                                                 "0.1",
                                                 "1e-7",
                                                 "0x10",
                                                 "nan",
                                                 "inf",
                                                 "1,5",
                                                 "1e",
                                                 "",
                                                 "true",
                                                 "null",
                                                 "4GiB",
                                                 "10us",
                                                 "-1e-9",
                                                 "1e12",
                                                 "99.99999999",
                                                 "1e-15",
                                                 "3.999999999999999999"};
    return below(3) == 0
               ? QByteArray::number(m_random.bounded(1e6) * std::pow(10.0, below(40) - 20), 'g', 3 + below(15))
               : pickOne(numbers);
}

QByteArray HostileInputs::words()
{
    static const std::vector<QByteArray> texts{"a",
                                               "model",
                                               "\x1b[31m",
                                               "\xE2\x80\xAE"
                                               "0.61 %",
                                               "\xEF\xBF\xBF",
                                               "\xFF\xFE",
                                               "\"q\"",
                                               "x,y",
                                               "<b>&",
                                               "\n",
                                               "\t",
                                               "\xC2\x9B",
                                               "\x7F",
                                               "k\xC3\xBC\xF0\x9F\x98\x80",
                                               "\xE2\x81\xA6",
                                               "'",
                                               "\\",
                                               "%s%n",
                                               "$(x)",
                                               "=1+1",
                                               "",
                                               " ",
                                               "\xEF\xB7\x90",
                                               "\xD7\x90\xD7\x91",
                                               "#",
                                               "|"};
    QByteArray text;
    for (int i = 1 + below(3); i > 0; --i)
        text += pickOne(texts);
    return below(40) == 0 ? text.repeated(2000) : text;
}

QByteArray HostileInputs::mutated(QByteArray text)
{
    const auto randomPosition = [&] { return below(std::max(1, static_cast<int>(text.size()))); };
    const auto replaceMatch = [&](const char* pattern, const QByteArray& with) {
        std::vector<std::pair<qsizetype, qsizetype>>
            found;  // the patterns are ASCII, so byte offsets and Latin-1 character offsets agree
        auto matches = QRegularExpression(pattern).globalMatch(QString::fromLatin1(text));
        while (matches.hasNext()) {
            const auto match = matches.next();
            found.emplace_back(match.capturedStart(1), match.capturedLength(1));
        }
        if (found.empty())
            return;
        const auto [at, length] = pickOne(found);
        text.replace(at, length, with);
    };
    switch (below(13)) {
    case 0: text.truncate(randomPosition()); break;
    case 1: text.insert(randomPosition(), words()); break;
    case 2: text[randomPosition() % std::max<qsizetype>(1, text.size())] = static_cast<char>(below(256)); break;
    case 3: text.remove(randomPosition(), 1 + below(40)); break;
    case 4: text.insert(randomPosition(), text.mid(randomPosition(), 1 + below(200))); break;
    case 5:
    case 6:
    case 7: replaceMatch(R"([:\[,]\s*(-?[0-9][0-9.eE+-]*))", number()); break;
    case 8:
        replaceMatch(R"(:\s*("[^"\n]*"))", '"' +
                                               words()
                                                   .replace('\\', "\\\\")
                                                   .replace('"', "\\\"")
                                                   .replace('\n', "\\n")
                                                   .replace('\t', "\\t")
                                                   .replace('\x1b', "\\u001b") +
                                               '"');
        break;
    case 9:
        replaceMatch(R"(:\s*("[^"\n]*"|[0-9][0-9.e]*))",
                     pickOne(std::vector<QByteArray>{"null", "[]", "{}", "true", "\"\"", "[[[[]]]]", "{\"value\": 1}",
                                                     "-1", "1e308"}));
        break;
    case 10:
        replaceMatch(R"(("[a-z_]+")\s*:)", pickOne(std::vector<QByteArray>{"\"alpha_s\"", "\"p\"", "\"\"", "\"value\"",
                                                                           "\"x\"", "\"name\""}));
        break;
    default: replaceMatch(R"((true|false|null|"[a-z-]+"))", number()); break;
    }
    return text;
}

HostileInput HostileInputs::project()
{
    QByteArray text = below(4) == 0 ? projectTitled(words()
                                                        .replace('\\', "\\\\")
                                                        .replace('"', "\\\"")
                                                        .replace('\n', "\\n")
                                                        .replace('\t', "\\t")
                                                        .replace('\x1b', "\\u001b")
                                                        .replace('\x7f', "\\u007f"))
                                    : pickOne(m_projects);
    for (int i = below(4); i > 0; --i)
        text = mutated(text);
    HostileInput input = projectInput("project", text);
    input.commands = {pickOne(projectCommands()), pickOne(projectCommands())};
    return input;
}

HostileInput HostileInputs::ladder()
{
    static const std::vector<QByteArray> headers{
        "p",       "time",       "comp",      "comm",         "idle",         "io",
        "gpus",    "nodes",      "tp",        "pp",           "dp",           "n",
        "t",       "total",      "runtime_s", "step_time_ms", "sec/epoch",    "minutes",
        "min",     "time_min",   "time_max",  "images_per_s", "tokens/s/gpu", "communication",
        "compute", "model",      "host",      "loss",         "energy_kwh",   "quality",
        "scaling", "throughput", "x",         "wall",         "Time (ms)",    "batch",
        "",        "1",          "comm%"};
    const char separator = pickOne(QByteArray(",,,;\t| "));
    const auto line = [&](const std::vector<QByteArray>& cells) {
        QByteArray text;
        for (const QByteArray& cell : cells)
            text += (text.isEmpty() ? QByteArray() : QByteArray(1, separator)) + cell;
        return text + (below(30) == 0 ? "\r\n" : "\n");
    };
    std::vector<QByteArray> names;
    if (below(3) != 0)
        names = {"p", pickOne(std::vector<QByteArray>{"time", "throughput", "comp", "runtime_s"})};
    for (int i = below(5); i > 0; --i)
        names.push_back(pickOne(headers));
    for (std::size_t i = names.size(); i > 1; --i)
        std::swap(names[i - 1], names[static_cast<std::size_t>(below(static_cast<int>(i)))]);
    QByteArray text = line(names);
    int p = 1;
    for (int rows = below(9); rows > 0; --rows) {
        std::vector<QByteArray> cells;
        for (const QByteArray& name : names) {
            const bool workers = name == "p" || name == "gpus" || name == "nodes";
            cells.push_back(
                below(25) == 0 ? number()
                : workers      ? QByteArray::number(p)
                : name == "model" || name == "host"
                    ? (below(6) == 0 ? '"' + words().replace('"', "\"\"") + '"' : QByteArray(below(2) == 0 ? "a" : "b"))
                : name == "scaling" ? QByteArray(below(2) == 0 ? "strong" : "weak")
                                    : QByteArray::number(100.0 / p + below(10), 'g', 6));
        }
        text += line(cells);
        p *= below(3) == 0 ? 1 : 2;
    }
    HostileInput input = ladderInput("ladder", below(5) == 0 ? mutated(text) : text);
    input.commands = {pickOne(ladderCommands())};
    if (below(2) == 0)
        input.commands.front() << "--scaling" << (below(2) == 0 ? "strong" : "weak");
    if (below(6) == 0)
        input.commands.front() << "--map"
                               << pickOne(QStringList{"time=minutes", "p=gpus", "time=min", "p=x,time=t", "time=total",
                                                      "", "time=time(min)", "q=1"});
    if (below(8) == 0)
        input.commands.front() << "--ladder" << pickOne(QStringList{"a", "b", "ladder 1", "", "zzz"});
    return input;
}

/// Two ladders in one table: the column that names them can be in any place, with any name and any separator.
HostileInput HostileInputs::twoLadders()
{
    const char separator = pickOne(QByteArray(",;\t| "));
    std::vector<QByteArray> names{
        pickOne(std::vector<QByteArray>{"p", "gpus", "nodes", "workers"}),
        pickOne(std::vector<QByteArray>{"time", "runtime_s", "step_ms", "images_per_s", "sec/epoch"}),
        pickOne(std::vector<QByteArray>{"model", "cluster", "system", "variant", "network", "case", "what", "code"})};
    const int extra = below(2);
    if (extra == 1)
        names.push_back("efficiency");
    std::vector<int> order{0, 1, 2};
    if (extra == 1)
        order.push_back(3);
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[static_cast<std::size_t>(below(static_cast<int>(i)))]);
    const auto line = [&](const std::vector<QByteArray>& cells) {
        QByteArray text;
        for (const int column : order)
            text +=
                (text.isEmpty() ? QByteArray() : QByteArray(1, separator)) + cells[static_cast<std::size_t>(column)];
        return text + '\n';
    };
    std::vector<QByteArray> lines;
    for (int ladder = 0; ladder < 2; ++ladder)
        for (int p = 1; p <= 8; p *= 2)
            lines.push_back(line({QByteArray::number(p), QByteArray::number((ladder == 0 ? 10.0 : 100.0) / p + 0.1),
                                  ladder == 0 ? "alexnet" : "vgg", "0.9"}));
    if (below(2) == 0)
        for (std::size_t i = lines.size(); i > 1; --i)
            std::swap(lines[i - 1], lines[static_cast<std::size_t>(below(static_cast<int>(i)))]);
    QByteArray text = line(names);
    for (const QByteArray& each : lines)
        text += each;
    HostileInput input = ladderInput("two ladders", text);
    input.commands = {pickOne(ladderCommands()) + QStringList{"--scaling", "strong"}};
    input.twoLadders = true;
    return input;
}

HostileInput HostileInputs::encoded()
{
    HostileInput input = below(2) == 0 ? ladder() : twoLadders();
    const auto encoding = pickOne(std::vector<QStringConverter::Encoding>{
        QStringConverter::Utf16LE, QStringConverter::Utf16BE, QStringConverter::Utf32LE, QStringConverter::Utf8,
        QStringConverter::Latin1});
    QStringEncoder encoder(encoding,
                           below(3) == 0 ? QStringConverter::Flag::Default : QStringConverter::Flag::WriteBom);
    input.content = QByteArray(encoder.encode(QString::fromLatin1(input.content)));
    if (below(4) == 0)
        input.content.chop(1);
    input.kind += ", encoded";
    return input;
}

/// A benchmark log whose rows contain too little, too much or nonsense.
HostileInput HostileInputs::benchmarkLog()
{
    static const std::vector<QByteArray> logHeaders{
        "# OSU MPI Latency Test v5.6.3\n# Size          Latency (us)\n",
        "RDMA_Write BW Test\n #bytes #iterations BW peak[MB/sec] BW average[MB/sec]\n 0 0 0 0\n",
        "Comm. Op  Message Size  Count  Total comm lat(ms)  Total straggler(ms)\nall_reduce\n 1 KB 1 1\n",
        "# OSU MPI Allgather Latency Test v5.6.3\n# Size       Avg Latency(us)\n",
        "# Benchmarking Allreduce\n# #processes = 4\n       #bytes #repetitions  t_min[usec]  t_max[usec]  "
        "t_avg[usec]\n",
        "# Collective test starting: all_reduce_perf\n# nThread 1\n#  Rank  7 Pid 1 on a device  0 [0x00] T4\n",
        "# nThread 1\n"};
    QByteArray text;
    for (int table = 0; table < 1 + below(3); ++table) {
        text += pickOne(logHeaders);
        for (int row = 0; row < below(12); ++row) {
            text += (below(6) == 0 ? number() : QByteArray::number(8 << below(22))) + ' ';
            if (below(2) == 0)
                text += "1024 float sum -1 ";
            for (int cell = 0; cell < below(10); ++cell)
                text += (below(5) == 0 ? number() : QByteArray::number(0.01 * below(100000))) + ' ';
            text += '\n';
        }
    }
    return {"benchmark's log",
            "log.out",
            below(4) == 0 ? mutated(text) : text,
            {{"fit-comm", "FILE"}, {"fit-comm", "--p", "4", "FILE"}, {"fit", "FILE"}}};
}

HostileInput HostileInputs::timings()
{
    if (below(2) == 0)
        return benchmarkLog();
    static const std::vector<QByteArray> headers{"p,bytes,seconds", "bytes,seconds,p,algorithm",
                                                 "seconds,p,bytes,collective", "p,size,time"};
    const QByteArray header = pickOne(headers);
    QByteArray text = header + '\n';
    for (int row = below(12); row > 0; --row) {
        QByteArray line;
        for (const QByteArray& name : header.split(','))
            line += (line.isEmpty() ? "" : ",") + (name == "algorithm" || name == "collective"
                                                       ? (below(5) == 0 ? words() : QByteArray("ring"))
                                                   : below(20) == 0    ? number()
                                                   : name == "p"       ? QByteArray::number(2 << below(4))
                                                   : name == "seconds" ? QByteArray::number(1e-6 * (1 + below(1000)))
                                                                       : QByteArray::number(8 << below(22)));
        text += line + '\n';
    }
    return {"timings", "timings.csv", below(4) == 0 ? mutated(text) : text, {{"fit-comm", "FILE"}}};
}

HostileInput HostileInputs::profile()
{
    QByteArray text = "{";
    for (const char* key : {"working_set_bytes", "memory_bytes", "step_time_s", "io_time_s", "flops", "bytes_moved",
                            "peak_flops", "memory_bandwidth_bytes_per_s", "net_bytes", "net_bandwidth_bytes_per_s",
                            "net_latency_s", "dataset_bytes", "storage_bytes", "latency_s", "latency_budget_s"})
        if (below(7) != 0)
            text += QByteArray(text.size() > 1 ? ", " : "") + '"' + key +
                    "\": " + (below(4) == 0 ? number() : QByteArray::number(std::pow(10.0, below(24) - 6)));
    text += "}";
    return {"profile", "profile.json", below(5) == 0 ? mutated(text) : text, {{"diagnose", "FILE"}}};
}

HostileInput HostileInputs::trace()
{
    const bool list = below(2) == 0;
    QByteArray text = list ? "["
                           : "{\"distributedInfo\": {\"rank\": " + (below(3) == 0 ? number() : QByteArray("0")) +
                                 "}, \"traceEvents\": [";
    static const std::vector<QByteArray> names{"aten::mm",
                                               "gloo:all_reduce",
                                               "ProfilerStep#1",
                                               "ncclKernel_AllReduce",
                                               "Optimizer.step#SGD.step",
                                               "process_name",
                                               "sleep"};
    static const std::vector<QByteArray> categories{"kernel", "cpu_op", "gpu_memset", "user_annotation", "task::f", ""};
    for (int event = 1 + below(30); event > 0; --event) {
        const QByteArray phase(1, pickOne(QByteArray("XXXXXBEMiC")));
        text += "{\"ph\": \"" + (below(20) == 0 ? words() : phase) + "\", \"name\": \"" +
                (below(8) == 0 ? words() : pickOne(names)) + "\", \"cat\": \"" + pickOne(categories) +
                "\", \"pid\": " + (below(8) == 0 ? number() : QByteArray::number(below(3))) + ", \"tid\": \"" +
                QByteArray::number(below(4)) +
                "\", \"ts\": " + (below(10) == 0 ? number() : QByteArray::number(below(1000))) +
                ", \"dur\": " + (below(10) == 0 ? number() : QByteArray::number(below(100))) +
                (below(4) == 0 ? ", \"args\": {\"name\": \"" + (below(2) == 0 ? QByteArray("rank 1") : words()) + "\"}"
                               : QByteArray()) +
                "}" + (event > 1 ? "," : "");
    }
    text += list ? "]" : "]}";
    return {"trace", "trace.json", below(3) == 0 ? mutated(text) : text, {{"timeline", "import", "FILE"}}};
}

/// Another program's measurements, with numbers and words that the program would not have written.
HostileInput HostileInputs::recorded()
{
    QByteArray text =
        pickOne(std::vector<QByteArray>{perfText, perfRows, perfShares, foldedText, speedscopeText, ncuText});
    if (below(3) == 0)
        text = text.repeated(1 + below(3));
    for (int i = below(5); i > 0; --i)
        text = mutated(text);
    if (below(3) == 0)
        text.replace(pickOne(std::vector<QByteArray>{"msec", "Mbyte", "12", "seconds", ",", ";", "0"}),
                     below(2) == 0 ? number() : words());
    HostileInput input = recordedInput("recorded", text);
    input.commands = {pickOne(input.commands)};
    return input;
}

HostileInput HostileInputs::runs()
{
    QByteArray text = pickOne(std::vector<QByteArray>{runRows, runList});
    for (int i = 1 + below(4); i > 0; --i)
        text = mutated(text);
    if (below(3) == 0)
        text.replace(pickOne(std::vector<QByteArray>{"80.0", "gpus", "'", "finished", "{"}),
                     below(2) == 0 ? number() : words());
    HostileInput input = ladderInput("runs", text, below(2) == 0 ? "l.json" : "ladder.csv");
    input.commands = {pickOne(ladderCommands())};
    return input;
}

HostileInput HostileInputs::jobs()
{
    QByteArray text = jobRow;
    for (int i = 1 + below(4); i > 0; --i)
        text = mutated(text);
    if (below(2) == 0)
        text.replace(pickOne(std::vector<QByteArray>{"0.512", "0.2", "20ms", "node1", "ok", "2026"}),
                     below(2) == 0 ? number() : words());
    return below(6) == 0 ? jobsInput("jobs", text, "jobs/header") : jobsInput("jobs", text);
}

HostileInput HostileInputs::package()
{
    const QByteArray text = mutated(
        "{\"program\": \"Scalewright 0.1.0\", \"project_digest\": \"0\", \"inputs\": "
        "[{\"file\": \"input-1-x\", \"digest\": \"0\", \"packed\": true}], \"answers\": "
        "[{\"words\": [\"predict\"], \"answer\": {\"p_star\": 34}}]}");
    // Text that was handed in is printed unchanged, so remove numbers that would look like errors of ours.
    static const QRegularExpression suspiciousNumber("-0|[0-9]{25,}");
    const QByteArray answers = QString::fromLatin1(text).replace(suspiciousNumber, "1").toLatin1(),
                     project = below(2) == 0 ? mutated(pickOne(m_projects)) : pickOne(m_projects);
    std::string bytes =
        packArchive(pickOne(std::vector<std::string>{"r", "..", "a/b"}),
                    {{"answers.json", answers.toStdString()}, {"project.scalewright", project.toStdString()}});
    for (int i = below(3) == 0 ? 1 + below(3) : 0; i > 0; --i)
        bytes[std::size_t(below(int(bytes.size())))] ^= char(1 << below(8));
    if (below(6) == 0)
        bytes.resize(std::size_t(below(int(bytes.size()))));
    return {"package", "p.tar.gz", QByteArray::fromStdString(bytes), {{"reproduce", "FILE"}}};
}

HostileInput HostileInputs::exercise()
{
    const QDir folder(sourceFile("resources/exercises"));
    const QString name = pickOne(folder.entryList({"*.json"}, QDir::Files, QDir::Name));
    QByteArray text = test::contentOf(folder.filePath(name));
    for (int i = below(4); i > 0; --i)
        text = mutated(text);
    if (below(2) == 1)  // in the form that the window writes
        text = "{\"format\": \"scalewright-project\", \"version\": 1, \"exercise\": " + text + "}";
    const QString key = folder.filePath("keys/" + name.chopped(5) + ".key.json");
    return {"exercise",
            "e.json",
            text,
            {pickOne(std::vector<QStringList>{{"exercise", "show", "FILE"},
                                              {"exercise", "show", "FILE", "--against", key},
                                              {"exercise", "show", key, "--against", "FILE"}})}};
}

HostileInput HostileInputs::rubbish()
{
    QByteArray text;
    switch (below(4)) {
    case 0:
        for (int i = below(400); i > 0; --i)
            text += static_cast<char>(below(256));
        break;
    case 1:
        text = QByteArray(pickOne(QByteArray("[{\"(\n,#")) == '[' ? "[" : "{\"a\":").repeated(1 + below(3000));
        break;
    case 2:
        for (int i = below(30); i > 0; --i)
            text += words() + pickOne(QByteArray(",;\n\t "));
        break;
    default: text = pickOne(m_projects).mid(below(200)); break;
    }
    HostileInput input{"rubbish", below(2) == 0 ? "it.csv" : "it.scalewright", text, {}};
    input.commands = {below(2) == 0 ? pickOne(ladderCommands()) : pickOne(projectCommands())};
    return input;
}

}  // namespace scalewright::test
