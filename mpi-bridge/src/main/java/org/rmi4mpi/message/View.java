package org.rmi4mpi.message;

/**
 * What a rank sees of a file: from a displacement on, copies of a file type, one behind the other, of which the elementary
 * types count. MPI 3.1, 13.3. Immutable.
 *
 * @param displacement in bytes
 * @param etype unit of offsets
 * @param filetype whose blocks are seen
 * @param representation of the data, such as "native"
 */
public record View(long displacement, Layout etype, Layout filetype, String representation) {
    /** Of offsets in bytes: whatever is added up with them stays within the range of a long. */
    private static final long FARTHEST = Long.MAX_VALUE / 4;

    /** @throws MessageException where MPI could not work with it */
    void check(String call, String file, boolean isWritten, boolean isSequential) {
        boolean isCurrent = displacement == Constants.DISPLACEMENT_CURRENT && isSequential;
        Check.argument(call, isCurrent || displacement >= 0 && displacement <= FARTHEST, "disp", displacement,
                "0 to " + FARTHEST + " bytes, or MPI.DISPLACEMENT_CURRENT with MPI.MODE_SEQUENTIAL");
        checkType(call, "etype", etype);
        checkType(call, "filetype", filetype);
        Check.argument(call, representation != null && !representation.isEmpty() && representation.indexOf(0) < 0
                && representation.length() < Constants.MAX_DATAREP, "datarep", representation,
                "\"native\", \"internal\" or \"external32\"");
        Check.argument(call, filetype.item().equals(etype.item()), "filetype", filetype,
                "one over the base type of the etype, " + etype);
        Check.argument(call, filetype.wireSize() % etype.wireSize() == 0, "filetype", filetype + " of "
                + filetype.wireSize() + " bytes", "a multiple of the etype's " + etype.wireSize() + " bytes");
        checkOrder(call, isWritten);
    }

    private static void checkType(String call, String name, Layout type) {
        Check.datatype(call, name, type);
        Check.argument(call, !type.isObject() && type.size() > 0, name, type,
                "a datatype of a primitive base type, with an element or more");
    }

    /** MPI 3.1, 13.3: blocks follow each other; those that are written do not overlap. */
    private void checkOrder(String call, boolean isWritten) {
        long end = 0;
        for (int i = 0; i < filetype.starts.length; i++) {
            long least = isWritten || i == 0 ? end : filetype.starts[i - 1];
            Check.argument(call, filetype.starts[i] >= least, "filetype", filetype + " with a block at element "
                    + filetype.starts[i], "blocks at 0 or more, in ascending order, which do not overlap");
            end = (long) filetype.starts[i] + filetype.lengths[i];
        }
        Check.argument(call,
                filetype.extent() > 0 && (!isWritten || filetype.extent() >= filetype.end() - filetype.first()),
                "filetype", filetype + " of extent " + filetype.extent(),
                "an extent in which its blocks have room, so that copies do not overlap");
    }

    /** Of elementary types that a file of the longest length could have. */
    private long farthest() {
        long tile = (long) filetype.extent() * filetype.elementSize();
        return (FARTHEST - Math.max(0, displacement)) / tile * (filetype.wireSize() / etype.wireSize());
    }

    void checkOffset(String call, long offset) {
        Check.argument(call, offset >= 0 && offset <= farthest(), "offset", offset, "0 to " + farthest()
                + " elementary types");
    }

    /** Of one that counts from any place. */
    void checkStep(String call, long offset) {
        Check.argument(call, Math.abs(offset) <= farthest() && offset != Long.MIN_VALUE, "offset", offset,
                -farthest() + " to " + farthest() + " elementary types");
    }

    /** @throws MessageException where an access would end within an elementary type */
    void checkWhole(Span span) {
        Check.argument(span.call(), span.wireBytes() % etype.wireSize() == 0, "count", span.count() + " of "
                + span.layout() + ", or " + span.wireBytes() + " bytes",
                "a multiple of the view's etype, "
                        + etype.wireSize() + " bytes");
    }
}
