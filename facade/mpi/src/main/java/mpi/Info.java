package mpi;

import org.rmi4mpi.message.Hints;
import org.rmi4mpi.message.data.Check;

/** Hints for MPI: texts by key. Any thread may call. Source: MPI 3.1, chapter 9. */
public final class Info implements Freeable, Cloneable {
    private final Hints hints;
    private final boolean isNone;
    private volatile boolean freed;

    /** Makes an object without hints. */
    public Info() {
        this(new Hints(), false);
    }

    private Info(Hints hints, boolean isNone) {
        this.hints = hints;
        this.isNone = isNone;
    }

    static Info of(Hints hints) {
        return new Info(hints, false);
    }

    /** Makes the object that stands for no hints. */
    static Info ofNone() {
        return new Info(new Hints(), true);
    }

    /**
     * The hints for an argument of a call; null where there are none.
     *
     * @throws MPIException where they were freed
     */
    static Hints hints(String call, Info info) {
        return info == null || info.isNone ? null : info.live(call);
    }

    private Hints live(String call) {
        Check.argument(call, !isNone, "info", "MPI.INFO_NULL", "hints that the program has made");
        Check.live(call, !freed, "info", hints);
        return hints;
    }

    /**
     * Sets a hint.
     *
     * @param key 1 to {@link MPI#MAX_INFO_KEY} bytes
     * @param value 1 to {@link MPI#MAX_INFO_VAL} bytes
     */
    public void set(String key, String value) {
        live("set").set(key, value);
    }

    /**
     * The value of a hint.
     *
     * @param key any text
     * @return the value; null where there is none
     */
    public String get(String key) {
        return live("get").get(key);
    }

    /**
     * Removes a hint.
     *
     * @param key one that was set
     */
    public void delete(String key) {
        live("delete").delete(key);
    }

    /**
     * Number of hints.
     *
     * @return 0 or more
     */
    public int size() {
        return live("size").size();
    }

    /**
     * A key, by its index in the order of setting.
     *
     * @param i below {@link #size}
     * @return the key
     */
    public String getKey(int i) {
        return live("getKey").key(i);
    }

    /**
     * Like {@link #dup}.
     *
     * @return a copy
     */
    @Override
    public Info clone() {
        return dup();
    }

    /**
     * A copy.
     *
     * @return the same hints
     */
    public Info dup() {
        return of(live("dup").copy());
    }

    /** Frees the object. */
    @Override
    public void free() {
        Check.argument("free", !isNone, "info", "MPI.INFO_NULL", "hints that the program has made");
        Check.freedOnce("free", !freed, "info", hints);
        freed = true;
    }

    /**
     * Whether this is {@link MPI#INFO_NULL}, or was freed.
     *
     * @return true after {@link #free}, and for {@link MPI#INFO_NULL}
     */
    public boolean isNull() {
        return isNone || freed;
    }
}
