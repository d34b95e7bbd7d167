package org.rmi4mpi.bench.rows;

/**
 * A line of the tables. The name is unique.
 *
 * @param bar what is asked of it
 */
public record Row(Section section, String name, Unit unit, Bar bar) {}
