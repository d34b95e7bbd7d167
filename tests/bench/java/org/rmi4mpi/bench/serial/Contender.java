package org.rmi4mpi.bench.serial;

import java.util.Arrays;

/** Writes an object graph as one message, and reads the message that was written last. One thread owns it. */
interface Contender {
    /** Returns the length of the message. */
    int write(Object graph) throws Exception;

    Object read() throws Exception;

    /** A copy of the message that was written last. */
    byte[] bytes();

    /** The contenders, by the names that WITH picks them by; in the order of the tables. */
    enum Name {
        RMI4MPI("rmi4mpi"), JDK("jdk"), FORY("fory"),
        /** Strings are written by reference, too, as they are by all the others. */
        FORY_STRINGS("fory-strings"), KRYO("kryo"), RIVER("river"),
        /** No serializer but what copying an array costs; for rows that are arrays. */
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
