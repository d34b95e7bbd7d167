package org.rmi4mpi.message.file;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiCollectives;
import org.rmi4mpi.bridge.MpiFiles;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.collective.ByteExchange;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.MessageException;

/**
 * Finds writes that were not whole, and tells why. Where the disk is full, Open MPI reports a success, with a count that is
 * too small. After a collective write the ranks tell each other, since one rank may write for others. Stateless.
 */
final class WriteCheck {
    private static final long INT = Mpi.constant("MPI_INT");
    private static final long MAX = Mpi.constant("MPI_MAX");
    private static final String UNKNOWN =
            "look at the room and the quota on its file system, and at the limit of a file's size (ulimit -f)";

    private WriteCheck() {}

    /**
     * What this rank has written.
     *
     * @param code of MPI
     * @param systemError why it is not all; 0 where that is not known
     * @param errorClass of that error
     */
    record Written(int code, long bytes, int systemError, int errorClass) {
        static Written of(int code, RequestSlot slot) {
            return new Written(code, slot.length(), slot.systemError(), slot.errorClass());
        }
    }

    /** @throws MessageException where this rank has not written all */
    static void check(OpenFile file, String call, long expected, Written own) {
        MessageException failure = failure(file, call, expected, own);
        if (failure != null) {
            throw failure;
        }
    }

    /** Like {@link #check}, but all ranks fail where one has; every rank of the file has to call it. */
    static void checkTogether(OpenFile file, String call, long expected, Written own) {
        failTogether(file, call, failure(file, call, expected, own));
    }

    /**
     * Throws at all ranks of a file where one has failed; every rank of the file has to call it.
     *
     * @param own the failure of this rank; null for none
     */
    static void failTogether(OpenFile file, String call, MessageException own) {
        Communicator members = file.members();
        if (!members.isMixed() && members.size() > 1 && isAnywhere(members, own != null)) {
            tell(file, call, own);
        } else if (own != null) {
            throw own;
        }
    }

    /** Throws this rank's failure, or else that of another rank. */
    private static void tell(OpenFile file, String call, MessageException own) {
        byte[][] all = ByteExchange.of(null, file.members(), call, null).allgather(() -> written(own)).get();
        if (own != null) {
            throw own;
        }
        for (int rank = 0; rank < all.length; rank++) {
            if (all[rank].length > 0) {
                ByteBuffer other = ByteBuffer.wrap(all[rank]);
                int errorClass = other.getInt();
                throw Check.exception(call + ": file " + file.name() + ": another rank has failed" + Check.at(
                        "its exception, of rank " + file.members().worldRanks()[rank] + ": "
                                + StandardCharsets.UTF_8.decode(other)),
                        errorClass);
            }
        }
    }

    private static byte[] written(MessageException own) {
        if (own == null) {
            return new byte[0];
        }
        byte[] text = own.getMessage().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Integer.BYTES + text.length).putInt(Mpi.errorClass(Check.codeOf(own))).put(text)
                .array();
    }

    private static boolean isAnywhere(Communicator members, boolean isHere) {
        NativeBuffer memory = NativeBuffer.of(new int[] {isHere ? 1 : 0, 0});
        RequestSlot slot = RequestSlot.acquire();
        try {
            Check.code("write",
                    MpiCollectives.iallreduce(memory.address(), memory.address() + Integer.BYTES, 1, INT, MAX,
                            members.handle(), slot));
            Job.stirAll(members.worldRanks());
            Job.progress().await(() -> {
                Check.code("write", Mpi.test(slot));
                return slot.isDone();
            });
            return memory.bytes().getInt(Integer.BYTES) != 0;
        } finally {
            slot.release();
            memory.release();
        }
    }

    /** The exception for a write that was not whole; null for one that was. */
    static MessageException failure(OpenFile file, String call, long expected, Written own) {
        if (own.code == Mpi.NO_STACK) {
            throw Mpi.noStack();
        } else if (own.code == Mpi.SUCCESS && own.bytes >= expected) {
            return null;
        }
        String words =
                call + ": file " + file.name() + ": " + (own.bytes > 0 ? own.bytes : "not all") + " of " + expected
                        + " bytes were written: ";
        long room = room(file);
        if (own.systemError != 0) {
            return exception(words + MpiFiles.systemError(own.systemError), own.errorClass);
        } else if (own.code != Mpi.SUCCESS && FileErrors.remedy(own.code) != null) {
            return exception(words + Check.firstWords(own.code), own.code);
        } else if (room < expected - own.bytes) {
            return exception(words + "no space left on the file system, which has " + room + " bytes",
                    FileErrors.classNamed("NO_SPACE"));
        }
        return exception(words + (own.code == Mpi.SUCCESS ? "MPI does not tell why" : Check.lastWords(own.code)),
                own.code == Mpi.SUCCESS ? FileErrors.classNamed("IO") : own.code);
    }

    /**
     * The exception where the file system has no room for a file of this size; null where it has. Open MPI makes no room then,
     * and tells nothing.
     */
    static MessageException roomFailure(OpenFile file, String call, long size) {
        long room = room(file);
        long missing = size - new java.io.File(file.name()).length();
        return missing <= room ? null
                : exception(
                        call + ": file " + file.name() + " needs " + missing + " bytes more: no space left on the file"
                                + " system, which has " + room + " bytes",
                        FileErrors.classNamed("NO_SPACE"));
    }

    /** The room on the file system, in bytes. */
    private static long room(OpenFile file) {
        java.io.File onDisk = new java.io.File(file.name());
        return onDisk.exists() ? onDisk.getUsableSpace() : Long.MAX_VALUE;
    }

    private static MessageException exception(String words, int code) {
        String remedy = FileErrors.remedy(code);
        return Check.exception(words + Check.at(remedy == null ? UNKNOWN : remedy), code);
    }
}
