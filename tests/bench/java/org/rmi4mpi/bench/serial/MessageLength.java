package org.rmi4mpi.bench.serial;

/** How many bytes of a message our serializer makes of an object, the classes being known. Stateless. */
public final class MessageLength {
    private MessageLength() {}

    public static int of(Object graph) throws Exception {
        Contender serializer = new Rmi4mpiContender();
        serializer.write(graph);
        serializer.read(); // from here on the classes are known
        return serializer.write(graph);
    }
}
