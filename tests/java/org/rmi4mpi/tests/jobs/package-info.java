/** Tests of whole jobs. Each starts programs as a user does, and checks their status and output. */
package org.rmi4mpi.tests.jobs;
