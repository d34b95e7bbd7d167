/**
 * Tests of documents: their code, links and names, the examples, the plate and the benchmarks. Most start jobs as a user does.
 *
 * <p>{@link org.rmi4mpi.tests.documents.DocumentsTest} compiles the blocks of Java in README.md and docs, and runs those
 * that are programs. An HTML comment before a block says how: {@code <!-- java: rmi4mpirun -n 2 Main -->} for a program,
 * {@code <!-- java: in Calls -->} for a fragment within {@code tests/docs/Calls.java}, {@code <!-- java: sketch -->} for one
 * that is not compiled. {@code <!-- output -->} stands before the lines that a program prints. {@link
 * org.rmi4mpi.tests.documents.NamesTest} looks for dead names. {@link org.rmi4mpi.tests.documents.ExamplesTest} runs the
 * short examples; each has its section, with command and output, in docs/examples.md.
 */
package org.rmi4mpi.tests.documents;
