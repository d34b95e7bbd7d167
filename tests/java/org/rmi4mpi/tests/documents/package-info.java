/** Tests that run the code of documents, the examples, the plate and the benchmarks. Each starts jobs as a user does. */
package org.rmi4mpi.tests.documents;
