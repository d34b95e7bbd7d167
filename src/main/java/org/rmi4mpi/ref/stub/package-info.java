/**
 * What stubs and skeletons see, and the code that generates them: classes beside the remote interface, which pass
 * arguments and results without boxing. Where the interface's package is closed to us, a proxy and reflection take
 * their place. {@link org.rmi4mpi.ref} implements the calls.
 *
 * <p>Internal. Called by {@link org.rmi4mpi.ref}, by its facades for the interfaces of a class, and by generated code, on
 * any thread.
 */
package org.rmi4mpi.ref.stub;
