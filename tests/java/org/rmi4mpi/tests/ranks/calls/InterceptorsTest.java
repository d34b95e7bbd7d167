package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.Assert.assertThrows;

import java.rmi.MarshalException;
import java.rmi.RemoteException;
import java.rmi.ServerException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.ref.CallInfo;
import org.rmi4mpi.ref.Interceptor;
import org.rmi4mpi.rmi.Batch;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.RankRunner;

/** Interceptors, metadata, and the rank of the caller. */
@Deadline(120)
@RunWith(RankRunner.class)
public class InterceptorsTest {
    @Rule
    public final OnEachRank<Log, LogObject> logs = new OnEachRank<>(LogObject::new);

    private static final class Recorder implements Interceptor {
        private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

        private void see(String what, CallInfo call) {
            if (call.method() == null || call.method().getDeclaringClass() == Log.class) {
                seen.add(what + " " + (call.method() == null ? "batch" : call.method().getName()));
            }
        }

        @Override
        public void calling(CallInfo call) throws RemoteException {
            see("calling", call);
            call.metadata().put("trace", "of rank " + call.caller());
            if (call.method() != null && call.method().getName().equals("park")) {
                throw new RemoteException("not allowed here");
            }
        }

        @Override
        public void called(CallInfo call, Throwable thrown) {
            see(thrown == null ? "called" : "failed", call);
        }

        @Override
        public void serving(CallInfo call) throws RemoteException {
            see("serving", call);
            if (call.method().getName().equals("caller")) {
                throw new RemoteException("not allowed there");
            }
        }

        @Override
        public void served(CallInfo call, Throwable thrown) {
            see("served", call);
        }
    }

    @Test
    public void interceptorsSeeBothSides() throws Exception {
        Recorder recorder = new Recorder();
        MPI.COMM_WORLD.Barrier();
        Calls.intercept(recorder);
        MPI.COMM_WORLD.Barrier();
        try {
            assertThat(logs.next().metadata(), is(Map.of("trace", "of rank " + logs.rank)));
            assertThat(Calls.withMetadata(logs.next(), Map.of("user", "me \u20ac")).metadata(),
                    is(Map.of("user", "me \u20ac", "trace", "of rank " + logs.rank)));
            assertThrows(IllegalArgumentException.class, () -> logs.next().failUnless(-1));
            assertThat(assertThrows(ServerException.class, () -> logs.next().caller()).getCause().getMessage(),
                    is("not allowed there"));
            assertThat(assertThrows(RemoteException.class, () -> logs.next().park()).getMessage(),
                    is("not allowed here"));
            assertThrows(MarshalException.class, () -> logs.next().add((byte) 0, 0, null, new Object()));
            Calls.future(Calls.async(logs.next()).number()).join();
            try (Batch<Log> batch = Calls.batch(logs.next())) {
                batch.stub().append("a");
                batch.stub().append("b");
            }
        } finally {
            MPI.COMM_WORLD.Barrier();
            Calls.stopIntercepting(recorder);
            MPI.COMM_WORLD.Barrier();
        }
        List<String> made = recorder.seen.stream().filter(text -> !text.startsWith("serv")).toList();
        assertThat(made, contains("calling metadata", "called metadata", "calling metadata", "called metadata",
                "calling failUnless", "failed failUnless", "calling caller", "failed caller", "calling park",
                "calling add", "failed add", "calling number", "called number", "calling batch", "called batch"));
        List<String> served = recorder.seen.stream().filter(text -> text.startsWith("serv")).toList();
        assertThat(served, contains("serving metadata", "served metadata", "serving metadata", "served metadata",
                "serving failUnless", "served failUnless", "serving caller", "served caller", "serving number",
                "served number", "serving append", "served append", "serving append", "served append"));
        assertThat(logs.next().metadata(), is(Map.of()));
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void callsEndWhereAnInterceptorFails() throws Exception {
        Interceptor failing = new Interceptor() {
            @Override
            public void called(CallInfo call, Throwable thrown) {
                throw new AssertionError("as wanted");
            }
        };
        Calls.intercept(failing);
        try {
            assertThat(logs.next().caller(), is(logs.rank));
            assertThat(Calls.future(Calls.async(logs.next()).caller()).get(), is(logs.rank));
        } finally {
            Calls.stopIntercepting(failing);
        }
    }

    @Test
    public void metadataHaveNoNulls() throws Exception {
        Map<String, String> metadata = Collections.singletonMap("user", null);
        MarshalException thrown = assertThrows(MarshalException.class,
                () -> Calls.withMetadata(logs.next(), metadata).metadata());
        assertThat(thrown.getCause().getMessage(), containsString("user=null"));
    }

    @Test
    public void metadataOfALargeSize() throws Exception {
        Map<String, String> large = Map.of("large", "x".repeat(50_000), "empty", "");
        assertThat(Calls.withMetadata(Calls.withMetadata(logs.next(), Map.of("empty", "?")), large).metadata(),
                is(large));
        assertThrows(MarshalException.class,
                () -> Calls.withMetadata(logs.next(), Map.of("larger", "x".repeat(70_000))).metadata());
        assertThat(Calls.withMetadata(logs.next(), large).forwarded(logs.at(logs.rank)), is(Map.of()));
    }

    @Test
    public void methodsKnowTheirCaller() throws Exception {
        assertThat(logs.next().caller(), is(logs.rank));
        assertThat(Calls.future(Calls.async(logs.next()).caller()).join(), is(logs.rank));
        assertThat(Calls.callerRank(), is(-1));
        assertThat(Calls.current(), is(nullValue()));
    }
}
