package org.rmi4mpi.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Results;
import org.rmi4mpi.bench.rows.ResultsFile;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Sample;
import org.rmi4mpi.bench.rows.Software;

/** A run that writes each value to a file at once, and tells how far it is. */
final class CollectionRun extends Run {
    private final ResultsFile file;
    private final Map<Row, Long> msOfValue;
    private final LongConsumer progress;
    private final Consumer<String> words;

    /**
     * @param earlier what a run that was stopped has measured
     * @param msOfValue how long one value of a row takes, in planned milliseconds
     * @param progress is given these milliseconds when a value is there
     * @param words is given what the run does meanwhile
     */
    CollectionRun(Path javaHome, String mpirun, Pace pace, ResultsFile file, Results earlier,
            Map<Row, Long> msOfValue, LongConsumer progress, Consumer<String> words) {
        super(javaHome, mpirun, pace, EnumSet.allOf(Software.class), earlier);
        this.file = file;
        this.msOfValue = msOfValue;
        this.progress = progress;
        this.words = words;
    }

    @Override
    public void tell(String work) {
        words.accept(work);
    }

    @Override
    public void add(Row row, Software system, double value) throws IOException {
        super.add(row, system, value);
        if (!Double.isNaN(value)) {
            file.add(new Sample(row.section().name(), row.name(), row.unit().text(), system.name(),
                    results().attempt(row.name()), results().rounds(row.name(), system).size() - 1, value));
        }
        if (results().attempt(row.name()) == 0) {
            progress.accept(msOfValue.getOrDefault(row, 0L));
        }
    }
}
