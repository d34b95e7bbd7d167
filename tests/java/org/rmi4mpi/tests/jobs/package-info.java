/** Tests of whole jobs: each starts programs as a user does, and looks at their status and at what they print. */
package org.rmi4mpi.tests.jobs;
