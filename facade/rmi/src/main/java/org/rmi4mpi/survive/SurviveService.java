package org.rmi4mpi.survive;

import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.ref.RankService;
import org.rmi4mpi.ref.ReferenceLayer;

/**
 * Begins to tell of losses when the job starts.
 *
 * @hidden internal
 */
public final class SurviveService implements RankService {
    @Override
    public void prepare(ReferenceLayer layer) {
        if (LostRanks.ARE_SURVIVED) {
            LossListeners.begin(layer);
        }
    }
}
