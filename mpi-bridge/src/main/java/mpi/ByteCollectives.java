package mpi;

/** Collective operations on byte strings of any lengths, which the other ranks do not know beforehand. Stateless. */
final class ByteCollectives {
    private final Intracomm comm;

    ByteCollectives(Intracomm comm) {
        this.comm = comm;
    }

    /** What the root has. */
    byte[] bcast(byte[] bytes, int root) {
        int[] length = {bytes == null ? 0 : bytes.length};
        comm.Bcast(length, 0, 1, MPI.INT, root);
        byte[] result = bytes != null ? bytes : new byte[length[0]];
        comm.Bcast(result, 0, length[0], MPI.BYTE, root);
        return result;
    }

    /** What each rank has, at the root; null at the others. */
    byte[][] gather(byte[] bytes, int root) {
        int[] lengths = new int[comm.Size()];
        comm.Gather(new int[] {bytes.length}, 0, 1, MPI.INT, lengths, 0, 1, MPI.INT, root);
        boolean receives = comm.Rank() == root;
        int[] displs = displacements(lengths);
        byte[] all = receives ? new byte[total(lengths)] : null;
        comm.Gatherv(bytes, 0, bytes.length, MPI.BYTE, all, 0, lengths, displs, MPI.BYTE, root);
        return receives ? cut(all, lengths, displs) : null;
    }

    /** What each rank has. */
    byte[][] allgather(byte[] bytes) {
        int[] lengths = new int[comm.Size()];
        comm.Allgather(new int[] {bytes.length}, 0, 1, MPI.INT, lengths, 0, 1, MPI.INT);
        int[] displs = displacements(lengths);
        byte[] all = new byte[total(lengths)];
        comm.Allgatherv(bytes, 0, bytes.length, MPI.BYTE, all, 0, lengths, displs, MPI.BYTE);
        return cut(all, lengths, displs);
    }

    /** The caller's part of what the root has. */
    byte[] scatter(byte[][] parts, int root) {
        int[] lengths = parts == null ? null : lengths(parts);
        int[] length = new int[1];
        comm.Scatter(lengths, 0, 1, MPI.INT, length, 0, 1, MPI.INT, root);
        byte[] part = new byte[length[0]];
        byte[] all = parts == null ? null : join(parts, total(lengths));
        int[] displs = parts == null ? null : displacements(lengths);
        comm.Scatterv(all, 0, lengths, displs, MPI.BYTE, part, 0, part.length, MPI.BYTE, root);
        return part;
    }

    /** What each rank has for the caller. */
    byte[][] alltoall(byte[][] parts) {
        int[] sent = lengths(parts);
        int[] got = new int[parts.length];
        comm.Alltoall(sent, 0, 1, MPI.INT, got, 0, 1, MPI.INT);
        byte[] all = new byte[total(got)];
        comm.Alltoallv(join(parts, total(sent)), 0, sent, displacements(sent), MPI.BYTE, all, 0, got,
                displacements(got),
                MPI.BYTE);
        return cut(all, got, displacements(got));
    }

    private static int[] lengths(byte[][] parts) {
        int[] lengths = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            lengths[i] = parts[i].length;
        }
        return lengths;
    }

    private static int[] displacements(int[] lengths) {
        int[] displs = new int[lengths.length];
        for (int i = 1; i < lengths.length; i++) {
            displs[i] = displs[i - 1] + lengths[i - 1];
        }
        return displs;
    }

    private static int total(int[] lengths) {
        long total = 0;
        for (int length : lengths) {
            total += length;
        }
        Check.argument("collective operation", total <= Check.LARGEST_MESSAGE, "objects of all ranks", total + " bytes",
                "at most 2 GiB less 1 byte together");
        return (int) total;
    }

    private static byte[] join(byte[][] parts, int total) {
        byte[] all = new byte[total];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    private static byte[][] cut(byte[] all, int[] lengths, int[] displs) {
        byte[][] parts = new byte[lengths.length][];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = java.util.Arrays.copyOfRange(all, displs[i], displs[i] + lengths[i]);
        }
        return parts;
    }
}
