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
import org.rmi4mpi.bench.rows.ResultsFile;

/**
 * Writes a page from a file of results: a report in HTML, or docs/performance.md. Arguments: the file of results, and
 * the page, whose name chooses the template.
 */
public final class Report {
    private Report() {}

    public static void main(String[] args) {
        try {
            Path page = Path.of(args[1]);
            Files.writeString(page, page(ResultsFile.read(Path.of(args[0])), page.toString().endsWith(".html")));
            System.out.println(page);
        } catch (NoSuchFileException e) {
            System.err.println("rmi4mpi: there is no " + e.getFile() + ": measure by 'make bench', or name a file");
            System.exit(1);
        } catch (IOException e) {
            System.err.println("rmi4mpi: " + e.getMessage());
            System.exit(1);
        }
    }

    static String page(ResultsFile.Content content, boolean isHtml) throws IOException {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassForTemplateLoading(Report.class, "/");
        configuration.setDefaultEncoding("UTF-8");
        configuration.setLocale(Locale.ROOT);
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        configuration.setOutputFormat(isHtml ? HTMLOutputFormat.INSTANCE : PlainTextOutputFormat.INSTANCE);
        StringWriter out = new StringWriter();
        try {
            configuration.getTemplate(isHtml ? "report.html.ftl" : "performance.md.ftl")
                    .process(new Model(content).toMap(), out);
        } catch (TemplateException e) {
            throw new IOException("the page cannot be written: " + e.getMessage(), e);
        }
        return out.toString();
    }
}
