/**
 * Remote objects of ranks in other languages, which docs/wire.md calls peers. A call to such a rank, and one from it, is a
 * message of MPI on a communicator of all members ({@link org.rmi4mpi.peer.PeerLink}), and its values are CBOR
 * ({@link org.rmi4mpi.peer.ValueWriter}, {@link org.rmi4mpi.peer.ValueReader}). The crew runs the requests, as it does those of
 * ranks in Java. A job without peers uses nothing of this package.
 *
 * <p>Calls are made on any thread. Frames are taken by the thread that polls its rank.
 */
package org.rmi4mpi.peer;
