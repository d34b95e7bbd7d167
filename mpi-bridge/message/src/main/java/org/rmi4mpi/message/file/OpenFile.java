package org.rmi4mpi.message.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import org.rmi4mpi.bridge.Meetings;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.MpiFiles;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.CommunicatorMaker;
import org.rmi4mpi.message.StagedSpan;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.ErrorHandler;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.Span;

/**
 * A file that the ranks of a communicator have opened together. Any thread may call; this object's monitor guards its
 * state. It can be closed only when no call and no operation uses it, since MPI would otherwise use freed memory.
 */
public final class OpenFile {
    private final String name;
    private final int mode;
    /** A duplicate of the communicator, on which the ranks meet before collective calls. */
    private final Communicator members;
    private final ErrorHandler errors = new ErrorHandler("file");
    private long handle;
    private int uses;
    private SplitAccess split;
    private volatile View view;
    /** Whether there is a shared pointer, as far as this rank knows. */
    private volatile boolean hasPointer;
    /** Whether all ranks know that. */
    private volatile boolean havePointers;

    OpenFile(String name, int mode, Communicator members, long handle, View view) {
        this.name = name;
        this.mode = mode;
        this.members = members;
        this.handle = handle;
        this.view = view;
    }

    public String name() {
        return name;
    }

    Communicator members() {
        return members;
    }

    View view() {
        return view;
    }

    void setView(View view) {
        this.view = view;
    }

    boolean has(int modes) {
        return (mode & modes) != 0;
    }

    /** A split access that was begun and not ended yet. */
    static final class SplitAccess {
        private final FileAccess form;
        private final Object buf;
        final StagedSpan staged;
        final Span span;
        WriteCheck.Written done;

        /** @param buf the program's buffer */
        SplitAccess(FileAccess form, Object buf, StagedSpan staged, Span span) {
            this.form = form;
            this.buf = buf;
            this.staged = staged;
            this.span = span;
        }
    }

    /** Whether an error ends the job. */
    public void setFatal(boolean fatal) {
        errors.setFatal(fatal);
    }

    public synchronized boolean isOpen() {
        return handle != 0;
    }

    /** Begins a use: the file cannot be closed before {@link #leave}. Returns the handle. */
    synchronized long enter(String call) {
        Check.running(call);
        FileErrors.require(handle != 0, call, name, "FILE", "was closed", "call this before close()");
        uses++;
        return handle;
    }

    synchronized void leave() {
        uses--;
    }

    /** Counts as a use of the file until it is released. An operation releases it at its end. */
    Memory use() {
        return new Memory() {
            @Override
            public long address() {
                return 0;
            }

            @Override
            public void release() {
                leave();
            }
        };
    }

    /**
     * Called before each use of the shared pointer. Where MPI keeps it in a file in the same folder, and ends the job if it
     * cannot make that file, this tries to make one like it.
     *
     * @param isCollective whether every rank uses it: then all ranks fail where one does
     */
    void preparePointer(String call, boolean isCollective) {
        if (!MpiFiles.keepsPointerBesideFile()) {
            return;
        } else if (isCollective && !havePointers) {
            WriteCheck.failTogether(this, call, hasPointer ? null : pointerFailure(call));
            havePointers = true;
        } else if (!isCollective && !hasPointer) {
            MessageException failure = pointerFailure(call);
            if (failure != null) {
                throw failure;
            }
        }
        hasPointer = true;
    }

    private MessageException pointerFailure(String call) {
        Path folder = Path.of(name).toAbsolutePath().getParent();
        try {
            Path pointer = java.nio.file.Files.createTempFile(folder, ".", ".shfp");
            try {
                java.nio.file.Files.write(pointer, new byte[Long.BYTES]);
            } finally {
                java.nio.file.Files.delete(pointer);
            }
            return null;
        } catch (IOException e) {
            return Check.exception(
                    call + ": file " + name + " has no shared pointer: this MPI keeps it in a file in the"
                            + " same folder, and none can be written there (" + e.getMessage() + ")"
                            + Check.at("make room on the file system, and allow to write in the folder"),
                    FileErrors.classNamed(e instanceof AccessDeniedException ? "ACCESS" : "NO_SPACE"));
        }
    }

    synchronized void begin(String call, SplitAccess access) {
        FileErrors.require(split == null, call, name, "OTHER", "has a split access that was begun and not ended",
                "end it first; a file has one at a time");
        split = access;
    }

    /** Ends the split access, and returns it. */
    synchronized SplitAccess end(String call, FileAccess form, Object buf) {
        FileErrors.require(split != null && split.form == form, call, name, "OTHER",
                "has no such split access that was begun",
                "call the method that ends in Begin first");
        boolean isSame = buf == split.buf || buf instanceof java.nio.Buffer && split.buf instanceof java.nio.Buffer;
        Check.argument(call, isSame, "buf", "another buffer", "the one that the access was begun with");
        SplitAccess ended = split;
        split = null;
        return ended;
    }

    synchronized void forgetSplit() {
        split = null;
    }

    /** A use of the handle. */
    @FunctionalInterface
    interface Use<T> {
        T of(long handle);
    }

    /** Calls while the file is kept open. */
    <T> T using(String call, Use<T> use) {
        try {
            long entered = enter(call);
            try {
                return use.of(entered);
            } finally {
                leave();
            }
        } catch (MessageException e) {
            throw raised(e);
        }
    }

    /** Makes a collective call after the ranks have met. */
    int together(IntSupplier call) {
        return Meetings.together(members.handle(), members.isMixed(), call);
    }

    /** Sets a property by a call of this rank, or of all ranks. */
    void set(String call, int what, long value, int whence, boolean isCollective) {
        using(call, file -> {
            IntSupplier set = () -> MpiFiles.set(what, file, value, whence);
            FileErrors.check(call, name, isCollective ? together(set) : set.getAsInt());
            return null;
        });
    }

    long get(String call, int what, long value) {
        return using(call, file -> {
            RequestSlot slot = RequestSlot.acquire();
            try {
                FileErrors.check(call, name, MpiFiles.get(what, file, value, slot));
                return slot.handle();
            } finally {
                slot.release();
            }
        });
    }

    /** Closes the file; every rank has to call it. */
    public void close(String call) {
        try {
            long closed = retire(call);
            int code = together(() -> MpiFiles.close(closed));
            CommunicatorMaker.drop(members, call);
            Files.forget(this);
            FileErrors.check(call, name, code);
        } catch (MessageException e) {
            throw raised(e);
        }
    }

    private synchronized long retire(String call) {
        Check.running(call);
        FileErrors.require(handle != 0, call, name, "FILE", "was closed", "close it once");
        FileErrors.require(split == null, call, name, "OTHER", "has a split access that was begun and not ended",
                "end it first");
        FileErrors.require(uses == 0, call, name, "OTHER", "is used by " + uses + (uses == 1 ? " call" : " calls"),
                "wait for the requests of its nonblocking methods first, and for those threads that use it");
        long retired = handle;
        handle = 0;
        return retired;
    }

    /** Returns the exception to throw. Ends the job instead where the error handler is fatal. */
    public MessageException raised(MessageException e) {
        return errors.raised(e);
    }
}
