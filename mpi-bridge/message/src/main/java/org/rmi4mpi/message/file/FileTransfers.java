package org.rmi4mpi.message.file;

import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.function.IntSupplier;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiFiles;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.Arrival;
import org.rmi4mpi.message.InFlight;
import org.rmi4mpi.message.Operation;
import org.rmi4mpi.message.Operations;
import org.rmi4mpi.message.Outcome;
import org.rmi4mpi.message.StagedSpan;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.Span;

/**
 * Reads and writes files. One method has all forms of an access that is waited for, one has the started forms, and two
 * have the split forms. Stateless; any thread may call.
 */
public final class FileTransfers {
    private FileTransfers() {}

    /**
     * Reads or writes.
     *
     * @param offset in elementary types of the view; not used where a pointer gives the position
     * @param into the outcome to fill and return
     */
    public static <T extends Outcome> T access(OpenFile file, FileAccess form, long offset, Span span, T into) {
        return file.using(span.call(), handle -> {
            StagedSpan staged = staged(file, form, offset, span);
            RequestSlot slot = RequestSlot.acquire();
            try {
                int code = access(file, form, handle, offset, staged, span, slot);
                check(file, form, span, span.call(), WriteCheck.Written.of(code, slot));
                staged.end(into, slot.length(), form.isRead());
                return into;
            } finally {
                Reference.reachabilityFence(span);
                slot.release();
                staged.release();
            }
        });
    }

    private static int access(OpenFile file, FileAccess form, long handle, long offset, StagedSpan staged, Span span,
            RequestSlot slot) {
        long place = form.isExplicit() ? offset : span.wireBytes() / file.view().etype().wireSize();
        IntSupplier access = () -> MpiFiles.access(
                form.inMpi(), handle, place, staged.address(), staged.items(), staged.type(), slot);
        return form.isCollective() ? file.together(access) : access.getAsInt();
    }

    /** @throws MessageException where an access has failed; after a collective write, where it has failed at any rank */
    private static void check(
            OpenFile file, FileAccess form, Span span, String call, WriteCheck.Written done) {
        if (form.isRead()) {
            FileErrors.check(call, file.name(), done.code());
        } else if (form.isCollective()) {
            WriteCheck.checkTogether(file, call, span.wireBytes(), done);
        } else {
            WriteCheck.check(file, call, span.wireBytes(), done);
        }
    }

    private static StagedSpan staged(OpenFile file, FileAccess form, long offset, Span span) {
        Check.argument(span.call(), !span.layout().isObject(), "datatype", span.layout(),
                "one of a primitive base type; write objects as bytes");
        Files.checkAccess(file, span.call(), form);
        View view = file.view();
        if (form.isExplicit()) {
            view.checkOffset(span.call(), offset);
        }
        span.check();
        view.checkWhole(span);
        if (form.isShared()) {
            file.preparePointer(span.call(), form.isCollective());
        }
        return form.isRead() ? StagedSpan.entering(span.writable()) : StagedSpan.leaving(span);
    }

    /** Starts an access that is neither ordered nor split. */
    public static <O extends Operation> O start(
            O operation, OpenFile file, FileAccess form, long offset, Span span) {
        boolean[] isBegun = new boolean[1];
        long handle = enter(file, span);
        try {
            StagedSpan staged = staged(file, form, offset, span);
            Memory[] owned = staged.owned();
            Memory[] memory = Arrays.copyOf(owned, owned.length + 1);
            memory[owned.length] = file.use();
            boolean isAlone = !form.isRead() && MpiFiles.writesAtStart() && !file.members().isMixed();
            int inMpi = (isAlone ? form.alone() : form).inMpi();
            Operations.start(operation, new InFlight(null, span.call() + " of file " + file.name(), staged.buf(),
                    new Ended(file, form, staged, span), memory), slot -> {
                        isBegun[0] = true;
                        return MpiFiles.start(
                                inMpi, handle, offset, staged.address(), staged.items(), staged.type(), slot);
                    });
            return operation;
        } catch (MessageException e) {
            throw file.raised(e);
        } finally {
            if (!isBegun[0]) {
                file.leave();
            }
        }
    }

    /** The end of an access that was started. */
    private record Ended(OpenFile file, FileAccess form, StagedSpan staged, Span span) implements Arrival {
        @Override
        public void take(Outcome outcome) {
            MessageException failure =
                    form.isRead() ? null : failure(Mpi.SUCCESS, Operations.bytes(outcome), outcome.tag, outcome.source);
            if (failure != null) {
                throw file.raised(failure);
            }
            staged.end(outcome, Operations.bytes(outcome), form.isRead());
        }

        @Override
        public MessageException failure(RequestSlot ended, int code) {
            return file.raised(form.isRead() ? FileErrors.ofCode(span.call(), file.name(), code)
                    : failure(code, 0, 0, 0));
        }

        private MessageException failure(int code, long bytes, int systemError, int errorClass) {
            return WriteCheck.failure(file, span.call(), span.wireBytes(),
                    new WriteCheck.Written(code, bytes, systemError, errorClass));
        }
    }

    private static long enter(OpenFile file, Span span) {
        try {
            return file.enter(span.call());
        } catch (MessageException e) {
            throw file.raised(e);
        }
    }

    /**
     * Begins a collective access, which {@link #end} ends. All the work is done here, as MPI allows it (MPI 3.1, 13.4.5)
     * and as MPICH does it. Open MPI's split calls are not used, since they cannot run beside polls of other threads. The
     * end tells the failure of a write, since the ranks meet there.
     *
     * @param buf the program's buffer
     */
    public static void begin(OpenFile file, FileAccess form, long offset, Span span, Object buf) {
        file.using(span.call(), handle -> {
            StagedSpan staged = staged(file, form, offset, span);
            OpenFile.SplitAccess split = new OpenFile.SplitAccess(form, buf, staged, span);
            RequestSlot slot = RequestSlot.acquire();
            boolean isBegun = false;
            try {
                file.begin(span.call(), split);
                int code = access(file, form, handle, offset, staged, span, slot);
                split.done = WriteCheck.Written.of(code, slot);
                isBegun = code == Mpi.SUCCESS || !form.isRead() && code != Mpi.NO_STACK;
                if (!isBegun) {
                    file.forgetSplit();
                }
                if (form.isRead() || !isBegun) {
                    FileErrors.check(span.call(), file.name(), code);
                }
            } finally {
                slot.release();
                if (!isBegun) {
                    staged.release();
                }
            }
            return null;
        });
    }

    /**
     * Ends what {@link #begin} has begun. The ranks meet, since a rank may write for another one: Open MPI's collective
     * write returns at a rank when its data has left.
     */
    public static <T extends Outcome> T end(OpenFile file, FileAccess form, String call, Object buf, T into) {
        return file.using(call, handle -> {
            OpenFile.SplitAccess split = file.end(call, form, buf);
            try {
                if (form.isRead()) {
                    file.together(() -> Mpi.SUCCESS);
                }
                check(file, form, split.span, call, split.done);
                split.staged.end(into, split.done.bytes(), form.isRead());
                return into;
            } finally {
                split.staged.release();
            }
        });
    }
}
