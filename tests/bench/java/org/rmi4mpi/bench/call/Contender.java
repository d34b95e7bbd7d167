package org.rmi4mpi.bench.call;

/** Who is measured in a row. */
enum Contender {
    OURS, C, JDK
}
