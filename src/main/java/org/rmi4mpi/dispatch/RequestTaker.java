package org.rmi4mpi.dispatch;

import java.util.function.Consumer;
import org.rmi4mpi.transport.Frame;

/**
 * A thread of the crew, as the request queue sees it: the caller to which it is bound, the pipelined call that it runs,
 * and what has become of the requests that it met. Used by its thread, under the poll lock while it takes requests.
 */
final class RequestTaker {
    private final CallerBinding binding;
    private final PipelinedCalls.Order order;
    private final Consumer<Frame> onBegin;
    /** Whether the thread has met a request that a thread without a caller of its own has to run. */
    boolean leavesRequests;
    /** Whether the thread has handed requests to others since it looked last. */
    boolean hasHandedOver;
    /** Whether the thread has handed the last request to another one, which will be the next leader. */
    boolean hasHandedLast;

    /** @param onBegin records that a request has been assigned to the thread */
    RequestTaker(CallerBinding binding, PipelinedCalls.Order order, Consumer<Frame> onBegin) {
        this.binding = binding;
        this.order = order;
        this.onBegin = onBegin;
    }

    CallerBinding binding() {
        return binding;
    }

    PipelinedCalls.Order order() {
        return order;
    }

    /** The request is assigned to the thread. */
    void begin(Frame request) {
        onBegin.accept(request);
    }
}
