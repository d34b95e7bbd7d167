package mpi;

/** Attributes, topology and error handler of a {@link Comm}, in the spelling of mpiJava. */
public sealed interface MpiJavaAttributes permits Comm {
    /**
     * The value of an attribute of the program, or of {@link MPI#TAG_UB}, {@link MPI#HOST} or {@link MPI#IO}; {@link
     * MPI#UNDEFINED} where there is none.
     *
     * @param keyval any number; MPI's own are {@link MPI#TAG_UB}, {@link MPI#HOST} and {@link MPI#IO}
     * @return the value, or {@link MPI#UNDEFINED}
     */
    default int Attr_get(int keyval) {
        return ((Comm) this).attribute("Attr_get", keyval) instanceof Integer value ? value : MPI.UNDEFINED;
    }

    /**
     * Keeps a value with the communicator, and with its clones.
     *
     * @param keyval any number; MPI's own are {@link MPI#TAG_UB}, {@link MPI#HOST} and {@link MPI#IO}
     * @param value any number
     */
    default void Attr_put(int keyval, int value) {
        ((Comm) this).engine.locate("Attr_put");
        ((Comm) this).engine.attributes().put(keyval, value);
    }

    /**
     * Removes an attribute, if it is there.
     *
     * @param keyval any number; MPI's own are {@link MPI#TAG_UB}, {@link MPI#HOST} and {@link MPI#IO}
     */
    default void Attr_delete(int keyval) {
        ((Comm) this).engine.locate("Attr_delete");
        ((Comm) this).engine.attributes().remove(keyval);
    }

    /**
     * The kind of topology: {@link MPI#CART}, {@link MPI#GRAPH}, or {@link MPI#UNDEFINED} for none.
     *
     * @return one of the three
     */
    default int Topo_test() {
        return ((Comm) this).topology("Topo_test");
    }

    /**
     * Ends every rank of the job; the launcher exits with this code.
     *
     * @param errorcode exit status of the job
     */
    default void Abort(int errorcode) {
        ((Comm) this).end("Abort", errorcode);
    }

    /**
     * Sets the error handler. With {@link MPI#ERRORS_RETURN}, the handler at first, an error throws an {@link
     * MPIException}. With {@link MPI#ERRORS_ARE_FATAL} an error ends the job.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN} or {@link MPI#ERRORS_ARE_FATAL}
     */
    default void Errhandler_set(Errhandler errhandler) {
        ((Comm) this).handleBy("Errhandler_set", errhandler);
    }

    /**
     * Like {@link #Errhandler_set}.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN} or {@link MPI#ERRORS_ARE_FATAL}
     */
    default void Errorhandler_set(Errhandler errhandler) {
        ((Comm) this).handleBy("Errorhandler_set", errhandler);
    }

    /**
     * Like {@link #Errhandler_get}.
     *
     * @return the handler that was set last
     */
    default Errhandler Errorhandler_get() {
        return ((Comm) this).handler("Errorhandler_get");
    }

    /**
     * The error handler that {@link #Errhandler_set} has set; {@link MPI#ERRORS_RETURN} at first.
     *
     * @return the handler that was set last
     */
    default Errhandler Errhandler_get() {
        return ((Comm) this).handler("Errhandler_get");
    }
}
