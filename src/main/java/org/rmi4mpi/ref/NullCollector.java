package org.rmi4mpi.ref;

/** Collects nothing: exported objects stay until they are unexported. Stateless. */
final class NullCollector implements Collector {
    @Override
    public void start(ReferenceLayer layer) {}

    @Override
    public void stop() {}

    @Override
    public void export(ExportedObject object) {
        object.pin();
    }

    @Override
    public long leave(RemoteReference reference) {
        return NONE;
    }

    @Override
    public void stay(RemoteReference reference, long weight) {}

    @Override
    public void leaveUncounted(RemoteReference reference) {}

    @Override
    public Object arrive(int rank, long objectId, long weight) {
        return null;
    }

    @Override
    public long request(RemoteReference target) {
        return NONE;
    }

    @Override
    public void begin(ExportedObject target, int caller, long weight) {}
}
