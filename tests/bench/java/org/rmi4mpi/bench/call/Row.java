package org.rmi4mpi.bench.call;

/** A line of the table. */
record Row(String name, Unit unit, Bar bar) {}
