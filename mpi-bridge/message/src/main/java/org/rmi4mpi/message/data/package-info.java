/**
 * What a program gives to a call, and the words of a call that fails. A {@code Span} is a part of a program's buffer:
 * copies of a {@code Layout}, which consists of blocks of an {@code Element}. Arguments are checked here, before MPI
 * gets them. Elements are copied here, between buffers and the memory of messages; objects become bytes.
 *
 * <p>Nothing here sends, waits, or knows a communicator. The exceptions are {@code MessageException}s, which {@code
 * Failures} makes in the class that programs catch; {@code Check} has their words.
 *
 * <p>Any thread may call. A span is owned by its call; the rest is immutable. {@code Span} and {@code Layout} are on the
 * hot path: no allocation but the span itself, which the compiler keeps in registers.
 *
 * <p>Internal: called by packages {@code mpi} and {@code mpjbuf}, and by the other packages of {@code message}. Uses only
 * package {@code bridge}.
 */
package org.rmi4mpi.message.data;
