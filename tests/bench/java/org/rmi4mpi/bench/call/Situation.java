package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.List;

/** Measurements that share groups of processes. Starts the groups, and ends them. */
interface Situation {
    /** Returns all rows that it can measure, in the order of the table. */
    List<Row> rows();

    /** Measures the rows that are wanted. */
    void measure(List<Row> wanted, Groups groups, Pace pace, Results results) throws IOException;
}
