<!-- Made from results.csv by 'make bench-page'; the text is in tests/bench/resources/performance.md.ftl. -->
<#macro calls rows systems>
<#list rows as row>
| `${row}` |<#list systems as system> ${cell(row, system)} |</#list>
</#list>
</#macro>
# Performance

This page tells what a call costs, what an array costs, what slows them, and what to set. Its figures were measured on
${(about.begun!"")[0..*10]} by `make bench<#if isQuick> QUICK=1</#if>`: ${about.processor!""}, ${about.cores!""} cores of one node, ${about.kernel!""},
${about.jdk!""}, ${about.mpi!""}; load ${about["load at the begin"]!""} when it began. They are medians in microseconds.

- **JDK RMI** runs the same class files over loopback, with as many JVMs.
- **C** is a message of as many bytes, and its answer. It has the settings that the MPI has by default. rmi4mpi sends messages of
  4 to 32 KiB without waiting for their receive, so that some calls beat it.
<#if summary.median != "">
- rmi4mpi saves ${summary.median} % of JDK RMI's time in the median of all kernels and applications.
</#if>
<#if summary.slower?size == 0>
- Of ${summary.compared} calls that were compared, none is slower than by JDK RMI.
<#else>
- Of ${summary.compared} calls that were compared, these are slower than by JDK RMI: <#list summary.slower as row>`${row}`<#sep>, </#list>.
</#if>

## What a call costs

| call | rmi4mpi | C | JDK RMI |
|---|--:|--:|--:|
<@calls rows=["void ping()", "void ping(int int)", "void ping(double)", "void ping(\"\")", "void ping(int32)",
  "Object ping(int32)", "Object ping(int4null2)", "Object ping(tree15)", "Object ping(float[50])", "Object ping(float[5000])"]
  systems=["OURS", "C", "JDK"]/>

A call that calls back, and two callers that call one object at once:

| call | rmi4mpi | JDK RMI |
|---|--:|--:|
<@calls rows=["void pingpong(null)", "Object pingpong(int32)", "Object star(null)", "Object star(int32)"] systems=["OURS", "JDK"]/>

The first calls of a job, while the JVM compiles:

| call | rmi4mpi | JDK RMI |
|---|--:|--:|
<@calls rows=["calls of a new job, one calls: first 100", "calls of a new job, one calls: next 900",
  "calls of a new job, one calls: next 1,000", "calls of a new job, one calls: next 8,000"] systems=["OURS", "JDK"]/>

## What an array costs

| call | rmi4mpi | C | JDK RMI |
|---|--:|--:|--:|
<@calls rows=["void ping(byte[1024])", "void ping(byte[65536])", "void ping(byte[524288])", "void ping(byte[4194304])",
  "void ping(double[524288])", "Object ping(byte[1Mi])", "Object ping(double[1M])", "Object ping(MyDouble[1000])",
  "void ping(int32[100])"] systems=["OURS", "C", "JDK"]/>

`int32` is an object of 32 ints, `int4null2` one of 4 ints and 2 null references, `tree15` a tree of 15 objects, and
`MyDouble` an object with one double.

<#if messages != "">
## What a message costs

Two ranks, measured by `make bench-mpi`. `latency` is a round trip. `bandwidth` is 64 messages one way and a short answer.
`array` and `direct` are arrays and direct buffers in the spelling of mpiJava, the `camel` ones in that of Open MPI. A `put` or
`get` is complete at both ranks before the next. `file-write` and `file-read` are of a file of two ranks, each of which has one
half. The number behind a name is the JDK's. C runs at the thread level that ranks in Java have, `MPI_THREAD_MULTIPLE`.

${messages}
</#if>
<#list sections as programs><#if programs.title == "Applications">
## Whole programs

Milliseconds, on two processes. They are [examples](examples.md), which compare their results. A program is faster by two
processes where it computes much between its calls. Hamming's problem and paraffins make many calls for little work.

| program | sequential | rmi4mpi | JDK RMI | messages | JPVM |
|---|--:|--:|--:|--:|--:|
<#list programs.rows as row>
| ${row.name} | ${cell(row.name, "SEQUENTIAL")} | ${cell(row.name, "OURS")} | ${cell(row.name, "JDK")} | ${cell(row.name, "MESSAGES")} | ${cell(row.name, "TASKS")} |
</#list>

</#if></#list>
## How to measure it yourself

| command | takes | measures |
|---|---|---|
| `make bench-quick` | a minute | the main figures, a line each |
| `make bench QUICK=1` | 4 minutes | the collection, shortly |
| `make bench` | half an hour | the collection: kernels, arrays, throughput, situations, applications |
| `make bench-mpi` | half an hour | messages, windows and files beside C |
| `make bench-call`, `bench-sor`, `bench-jpvm`, `bench-serial` | up to an hour each | one face or layer in full |

`make bench` writes `build/bench/results.csv`, with each value, and `build/bench/report.html`, with tables and figures beside
those of the papers. It shows how far it is. A run that was stopped goes on where it was. `ROWS=star,sor` takes the rows or
sections with these names. `make bench-compare A=old.csv B=new.csv` tells what became slower, and
`make bench-page` writes this page and the figures of the README. Without `QUICK=1`, rows whose values are far apart are measured again. The report marks them if
they stay so<#if summary.wide gt 0>: ${summary.wide} of ${rowCount} here</#if>.

[Notes](performance-notes.md) have figures of messages, tasks and serialization, and lead to what was tried.

## Start and memory

A program that calls MPI.Init and MPI.Finalize, two ranks on two cores, in seconds:

| | rmi4mpi | an empty main of Java | C |
|---|--:|--:|--:|
| processor time a rank, JDK 17 or 25 | 0.20 | 0.06 | 0.05 |
| from start to end | 0.30 | 0.10 | 0.30 |

That is with the [archive of classes](running.md#the-archive-of-classes). Without it (`-Xshare:off` or a heap of 32 GB and more)
a rank takes half a second of processor time and more.

Memory of a rank after MPI.Init, in MB, on JDK 17. Resident memory counts a page that ranks share once for each of them. The
proportional part (PSS) divides it among them:

| ranks on the node | resident | proportional |
|--:|--:|--:|
| 2 | 60 | 40 |
| 16 | 61 | 33 |
| 64 | 63 | 31 |

Some 30 MB are a rank's own. A rank with more peers hardly takes more.

## What slows

| what slows | why | what to do |
|---|---|---|
| the first thousand calls | the JVM interprets them, and its compilers take half of the cores meanwhile | measure later; for short jobs give `-XX:TieredStopAtLevel=1` |
| fewer cores than ranks | every call waits for its turn on a core | start one rank for each core, and use threads within a rank |
| a rank that computes on every core | the call waits until the kernel gives the server a core | leave a core free where calls must be fast, or make fewer and larger calls |
| large arrays on JDK 18 to 21, and on 17 those of less than half a G1 region | the collector may move them, so that they are copied: a message of 1 MiB and more takes up to twice as long | JDK 22 or later with G1: they travel from heap to heap |
| another collector than G1, or a JDK that is newer than [those we know](decisions/0024-what-keeps-an-array-in-place.md) | arrays are copied | keep G1, the default for JVMs with two cores and 2 GB or more |
| many small calls whose results nobody needs | each waits for its reply | `Calls.oneWay`, or `Calls.batch` |
| one call after the other to many ranks | their times add up | `Calls.async`, or `Calls.group` |
| ranks on several nodes, with a firewall that drops UDP between them | a sleeping rank cannot be rung from another node, and looks up to 100 ms late | let UDP through: [several hosts](networks.md#ranks-on-several-hosts). Otherwise `-Drmi4mpi.sleep.us=1000` bounds the sleep of an idle rank |
| exceptions with deep traces | a trace is many objects | return values where failures are frequent |
| synchronized methods that call other ranks | callers stand in line | keep locks for data, and call outside of them |

## What polling costs a rank that computes

A thread that waits polls up to 2,000 times before it sleeps, which takes one to three milliseconds. It spins between the first
50 polls, and yields its core after each later one. If another thread had the core meanwhile, the waiting thread sleeps at once.

- If a rank computes and nobody calls it, it loses less than 1 % of a core to the other threads of its JVM.
- A rank that is called while it computes needs a core for the call. The call takes an idle core if there is one. Otherwise
  the thread that runs calls takes turns with the thread that computes. It polls about 100 times after a call, and then sleeps.
- A rank that waits for a reply or a message takes up to a core while it polls, and then 0.2 to 0.6 % of a core. In its
  first seconds it was up to 2 %.
- Where a node has more ranks than cores, threads spin for 4 polls only. A thread that waits for a reply polls at most 100
  times.

`-Drmi4mpi.polls=1` lets threads sleep almost at once. That gives the core to those that compute, and adds some 50 us to a
call. `-Drmi4mpi.polls=100000` lets them poll longer. It suits ranks that have a core to themselves and wait often.

## What to set

| setting | what for |
|---|---|
| `-Xmx`, `-XX:MaxDirectMemorySize` | a rank's heap is a quarter of the node's memory, three quarters for all ranks together; messages lie in direct memory |
| `-Drmi4mpi.polls=N` | how long threads poll, as above |
| `-Drmi4mpi.sleep.us=N` | how late an idle rank may be where it cannot be rung |
| `--stats` | prints for each rank its calls, their time, and how often its threads slept, rang and handed calls over |
| `--mpi OPTIONS --` | binding, networks and hosts, as your mpirun has them |
| `make MPI=...` | another MPI: see [choosing the MPI](running.md#choosing-the-mpi) |
