package org.rmi4mpi.launch;

/** The value of an option cannot be used. The message names option, value and remedy: {@link RankEnd} prints it without a stack. */
public final class OptionException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public OptionException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The one among an exception and its causes; null if there is none. */
    static OptionException in(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof OptionException found) {
                return found;
            }
        }
        return null;
    }
}
