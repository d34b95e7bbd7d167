package org.rmi4mpi.message.file;

import java.util.Map;
import java.util.stream.Collectors;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.MessageException;

/**
 * The exceptions for failures of files; {@link WriteCheck} finds writes that are not whole. The error handlers of
 * communicators have no effect on them. Stateless.
 */
final class FileErrors {
    private static final Map<Integer, String> REMEDIES = Map.of(
            "NO_SUCH_FILE", "correct the path, or open it with MPI.MODE_CREATE",
            "FILE_EXISTS", "leave out MPI.MODE_EXCL, or choose another name",
            "ACCESS", "look at the permissions of the file and its folder, and at the mode it was opened with",
            "READ_ONLY", "open it with MPI.MODE_RDWR, where the file system can be written",
            "NO_SPACE", "make room on the file system",
            "QUOTA", "make room within the quota",
            "BAD_FILE", "correct the path: it is too long, or does not name a file",
            "UNSUPPORTED_OPERATION", "this MPI does not support the call on such a file",
            "UNSUPPORTED_DATAREP", "this MPI knows \"native\", and maybe others",
            "NOT_SAME", "all ranks have to give the same mode, etype extent and data representation").entrySet()
            .stream()
            .collect(Collectors.toMap(entry -> classNamed(entry.getKey()), Map.Entry::getValue, (one, other) -> one));

    private FileErrors() {}

    static int classNamed(String name) {
        return (int) Mpi.constant("MPI_ERR_" + name);
    }

    /** @throws MessageException where MPI returned an error code for a file */
    static void check(String call, String file, int code) {
        if (code == Mpi.NO_STACK) {
            throw Mpi.noStack();
        } else if (code != Mpi.SUCCESS) {
            throw ofCode(call, file, code);
        }
    }

    /** A remedy for the program; null where none is known. */
    static String remedy(int code) {
        return REMEDIES.get(Mpi.errorClass(code));
    }

    static MessageException ofCode(String call, String file, int code) {
        String remedy = remedy(code);
        String words = call + ": file " + file + ": " + Check.firstWords(code);
        return Check.exception(words + (remedy == null ? Check.at() : Check.at(remedy)), code);
    }

    /** @param expected the remedy */
    static void require(boolean holds, String call, String file, String errorClass, String state, String expected) {
        if (!holds) {
            throw Check.exception(call + ": file " + file + " " + state + Check.at(expected), classNamed(errorClass));
        }
    }
}
