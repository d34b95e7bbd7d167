package org.rmi4mpi.tests.serial;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import org.rmi4mpi.tests.runner.JdkTools;

/** One side's version of some classes: compiled in memory, in package evolving, and found by their own loader. */
final class Version extends ClassLoader {
    private static final Pattern NAME = Pattern.compile("(?:class|record|enum|interface) (\\w+)");

    /** The JDK's own classes. They are kept, since finding them takes long. */
    private static JavaFileManager jdk;

    private final Map<String, byte[]> classes = new HashMap<>();

    private Version() {
        super(Version.class.getClassLoader());
    }

    /** @param sources one top-level type each, without imports; the default package is evolving */
    static synchronized Version of(String... sources) {
        JavaCompiler compiler = JdkTools.compiler();
        if (jdk == null) {
            jdk = compiler.getStandardFileManager(null, null, null);
        }
        Version version = new Version();
        List<JavaFileObject> files = new ArrayList<>();
        for (String source : sources) {
            files.add(new Source(source));
        }
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        JavaFileManager manager = version.new Memory(jdk);
        List<String> options = List.of("-proc:none", "-Xlint:none", "-cp", "none");
        if (!compiler.getTask(null, manager, problems, options, null, files).call()) {
            throw new AssertionError(problems.getDiagnostics());
        }
        return version;
    }

    /** The same classes once more, by another loader. */
    Version again() {
        Version version = new Version();
        version.classes.putAll(classes);
        return version;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    Class<?> type(String simpleName) throws ClassNotFoundException {
        return loadClass("evolving." + simpleName);
    }

    /** Creates an object by the constructor without arguments; returns the first constant of an enum. */
    Object make(String simpleName) throws ReflectiveOperationException {
        Class<?> type = type(simpleName);
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        var constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("memory:///evolving/" + nameOf(text) + ".java"), Kind.SOURCE);
            String type = text.startsWith("package ") ? text : "package evolving; " + text;
            this.text = type.replaceFirst("; ", "; import java.io.*; import java.util.*; public ");
        }

        private static String nameOf(String text) {
            Matcher matcher = NAME.matcher(text);
            matcher.find();
            return matcher.group(1);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        Memory(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind,
                FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {
                        @Override
                        public void close() throws IOException {
                            classes.put(name, toByteArray());
                        }
                    };
                }
            };
        }
    }
}
