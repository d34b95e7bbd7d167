package gate;

public class SolverException extends Exception {
    private static final long serialVersionUID = 1L;

    public SolverException(String text, Throwable cause) {
        super(text, cause);
    }
}
