/**
 * What a message holds: a sequence of typed elements, which a program packs and unpacks.
 *
 * <p>{@link Packing} writes elements, and {@link Unpacking} checks and reads them. Small elements are in one array of
 * bytes; a large array is a {@link Part} of its own, which can travel without another copy. Bytes that have been sent
 * do not change, so that a buffer can be sent again and shared by the tasks of a rank.
 *
 * <p>Internal. Called by package jpvm for a program's buffers, and by {@code jpvm.mail} and {@code jpvm.group}. A
 * buffer belongs to one thread of the program at a time.
 */
package org.rmi4mpi.jpvm.pack;
