package org.rmi4mpi.bench.serial;

import java.util.Arrays;

/** Writes an object graph as one message, and reads the message that was written last. One thread owns it. */
interface Contender {
    /** Returns the length of the message. */
    int write(Object graph) throws Exception;

    Object read() throws Exception;

    /** A copy of the message that was written last. */
    byte[] bytes();

    /** The contenders in the order of the tables, with the names that WITH selects. */
    enum Name {
        RMI4MPI("rmi4mpi"), JDK("jdk"), FORY("fory"),
        /** Also writes repeated strings by reference, as all the others do. */
        FORY_STRINGS("fory-strings"), KRYO("kryo"), RIVER("river"),
        /** The cost of copying an array, without a serializer; for rows that are arrays. */
        COPY("copy");

        final String text;

        Name(String text) {
            this.text = text;
        }

        static Name of(String text) {
            return Arrays.stream(values()).filter(name -> name.text.equals(text)).findFirst().orElseThrow();
        }

        Contender create() throws Exception {
            return switch (this) {
                case RMI4MPI -> new Rmi4mpiContender();
                case JDK -> new JdkContender();
                case FORY -> new ForyContender(false);
                case FORY_STRINGS -> new ForyContender(true);
                case KRYO -> new KryoContender();
                case RIVER -> new RiverContender();
                case COPY -> new CopyContender();
            };
        }
    }
}
