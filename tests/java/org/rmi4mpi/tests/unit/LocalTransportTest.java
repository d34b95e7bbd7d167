package org.rmi4mpi.tests.unit;

import org.rmi4mpi.tests.transport.RankThreads;
import org.rmi4mpi.tests.transport.TransportContract;
import org.rmi4mpi.transport.local.LocalTransport;

public class LocalTransportTest extends TransportContract {
    @Override
    protected void onEachRank(RankAction action) throws Exception {
        for (int ranks = 1; ranks <= 3; ranks++) {
            RankThreads.run(LocalTransport.group(ranks), action);
        }
    }
}
