package org.rmi4mpi.tests.serial;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;

/** A graph as text: classes, values, and identities of objects. Two graphs are alike if their texts are equal. */
final class GraphText {
    private final Map<Object, Integer> places = new IdentityHashMap<>();
    private final Deque<Object> toTell = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();

    private GraphText() {}

    static String of(Object root) throws IllegalAccessException {
        GraphText graph = new GraphText();
        graph.mention(root);
        while (!graph.toTell.isEmpty()) {
            graph.tell(graph.toTell.remove());
        }
        return graph.text.toString();
    }

    private void mention(Object object) {
        if (object == null || object instanceof Class || object instanceof Enum) {
            text.append(object).append(' ');
            return;
        }
        if (object.equals("")) { // JDK 21 reads each one as a new object
            text.append("\"\" ");
            return;
        }
        Integer place = places.get(object);
        if (place == null) {
            place = places.size();
            places.put(object, place);
            toTell.add(object);
        }
        text.append('#').append(place).append(' ');
    }

    private void tell(Object object) throws IllegalAccessException {
        text.append("\n#").append(places.get(object)).append(' ').append(object.getClass().getName()).append(": ");
        if (object.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(object); i++) {
                value(object.getClass().getComponentType(), Array.get(object, i));
            }
        } else if (object instanceof Collection<?> collection) {
            collection.forEach(this::mention);
        } else if (object instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                mention(key);
                mention(value);
            });
        } else if (object.getClass().getName().startsWith("java.")) {
            text.append(object);
        } else {
            for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
                fields(type, object);
            }
        }
    }

    private void fields(Class<?> type, Object object) throws IllegalAccessException {
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                text.append(field.getName()).append('=');
                value(field.getType(), field.get(object));
            }
        }
    }

    private void value(Class<?> type, Object value) {
        if (type.isPrimitive()) {
            text.append(value).append(' ');
        } else {
            mention(value);
        }
    }
}
