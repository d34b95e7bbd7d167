package org.rmi4mpi.tests.programs;

/** Main methods of all shapes. Which of them start depends on the JDK. */
public final class MainShapes {
    private MainShapes() {}

    static class OfInstance {
        void main() {
            System.out.println("main of " + getClass().getSimpleName());
        }
    }

    static class WithArguments {
        protected void main(String[] args) {
            System.out.println("main of an instance with " + args.length);
        }
    }

    static class StaticAlone {
        static void main() {
            System.out.println("static main without arguments");
        }
    }

    static class Both {
        void main() {
            System.out.println("main of an instance");
        }

        public static void main(String[] args) {
            System.out.println("static main with " + args.length);
        }
    }

    static class Inherited extends OfInstance {}

    interface Main {
        default void main() {
            System.out.println("main of an interface");
        }
    }

    static class OfInterface implements Main {}

    static class PrivateConstructor extends OfInstance {
        private PrivateConstructor() {}
    }

    abstract static class Abstract extends OfInstance {}

    class Inner extends OfInstance {}

    static class PrivateMain {
        @SuppressWarnings("unused") // for the launcher, which refuses it
        private void main() {
            System.out.println("private main");
        }
    }

    static class WithResult {
        int main() {
            return 0;
        }
    }

    static class Thrower extends OfInstance {
        Thrower() {
            throw new IllegalStateException("no instance");
        }
    }
}
