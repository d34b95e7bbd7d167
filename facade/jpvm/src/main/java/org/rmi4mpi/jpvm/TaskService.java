package org.rmi4mpi.jpvm;

import org.rmi4mpi.launch.JpvmProgram;
import org.rmi4mpi.ref.RankService;
import org.rmi4mpi.ref.ReferenceLayer;

/** Lets every rank of a --jpvm job take mail from the start. */
public final class TaskService implements RankService {
    @Override
    public void start(ReferenceLayer layer) {
        if (JpvmProgram.isWanted()) {
            Pool.start(layer);
        }
    }
}
