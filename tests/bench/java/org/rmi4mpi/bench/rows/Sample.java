package org.rmi4mpi.bench.rows;

/**
 * One measured value: a line of results.csv.
 *
 * @param attempt 0, or 1 if the row was measured again
 * @param round number of the value within its attempt, from 0
 */
public record Sample(String section, String row, String unit, String software, int attempt, int round, double value) {}
