package mpjdev;

/** Makes the package exist: programs of MPJ Express import it, but do not use it. */
final class Present {
    private Present() {}
}
