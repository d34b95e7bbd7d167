package org.rmi4mpi.bench.call;

/** The systems that are measured in a row. */
enum Contender {
    OURS, C, JDK
}
