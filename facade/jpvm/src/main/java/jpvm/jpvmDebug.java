package jpvm;

/** Prints diagnostics on standard error. */
public class jpvmDebug {
    /** Whether {@link #note} prints anything. */
    public static final boolean on = false;

    public static void note(String message) {
        if (on) {
            System.err.println("jpvm debug: " + message);
        }
    }

    public static void error(String message) {
        System.err.println("jpvm error: " + message);
    }
}
