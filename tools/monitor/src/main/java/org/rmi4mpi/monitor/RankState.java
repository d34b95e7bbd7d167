package org.rmi4mpi.monitor;

import java.io.Serializable;
import java.util.List;

/**
 * What a rank does now.
 *
 * @param calls that it has made, with those without a reply
 * @param served methods that it has run
 * @param callsPerSecond since it was asked before
 * @param medianUs of calls since it was asked before, in microseconds; 0 without calls
 * @param heapMax in bytes, as the other one
 * @param waits what its threads wait for
 * @param done of the work; see {@code of}
 * @param of all the work that the rank has told; 0 if it has told none
 */
record RankState(int rank, String host, long process, long calls, long served, double callsPerSecond, double medianUs,
        double p99Us, long heapUsed, long heapMax, int threads, List<String> waits, long done, long of)
        implements Serializable {}
