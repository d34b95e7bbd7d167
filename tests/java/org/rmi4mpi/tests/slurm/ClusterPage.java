package org.rmi4mpi.tests.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The commands that docs/cluster.md shows: the lines of indented blocks, except of those after a comment "output". */
final class ClusterPage {
    private static final Path PAGE = Path.of("docs/cluster.md");
    private static final String INDENT = "    ";
    private static final String OUTPUT = "<!-- output -->";
    private static final String FENCE = "```";

    private ClusterPage() {}

    static List<String> commands() throws IOException {
        List<String> commands = new ArrayList<>();
        boolean isFenced = false;
        String before = ""; // the last line before the block
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith(FENCE)) {
                if (!isFenced && !line.equals(FENCE + "java")) {
                    throw new IllegalArgumentException(PAGE + ": commands stand in indented blocks, not in " + line);
                }
                isFenced = !isFenced;
            } else if (line.startsWith(INDENT) && !isFenced && !before.equals(OUTPUT)) {
                commands.add(line.substring(INDENT.length()));
            } else if (!line.isEmpty() && !line.startsWith(INDENT)) {
                before = line;
            }
        }
        return commands;
    }
}
