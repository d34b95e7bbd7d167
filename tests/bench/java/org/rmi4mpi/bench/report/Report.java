package org.rmi4mpi.bench.report;

import freemarker.core.HTMLOutputFormat;
import freemarker.core.PlainTextOutputFormat;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.rmi4mpi.bench.mpi.CallTables;
import org.rmi4mpi.bench.mpi.MpiResults;
import org.rmi4mpi.bench.rows.ResultsFile;

/**
 * Writes a page from a file of results: a report in HTML, or docs/performance.md, with the figures of README.md.
 * Arguments: the file of results, the page, whose name chooses the template, and the file of {@code make bench-mpi}, whose tables
 * are left out if it is missing; for the second page also README.md.
 */
public final class Report {
    private Report() {}

    public static void main(String[] args) {
        try {
            ResultsFile.Content content = ResultsFile.read(Path.of(args[0]));
            Path page = Path.of(args[1]);
            Path messages = Path.of(args[2]);
            MpiResults measured = Files.exists(messages) ? MpiResults.read(messages) : new MpiResults();
            if (page.toString().endsWith(".html")) {
                Files.writeString(page, page(content, measured));
            } else {
                Files.writeString(page, fill(content, "performance.md.ftl", measured));
                ReadmeTable.write(content, Path.of(args[3]));
                System.out.println(args[3]);
            }
            System.out.println(page);
        } catch (NoSuchFileException e) {
            System.err.println("rmi4mpi: there is no " + e.getFile() + ": measure by 'make bench', or name a file");
            System.exit(1);
        } catch (IOException e) {
            System.err.println("rmi4mpi: " + e.getMessage());
            System.exit(1);
        }
    }

    static String page(ResultsFile.Content content, MpiResults messages) throws IOException {
        return fill(content, "report.html.ftl", messages);
    }

    /** @param messages the figures of package mpi; empty where there are none */
    static String fill(ResultsFile.Content content, String template, MpiResults messages) throws IOException {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassForTemplateLoading(Report.class, "/");
        configuration.setDefaultEncoding("UTF-8");
        configuration.setLocale(Locale.ROOT);
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        configuration.setOutputFormat(
                template.startsWith("report.html") ? HTMLOutputFormat.INSTANCE : PlainTextOutputFormat.INSTANCE);
        StringWriter out = new StringWriter();
        try {
            Map<String, Object> model = new Model(content).toMap();
            model.put("messages", messages.measures().isEmpty() ? "" : messages.tablesOfNewestJdk());
            model.put("callTables", CallTables.of(messages, messages.variantsOfCalls(), false));
            model.put("callCharts", CallChart.draw(messages));
            configuration.getTemplate(template).process(model, out);
        } catch (TemplateException e) {
            throw new IOException("the page cannot be written: " + e.getMessage(), e);
        }
        return out.toString();
    }
}
