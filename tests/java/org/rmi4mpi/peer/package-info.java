/** What the tests of ranks of other languages need of the package of the same name. */
package org.rmi4mpi.peer;
