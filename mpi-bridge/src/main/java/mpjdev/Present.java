package mpjdev;

/** There is nothing here: MPJ Express has a package of this name, which programs import without need. */
final class Present {
    private Present() {}
}
