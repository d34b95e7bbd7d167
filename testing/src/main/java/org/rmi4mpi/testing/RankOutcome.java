package org.rmi4mpi.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * How a test ended at a rank.
 *
 * @param isAborted whether an assumption did not hold
 * @param failure the exception; null if the test passed
 */
record RankOutcome(boolean isAborted, Throwable failure) implements Serializable {
    static RankOutcome passed() {
        return new RankOutcome(false, null);
    }

    static RankOutcome failed(Throwable failure) {
        return new RankOutcome(false, failure);
    }

    static RankOutcome aborted(Throwable failure) {
        return new RankOutcome(true, failure);
    }

    boolean isPassed() {
        return failure == null;
    }

    static Path file(Path folder, int rank) {
        return folder.resolve("rank-" + rank + ".outcome");
    }

    void write(Path folder, int rank) throws IOException {
        Path part = Files.write(folder.resolve("rank-" + rank + ".part"), bytes());
        Files.move(part, file(folder, rank), StandardCopyOption.ATOMIC_MOVE);
    }

    /** An exception that cannot be serialized is written as its text and its stack trace. */
    private byte[] bytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(this);
            return bytes.toByteArray();
        } catch (IOException | RuntimeException e) {
            AssertionError text = new AssertionError(failure.toString());
            text.setStackTrace(failure.getStackTrace());
            return new RankOutcome(isAborted, text).bytes();
        }
    }

    /** The outcome of a rank; null if it has written none. */
    static RankOutcome read(Path folder, int rank) throws IOException {
        Path file = file(folder, rank);
        if (!Files.exists(file)) {
            return null;
        }
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            return (RankOutcome) in.readObject();
        } catch (ClassNotFoundException e) {
            return failed(new AssertionError("the rank's exception is of a class that is not here", e));
        }
    }
}
