package org.rmi4mpi.serial;

import java.io.InvalidObjectException;
import java.io.NotActiveException;
import java.io.ObjectInputValidation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The validations that objects register; they run when the object at top level is complete. Owned by one stream.
 * Source: Java Object Serialization Specification, 3.1.
 */
final class Validations {
    enum Stage { COLLECTING, RUNNING }

    private record Validation(ObjectInputValidation object, int priority) {}

    private Stage stage = Stage.COLLECTING;
    /** Null while there are none. */
    private List<Validation> validations;

    boolean isEmpty() {
        return validations == null;
    }

    void add(ObjectInputValidation object, int priority) throws NotActiveException, InvalidObjectException {
        if (stage == Stage.RUNNING) {
            throw new NotActiveException("stream inactive");
        }
        if (object == null) {
            throw new InvalidObjectException("null callback");
        }
        if (validations == null) {
            validations = new ArrayList<>();
        }
        validations.add(new Validation(object, priority));
    }

    void run() throws InvalidObjectException {
        if (validations != null) {
            stage = Stage.RUNNING;
            Collections.reverse(validations); // the last one registered of equal priority runs first
            validations.sort(Comparator.comparingInt(Validation::priority).reversed());
            for (Validation each : validations) {
                each.object().validateObject();
            }
        }
    }

    void clear() {
        validations = null;
        stage = Stage.COLLECTING;
    }
}
