package e16_sor;

import java.rmi.RemoteException;
import processes.Processes;

/** Border rows travel as arguments of remote calls. */
final class ByObjects extends Relaxation<Exception> {
    private final NeighbourObject own;
    private final Neighbour above;
    private final Neighbour below;
    private final Neighbour first;

    ByObjects(Slab slab, Processes processes) throws Exception {
        super(slab);
        int rank = processes.rank();
        own = new NeighbourObject(processes.size(), slab);
        processes.bind("neighbour", own);
        processes.meet(); // all have theirs
        above = rank > 0 ? processes.find("neighbour", rank - 1) : null;
        below = rank < processes.size() - 1 ? processes.find("neighbour", rank + 1) : null;
        first = rank > 0 ? processes.find("neighbour", 0) : own;
    }

    @Override
    protected double maximum(double change) throws RemoteException, InterruptedException {
        return first.maximum(change);
    }

    @Override
    protected void exchange() throws RemoteException, InterruptedException {
        if (above != null) {
            above.deliver(false, slab().row(1));
        }
        if (below != null) {
            below.deliver(true, slab().row(slab().height()));
        }
        if (above != null) {
            slab().setRow(0, own.take(true));
        }
        if (below != null) {
            slab().setRow(slab().height() + 1, own.take(false));
        }
    }
}
