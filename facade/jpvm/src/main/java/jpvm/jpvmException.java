package jpvm;

/**
 * A request of a task failed. As in JPVM, this is not an {@link Exception}: programs write
 * {@code catch (Exception | jpvmException e)}.
 */
public class jpvmException extends Throwable {
    private static final long serialVersionUID = 1L;

    public jpvmException() {}

    public jpvmException(String message) {
        super(message);
    }

    jpvmException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public String toString() {
        return "jpvm error: " + getMessage();
    }
}
