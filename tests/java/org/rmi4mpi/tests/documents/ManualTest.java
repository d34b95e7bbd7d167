package org.rmi4mpi.tests.documents;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.BeforeClass;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.jobs.Programs;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** The man page and the completions, which are made from the text of --help. */
@Deadline(60)
@OneJdk
public class ManualTest {
    private static final int SECONDS = 30;
    private static final Pattern OPTION = Pattern.compile("(?m)^  (--?[a-z][-a-z]*|-Drmi4mpi[\\w.]+)");
    private static String help;
    private static List<String> options;

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    @BeforeClass
    public static void readHelp() throws Exception {
        help = run("build/bin/rmi4mpirun", "--help");
        options = OPTION.matcher(help).results().map(MatchResult::group).map(String::strip).toList();
        assertThat(options.size(), greaterThan(40));
    }

    private static String run(String... command) throws Exception {
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), List.of(command));
        assertThat(outcome.output(), outcome.status(), is(0));
        return outcome.output();
    }

    private String make(String form) throws Exception {
        Path text = folder.getRoot().toPath().resolve("help");
        Files.writeString(text, help);
        return run("awk", "-f", "packaging/manual.awk", "-v", "form=" + form, "-v", "version=1.2", text.toString());
    }

    @Test
    public void eachOptionIsInTheManual() throws Exception {
        String page = make("man");
        assertThat(page, containsString("\"rmi4mpi 1.2\""));
        for (String option : options) {
            assertThat(page, containsString("\n.B " + option.replace("-", "\\-")));
        }
    }

    @Test
    public void eachOptionIsCompletedByZsh() throws Exception {
        String completions = make("zsh");
        for (String option : options) {
            assertThat(completions, containsString("\n    '" + option));
        }
    }

    @Test
    public void bashCompletesOptions() throws Exception {
        Path script = folder.getRoot().toPath().resolve("completion");
        Files.writeString(script, make("bash"));
        for (String option : options) {
            String completed = run("bash", "-c", "source " + script + "; COMP_WORDS=(rmi4mpirun " + option
                    + "); COMP_CWORD=1; _rmi4mpirun; echo \" ${COMPREPLY[*]} \"");
            assertThat(completed, containsString(" " + option));
        }
    }
}
