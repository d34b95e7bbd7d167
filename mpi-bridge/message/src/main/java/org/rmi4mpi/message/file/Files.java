package org.rmi4mpi.message.file;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Meetings;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiFiles;
import org.rmi4mpi.bridge.MpiInfos;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.CommunicatorMaker;
import org.rmi4mpi.message.Hints;
import org.rmi4mpi.message.LiveHandles;
import org.rmi4mpi.message.RankGroup;
import org.rmi4mpi.message.Strict;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.MpiType;

/** Opens files, and reads and changes the properties of a file; MPI 3.1, 13.2 and 13.3. Any thread may call. */
public final class Files {
    private static final Set<OpenFile> OPEN = ConcurrentHashMap.newKeySet();
    private static final int CREATE = mode("CREATE");
    private static final int EXCL = mode("EXCL");
    private static final int RDONLY = mode("RDONLY");
    static final int WRONLY = mode("WRONLY");
    private static final int RDWR = mode("RDWR");
    static final int SEQUENTIAL = mode("SEQUENTIAL");
    private static final int KNOWN = CREATE | EXCL | RDONLY | WRONLY | RDWR | SEQUENTIAL | mode("DELETE_ON_CLOSE")
            | mode("UNIQUE_OPEN") | mode("APPEND");

    /** Those of Linux, in bytes. */
    private static final int LONGEST_PATH = 4095;
    private static final int LONGEST_NAME = 255;

    private Files() {}

    private static int mode(String name) {
        return (int) Mpi.constant("MPI_MODE_" + name);
    }

    /**
     * Opens a file. Every rank of the communicator has to call it with the same mode.
     *
     * @param bytes the layout of a byte: offsets count bytes until there is a view
     */
    public static OpenFile open(
            Communicator comm, String call, String name, int mode, Hints hints, Layout bytes) {
        comm.locate(call);
        Check.notSurviving(call);
        Check.argument(call, !comm.isInter(), "communicator", "one of two groups", "one of one group");
        checkName(call, name);
        checkMode(call, name, mode);
        checkLength(call, name, MpiFiles.longestPath(comm.size()), MpiFiles.longestName());
        Communicator members = CommunicatorMaker.dup(comm, call);
        members.setFatal(false);
        members.locate(call);
        NativeBuffer text = Hints.text(name);
        RequestSlot slot = RequestSlot.acquire();
        try {
            int code = Meetings.together(members.handle(), members.isMixed(), () -> Hints.use(call, hints,
                    info -> MpiFiles.open(members.handle(), text.address(), mode, info, slot)));
            if (code != Mpi.SUCCESS) {
                CommunicatorMaker.drop(members, call);
            }
            FileErrors.check(call, name, code);
            OpenFile file =
                    new OpenFile(name, mode, members, slot.handle(), new View(0, bytes, bytes, "native"));
            OPEN.add(file);
            LiveHandles.add("file", file);
            return file;
        } finally {
            slot.release();
            text.release();
        }
    }

    private static void checkName(String call, String name) {
        Check.argument(call, name != null && !name.isEmpty() && name.indexOf(0) < 0, "filename",
                name == null ? "null" : '"' + name + '"', "a path");
    }

    /** Some MPIs write a longer name past the end of a buffer, or wait forever where they have made a file of it. */
    private static void checkLength(String call, String name, int longestPath, int longestName) {
        int path = name.getBytes(StandardCharsets.UTF_8).length;
        FileErrors.require(path <= longestPath, call, name, "BAD_FILE",
                "has a path of " + path + " bytes > " + longestPath + ", the most that this MPI can take",
                "give a path from the working directory, or a symbolic link to the folder");
        String last = name.substring(name.lastIndexOf('/') + 1);
        int length = last.getBytes(StandardCharsets.UTF_8).length;
        FileErrors.require(length <= longestName, call, name, "BAD_FILE",
                "has a name of " + length + " bytes > " + longestName + ", the most that this MPI can take",
                "give a shorter name");
    }

    private static void checkMode(String call, String name, int mode) {
        int ways = Integer.bitCount(mode & (RDONLY | WRONLY | RDWR));
        boolean isKnown = (mode & ~KNOWN) == 0;
        boolean makes = (mode & (CREATE | EXCL)) != 0 && (mode & RDONLY) != 0;
        boolean isBothWays = (mode & RDWR) != 0 && (mode & SEQUENTIAL) != 0;
        FileErrors.require(isKnown && ways == 1 && !makes && !isBothWays, call, name, "AMODE",
                "cannot be opened with amode " + mode,
                "give one of MPI.MODE_RDONLY, WRONLY and RDWR; add CREATE and EXCL only to WRONLY or RDWR,"
                        + " and SEQUENTIAL only to RDONLY or WRONLY");
    }

    static void forget(OpenFile file) {
        OPEN.remove(file);
        LiveHandles.remove(file);
    }

    /** The names of the open files, sorted. */
    private static List<String> openNames() {
        return OPEN.stream().map(OpenFile::name).distinct().sorted().toList();
    }

    /** The open files in words, for the end of the job. */
    public static List<String> openUses() {
        return openNames().stream().map(name -> "the use of file " + name + " (close it)").toList();
    }

    /** At the end of the job, tells which files the program has not closed. */
    public static void tellOpen() {
        for (String name : Strict.IS_ON ? List.<String>of() : openNames()) { // strict mode tells where they were opened
            System.err.println("rmi4mpi: rank " + Job.rank() + " of " + Job.size() + ": file " + name
                    + " is still open at MPI.Finalize: call close() on it before; what was written may be lost");
        }
    }

    public static void delete(String call, String name, Hints hints) {
        Check.running(call);
        checkName(call, name);
        checkLength(call, name, LONGEST_PATH, LONGEST_NAME);
        NativeBuffer text = Hints.text(name);
        try {
            int code = Hints.use(call, hints, info -> MpiFiles.delete(text.address(), info));
            FileErrors.require(code < 0 || Mpi.errorClass(code) != FileErrors.classNamed("NO_SUCH_FILE"), call, name,
                    "NO_SUCH_FILE", "is not there", "correct the path, or let one rank delete it: another rank may have"
                            + " done so before");
            FileErrors.check(call, name, code);
        } finally {
            text.release();
        }
    }

    private static void checkSize(OpenFile file, String call, long size) {
        Check.argument(call, size >= 0, "size", size, "0 or more bytes");
        FileErrors.require(!file.has(SEQUENTIAL), call, file.name(), "UNSUPPORTED_OPERATION",
                "was opened with MPI.MODE_SEQUENTIAL", "open it without that mode");
    }

    private static void checkWritable(OpenFile file, String call) {
        FileErrors.require(!file.has(RDONLY), call, file.name(), "READ_ONLY", "was opened with MPI.MODE_RDONLY",
                "open it with MPI.MODE_WRONLY or RDWR");
    }

    /** @throws MessageException where the file's mode does not allow the access */
    static void checkAccess(OpenFile file, String call, FileAccess form) {
        if (form.isRead()) {
            FileErrors.require(!file.has(WRONLY), call, file.name(), "ACCESS", "was opened with MPI.MODE_WRONLY",
                    "open it with MPI.MODE_RDONLY or RDWR");
        } else {
            checkWritable(file, call);
        }
        if (!form.isShared()) {
            checkRandom(file, call);
        }
    }

    private static void checkRandom(OpenFile file, String call) {
        FileErrors.require(!file.has(SEQUENTIAL), call, file.name(), "UNSUPPORTED_OPERATION",
                "was opened with MPI.MODE_SEQUENTIAL", "use the shared pointer, or open it without that mode");
    }

    /** @param size in bytes, the same at every rank */
    public static void setSize(OpenFile file, String call, long size) {
        guarded(file, () -> {
            checkSize(file, call, size);
            checkWritable(file, call);
        });
        file.set(call, MpiFiles.SIZE, size, 0, true);
    }

    /**
     * Makes room on the disk.
     *
     * @param size in bytes, the same at every rank
     */
    public static void preallocate(OpenFile file, String call, long size) {
        guarded(file, () -> {
            checkSize(file, call, size);
            checkWritable(file, call);
        });
        file.using(call, handle -> {
            WriteCheck.failTogether(file, call, WriteCheck.roomFailure(file, call, size));
            int code = file.together(() -> MpiFiles.set(MpiFiles.ROOM, handle, size, 0));
            WriteCheck.failTogether(file, call,
                    code == Mpi.SUCCESS ? null : FileErrors.ofCode(call, file.name(), code));
            return null;
        });
    }

    /** Runs a check of arguments. The file's error handler handles its failure. */
    private static void guarded(OpenFile file, Runnable check) {
        try {
            check.run();
        } catch (MessageException e) {
            throw file.raised(e);
        }
    }

    /** In bytes. */
    public static long size(OpenFile file, String call) {
        return file.get(call, MpiFiles.SIZE, 0);
    }

    public static int mode(OpenFile file, String call) {
        return (int) file.get(call, MpiFiles.MODE, 0);
    }

    /** The ranks that have opened the file. */
    public static RankGroup group(OpenFile file, String call) {
        return file.using(call, handle -> RankGroup.of(file.members(), call, false));
    }

    public static void setHints(OpenFile file, String call, Hints hints) {
        file.using(call, handle -> {
            Hints given = hints == null ? new Hints() : hints;
            FileErrors.check(call, file.name(),
                    file.together(() -> Hints.use(call, given, info -> MpiFiles.setInfo(handle, info))));
            return null;
        });
    }

    /** The hints that MPI uses. */
    public static Hints hints(OpenFile file, String call) {
        return file.using(call, handle -> {
            RequestSlot slot = RequestSlot.acquire();
            try {
                FileErrors.check(call, file.name(), MpiFiles.getInfo(handle, slot));
                long info = slot.handle();
                try {
                    return Hints.of(call, info);
                } finally {
                    Check.code(call, MpiInfos.free(info));
                }
            } finally {
                slot.release();
            }
        });
    }

    /** Every rank has to call it; displacement and file type may differ. */
    public static void setView(OpenFile file, String call, View view, Hints hints) {
        guarded(file, () -> view.check(call, file.name(), !file.has(RDONLY), file.has(SEQUENTIAL)));
        NativeBuffer representation = Hints.text(view.representation());
        try (MpiType etype = MpiType.of(call, view.etype()); MpiType filetype = MpiType.of(call, view.filetype())) {
            long unit = etype.committed();
            long tile = filetype.committed();
            file.using(call, handle -> {
                FileErrors.check(call, file.name(), file.together(() -> Hints.use(call, hints,
                        info -> MpiFiles.setView(handle, view.displacement(), unit, tile,
                                representation.address(), info))));
                return null;
            });
        } finally {
            representation.release();
        }
        file.setView(view);
    }

    public static View view(OpenFile file, String call) {
        return file.using(call, handle -> file.view());
    }

    /** @param whence MPI's constant */
    public static void seek(OpenFile file, String call, long offset, int whence, boolean isShared) {
        guarded(file, () -> {
            boolean isSet = whence == (int) Mpi.constant("MPI_SEEK_SET");
            Check.argument(call, isSet || whence == (int) Mpi.constant("MPI_SEEK_CUR")
                    || whence == (int) Mpi.constant("MPI_SEEK_END"), "whence", whence,
                    "MPI.SEEK_SET, SEEK_CUR or SEEK_END");
            if (isSet) {
                file.view().checkOffset(call, offset);
            } else {
                file.view().checkStep(call, offset);
            }
            checkRandom(file, call);
            if (isShared) {
                file.preparePointer(call, true);
            }
        });
        file.set(call, isShared ? MpiFiles.SHARED_POSITION : MpiFiles.POSITION, offset, whence, isShared);
    }

    /** In elementary types of the view. */
    public static long position(OpenFile file, String call, boolean isShared) {
        guarded(file, () -> {
            checkRandom(file, call);
            if (isShared) {
                file.preparePointer(call, false);
            }
        });
        return file.get(call, isShared ? MpiFiles.SHARED_POSITION : MpiFiles.POSITION, 0);
    }

    /** The place in the file of an offset of the view, in bytes. */
    public static long byteOffset(OpenFile file, String call, long offset) {
        guarded(file, () -> {
            file.view().checkOffset(call, offset);
            checkRandom(file, call);
        });
        return file.get(call, MpiFiles.BYTE_OFFSET, offset);
    }

    /** Bytes that a datatype spans in the file. */
    public static long typeExtent(OpenFile file, String call, Layout type) {
        guarded(file, () -> Check.datatype(call, "datatype", type));
        try (MpiType inMpi = MpiType.of(call, type)) {
            return file.get(call, MpiFiles.TYPE_EXTENT, inMpi.committed());
        }
    }

    public static void setAtomicity(OpenFile file, String call, boolean isAtomic) {
        file.set(call, MpiFiles.ATOMICITY, isAtomic ? 1 : 0, 0, true);
    }

    public static boolean isAtomic(OpenFile file, String call) {
        return file.get(call, MpiFiles.ATOMICITY, 0) != 0;
    }

    /** Writes cached data to the disk. */
    public static void sync(OpenFile file, String call) {
        file.set(call, MpiFiles.SYNC, 0, 0, true);
    }

    /** The exception for an error code of MPI. */
    public static MessageException failure(OpenFile file, String call, int code) {
        return file.raised(FileErrors.ofCode(call, file.name(), code));
    }
}
