package org.rmi4mpi.gateway;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A file of rules: a line is {@code allow} or {@code deny}, then patterns of the user, the published name, the interface, and the
 * method, in which * stands for any text. The first rule that fits decides. What no rule fits is denied. Immutable.
 */
final class RulesFile implements Authorizer {
    private record Rule(boolean allows, List<Predicate<String>> patterns) {
        boolean fits(String... texts) {
            for (int i = 0; i < texts.length; i++) {
                if (!patterns.get(i).test(texts[i])) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final int WORDS = 5;

    private final List<Rule> rules = new ArrayList<>();

    private RulesFile() {}

    /** @throws IllegalArgumentException if the file cannot be used */
    static RulesFile read(Path file) {
        try {
            return of(Files.readAllLines(file), file.toString());
        } catch (IOException e) {
            throw new IllegalArgumentException("the file of rules cannot be read: " + e, e);
        }
    }

    static RulesFile of(List<String> lines, String file) {
        RulesFile made = new RulesFile();
        for (int i = 0; i < lines.size(); i++) {
            String text = lines.get(i).strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            String[] words = text.split("\\s+");
            if (words.length != WORDS || !words[0].equals("allow") && !words[0].equals("deny")) {
                throw new IllegalArgumentException("line " + (i + 1) + " of " + file + " is \"" + text
                        + "\": expected allow or deny, then USER NAME INTERFACE METHOD, * for any");
            }
            List<Predicate<String>> patterns = new ArrayList<>();
            for (int word = 1; word < WORDS; word++) {
                patterns.add(Pattern.compile(Pattern.quote(words[word]).replace("*", "\\E.*\\Q")).asMatchPredicate());
            }
            made.rules.add(new Rule(words[0].equals("allow"), patterns));
        }
        return made;
    }

    @Override
    public boolean allows(Caller caller, String name, Method method) {
        return allows(caller, name, method, List.of());
    }

    /** A rule fits by the interface that declares the method, and by each one that has it. */
    @Override
    public boolean allows(Caller caller, String name, Method method, List<Class<?>> interfaces) {
        Set<String> types = new LinkedHashSet<>(Set.of(method.getDeclaringClass().getName()));
        interfaces.stream().filter(each -> has(each, method)).map(Class::getName).forEach(types::add);
        for (Rule rule : rules) {
            if (types.stream().anyMatch(each -> rule.fits(caller.user(), name, each, method.getName()))) {
                return rule.allows();
            }
        }
        return false;
    }

    private static boolean has(Class<?> type, Method method) {
        try {
            type.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}
