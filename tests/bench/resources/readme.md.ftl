| one call, two processes of a node, in microseconds | rmi4mpi | C: a message there and back | JDK RMI |
|---|--:|--:|--:|
<#macro line text row>
| ${text} | ${cell(row, "OURS")} | ${cell(row, "C")} | ${cell(row, "JDK")} |
</#macro>
<@line "no argument, no result" "void ping()"/>
<@line "an object of 32 ints, there and back" "Object ping(int32)"/>
<@line "a tree of 15 objects, there and back" "Object ping(tree15)"/>
<@line "`float[5000]`, there and back" "Object ping(float[5000])"/>
<@line "`byte[1 Mi]`, there and back" "Object ping(byte[1Mi])"/>
<@line "`double[1 M]`, there and back" "Object ping(double[1M])"/>
<@line "an object of 32 ints, and the server calls back" "Object pingpong(int32)"/>
<@line "an object of 32 ints, by two callers at once" "Object star(int32)"/>

Measured by `make bench<#if isQuick> QUICK=1</#if>` on ${(about.begun!"")[0..*10]}:
${about.processor!""}, ${about.cores!""} cores, ${about.jdk!""}, ${about.mpi!""}.
In the last row three processes share the cores.
