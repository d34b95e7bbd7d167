package mpi;

/**
 * The part of a {@link File} that a rank sees: from a displacement on, the blocks of consecutive copies of a file type.
 * Source: Open MPI's Java bindings, after MPI 3.1, 13.3.
 */
public final class FileView {
    private final long disp;
    private final Datatype etype;
    private final Datatype filetype;
    private final String datarep;

    /**
     * Describes a view.
     *
     * @param disp where it begins, in bytes of the file
     * @param etype unit of offsets and pointers
     * @param filetype its blocks are the visible part
     * @param datarep representation of the data in the file, such as "native"
     */
    public FileView(long disp, Datatype etype, Datatype filetype, String datarep) {
        this.disp = disp;
        this.etype = etype;
        this.filetype = filetype;
        this.datarep = datarep;
    }

    /**
     * Where the view begins.
     *
     * @return in bytes of the file
     */
    public long getDisp() {
        return disp;
    }

    /**
     * Unit of offsets and pointers.
     *
     * @return a datatype
     */
    public Datatype getEType() {
        return etype;
    }

    /**
     * The file type: its blocks are the visible part.
     *
     * @return a datatype
     */
    public Datatype getFileType() {
        return filetype;
    }

    /**
     * The representation of the data in the file.
     *
     * @return such as "native"
     */
    public String getDataRep() {
        return datarep;
    }
}
