package org.rmi4mpi.tests.runner;

/** The tests of a folder that run. */
enum Selection {
    ALL,
    /** All but the long ones, which have the mark {@link NotInCheck}. */
    SHORT,
    /** Those with the mark {@link InCheck}. */
    MARKED,
    /** Those with the mark {@link InCheck} or {@link EachJdk}. */
    EACH_JDK
}
