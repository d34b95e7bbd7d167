package org.rmi4mpi.share;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.rmi4mpi.launch.Options;
import org.rmi4mpi.launch.RankJob;

/**
 * The ranks tell each other at the start which entries of their class paths they have. Rank 0 broadcasts those of its own that
 * others lack: one read of the file system for all ranks. Collective.
 *
 * @param job a number that tells this job from others
 * @param jars what this rank lacks
 */
record ClassPathExchange(long job, Jars jars) {
    private static final int MIB = 1 << 20;

    static ClassPathExchange meet(int rank) {
        List<File> own = entries(rank == 0);
        List<Long> names = own.stream().map(ClassPathExchange::number).toList();
        ByteBuffer told = ByteBuffer.allocate(Long.BYTES * (1 + names.size()));
        told.putLong(rank == 0 ? new SecureRandom().nextLong() : 0);
        names.forEach(told::putLong);
        List<byte[]> all = RankJob.allgather(told.array());
        ByteBuffer first = ByteBuffer.wrap(all.get(0));
        long job = first.getLong();
        Set<Long> wanted = new LinkedHashSet<>();
        while (first.hasRemaining()) {
            wanted.add(first.getLong());
        }
        Set<Long> lacking = new HashSet<>();
        for (byte[] each : all) {
            lacking.addAll(lacking(wanted, each));
        }
        if (lacking.isEmpty()) {
            return new ClassPathExchange(job, Jars.NONE);
        }
        byte[] packed = RankJob.broadcast(rank == 0 ? pack(own, lacking) : new byte[0]);
        return rank == 0 || lacking(wanted, all.get(rank)).isEmpty() ? new ClassPathExchange(job, Jars.NONE)
                : new ClassPathExchange(job, unpack(packed));
    }

    private static Set<Long> lacking(Set<Long> wanted, byte[] ofRank) {
        Set<Long> lacking = new HashSet<>(wanted);
        ByteBuffer had = ByteBuffer.wrap(ofRank).position(Long.BYTES);
        while (had.hasRemaining()) {
            lacking.remove(had.getLong());
        }
        return lacking;
    }

    /** A number for the path of an entry. */
    private static long number(File entry) {
        long number = 1125899906842597L;
        for (char each : entry.getAbsolutePath().toCharArray()) {
            number = 31 * number + each;
        }
        return number;
    }

    /**
     * The program's entries of the class path that exist here.
     *
     * @param whole whether to add those that manifests name
     */
    static List<File> entries(boolean whole) {
        Set<File> found = new LinkedHashSet<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
            add(new File(each.isEmpty() ? "." : each), whole, found);
        }
        return List.copyOf(found);
    }

    private static void add(File entry, boolean whole, Set<File> found) {
        if (!entry.exists() || ClassFiles.isOfAll(entry) || !found.add(entry.getAbsoluteFile()) || !entry.isFile()) {
            return;
        }
        try {
            for (String each : whole ? ClassFiles.classPath(entry) : List.<String>of()) {
                URI named = entry.getAbsoluteFile().toURI().resolve(each);
                add(new File(named), whole, found);
            }
        } catch (IOException | IllegalArgumentException e) {
            // The JVM, too, leaves out what it cannot find.
        }
    }

    // ---- the broadcast

    private static byte[] pack(List<File> own, Set<Long> lacking) {
        long room = Math.min((long) MIB * Options.CLASSES_MIB.value(), Integer.MAX_VALUE - MIB);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<File> left = new ArrayList<>();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (File each : own) {
                byte[] jar = lacking.contains(number(each)) && each.length() < room ? contents(each) : null;
                if (jar == null || jar.length > room) {
                    left.add(each);
                    continue;
                }
                room -= jar.length;
                out.writeUTF(each.toURI().toString());
                out.writeInt(jar.length);
                out.write(jar);
            }
            out.writeUTF("");
            out.writeBoolean(left.stream().noneMatch(each -> lacking.contains(number(each))));
        } catch (IOException e) {
            throw new UncheckedIOException("a stream in memory failed", e);
        }
        return bytes.toByteArray();
    }

    /** Null if other ranks could not read it: they ask for its classes one by one. */
    private static byte[] contents(File entry) {
        try {
            byte[] contents = entry.isDirectory() ? Jar.ofFolder(entry.toPath()) : Files.readAllBytes(entry.toPath());
            new Jar("", contents);
            return contents;
        } catch (IOException e) {
            return null;
        }
    }

    private static Jars unpack(byte[] packed) {
        List<Jar> jars = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(packed))) {
            for (String url = in.readUTF(); !url.isEmpty(); url = in.readUTF()) {
                byte[] jar = new byte[in.readInt()];
                in.readFully(jar);
                jars.add(new Jar(url, jar));
            }
            return new Jars(jars, true, in.readBoolean());
        } catch (IOException e) {
            throw new UncheckedIOException("rank 0 sent jars that are damaged", e);
        }
    }
}
