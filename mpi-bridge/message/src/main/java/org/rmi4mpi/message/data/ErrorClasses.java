package org.rmi4mpi.message.data;

import java.util.Map;
import org.rmi4mpi.bridge.Mpi;

/** Maps the name of a wrong argument to MPI's error class. Stateless. */
public final class ErrorClasses {
    private static final Map<String, String> BY_ARGUMENT = Map.ofEntries(
            Map.entry("dest", "RANK"),
            Map.entry("source", "RANK"),
            Map.entry("rank", "RANK"),
            Map.entry("root", "ROOT"),
            Map.entry("tag", "TAG"),
            Map.entry("count", "COUNT"),
            Map.entry("datatype", "TYPE"),
            Map.entry("oldtype", "TYPE"),
            Map.entry("op", "OP"),
            Map.entry("request", "REQUEST"),
            Map.entry("communicator", "COMM"),
            Map.entry("group", "GROUP"),
            Map.entry("info", "INFO"),
            Map.entry("group1", "GROUP"),
            Map.entry("group2", "GROUP"),
            Map.entry("dims", "DIMS"),
            Map.entry("nnodes", "DIMS"),
            Map.entry("topology", "TOPOLOGY"),
            Map.entry("index", "TOPOLOGY"),
            Map.entry("edges", "TOPOLOGY"),
            Map.entry("keyval", "KEYVAL"),
            Map.entry("key", "INFO_KEY"),
            Map.entry("buf", "BUFFER"),
            Map.entry("sendbuf", "BUFFER"),
            Map.entry("recvbuf", "BUFFER"),
            Map.entry("origin", "BUFFER"),
            Map.entry("result", "BUFFER"),
            Map.entry("compare", "BUFFER"),
            Map.entry("base", "BASE"),
            Map.entry("size", "SIZE"),
            Map.entry("dispUnit", "DISP"),
            Map.entry("targetDisp", "DISP"),
            Map.entry("targetRank", "RANK"),
            Map.entry("targetCount", "COUNT"),
            Map.entry("targetType", "TYPE"),
            Map.entry("window", "WIN"),
            Map.entry("assertion", "ASSERT"),
            Map.entry("lockType", "LOCKTYPE"),
            Map.entry("epoch", "RMA_SYNC"));

    private ErrorClasses() {}

    /** The error class of a wrong argument, such as MPI_ERR_RANK; MPI_ERR_ARG where there is no other. */
    public static int ofArgument(String name) {
        String first = name.split("[ \\[]", 2)[0];
        return (int) Mpi.constant("MPI_ERR_" + BY_ARGUMENT.getOrDefault(first, "ARG"));
    }

    static int other() {
        return (int) Mpi.constant("MPI_ERR_OTHER");
    }

    public static int truncate() {
        return (int) Mpi.constant("MPI_ERR_TRUNCATE");
    }
}
