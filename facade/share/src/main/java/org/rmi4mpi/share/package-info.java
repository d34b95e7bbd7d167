/**
 * Classes that travel among the ranks of a job, by {@code rmi4mpirun --share-classes}. The description of a class in a message
 * names its home, which is a loader of a rank ({@link org.rmi4mpi.serial.ClassHome}). A rank that lacks the class asks that rank
 * for it, and defines it in the {@code SharedLoader} that stands for the home. At the start, rank 0 broadcasts the jars that other
 * ranks lack.
 *
 * <p>A question is a remote call, which the thread that needs the class waits for. It may hold the lock of a class that is being
 * loaded or initialised. The asked rank answers on a clean thread, and needs none of these locks: it asks its own loaders. These
 * ask a third rank only for classes of a loader that is older than theirs, so that questions never come back to their beginning.
 */
package org.rmi4mpi.share;
