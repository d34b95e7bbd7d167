package org.rmi4mpi.gateway;

import java.io.ObjectInputFilter;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.rmi.Remote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.rmi4mpi.launch.Options;

/**
 * How a gateway listens, and what it lets through. Each method changes this object and returns it. It starts with what the options
 * of the rank tell, and without options with the safest: the loopback interface, and no names.
 */
public final class GatewaySettings {
    private static final int BYTES_IN_MIB = 1 << 20;
    private static final int LAST_PORT = 65_535;

    private int port;
    private String address;
    private final List<Predicate<String>> names = new ArrayList<>();
    private final Map<Class<?>, Class<?>> blockingByRank = new HashMap<>();
    private final Map<Method, Method> methodsOfRanks = new HashMap<>();
    private ObjectInputFilter moreTypes;
    private Authorizer authorizer = (caller, name, method) -> true;
    private Authenticator authenticator;
    private Path keystore;
    private int connections = Options.GATEWAY_CONNECTIONS.value();
    private int calls = Options.GATEWAY_CALLS.value();
    private int requestMib = Options.GATEWAY_MIB.value();
    private int requestSeconds = Options.GATEWAY_SECONDS.value();
    private int callSeconds = Options.GATEWAY_CALL_SECONDS.value();

    /**
     * @param port on which the registry and all objects are found; 0 for any that is free
     * @throws IllegalArgumentException if there is no such port, or a file that an option names cannot be used
     */
    public GatewaySettings(int port) {
        if (port < 0 || port > LAST_PORT) {
            throw new IllegalArgumentException(
                    "port " + port + ": expected one from 1 to " + LAST_PORT + ", or 0 for any that is free");
        }
        this.port = port;
        address = Options.GATEWAY_ADDRESS.text("localhost");
        names(Options.GATEWAY_NAMES.text("").split(","));
        if (Options.GATEWAY_TYPES.isGiven()) {
            types(Options.GATEWAY_TYPES.text(""));
        }
        if (Options.GATEWAY_USERS.isGiven()) {
            authenticator = UsersFile.read(Path.of(Options.GATEWAY_USERS.text("")));
        }
        if (Options.GATEWAY_RULES.isGiven()) {
            authorizer = RulesFile.read(Path.of(Options.GATEWAY_RULES.text("")));
        }
        if (Options.GATEWAY_TLS.isGiven()) {
            keystore = Path.of(Options.GATEWAY_TLS.text(""));
        }
    }

    /** Publishes the names of the job's registries that fit one of these patterns, in which * stands for any text. */
    public GatewaySettings names(String... patterns) {
        for (String each : patterns) {
            if (!each.isBlank()) {
                names.add(Pattern.compile(Pattern.quote(each.trim()).replace("*", "\\E.*\\Q")).asMatchPredicate());
            }
        }
        return this;
    }

    /** Listens at this address, or at that of the host's name, in place of the loopback interface. */
    public GatewaySettings address(String host) {
        address = host;
        return this;
    }

    /** Lets values of more classes through: a pattern as of {@code jdk.serialFilter}, such as {@code "com.acme.shapes.*"}. */
    public GatewaySettings types(String pattern) {
        moreTypes = ObjectInputFilter.Config.createFilter(pattern);
        return this;
    }

    /** Has this object decide on each call. */
    public GatewaySettings authorizer(Authorizer rules) {
        authorizer = rules;
        return this;
    }

    /** Has clients log in: they find the name {@code login} alone. */
    public GatewaySettings authenticator(Authenticator users) {
        authenticator = users;
        return this;
    }

    /** Has both ends show certificates. The store has the gateway's key, and the certificates of those whom it trusts. */
    public GatewaySettings tls(Path keystoreFile) {
        keystore = keystoreFile;
        return this;
    }

    /**
     * Offers objects of ranks that have one interface by another one. Each of its methods stands for the method of the same name and
     * parameters. It returns the value where that returns a future, which the JDK cannot send.
     *
     * @throws IllegalArgumentException if a method stands for none, or an interface is not remote
     */
    public GatewaySettings blocking(Class<?> ofRanks, Class<?> ofClients) {
        for (Class<?> each : new Class<?>[] {ofRanks, ofClients}) {
            if (!each.isInterface() || !Remote.class.isAssignableFrom(each)) {
                throw new IllegalArgumentException(each + " is no interface that extends java.rmi.Remote");
            }
        }
        for (Method method : ofClients.getMethods()) {
            try {
                methodsOfRanks.put(method, ofRanks.getMethod(method.getName(), method.getParameterTypes()));
            } catch (NoSuchMethodException e) {
                throw new IllegalArgumentException(ofRanks.getName() + " has no method for " + method, e);
            }
        }
        blockingByRank.put(ofRanks, ofClients);
        return this;
    }

    /** Limits the connections that are open at the same time. */
    public GatewaySettings connections(int most) {
        connections = most;
        return this;
    }

    /** Limits the calls that are under way at the same time. */
    public GatewaySettings calls(int most) {
        calls = most;
        return this;
    }

    /** Limits the length of a request, in MiB. */
    public GatewaySettings requestMib(int most) {
        requestMib = most;
        return this;
    }

    /** Limits how long a request takes to arrive, a reply to leave, or a connection to be idle, in seconds. */
    public GatewaySettings requestSeconds(int most) {
        requestSeconds = most;
        return this;
    }

    /** Limits how long the method of a rank may take, in seconds; 0 for no limit. */
    public GatewaySettings callSeconds(int most) {
        callSeconds = most;
        return this;
    }

    // ---- for the gateway

    int port() {
        return port;
    }

    String address() {
        return address;
    }

    boolean publishes(String name) {
        return names.stream().anyMatch(each -> each.test(name));
    }

    ObjectInputFilter moreTypes() {
        return moreTypes;
    }

    Authorizer authorizer() {
        return authorizer;
    }

    /** Null if clients need not log in. */
    Authenticator authenticator() {
        return authenticator;
    }

    /** Null for connections in plain text. */
    Path keystore() {
        return keystore;
    }

    int connections() {
        return connections;
    }

    int calls() {
        return calls;
    }

    long requestBytes() {
        return (long) requestMib * BYTES_IN_MIB;
    }

    int requestSeconds() {
        return requestSeconds;
    }

    int callSeconds() {
        return callSeconds;
    }

    /** The interface by which clients see an interface of ranks. */
    Class<?> ofClients(Class<?> ofRanks) {
        return blockingByRank.getOrDefault(ofRanks, ofRanks);
    }

    /** The method of a rank's object that a method of a client's interface stands for. */
    Method methodOfRank(Method ofClient) {
        return methodsOfRanks.getOrDefault(ofClient, ofClient);
    }

    /** The interface of ranks that an interface of clients stands for. */
    Class<?> ofRanks(Class<?> ofClients) {
        for (Map.Entry<Class<?>, Class<?>> each : blockingByRank.entrySet()) {
            if (each.getValue() == ofClients) {
                return each.getKey();
            }
        }
        return ofClients;
    }
}
