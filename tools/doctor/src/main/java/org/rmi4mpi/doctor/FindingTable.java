package org.rmi4mpi.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The findings as text. Each has a row, and a wrong one has its remedy beneath. */
public final class FindingTable {
    private static final String WELL = "ok";
    private static final String WRONG = "WRONG";
    private static final int MOST_HOSTS = 4;

    private FindingTable() {}

    public static String of(List<Finding> findings) {
        List<Finding> rows = merged(findings);
        int checks = width(rows.stream().map(Finding::check).toList());
        int hosts = width(rows.stream().map(Finding::where).toList());
        StringBuilder text = new StringBuilder();
        for (Finding row : rows) {
            text.append(String.format("%-" + WRONG.length() + "s  %-" + checks + "s  %-" + hosts + "s  %s%n",
                    row.isWrong() ? WRONG : WELL, row.check(), row.where(), row.found()));
            if (row.isWrong()) {
                text.append(" ".repeat(WRONG.length() + 2)).append("-> ").append(row.remedy()).append('\n');
            }
        }
        long wrong = rows.stream().filter(Finding::isWrong).count();
        return text.append(wrong == 0 ? "all is well" : wrong == 1 ? "1 thing is wrong" : wrong + " things are wrong")
                .append('\n').toString();
    }

    /** Hosts with the same finding share a row. */
    private static List<Finding> merged(List<Finding> findings) {
        Map<Finding, Set<String>> hosts = new LinkedHashMap<>();
        for (Finding finding : findings) {
            Finding anywhere = new Finding(finding.check(), "", finding.found(), finding.remedy());
            hosts.computeIfAbsent(anywhere, key -> new LinkedHashSet<>()).add(finding.where());
        }
        List<Finding> rows = new ArrayList<>();
        hosts.forEach((finding, where) -> rows.add(new Finding(finding.check(), shown(where), finding.found(),
                finding.remedy())));
        return rows;
    }

    private static String shown(Set<String> hosts) {
        String first = hosts.stream().limit(MOST_HOSTS).collect(Collectors.joining(", "));
        return hosts.size() <= MOST_HOSTS ? first : first + " and " + (hosts.size() - MOST_HOSTS) + " more";
    }

    private static int width(List<String> texts) {
        return Math.max(1, texts.stream().mapToInt(String::length).max().orElse(1));
    }
}
