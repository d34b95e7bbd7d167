package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.opentelemetry.OpenTelemetryInterceptor;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.RankRunner;

/** Spans and metrics of calls, with the SDK's exporters in memory. */
@Deadline(120)
@RunWith(RankRunner.class)
public class OpenTelemetryTest {
    private static final String LOG = Log.class.getName() + "/";
    private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

    @Rule
    public final OnEachRank<Log, LogObject> logs = new OnEachRank<>(LogObject::new);

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(spans)).build())
            .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(metrics).build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance())).build();

    private void whileIntercepting(Body calls) throws Exception {
        OpenTelemetryInterceptor interceptor = new OpenTelemetryInterceptor(sdk);
        MPI.COMM_WORLD.Barrier();
        Calls.intercept(interceptor);
        MPI.COMM_WORLD.Barrier();
        try {
            calls.run();
        } finally {
            MPI.COMM_WORLD.Barrier();
            Calls.stopIntercepting(interceptor);
            MPI.COMM_WORLD.Barrier();
        }
    }

    private interface Body {
        void run() throws Exception;
    }

    private SpanData span(SpanKind kind, String method) {
        List<SpanData> found = spans.getFinishedSpanItems().stream()
                .filter(each -> each.getKind() == kind && each.getName().equals(LOG + method)).toList();
        assertThat(spans.getFinishedSpanItems().toString(), found, hasSize(1));
        return found.get(0);
    }

    @Test
    public void aCallAndItsMethodAreOneTrace() throws Exception {
        Span outer = sdk.getTracer("test").spanBuilder("outer").startSpan();
        whileIntercepting(() -> {
            try (Scope scope = outer.makeCurrent()) {
                assertThat(scope != null, is(true));
                logs.next().number();
            }
        });
        outer.end();
        SpanData made = span(SpanKind.CLIENT, "number");
        assertThat(made.getParentSpanId(), is(outer.getSpanContext().getSpanId()));
        assertThat(made.getAttributes().get(AttributeKey.stringKey("rpc.system.name")), is("rmi4mpi"));
        assertThat(made.getAttributes().get(AttributeKey.stringKey("rpc.method")), is(LOG + "number"));
        assertThat(made.getAttributes().get(AttributeKey.longKey("rmi4mpi.caller.rank")), is((long) logs.rank));
        List<byte[]> ids = Job.allgather((made.getTraceId() + "/" + made.getSpanId()).getBytes(StandardCharsets.UTF_8));
        String before = new String(ids.get((logs.rank + ids.size() - 1) % ids.size()), StandardCharsets.UTF_8);
        SpanData ran = span(SpanKind.SERVER, "number");
        assertThat("the call of the rank before", ran.getTraceId() + "/" + ran.getParentSpanId(), is(before));
    }

    @Test
    public void failuresHaveTheirType() throws Exception {
        whileIntercepting(() -> assertThrows(IllegalArgumentException.class, () -> logs.next().failUnless(-1)));
        for (SpanKind kind : List.of(SpanKind.CLIENT, SpanKind.SERVER)) {
            SpanData failed = span(kind, "failUnless");
            assertThat(failed.getAttributes().get(ERROR), is(IllegalArgumentException.class.getName()));
            assertThat(failed.getStatus().getStatusCode(), is(StatusCode.ERROR));
        }
    }

    @Test
    public void durationsAreRecordedInSeconds() throws Exception {
        whileIntercepting(() -> {
            logs.next().number();
            assertThrows(IllegalArgumentException.class, () -> logs.next().failUnless(-1));
        });
        List<MetricData> all = List.copyOf(metrics.collectAllMetrics());
        assertThat(all.stream().map(MetricData::getName).toList(),
                containsInAnyOrder("rpc.client.call.duration", "rpc.server.call.duration"));
        for (MetricData each : all) {
            assertThat(each.getUnit(), is("s"));
            List<HistogramPointData> points = List.copyOf(each.getHistogramData().getPoints());
            assertThat(points.stream().map(point -> String.valueOf(point.getAttributes().get(ERROR))).toList(),
                    hasItem(IllegalArgumentException.class.getName()));
            HistogramPointData well = points.stream().filter(point -> (LOG + "number")
                    .equals(point.getAttributes().get(AttributeKey.stringKey("rpc.method")))).findFirst().orElseThrow();
            assertThat(well.getCount(), is(1L));
            assertThat(well.getSum(), greaterThan(0.0));
        }
    }
}
