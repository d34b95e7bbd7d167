/**
 * Files that ranks open together; MPI 3.1, chapter 13. One method serves all forms of an access that is waited for, one
 * the started forms, and two the split forms.
 *
 * <p>A file has its own error handler, and is closed only when no call and no operation uses it. MPI reports some writes
 * as whole that are not: each write is checked, and after a collective one the ranks tell each other.
 *
 * <p>Any thread may call, between MPI.Init and MPI.Finalize. Collective calls meet first, and are made without the entry
 * lock.
 *
 * <p>Internal: called by package {@code mpi} alone. Uses {@code collective}, {@code message}, {@code data} and package
 * {@code bridge}.
 */
package org.rmi4mpi.message.file;
