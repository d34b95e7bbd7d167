/**
 * Messages of objects on their way. A short one is a single message of MPI ({@code FirstMessage}). The bytes of a longer
 * one follow in pieces, while its sender writes them ({@code PieceSender}) and its receiver reads them ({@code
 * PieceReceiver}, {@code ArrivedBytes}). docs/design/messages.md has the protocol.
 *
 * <p>Nothing here knows communicators of programs, operations or objects: {@code message.ObjectMessages} and {@code
 * message.DepartingObjects} join them.
 *
 * <p>A thread of the program writes or reads. Any thread that polls sends the pieces that wait, and collects those that
 * nobody reads yet. Nothing is hot: a short message allocates what the serializer does.
 *
 * <p>Internal: called by package {@code message}. Uses only {@code data} and package {@code bridge}.
 */
package org.rmi4mpi.message.piece;
