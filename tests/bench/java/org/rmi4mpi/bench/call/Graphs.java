package org.rmi4mpi.bench.call;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rmi4mpi.tests.serial.Models;

/** The objects that are sent there and back, by name: those of {@link Models}, null, and large arrays. */
final class Graphs {
    private static final List<String> OF_MODELS = List.of("int32", "int4null2", "tree15");
    private static final List<String> ARRAYS = List.of("byte", "int", "float");
    private static final Map<String, Object> GRAPHS = new LinkedHashMap<>();

    static {
        GRAPHS.put("null", null);
        OF_MODELS.forEach(name -> GRAPHS.put(name, Models.graph(name)));
        for (String type : ARRAYS) {
            Models.names().stream().filter(name -> name.startsWith(type + "["))
                    .forEach(name -> GRAPHS.put(name, Models.graph(name)));
        }
        GRAPHS.put("byte[1Mi]", Models.bytes(1 << 20));
        GRAPHS.put("double[1M]", Models.random().doubles(1_000_000).toArray());
    }

    private Graphs() {}

    static Iterable<String> names() {
        return GRAPHS.keySet();
    }

    static Object graph(String name) {
        return GRAPHS.get(name);
    }
}
