<!-- Made from results.csv by 'make bench-page'; the text is in tests/bench/resources/performance.md.ftl. -->
<#macro calls rows systems>
<#list rows as row>
| `${row}` |<#list systems as system> ${cell(row, system)} |</#list>
</#list>
</#macro>
# Performance

This page shows what a call costs, what an array costs, what slows them, and what to set. Its figures were measured on
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

Two ranks, unless a table names another number, measured by `make bench-mpi`. `latency` is a round trip. `bandwidth` is 64 messages one way and a short answer.
`array` and `direct` are arrays and direct buffers in the spelling of mpiJava, the `camel` ones in that of Open MPI. A `put` or
`get` is complete at both ranks before the next. `file-write` and `file-read` are of a file of two ranks, each of which has one
half. The number behind a name is the JDK's. C runs at the thread level that ranks in Java have, `MPI_THREAD_MULTIPLE`. Single calls are
made many times in a row, and the best of three repetitions counts: *young* are the first ones of a new JVM, *warm* those after.

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
| `make bench` | 40 minutes | the collection: kernels, arrays, throughput, situations, patterns of use, calls from outside, applications |
| `make bench ROWS=kinds` | more than an hour | a thousand to a million objects of 26 kinds, in new jobs |
| `make bench-mpi` | an hour | messages, windows and files beside C; `ROWS=calls-2` (4, 8) has each call, in the first thousands and later |
| `make bench-call`, `bench-sor`, `bench-jpvm`, `bench-serial` | up to an hour each | one face or layer in full |

`make bench` writes `build/bench/results.csv`, with each value, and `build/bench/report.html`, with tables and figures beside
those of the papers. It shows how far it is. A run that was stopped goes on where it was.
`timeout 90 make bench ROWS=kinds`, given again and again, measures a part each time, and `ROWS="(10k)"` takes the kinds of
this size. `ROWS=star,sor` takes the rows or sections with these names. `make bench-compare A=old.csv B=new.csv` shows what became slower, and
`make bench-page` writes this page and the figures of the README. Without `QUICK=1`, rows whose values are far apart are measured again. The report marks them if
they stay so<#if summary.wide gt 0>: ${summary.wide} of ${rowCount} here</#if>.

## Other figures

These were measured on the same machine, by other benchmarks. [Decisions](decisions/README.md) lists what was tried, and whether
it gained anything.

| figure | command |
|---|---|
| one thread makes about 4 million one-way calls a second, and a batch takes 0.28 us a call | `make bench-call` |
| the first call after a pause of 1 s takes 146 us, and 365 by JDK RMI | `make bench-call` |
| `void ping()` takes 5.4 us while every core computes, and 33 by JDK RMI | `make bench-call` |
| an idle rank takes about 0.1 % of a core | `make bench-call` |
| successive over-relaxation of 1000 x 1000 cells takes 894 us an iteration by remote objects on two ranks, 1,140 by JDK RMI, 604 by messages and 444 by messages in C; on four ranks 1,392, 2,115, 956 and 463 | `make bench-sor JDK=17` |
| a message of 8 bytes takes 1.2 to 1.3 times C's time, and one of 64 KiB to 16 MiB 0.9 to 1.15 times | `make bench-mpi ROWS=latency JDK=25` |
| a put or get of 8 bytes takes 0.06 us, and 0.04 in C; one of 4 MiB takes 1.2 times C's time | `make bench-mpi ROWS=put,get JDK=25` |
| writing and reading a message takes between a quarter and one and a third of the time of Fory, one of the fastest Java serializers; against the JDK's streams a fourth for a map, and less than a hundredth for 32 ints | `make bench-serial` |
| a round trip of one int between tasks of JPVM takes two to three times C's time, and with 64 KiB three to four times, most of which is copying: see [0013](decisions/0013-packed-buffers-in-the-heap.md) | `make bench-jpvm` |

## How the collection is measured

The rows are those of KaRMI's collection of benchmarks, which is no longer available: its paper describes them (Nester,
Philippsen and Haumacher, section 6). Tables and curves of other papers are beside them: Ansaloni and Loques' evaluation of
RMI, KaRMI, Manta and JPVM, Breg and others' throughput of Nexus RMI, and Mathew and Roulo's table of buckets.

- All systems live at the same time, and are warm. They are measured in turns of about 100 ms, round after round, while a signal
  stops the processes of the others. A ratio is of one round.
- The two mixed systems exchange the serializer: a wrapper on both sides puts arguments and results into an array of bytes. So
  they contain one copy more than a system that was changed inside. Applications have no mixed systems, since their stubs
  travel as arguments.
- Applications are started again in each run, and the first of their repetitions does not count.
- The C programs of the calls have Open MPI's default eager limit, and those of `make bench-mpi` that of the ranks in Java. C's
  windows are of `MPI_Win_allocate`. The buffers of puts and gets lie half a page off in C and in Java, since a copy between like
  places of two pages took up to sixteen times as long.
- The star's time is that of the call alone, without the meeting before it.

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

`-Drmi4mpi.polls=1` lets threads sleep almost at once. That gives the core to those that compute, and adds about 50 us to a
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
