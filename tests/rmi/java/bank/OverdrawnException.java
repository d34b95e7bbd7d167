package bank;

public class OverdrawnException extends Exception {
    private static final long serialVersionUID = 1L;

    public final long missing;

    public OverdrawnException(long missing) {
        super("missing " + missing);
        this.missing = missing;
    }
}
