package org.rmi4mpi.monitor;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.launch.Options;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/** Asks all ranks for their state, once a second at most. Thread-safe. */
final class JobStates {
    /** A rank that takes longer is told to be silent. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long FRESH_NS = TimeUnit.MILLISECONDS.toNanos(900);

    private final ReferenceLayer layer;
    private final Gson gson = new Gson();
    private final long began = System.nanoTime();
    private String json = "{}";
    private boolean hasAsked;
    private long askedAt;

    JobStates(ReferenceLayer layer) {
        this.layer = layer;
    }

    /** The states of all ranks, as text. */
    synchronized String json() {
        if (!hasAsked || System.nanoTime() - askedAt > FRESH_NS) {
            json = ask();
            askedAt = System.nanoTime();
            hasAsked = true;
        }
        return json;
    }

    private String ask() {
        List<CompletableFuture<RankState>> asked = new ArrayList<>();
        for (int rank = 0; rank < layer.processes().size(); rank++) {
            asked.add(ask(rank));
        }
        long deadline = System.nanoTime() + PATIENCE_NS;
        JsonArray ranks = new JsonArray();
        for (int rank = 0; rank < asked.size(); rank++) {
            ranks.add(answer(rank, asked.get(rank), deadline));
        }
        JsonObject job = new JsonObject();
        job.addProperty("job", System.getProperty(Options.JOB.property(), ""));
        job.addProperty("seconds", (System.nanoTime() - began) / 1e9);
        job.add("ranks", ranks);
        return job.toString();
    }

    private CompletableFuture<RankState> ask(int rank) {
        try {
            return ((RankStates) Stubs.create(OwnState.class, layer.reference(rank, RankStates.OBJECT_ID))).state();
        } catch (RemoteException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private JsonObject answer(int rank, CompletableFuture<RankState> asked, long deadline) {
        try {
            return gson.toJsonTree(asked.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS))
                    .getAsJsonObject();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return silent(rank);
        } catch (Exception e) {
            return silent(rank);
        }
    }

    private JsonObject silent(int rank) {
        JsonObject state = new JsonObject();
        state.addProperty("rank", rank);
        state.addProperty("host", layer.processes().get(rank).host());
        state.addProperty("process", layer.processes().get(rank).pid());
        state.addProperty("silent", true);
        return state;
    }
}
