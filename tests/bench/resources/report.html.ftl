<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>rmi4mpi: measured beside the papers</title>
<style>
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1c2126; --soft: #5b6670; --grid: #d9dee3; --mark: #b3261e;
  --band: #f4f6f8; --series1: #0b63b0; --series2: #c05a00; --series3: #24813c; --series4: #8a3fa8; --series5: #7a6a00; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181c; --ink: #e3e7ea; --soft: #9ba7b1; --grid: #353d45;
  --mark: #ff8a80; --band: #1c2227; --series1: #6cb4ff; --series2: #ffa657; --series3: #6fd08c; --series4: #d19bea;
  --series5: #d8c74a; } }
@media print { :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --grid: #ccc; --mark: #900;
  --band: #fff; --series1: #0b63b0; --series2: #c05a00; --series3: #24813c; --series4: #8a3fa8; --series5: #7a6a00; }
  details > *, figure, tr { break-inside: avoid; } h2 { break-after: avoid; } body { font-size: 10pt; } }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 62rem;
  padding: 1rem 1.2rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 1rem 0 .6rem; } h2 { font-size: 1.25rem; margin: 2.4rem 0 .4rem; }
p { max-width: 46rem; margin: .5rem 0; } .soft, caption, figcaption { color: var(--soft); font-size: .9rem; }
.lead { font-size: 1.08rem; } figure { margin: 1rem 0; } svg { width: 100%; height: auto; max-width: 47.5rem; min-width: 32rem; display: block; } figure { overflow-x: auto; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: .2rem 0; } th, td { padding: .18rem .7rem .18rem 0; text-align: right;
  border-bottom: 1px solid var(--grid); white-space: nowrap; } th { font-weight: 600; vertical-align: bottom; white-space: normal; }
th:first-child, td:first-child { text-align: left; } .ours { font-weight: 600; background: var(--band); }
.slow, .mark { color: var(--mark); } td.now { border-left: 2px solid var(--grid); padding-left: .7rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; font-size: .9rem; margin: .6rem 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; } nav a { margin-right: .9rem; } a { color: var(--series1); }
summary { cursor: pointer; }
</style>
</head>
<body>
<h1>rmi4mpi beside JDK RMI, C, and the papers</h1>
<p class="lead">On ${(about.begun!"an unknown day")[0..*10]}, ${rowCount} benchmarks were measured on ${about.processor!"an unknown processor"} with
${about.cores!"?"} cores: remote calls by rmi4mpi over ${about.mpi!"MPI"}, and by the JDK's RMI over loopback, with the same class files and
as many processes.<#if summary.median != ""> rmi4mpi saves ${summary.median} % of JDK RMI's time in the median of all kernels and
applications, and ${summary.most} % at most.</#if><#if summary.overC != ""> A call without arguments
takes ${summary.overC} times the time of a C message and its answer.</#if> <#if summary.slower?size == 0>Of ${summary.compared} calls, none is
slower than by JDK RMI.<#else>Of ${summary.compared} calls, ${summary.slower?size} <#if summary.slower?size == 1>is<#else>are</#if> slower than by
JDK RMI: <span class="slow"><#list summary.slower as row><#if row?index lt 8>${row}<#sep>, </#if></#list><#if summary.slower?size gt 8>and ${summary.slower?size - 8} more</#if></span>.</#if><#if summary.slowerApplications?size gt 0> Of the applications,
<span class="slow">${summary.slowerApplications?join("; ")}</span> <#if summary.slowerApplications?size == 1>is<#else>are</#if> slower than by JDK RMI.</#if></p>
<#if isQuick><p>This is a quick run: ${summary.wide} of the rows have values that are far apart. <code>make bench</code> without
<code>QUICK=1</code> measures longer.</p></#if>
<nav class="soft"><#list sections as section><a href="#${section.title}">${section.title}</a> </#list><#if callTables?size gt 0><a href="#messages">Package mpi</a> </#if><a href="#papers">Then and now</a></nav>

<h2 id="how">How it was measured</h2>
<p>All systems live at the same time, warm, and are measured in short turns, round after round. While one is measured, the
processes of the others are stopped. A value of a call is the median of its batches. Tables have the median of the rounds, and the
quartiles of each number appear when the pointer rests on it. Numbers <span class="mark">marked with *</span> have quartiles that are further
apart than a third of the median<#if !isQuick>, although the row was measured a second time</#if>. A saving is the median of the rounds' ratios.</p>
<p>There are four systems, as in the KaRMI paper. <b>JDK RMI</b> and <b>rmi4mpi</b> are whole. The other two exchange the serializer: arguments and
results are written into an array of bytes by the other system's serializer, and this array is the argument of the call. This adds a copy to what
an exchange inside of the system would cost, and calls without objects do not change. <b>C</b> is the floor: a ping-pong of messages with
as many bytes as rmi4mpi's, without a thread, an object or a method. A call that calls back has no such floor.</p>
<dl>
<#list about as fact, value><dt>${fact}</dt><dd>${value}</dd></#list>
</dl>

<#if figure3 != "">
<h2>Time saved</h2>
<figure>${figure3?no_esc}
<figcaption>Percentage of JDK RMI's time that is saved, one dot for each kernel, star and application (the paper's figure 3). A box has the
middle half of the dots, whiskers reach from the quantile 0.1 to 0.9, and a thick dot is the median. Losses of more than 50 % are drawn at
−50. KaRMI with UKA serialization saved 45 % in the median on Ethernet, and 85 % on ParaStation.</figcaption></figure>
</#if>
<#if figure4 != "">
<h2>Time saved, by the size of arrays</h2>
<figure>${figure4?no_esc}
<figcaption>Percentage of JDK RMI's time that rmi4mpi saves, for an array that is passed and returned (the paper's figure 4). KaRMI's saving fell to
none on Ethernet, and to some 40 % on ParaStation.</figcaption></figure>
</#if>
<#if arrays != "">
<h2>Arrays of bytes</h2>
<figure>${arrays?no_esc}<figcaption>Time of <code>void ping(byte[n])</code>, as in figure 2 of the evaluation by Ansaloni and Loques.</figcaption></figure>
</#if>
<#if throughput != "">
<h2>Throughput</h2>
<figure>${throughput?no_esc}<figcaption>An array of double there and back, as Nexus RMI was measured (Breg and others): bytes both ways, over the time of the call.</figcaption></figure>
<figure>${objectThroughput?no_esc}<figcaption>An array of objects with one double each.</figcaption></figure>
</#if>
<#if speedups != "">
<h2>Speed-up of applications</h2>
<figure>${speedups?no_esc}<figcaption>How many times as fast two processes are as the sequential program. Hamming's problem and paraffins make more calls than
they need, so that they measure calls: the paper's were slower than a sequential program, too.</figcaption></figure>
</#if>

<#if kindsDrawn != "">
<h2>Objects of one kind</h2>
<figure>${kindsDrawn?no_esc}
<figcaption>Time of a call over JDK RMI's, for so many objects: the first call of a new job, the tenth, and the median of later ones, as
argument and as result.</figcaption></figure>
<#list kinds as table>
<div class="wide"><table>
<caption><b>${table.count} objects</b>: time over JDK RMI's.</caption>
<thead><tr><th></th><th colspan="3">argument: first, tenth, later</th><th colspan="3">result: first, tenth, later</th></tr></thead>
<tbody><#list table.lines as line><tr><th>${line.kind}</th><#list line.cells as cell><td<#if cell.isSlower> class="slow"</#if>>${cell.ratio}</td></#list></tr>
</#list></tbody></table></div>
</#list>
</#if>

<#list sections as section>
<h2 id="${section.title}">${section.title}</h2>
<p>${section.text?cap_first}.</p>
<div class="wide"><table>
<thead><tr><th></th><th>unit</th><#list section.systems as system><th<#if system == "rmi4mpi"> class="ours"</#if>>${system}</th></#list><th>saved, %</th></tr></thead>
<tbody>
<#list section.rows as row><tr><td>${row.name}</td><td>${row.unit}</td><#list row.cells as cell><td<#if section.systems[cell?index] == "rmi4mpi"> class="ours"</#if> title="${cell.quartiles}">${cell.median}<#if cell.isWide><span class="mark">*</span></#if></td></#list><td<#if row.isSlower> class="slow"</#if>>${row.saving}</td></tr>
</#list></tbody></table></div>
<#if section.title == "Languages"><#list [pairsOfDouble, pairsOfObjects] as drawn><#if drawn != ""><figure>${drawn?no_esc}
<figcaption>Calls between ranks in Java and C++ with one array as argument, as in the tables of Nexus RMI<#if drawn?index == 0>, beside C's ping-pong</#if>.</figcaption></figure>
</#if></#list></#if></#list>

<#if callTables?size gt 0>
<h2 id="messages">Calls of package mpi beside C</h2>
<p>Each call is made many times in a row, by C at MPI_THREAD_MULTIPLE and then by Java, in both spellings: <i>array</i> is that of mpiJava, and
<i>camel-array</i> that of Open MPI, followed by the JDK. Times are microseconds, the best of three repetitions, with the ratio to C in
brackets. Young are the first calls of a new JVM, and warm those after.</p>
<#list callCharts as chart><figure>${chart.svg?no_esc}
<figcaption>Time over that of C, at 1, on ${chart.ranks} ranks: both spellings on the newest JDK, young and warm, in doubles.</figcaption></figure>
</#list>
<#list callTables as table>
<details><summary>${table.ranks()} ranks, ${table.phase()}</summary><div class="wide"><table>
<thead><tr><th></th><th>of</th><th></th><th>C</th><#list table.variants() as variant><th class="ours">${variant}</th></#list></tr></thead>
<tbody><#list table.lines() as line><tr><td>${line.call()}</td><td>${line.type()}</td><td>${line.size()}</td><td>${line.c()}</td><#list line.cells() as cell><td class="ours<#if cell.isSlower()> slow</#if>">${cell.text()}</td></#list></tr>
</#list></tbody></table></div></details>
</#list>
</#if>

<h2 id="papers">Then and now</h2>
<p>The numbers of then are the papers' own, on the machines of their time. Those of now are of this run.</p>
<#list papers as table>
<div class="wide"><table>
<caption><b>${table.title}</b>, ${table.unit}. Then: ${table.source}.<#if table.machine != ""> ${table.machine}.</#if></caption>
<thead><tr><th></th><#list table.systems as system><th>${system}</th></#list><th>JDK RMI now</th><th class="ours">rmi4mpi now</th></tr></thead>
<tbody><#list table.lines as line><tr><td>${line.name}</td><#list line.then as value><td>${value}</td></#list><td class="now">${line.jdk}</td><td class="ours">${line.ours}</td></tr>
</#list></tbody></table></div>
</#list>
</body>
</html>
