package org.rmi4mpi.why;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The report for programs: all that the ranks have told, and what follows from it. Stateless. */
final class JsonReport {
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private JsonReport() {}

    private record Edge(Node from, boolean stuck, boolean moves, String does, boolean needsAll, List<Node> threads,
            List<Integer> ranks) {}

    static String of(JobGraph graph, List<Cause> causes) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("job", graph.job().job());
        report.put("program", graph.job().program());
        report.put("size", graph.job().size());
        report.put("verdict", TextReport.verdict(graph));
        report.put("hangs", !graph.stuck().isEmpty());
        report.put("causes", causes);
        report.put("cycle", graph.cycle().stream().map(Node::of).toList());
        List<Edge> edges = new ArrayList<>();
        graph.activities().forEach(each -> {
            JobGraph.Targets targets = graph.targets(each);
            edges.add(new Edge(Node.of(each), graph.isStuck(each), graph.hasMoved(each), each.does(),
                    targets.needsAll(),
                    targets.threads().stream().map(Node::of).toList(), targets.ranks()));
        });
        report.put("threads", edges);
        Map<Integer, String> silent = new TreeMap<>();
        graph.job().silent().forEach((rank, silence) -> silent.put(rank, silence.words()));
        report.put("silent", silent);
        report.put("otherLanguages", graph.job().others());
        report.put("unreached", graph.job().unreached());
        report.put("ranks", graph.job().answers());
        return GSON.toJson(report) + "\n";
    }
}
