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
import org.rmi4mpi.bench.mpi.MpiResults;
import org.rmi4mpi.bench.rows.ResultsFile;

/**
 * Writes a page from a file of results: a report in HTML, or docs/performance.md, with the figures of README.md.
 * Arguments: the file of results, and the page, whose name chooses the template; for the second also README.md, and the
 * file of {@code make bench-mpi}, whose tables are left out if it is missing.
 */
public final class Report {
    private Report() {}

    public static void main(String[] args) {
        try {
            ResultsFile.Content content = ResultsFile.read(Path.of(args[0]));
            Path page = Path.of(args[1]);
            if (page.toString().endsWith(".html")) {
                Files.writeString(page, page(content));
            } else {
                Path messages = Path.of(args[3]);
                Files.writeString(page, fill(content, "performance.md.ftl",
                        Files.exists(messages) ? MpiResults.read(messages).tablesOfNewestJdk() : ""));
                ReadmeTable.write(content, Path.of(args[2]));
                System.out.println(args[2]);
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

    static String page(ResultsFile.Content content) throws IOException {
        return fill(content, "report.html.ftl", "");
    }

    /** @param messages tables of package mpi; "" for none */
    static String fill(ResultsFile.Content content, String template, String messages) throws IOException {
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
            model.put("messages", messages);
            configuration.getTemplate(template).process(model, out);
        } catch (TemplateException e) {
            throw new IOException("the page cannot be written: " + e.getMessage(), e);
        }
        return out.toString();
    }
}
