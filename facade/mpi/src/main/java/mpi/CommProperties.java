package mpi;

import org.rmi4mpi.message.Attributes;
import org.rmi4mpi.message.CommunicatorMaker;

/** Attributes, names, hints and error handlers of a {@link Comm}, in the spellings of mpiJava and of Open MPI. */
public sealed interface CommProperties permits Comm {
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
     * The value of an attribute: one that was set, or one of MPI's own, such as {@link MPI#TAG_UB}, which is an
     * Integer.
     *
     * @param keyval a key of {@link Comm#createKeyval}, or of {@link MPI}
     * @return the value; null where there is none
     */
    default Object getAttr(int keyval) {
        Object value = ((Comm) this).attribute("getAttr", keyval);
        if (value == null) {
            Attributes.checkKey("getAttr", keyval);
        }
        return value;
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
     * Keeps a value with the communicator, and with its duplicates.
     *
     * @param keyval a key of {@link Comm#createKeyval}
     * @param value the value; null for none
     */
    default void setAttr(int keyval, Object value) {
        Attributes.checkKey("setAttr", keyval);
        ((Comm) this).engine.locate("setAttr");
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
     * Removes an attribute.
     *
     * @param keyval a key
     */
    default void deleteAttr(int keyval) {
        Attributes.checkKey("deleteAttr", keyval);
        ((Comm) this).engine.locate("deleteAttr");
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
     * The kind of topology: {@link MPI#CART}, {@link MPI#GRAPH}, {@link MPI#DIST_GRAPH}, or {@link MPI#UNDEFINED} for
     * none.
     *
     * @return one of the four
     */
    default int getTopology() {
        return ((Comm) this).topology("getTopology");
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
     * Ends every rank of the job; the launcher exits with this code.
     *
     * @param errorcode exit status of the job
     */
    default void abort(int errorcode) {
        ((Comm) this).end("abort", errorcode);
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
     * Sets the error handler. With {@link MPI#ERRORS_RETURN}, the handler at first, an error throws an {@link
     * MPIException}. With {@link MPI#ERRORS_ARE_FATAL} an error ends the job.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN} or {@link MPI#ERRORS_ARE_FATAL}
     */
    default void setErrhandler(Errhandler errhandler) {
        ((Comm) this).handleBy("setErrhandler", errhandler);
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

    /**
     * The error handler.
     *
     * @return the handler that was set last
     */
    default Errhandler getErrhandler() {
        return ((Comm) this).handler("getErrhandler");
    }

    /**
     * Calls the error handler: it throws, or ends the job.
     *
     * @param errorCode an error code
     * @throws MPIException with that code, where the job does not end
     */
    default void callErrhandler(int errorCode) {
        ((Comm) this).callHandler(errorCode);
    }

    /**
     * Names the communicator.
     *
     * @param name any text
     */
    default void setName(String name) {
        ((Comm) this).rename(name);
    }

    /**
     * The name of the communicator.
     *
     * @return the value that was set; an empty text at first
     */
    default String getName() {
        return ((Comm) this).name();
    }

    /**
     * Sets hints. Every rank must call it.
     *
     * @param info hints; may be {@link MPI#INFO_NULL}
     */
    default void setInfo(Info info) {
        CommunicatorMaker.setHints(((Comm) this).engine, "setInfo", Info.hints("setInfo", info));
    }

    /**
     * The hints that the communicator uses.
     *
     * @return new hints
     */
    default Info getInfo() {
        return Info.of(CommunicatorMaker.hints(((Comm) this).engine, "getInfo"));
    }
}
