package org.rmi4mpi.bench.report;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.Test;
import org.rmi4mpi.bench.app.Applications;
import org.rmi4mpi.bench.call.CallSituations;
import org.rmi4mpi.bench.kind.KindJobs;
import org.rmi4mpi.bench.mpi.MpiResults;
import org.rmi4mpi.bench.pattern.PatternJobs;
import org.rmi4mpi.bench.rows.ResultsFile;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Sample;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;
import org.xml.sax.InputSource;

public class ReportTest {
    private static final MpiResults NONE = new MpiResults();

    private static MpiResults messages() {
        MpiResults results = new MpiResults();
        results.add(0, "latency", 8, "C multiple", 1);
        results.add(0, "latency", 8, "array 25", 1.25);
        for (String phase : List.of("young", "warm")) {
            for (String variant : List.of("array 17", "camel-array 17", "array 25")) {
                results.add(0, "Scan double on 2 ranks " + phase, 8, "C multiple", 2);
                results.add(0, "Scan double on 2 ranks " + phase, 8, variant, phase.equals("warm") ? 1 : 5);
            }
        }
        results.add(0, "Scan int on 2 ranks warm", 4096, "C multiple", 4);
        results.add(0, "Scan int on 2 ranks warm", 4096, "camel-array 17", 6);
        return results;
    }

    private static List<Situation> situations() {
        List<Situation> situations = new ArrayList<>(CallSituations.all(17));
        situations.add(PatternJobs.all());
        situations.add(KindJobs.all());
        situations.add(new Applications());
        return situations;
    }

    /** Results in which every row has values; ours take a tenth of the time, times a factor. */
    private static ResultsFile.Content content(double factor) {
        List<Sample> samples = new ArrayList<>();
        for (Situation situation : situations()) {
            for (Row row : situation.rows()) {
                for (Software system : situation.software(row)) {
                    for (int round = 0; round < 3; round++) {
                        double times = system == Software.OURS ? factor / 10 : 1;
                        double value = (100 + round) * (row.unit().moreIsBetter() ? 1 / times : times);
                        samples.add(new Sample(row.section().name(), row.name(), row.unit().text(), system.name(), 0,
                                round, value));
                    }
                }
            }
        }
        return new ResultsFile.Content(new LinkedHashMap<>(Map.of("processor", "<one>", "cores", "2")), samples);
    }

    @Test
    public void everyRowIsThere() throws Exception {
        String page = Report.page(content(1), NONE);
        for (Situation situation : situations()) {
            for (Row row : situation.rows()) {
                String name = row.name().replace("\"", "&quot;").replace("'", "&#39;");
                assertThat(page, containsString("<td>" + name + "</td>"));
            }
        }
        assertThat(page, containsString("&lt;one&gt;"));
        assertThat(page, containsString("saves 90.0 %"));
    }

    @Test
    public void diagramsParseAndHaveNamesOfTheirOwn() throws Exception {
        String page = Report.page(content(1), NONE);
        List<String> diagrams = Pattern.compile("<svg.*?</svg\\s*>", Pattern.DOTALL).matcher(page).results()
                .map(match -> match.group()).toList();
        assertThat(diagrams.size(), is(7));
        List<String> ids = Pattern.compile(" id=\"(c[^\"]*)\"").matcher(page).results().map(match -> match.group(1))
                .toList();
        assertThat(ids.size(), greaterThan(7));
        assertThat(ids.stream().distinct().count(), is((long) ids.size()));
        for (String diagram : diagrams) {
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(diagram)));
            assertThat(diagram, not(containsString("rgb(1,")));
        }
    }

    @Test
    public void aPageNeedsNoOtherFile() throws Exception {
        String page = Report.page(content(1), NONE).replace("xmlns=\"http://www.w3.org/2000/svg\"", "")
                .replace("xmlns:xlink=\"http://www.w3.org/1999/xlink\"", "");
        assertThat(page, not(containsString("http")));
        assertThat(page, not(containsString("src=")));
    }

    @Test
    public void whatIsSlowerIsSaid() throws Exception {
        String page = Report.page(content(20), NONE);
        assertThat(page, containsString("are slower than by"));
    }

    @Test
    public void callsOfMessagesAreBesideC() throws Exception {
        String page = Report.page(content(1), messages());
        assertThat(page, containsString("2 ranks, young"));
        assertThat(page, containsString("<td>Scan</td><td>double</td><td>8 B</td><td>2.00</td>"
                + "<td class=\"ours\">1.00 (0.50)</td>"));
        assertThat(page, containsString("<td>Scan</td><td>int</td><td>4 KiB</td><td>4.00</td><td class=\"ours\"></td>"
                + "<td class=\"ours\"></td><td class=\"ours slow\">6.00 (1.50)</td>"));
        assertThat(page, containsString("time over that of C"));
        assertThat(Report.page(content(1), NONE), not(containsString("id=\"messages\"")));
    }

    @Test
    public void thePageForUsersHasNumbers() throws Exception {
        String page = Report.fill(content(1), "performance.md.ftl", messages());
        assertThat(page, containsString("| `void ping()` | 10.1 |"));
        assertThat(page, containsString("1.25 (1.25)"));
        assertThat(Report.fill(content(1), "performance.md.ftl", NONE), not(containsString("What a message costs")));
    }

    @Test
    public void figuresOfTheReadmeAreReplaced() throws Exception {
        Path readme = Path.of("README.md");
        String table = Report.fill(content(1), "readme.md.ftl", NONE);
        assertThat(table.lines().filter(line -> line.contains("| 10.1 |")).count(), is(8L));
        String old = "before\n" + ReadmeTable.BEGIN + "old\n" + ReadmeTable.END + "after\n";
        assertThat(ReadmeTable.replace(old, table, readme),
                is("before\n" + ReadmeTable.BEGIN + table + ReadmeTable.END + "after\n"));
        IOException failure =
                assertThrows(IOException.class, () -> ReadmeTable.replace("no marks", table, readme));
        assertThat(failure.getMessage(), containsString("README.md has no lines"));
    }

    @Test
    public void comparisonNamesRowsThatBecameSlower() {
        assertThat(new Compare(content(1), content(1)).changes(), is(List.of()));
        Compare compare = new Compare(content(1), content(1.5));
        assertThat(compare.changes().stream().filter(change -> change.row().equals("void ping()")).findFirst()
                .orElseThrow().factor(), is(org.hamcrest.Matchers.closeTo(1.5, 1e-9)));
        assertThat(compare.text(), containsString("C itself: x 1.00 in the median"));
        assertThat(new Compare(content(1), content(0.5)).text(), containsString("0 rows became slower"));
    }
}
