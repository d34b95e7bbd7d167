package org.rmi4mpi.stats;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A file of figures for programs: times of calls in microseconds, those of ranks in seconds. Stateless. */
final class JsonFile {
    private static final double NS_PER_S = 1e9;

    private JsonFile() {}

    static void write(JobFigures job, Path file) throws IOException {
        try (JsonWriter json = new JsonWriter(Files.newBufferedWriter(file))) {
            json.setIndent(" ");
            json.beginObject().name("balance").value(job.balance()).name("ranks").beginArray();
            for (RankFigures rank : job.ranks()) {
                write(rank, json);
            }
            json.endArray();
            for (Kind kind : Kind.values()) {
                json.name(kind.member).beginArray();
                for (Map.Entry<String, Figures> each : job.of(kind).entrySet()) {
                    write(each.getKey(), each.getValue(), json);
                }
                json.endArray();
            }
            json.name("pairs").beginArray();
            for (RankFigures rank : job.ranks()) {
                for (RankFigures.Pair pair : rank.pairs()) {
                    json.beginObject().name("from").value(rank.rank()).name("to").value(pair.to()).name("calls")
                            .value(pair.calls()).name("messages").value(pair.messages()).name("bytes")
                            .value(pair.bytes()).endObject();
                }
            }
            json.endArray().endObject();
        }
    }

    private static void write(RankFigures rank, JsonWriter json) throws IOException {
        RankFigures.Waits waits = rank.waits();
        json.beginObject().name("rank").value(rank.rank()).name("host").value(rank.host());
        json.name("elapsed_s").value(rank.elapsedNs() / NS_PER_S).name("busy_s").value(rank.busyNs() / NS_PER_S);
        json.name("methods_s").value(rank.methodsNs() / NS_PER_S);
        json.name("waits_s").beginObject().name("calls").value(waits.callsNs() / NS_PER_S);
        json.name("messages").value(waits.messagesNs() / NS_PER_S);
        json.name("collectives").value(waits.collectivesNs() / NS_PER_S);
        json.name("others").value(waits.othersNs() / NS_PER_S).endObject().endObject();
    }

    private static void write(String name, Figures figures, JsonWriter json) throws IOException {
        json.beginObject().name("name").value(name).name("count").value(figures.count());
        json.name("bytes").value(figures.bytes());
        if (figures.isTimed()) {
            json.name("median_us").value(figures.percentile(50)).name("p99_us").value(figures.percentile(99));
            json.name("longest_us").value(figures.percentile(100)).name("total_s").value(figures.totalSeconds());
        }
        json.endObject();
    }
}
