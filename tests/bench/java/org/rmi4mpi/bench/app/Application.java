package org.rmi4mpi.bench.app;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.rmi4mpi.bench.rows.Bar;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Unit;

/**
 * An application, which is an example as well.
 *
 * @param row with its times in milliseconds
 * @param program class and arguments of the program of java.rmi, to which the number of repetitions is added
 * @param others programs of other systems
 */
record Application(Row row, String program, Map<Software, String> others) {
    static Application of(String name, String program) {
        return new Application(new Row(Section.APPLICATIONS, name, Unit.MS, Bar.fasterThanJdk(1)), program, Map.of());
    }

    static Application sor(int rows, int columns, int iterations) {
        String arguments = " " + rows + " " + columns + " " + iterations;
        Map<Software, String> others = new EnumMap<>(Map.of(Software.MESSAGES, "e16_sor.SorByMessages" + arguments,
                Software.TASKS, "--jpvm e16_sor.SorByTasks" + arguments));
        Row row = new Row(Section.APPLICATIONS, "SOR " + rows + " x " + columns + ", " + iterations + " iterations",
                Unit.MS, Bar.fasterThanJdk(1));
        return new Application(row, "e16_sor.Sor" + arguments, others);
    }

    Set<Software> software() {
        Set<Software> software = EnumSet.of(Software.SEQUENTIAL, Software.JDK, Software.OURS);
        software.addAll(others.keySet());
        return software;
    }
}
