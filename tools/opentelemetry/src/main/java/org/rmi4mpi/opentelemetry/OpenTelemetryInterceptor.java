package org.rmi4mpi.opentelemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.rmi4mpi.ref.CallInfo;
import org.rmi4mpi.ref.Interceptor;

/**
 * Makes a span of each call at its caller and at its callee, joined by {@code traceparent} in the metadata of the call, and
 * records how long they take. A method runs in the context of its span, so that its own calls are children. Thread-safe.
 *
 * <pre>
 * Calls.intercept(new OpenTelemetryInterceptor(openTelemetry));
 * </pre>
 */
public final class OpenTelemetryInterceptor implements Interceptor {
    private static final String SCOPE = "org.rmi4mpi";
    private static final String SYSTEM = "rmi4mpi";
    private static final String UNIT = "s";
    private static final double NS_PER_S = 1e9;
    /** Those of the conventions, and shorter ones before them: a call between two processes of a node takes a microsecond. */
    private static final List<Double> BOUNDARIES = List.of(1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3,
            0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0);

    private static final AttributeKey<String> SYSTEM_NAME = AttributeKey.stringKey("rpc.system.name");
    private static final AttributeKey<String> METHOD = AttributeKey.stringKey("rpc.method");
    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    private static final AttributeKey<Long> CALLER = AttributeKey.longKey("rmi4mpi.caller.rank");
    private static final AttributeKey<Long> CALLEE = AttributeKey.longKey("rmi4mpi.callee.rank");

    private static final TextMapGetter<Map<String, String>> METADATA = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Map<String, String> metadata) {
            return metadata.keySet();
        }

        @Override
        public String get(Map<String, String> metadata, String key) {
            return metadata == null ? null : metadata.get(key);
        }
    };

    private final Tracer tracer;
    private final TextMapPropagator propagator;
    private final DoubleHistogram clientTimes;
    private final DoubleHistogram serverTimes;
    /** The calls under way, each the same object from its begin to its end. */
    private final Map<CallInfo, UnderWay> underWay = Collections.synchronizedMap(new IdentityHashMap<>());

    /** @param scope null at the caller, whose thread goes on in its own context */
    private record UnderWay(Span span, Scope scope, Attributes attributes, long began) {}

    /** @param openTelemetry with the propagator for {@code traceparent}, that of W3C */
    public OpenTelemetryInterceptor(OpenTelemetry openTelemetry) {
        tracer = openTelemetry.getTracer(SCOPE);
        propagator = openTelemetry.getPropagators().getTextMapPropagator();
        Meter meter = openTelemetry.getMeter(SCOPE);
        clientTimes = histogram(meter, "rpc.client.call.duration", "Duration of outgoing remote calls");
        serverTimes = histogram(meter, "rpc.server.call.duration", "Duration of methods that ran for remote calls");
    }

    private static DoubleHistogram histogram(Meter meter, String name, String description) {
        return meter.histogramBuilder(name).setUnit(UNIT).setDescription(description)
                .setExplicitBucketBoundariesAdvice(BOUNDARIES).build();
    }

    @Override
    public void calling(CallInfo call) {
        UnderWay begun = begin(call, SpanKind.CLIENT, Context.current());
        propagator.inject(Context.current().with(begun.span), call.metadata(), Map::put);
        underWay.put(call, begun);
    }

    @Override
    public void called(CallInfo call, Throwable thrown) {
        end(call, thrown, clientTimes);
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // 'served' closes the scope
    public void serving(CallInfo call) {
        Context parent = propagator.extract(Context.root(), call.metadata(), METADATA);
        UnderWay begun = begin(call, SpanKind.SERVER, parent);
        Scope scope = parent.with(begun.span).makeCurrent();
        underWay.put(call, new UnderWay(begun.span, scope, begun.attributes, begun.began));
    }

    @Override
    public void served(CallInfo call, Throwable thrown) {
        end(call, thrown, serverTimes);
    }

    private UnderWay begin(CallInfo call, SpanKind kind, Context parent) {
        String method = call.method() == null ? "batch"
                : call.method().getDeclaringClass().getName() + "/" + call.method().getName();
        Attributes attributes = Attributes.of(SYSTEM_NAME, SYSTEM, METHOD, method);
        Span span = tracer.spanBuilder(method).setSpanKind(kind).setParent(parent).setAllAttributes(attributes)
                .setAttribute(CALLER, (long) call.caller()).setAttribute(CALLEE, (long) call.callee()).startSpan();
        return new UnderWay(span, null, attributes, System.nanoTime());
    }

    private void end(CallInfo call, Throwable thrown, DoubleHistogram times) {
        UnderWay ended = underWay.remove(call);
        if (ended == null) {
            return; // The interceptor was added meanwhile.
        }
        double seconds = (System.nanoTime() - ended.began) / NS_PER_S;
        if (ended.scope != null) {
            ended.scope.close();
        }
        Attributes attributes = ended.attributes;
        if (thrown != null) {
            AttributesBuilder all = attributes.toBuilder().put(ERROR_TYPE, thrown.getClass().getName());
            attributes = all.build();
            ended.span.setAttribute(ERROR_TYPE, thrown.getClass().getName());
            ended.span.setStatus(StatusCode.ERROR, String.valueOf(thrown.getMessage()));
        }
        ended.span.end();
        times.record(seconds, attributes);
    }
}
