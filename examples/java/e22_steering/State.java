package e22_steering;

import java.io.Serializable;

/** How far the iteration is. */
public record State(long iterations, double omega, double change, boolean isPaused) implements Serializable {
    @Override
    public String toString() {
        return String.format("iteration %d, omega %.2f, largest change %.2g%s", iterations, omega, change,
                isPaused ? ", paused" : "");
    }
}
