package org.rmi4mpi.tests.unit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;

import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.Test;

/**
 * Package mpi has every class, method and constant of both APIs, which {@code tests/api} lists. A parameter may be of a
 * wider type, and a result of a narrower one.
 */
public class ApiTest {
    private static final Pattern METHOD =
            Pattern.compile("(?:(static) )?(?:<.*> )?(?:([\\w\\[\\]<>]+) )?(\\w+)\\((.*)\\)");
    private static final Map<String, Class<?>> PRIMITIVES = Map.of("void", void.class, "int", int.class, "long",
            long.class, "boolean", boolean.class, "double", double.class, "float", float.class, "short", short.class,
            "byte", byte.class, "char", char.class);
    /** Not there yet. What is added to the package has to be taken out here. */
    private static final Set<String> MISSING = Set.of();

    @Test
    public void thatOfMpiJavaIsThere() throws IOException {
        Checker checker = check("mpijava.txt");
        assertThat(checker.missing, empty());
        assertThat(checker.found, greaterThan(180));
    }

    @Test
    public void thatOfOpenMpiIsThereButForWhatIsNamedHere() throws IOException {
        Checker checker = check("openmpi.txt");
        assertThat(checker.missing, is(new TreeSet<>(MISSING)));
        assertThat(checker.found, greaterThan(500));
    }

    private static Checker check(String file) throws IOException {
        Checker checker = new Checker();
        for (String line : Files.readAllLines(Path.of("tests/api", file))) {
            checker.check(line);
        }
        return checker;
    }

    /** Goes through a list, line by line. */
    private static final class Checker {
        private final Set<String> missing = new TreeSet<>();
        private int found;
        private Class<?> current;

        void check(String line) {
            if (!line.startsWith(" ")) {
                beginClass(line);
            } else if (current != null) {
                String member = line.trim();
                boolean isThere = member.startsWith("field ") ? hasField(member.substring(6)) : hasMethod(member);
                found += isThere ? 1 : 0;
                if (!isThere) {
                    missing.add(isNamed(member) ? current.getSimpleName() + "." + nameOf(member)
                            : current.getSimpleName() + ": " + member);
                }
            }
        }

        private boolean isNamed(String member) {
            return MISSING.contains(current.getSimpleName() + "." + nameOf(member));
        }

        private static String nameOf(String member) {
            Matcher matcher = METHOD.matcher(member);
            return matcher.matches() ? matcher.group(3) : member;
        }

        private void beginClass(String line) {
            String[] words = line.split("[ :]+");
            current = ofPackage(words[1]);
            if (current == null) {
                missing.add("class " + words[1]);
                return;
            }
            for (String above : Arrays.asList(words).subList(2, words.length)) {
                Class<?> type = type(above);
                boolean isUnchecked = current.getSimpleName().equals("MPIException");
                if (!isUnchecked && !type.isAssignableFrom(current)) {
                    missing.add(line);
                }
            }
        }

        private static Class<?> ofPackage(String name) {
            try {
                return Class.forName("mpi." + name, false, ApiTest.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                return null;
            }
        }

        private boolean hasField(String name) {
            return Arrays.stream(current.getFields()).anyMatch(field -> field.getName().equals(name));
        }

        /** A view of a structure's data has the methods that the list gives to the structure. */
        private List<Class<?>> places() {
            List<Class<?>> places = new ArrayList<>(List.of(current));
            places.addAll(Arrays.asList(current.getClasses()));
            return places;
        }

        private boolean hasMethod(String member) {
            Matcher matcher = METHOD.matcher(member);
            assertThat(member, matcher.matches());
            Class<?>[] parameters = matcher.group(4).isBlank() ? new Class<?>[0]
                    : Stream.of(matcher.group(4).split(", ?")).map(p -> type(p.trim().split(" ")[0]))
                            .toArray(Class<?>[]::new);
            if (matcher.group(2) == null) {
                return Arrays.stream(current.getConstructors()).anyMatch(c -> takes(c, parameters));
            }
            return places().stream().flatMap(place -> Arrays.stream(place.getMethods()))
                    .anyMatch(method -> method.getName().equals(matcher.group(3)) && takes(method, parameters)
                            && gives(method, matcher.group(2))
                            && (Modifier.isStatic(method.getModifiers()) || matcher.group(1) == null));
        }

        private static boolean takes(Executable method, Class<?>[] parameters) {
            Class<?>[] own = method.getParameterTypes();
            boolean takes = own.length == parameters.length && Modifier.isPublic(method.getModifiers());
            for (int i = 0; takes && i < own.length; i++) {
                takes = own[i].isAssignableFrom(parameters[i]);
            }
            return takes;
        }

        private static boolean gives(Method method, String type) {
            return type.equals("T") || type(type).isAssignableFrom(method.getReturnType());
        }

        private static Class<?> type(String name) {
            if (name.endsWith("[]")) {
                return type(name.substring(0, name.length() - 2)).arrayType();
            } else if (PRIMITIVES.containsKey(name)) {
                return PRIMITIVES.get(name);
            }
            for (String place : List.of("mpi.", "java.lang.", "java.nio.")) {
                try {
                    return Class.forName(place + name, false, ApiTest.class.getClassLoader());
                } catch (ClassNotFoundException e) {
                    // It may be in the next package.
                }
            }
            return Unknown.class;
        }

        /** In the place of a class that is missing. */
        private static final class Unknown {}
    }
}
