/**
 * {@code rmi4mpirun --stubs-cpp}: writes headers of C++ from remote interfaces of Java, as their class files have them. {@link
 * org.rmi4mpi.stubs.CppStubs} is the command. {@link org.rmi4mpi.stubs.CppTypes} knows which type of C++ stands for a type of
 * Java, and collects the classes that an interface needs. {@link org.rmi4mpi.stubs.CppHeader} writes them. Knows no other
 * part of rmi4mpi: the headers stand on peers/cpp/rmi4mpi.hpp, which is what the two have to agree on. One thread uses it.
 */
package org.rmi4mpi.stubs;
