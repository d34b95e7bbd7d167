package org.rmi4mpi.testing;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Runs a test of JUnit 5 on ranks, for {@link OnRanks}. In a rank it does nothing. */
final class RanksExtension implements InvocationInterceptor {
    @Override
    public void interceptTestMethod(
            Invocation<Void> test, ReflectiveInvocationContext<Method> method, ExtensionContext context) throws Throwable {
        runOnRanks(test, context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> test, ReflectiveInvocationContext<Method> method, ExtensionContext context) throws Throwable {
        runOnRanks(test, context);
    }

    @Override
    public void interceptBeforeAllMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        leaveToRanks(invocation, context);
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        leaveToRanks(invocation, context);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        leaveToRanks(invocation, context);
    }

    @Override
    public void interceptAfterAllMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        leaveToRanks(invocation, context);
    }

    private static void runOnRanks(Invocation<Void> test, ExtensionContext context) throws Throwable {
        Optional<OnRanks> wanted = wanted(context);
        if (RankTest.isRank() || wanted.isEmpty()) {
            test.proceed();
            return;
        }
        test.skip();
        OnRanks ranks = wanted.get();
        new RankJob(ranks.value(), ranks.seconds(), ranks.options()).run("5", context.getUniqueId());
    }

    private static void leaveToRanks(Invocation<Void> invocation, ExtensionContext context) throws Throwable {
        if (RankTest.isRank() || wanted(context).isEmpty()) {
            invocation.proceed();
        } else {
            invocation.skip();
        }
    }

    /** The annotation of the method, or else of its class or of a class around it. */
    private static Optional<OnRanks> wanted(ExtensionContext context) {
        for (Optional<ExtensionContext> at = Optional.of(context); at.isPresent(); at = at.get().getParent()) {
            Optional<AnnotatedElement> element = at.get().getElement();
            if (element.isPresent() && element.get().isAnnotationPresent(OnRanks.class)) {
                return Optional.of(element.get().getAnnotation(OnRanks.class));
            }
        }
        return Optional.empty();
    }
}
