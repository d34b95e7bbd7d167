package org.rmi4mpi.jpvm;

import org.rmi4mpi.launch.JpvmProgram;
import org.rmi4mpi.ref.RankService;
import org.rmi4mpi.ref.ReferenceLayer;

/** Has every rank take mail from the start, in jobs of --jpvm. */
public final class TaskService implements RankService {
    @Override
    public void start(ReferenceLayer layer) {
        if (JpvmProgram.isWanted()) {
            RankTasks.start(layer);
        }
    }
}
