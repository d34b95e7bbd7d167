/** Calls between ranks of two languages. {@link org.rmi4mpi.bench.peer.Pairs} is the rank in Java; those in C++ and Python are pairs.cpp and pairs.py. */
package org.rmi4mpi.bench.peer;
