package gate;

import java.io.Serializable;

/** Gives the type. */
public interface MarkCell extends Cell<MarkCell.Mark> {
    /** Stands in no signature but as an argument of a type. */
    record Mark(int number) implements Serializable {}
}
