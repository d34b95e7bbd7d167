package org.rmi4mpi.peer;

import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.rmi.UnmarshalException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rmi4mpi.ref.stub.RemoteInterfaces;

/** The remote methods of a class, by name. Immutable. */
final class PeerMethods {
    private static final ClassValue<PeerMethods> TABLES = new ClassValue<>() {
        @Override
        protected PeerMethods computeValue(Class<?> type) {
            return new PeerMethods(type);
        }
    };

    /** By name, then by descriptor. */
    private final Map<String, Map<String, Method>> byName = new LinkedHashMap<>();
    private final String interfaces;

    private PeerMethods(Class<?> type) {
        List<String> names = new ArrayList<>();
        for (Class<?> remote : RemoteInterfaces.of(type)) {
            names.add(remote.getName());
            for (Method method : remote.getMethods()) {
                if (!Modifier.isStatic(method.getModifiers())) {
                    method.setAccessible(true);
                    byName.computeIfAbsent(method.getName(), name -> new LinkedHashMap<>())
                            .putIfAbsent(descriptor(method), method);
                }
            }
        }
        interfaces = String.join(", ", names);
    }

    static PeerMethods of(Class<?> type) {
        return TABLES.get(type);
    }

    static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes()).toMethodDescriptorString();
    }

    /**
     * Finds the method of a request.
     *
     * @param descriptor null where the caller does not know it; the arguments then choose the method
     * @param arguments stands at the first argument, and does so afterwards
     */
    Method find(String name, String descriptor, int count, ValueReader arguments) throws IOException {
        Map<String, Method> named = byName.get(name);
        if (named == null) {
            throw new UnmarshalException("there is no method " + name + " in " + interfaces + ", which has "
                    + String.join(", ", byName.keySet()));
        } else if (descriptor != null) {
            Method method = named.get(descriptor);
            if (method == null || method.getParameterCount() != count) {
                throw new UnmarshalException(
                        "there is no method " + name + descriptor + " with " + count + " arguments in "
                                + interfaces + ", which has " + texts(named.values()));
            }
            return method;
        }
        List<Method> fitting = named.values().stream().filter(each -> each.getParameterCount() == count).toList();
        if (fitting.isEmpty()) {
            throw new UnmarshalException(name + " is called with " + count + " arguments, but there is "
                    + texts(named.values()));
        }
        return fitting.size() == 1 ? fitting.get(0) : best(fitting, count, arguments);
    }

    private static Method best(List<Method> candidates, int count, ValueReader arguments) throws IOException {
        int begin = arguments.position();
        List<Method> best = new ArrayList<>();
        int[] bestFits = null;
        for (Method each : candidates) {
            arguments.goTo(begin);
            int[] fits = fits(each, count, arguments);
            if (fits == null || bestFits != null && isWorse(fits, bestFits) && !isWorse(bestFits, fits)) {
                continue;
            }
            if (bestFits == null || isWorse(bestFits, fits) && !isWorse(fits, bestFits)) {
                best.clear();
                bestFits = fits;
            }
            best.add(each);
        }
        arguments.goTo(begin);
        if (best.size() != 1) {
            throw new UnmarshalException(
                    (best.isEmpty() ? "the arguments fit none of " : "the arguments fit several of ")
                            + texts(best.isEmpty() ? candidates : best)
                            + ": convert them to the types of one, or name its descriptor");
        }
        return best.get(0);
    }

    private static int[] fits(Method method, int count, ValueReader arguments) throws IOException {
        int[] fits = new int[count];
        for (int i = 0; i < count; i++) {
            fits[i] = arguments.fit(method.getParameterTypes()[i]);
            if (fits[i] == 0) {
                return null;
            }
        }
        return fits;
    }

    /** Whether an argument fits worse than in the other list. */
    private static boolean isWorse(int[] fits, int[] others) {
        for (int i = 0; i < fits.length; i++) {
            if (fits[i] < others[i]) {
                return true;
            }
        }
        return false;
    }

    private static String texts(Iterable<Method> methods) {
        List<String> texts = new ArrayList<>();
        for (Method each : methods) {
            List<String> types = new ArrayList<>();
            for (Class<?> type : each.getParameterTypes()) {
                types.add(type.getTypeName());
            }
            texts.add(each.getName() + "(" + String.join(", ", types) + ")");
        }
        return String.join(", ", texts);
    }
}
