package org.rmi4mpi.monitor;

import java.io.IOException;
import java.rmi.server.ExportException;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.launch.Options;
import org.rmi4mpi.launch.RankObserver;
import org.rmi4mpi.ref.ReferenceLayer;

/** Tells the state of this rank, and at rank 0 serves the page. */
public final class MonitorObserver implements RankObserver {
    private final MonitorProbe probe = new MonitorProbe();
    /** Null but at rank 0. */
    private PageServer server;

    @Override
    public Probe probe() {
        return probe;
    }

    @Override
    public void start(ReferenceLayer layer) {
        try {
            layer.export(RankStates.OBJECT_ID, new OwnState(layer, probe));
        } catch (ExportException e) {
            throw new AssertionError("a rank starts its services once", e);
        }
        if (layer.rank() == 0) {
            serve(layer);
        }
    }

    private void serve(ReferenceLayer layer) {
        String port = System.getProperty(Options.MONITOR.property());
        try {
            server = PageServer.start(Integer.parseInt(port), new JobStates(layer));
            System.err.println("rmi4mpi: the page of the job is at " + server.address() + " on " + Job.host());
        } catch (IOException | IllegalArgumentException e) {
            System.err
                    .println("rmi4mpi: there is no page of the job: port " + port + " cannot be taken at " + Job.host()
                            + ": " + e.getMessage() + "; give --monitor another port, or 0 for any");
        }
    }

    @Override
    public void leave() {
        if (server != null) {
            server.stop();
        }
    }

    @Override
    public void endEarly() {
        leave();
    }

    @Override
    public void end() {}
}
