package org.rmi4mpi.ref.collect;

/** Collects nothing: exported objects stay until they are unexported. Stateless. */
final class NullCollector implements Collector {
    @Override
    public void stop() {}

    @Override
    public void export(CountedObject object) {
        object.pin();
    }

    @Override
    public long leave(CountedReference reference) {
        return NONE;
    }

    @Override
    public void stay(CountedReference reference, long weight) {}

    @Override
    public void leaveUncounted(CountedReference reference) {}

    @Override
    public Object arrive(int rank, long objectId, long weight) {
        return null;
    }

    @Override
    public long request(CountedReference target) {
        return NONE;
    }

    @Override
    public void begin(CountedObject target, int caller, long weight) {}
}
