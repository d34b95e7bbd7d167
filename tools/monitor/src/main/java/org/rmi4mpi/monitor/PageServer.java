package org.rmi4mpi.monitor;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Serves the page, the states of the ranks, and the report of hangs, to those who know the token. Thread-safe. */
final class PageServer {
    private static final int TOKEN_BYTES = 16;
    private static final int THREADS = 4;
    private static final int OK = 200;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int FAILED = 500;

    private final HttpServer server;
    private final ExecutorService threads;
    private final byte[] token;

    private PageServer(HttpServer server, ExecutorService threads, byte[] token) {
        this.server = server;
        this.threads = threads;
        this.token = token;
    }

    /** @param port 0 for any */
    static PageServer start(int port, JobStates states) throws IOException {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, body -> {
            Thread thread = new Thread(body, "rmi4mpi-monitor");
            thread.setDaemon(true);
            return thread;
        });
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        PageServer made = new PageServer(server, threads,
                HexFormat.of().formatHex(random).getBytes(StandardCharsets.US_ASCII));
        String page;
        try (InputStream text = PageServer.class.getResourceAsStream("page.html")) {
            page = new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
        made.serve("/", "text/html", () -> page);
        made.serve("/state.json", "application/json", states::json);
        made.serve("/why", "text/plain", HangReport::text);
        server.setExecutor(threads);
        // The server's own thread is a daemon if the one that starts it is. Another one would keep the job from its end.
        CompletableFuture.runAsync(server::start, threads).join();
        return made;
    }

    /** With the token. */
    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/?token="
                + new String(token, StandardCharsets.US_ASCII);
    }

    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void serve(String path, String type, Supplier<String> text) {
        server.createContext(path, exchange -> {
            try (exchange) {
                if (!exchange.getRequestURI().getPath().equals(path)) {
                    answer(exchange, NOT_FOUND, "text/plain", "There is no such page.\n");
                } else if (!knowsToken(exchange)) {
                    answer(exchange, FORBIDDEN, "text/plain",
                            "The token is missing or wrong: take the address that rmi4mpirun has printed.\n");
                } else {
                    answer(exchange, OK, type, text.get());
                }
            } catch (RuntimeException e) {
                answer(exchange, FAILED, "text/plain", e + "\n");
            }
        });
    }

    private boolean knowsToken(HttpExchange exchange) {
        String query = exchange.getRequestURI().getQuery();
        String given = query != null && query.startsWith("token=") ? query.substring("token=".length()) : "";
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token);
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type + "; charset=utf-8");
        headers.set("Cache-Control", "no-store");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Content-Security-Policy",
                "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline';"
                        + " connect-src 'self'; img-src data:; frame-ancestors 'none'");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
