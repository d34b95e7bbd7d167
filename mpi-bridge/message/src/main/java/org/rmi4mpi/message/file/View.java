package org.rmi4mpi.message.file;

import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.Span;

/**
 * The part of a file that a rank sees. From a displacement on, it consists of the blocks of consecutive copies of a
 * file type, and is counted in elementary types. MPI 3.1, 13.3. Immutable.
 *
 * @param displacement in bytes
 * @param etype unit of offsets
 * @param filetype its blocks are the visible part
 * @param representation of the data, such as "native"
 */
public record View(long displacement, Layout etype, Layout filetype, String representation) {
    /** The largest offset in bytes. Sums of such offsets stay within the range of a long. */
    private static final long FARTHEST = Long.MAX_VALUE / 4;

    /** @throws MessageException where MPI would not accept the view */
    void check(String call, String file, boolean isWritten, boolean isSequential) {
        boolean isCurrent = displacement == Constants.DISPLACEMENT_CURRENT && isSequential;
        Check.argument(call, isCurrent || displacement >= 0 && displacement <= FARTHEST, "disp", displacement,
                "0 to " + FARTHEST + " bytes, or MPI.DISPLACEMENT_CURRENT with MPI.MODE_SEQUENTIAL");
        checkType(call, "etype", etype);
        checkType(call, "filetype", filetype);
        Check.argument(call, representation != null && !representation.isEmpty() && representation.indexOf(0) < 0
                && representation.length() < Constants.MAX_DATAREP, "datarep", representation,
                "\"native\", \"internal\" or \"external32\"");
        Check.argument(call, filetype.consistsOf(etype), "filetype",
                filetype,
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

    /** Checks that blocks are in ascending order, and that written blocks do not overlap; MPI 3.1, 13.3. */
    private void checkOrder(String call, boolean isWritten) {
        long[] least = {0};
        filetype.forEachRun(0, 1, Integer.MAX_VALUE, (index, length, before) -> {
            Check.argument(call, index >= least[0], "filetype", filetype + " with a block at element " + index,
                    "blocks at 0 or more, in ascending order, which do not overlap");
            least[0] = isWritten ? (long) index + length : index;
        });
        Check.argument(call,
                filetype.extent() > 0 && (!isWritten || filetype.extent() >= filetype.end() - filetype.first()),
                "filetype", filetype + " of extent " + filetype.extent(),
                "an extent in which its blocks have room, so that copies do not overlap");
    }

    /** The number of elementary types in a file of the largest length. */
    private long farthest() {
        long tile = (long) filetype.extent() * filetype.elementSize();
        return (FARTHEST - Math.max(0, displacement)) / tile * (filetype.wireSize() / etype.wireSize());
    }

    void checkOffset(String call, long offset) {
        Check.argument(call, offset >= 0 && offset <= farthest(), "offset", offset, "0 to " + farthest()
                + " elementary types");
    }

    /** Checks an offset that may be relative, and so negative. */
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
