package mpi;

/** An object that stands for one inside MPI. */
public abstract class Freeable {
    Freeable() {}
}
