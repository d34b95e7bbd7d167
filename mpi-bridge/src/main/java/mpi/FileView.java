package mpi;

/**
 * What a rank sees of a {@link File}: from a displacement on, the blocks of a file type, again and again. Source: Open
 * MPI's Java bindings, after MPI 3.1, 13.3.
 */
public final class FileView {
    private final long disp;
    private final Datatype etype;
    private final Datatype filetype;
    private final String datarep;

    /**
     * Describes a view.
     *
     * @param disp where it begins in the file, in bytes
     * @param etype unit of offsets and pointers
     * @param filetype whose blocks are seen
     * @param datarep how data are represented in the file, such as "native"
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
     * Whose blocks are seen.
     *
     * @return a datatype
     */
    public Datatype getFileType() {
        return filetype;
    }

    /**
     * How data are represented in the file.
     *
     * @return such as "native"
     */
    public String getDataRep() {
        return datarep;
    }
}
