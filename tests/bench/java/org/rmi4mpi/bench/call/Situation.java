package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.List;

/** What is measured by the same groups of processes: it starts them, and ends them. */
interface Situation {
    /** All that it can measure, in the order of the table. */
    List<Row> rows();

    /** Measures the rows that are wanted. */
    void measure(List<Row> wanted, Groups groups, Pace pace, Results results) throws IOException;
}
