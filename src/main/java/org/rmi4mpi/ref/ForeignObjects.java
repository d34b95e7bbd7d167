package org.rmi4mpi.ref;

import java.rmi.Remote;

/** The remote objects of another RMI, which this rank has come to know. Thread-safe. */
@FunctionalInterface
public interface ForeignObjects {
    /** The stub by which ranks call such an object; null if the object is none. */
    Remote stubOf(Remote object);
}
