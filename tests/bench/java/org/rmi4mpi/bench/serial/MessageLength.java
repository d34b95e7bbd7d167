package org.rmi4mpi.bench.serial;

/** Returns the length of our serializer's message for an object, in bytes, when its classes are known. Stateless. */
public final class MessageLength {
    private MessageLength() {}

    public static int of(Object graph) throws Exception {
        Contender serializer = new Rmi4mpiContender();
        serializer.write(graph);
        serializer.read(); // from here on the classes are known
        return serializer.write(graph);
    }
}
