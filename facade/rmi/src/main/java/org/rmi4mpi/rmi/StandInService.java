package org.rmi4mpi.rmi;

import org.rmi4mpi.launch.Options;
import org.rmi4mpi.ref.RankService;
import org.rmi4mpi.ref.ReferenceLayer;

/**
 * Initialises the classes that stand in for the JDK's, before the main of a program of {@code --rmi}.
 *
 * @hidden internal
 */
public final class StandInService implements RankService {
    @Override
    public void start(ReferenceLayer layer) {
        if (Options.RMI.isSet()) {
            ProgramCalls.initialise();
        }
    }
}
