package org.rmi4mpi.serial;

import java.io.Externalizable;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.rmi.Remote;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import sun.reflect.ReflectionFactory;

/**
 * The plan for writing and reading the instances of a class: their kind, their fields, and the hook methods of the
 * class. There is one for each class, and the class holds it. Immutable, except that a faster copier may replace the
 * first one.
 */
final class ClassPlan {
    /** The kind of data that an instance has; see {@link org.rmi4mpi.wire.ObjectCodes}. */
    enum Kind {
        STRING, ARRAY, ENUM, EXTERNALIZABLE, RECORD, ORDINARY, CLASS, DESCRIPTION, NOT_SERIALIZABLE
    }

    private static final ReflectionFactory FACTORY = ReflectionFactory.getReflectionFactory();
    private static final ClassValue<ClassPlan> PLANS = new ClassValue<>() {
        @Override
        protected ClassPlan computeValue(Class<?> type) {
            return new ClassPlan(type);
        }
    };

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final ClassLoader LOADER = ClassPlan.class.getClassLoader();
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();

    /** The initial value of plan caches. No instance of Object itself can be written. */
    static final ClassPlan NONE = of(Object.class);

    final Class<?> type;
    /** Unique number of this plan, for tables. */
    final int number = COUNT.getAndIncrement();
    final Kind kind;
    /** Whether caches may hold the class: it is never unloaded. */
    final boolean isLasting;
    final boolean isOfPlatform;
    final ObjectStreamClass description;
    /** The plan of the nearest serializable superclass; null if there is none. */
    final ClassPlan parent;
    /** The fields to write, primitive ones first. Empty if the kind has no fields. Do not modify. */
    final ObjectStreamField[] declared;
    /** Number of the fields that are references. They come last. */
    final int references;
    /** Size of the primitive fields, in bytes. */
    final int primitiveBytes;
    /** The accesses to the fields, in the order of {@link #declared}; null if fields cannot be accessed one by one. */
    final FieldAccess[] fields;
    /** The reason why the fields cannot be written by default; null if they can. */
    final String refusal;
    /** The reason why instances can be neither written nor read; null if they can. */
    final String defect;
    /** Null for none, as those that follow. */
    final HookMethod writeReplace;
    final HookMethod readResolve;
    final HookMethod writeObject;
    final HookMethod readObject;
    final HookMethod readObjectNoData;
    /** Write and read the fields by putFields and readFields, for a class whose fields cannot be accessed. */
    final HookMethod defaultWrite;
    final HookMethod defaultRead;

    /** Whether an instance needs no constructor, since that of Object would be called, which does nothing. */
    final boolean isOnlyAllocated;
    /** Creates an instance without setting fields; null if none may or has to be called. */
    final Constructor<?> constructor;
    /** Null unless this is a record, and its constructor may be called. */
    final Constructor<?> canonicalConstructor;
    final RecordComponent[] components;
    /** Null if fields cannot be accessed one by one, or if the kind has none. Not volatile, since any copier works. */
    FieldCopier copier;

    /** Null if the class has none. */
    final Codec codec;
    /** A short way to write the instances; null if there is none. */
    final ShortForm shortForm;
    /** A short way to read what stands in a stream with the name of this class; null if there is none. */
    final ShortForm shortData;
    /** Null unless this is an array of a primitive type. */
    final Primitive elements;
    final boolean isRemote;
    /** Whether an instance may be replaced by another object, or cannot be written. */
    final boolean isSpecial;
    /** Whether an instance's references must be complete when it is read, since code of its class runs then. */
    final boolean isStrict;
    /** Whether an instance may be announced and written later. */
    final boolean canWait;
    /** For an enum, the plan of the class that declares its constants. */
    final ClassPlan constants;
    /**
     * If an instance is only fields or a value, the plans of its classes, superclasses first. Null otherwise.
     */
    final ClassPlan[] plain;
    /** Whether an instance is only a value or the fields of this class alone, and nothing replaces it. */
    final boolean isSingle;

    /** The writer's class that was last compared with this one. The next one is the same in most cases. */
    volatile StreamClass matched;
    /** Tables that live as long as the class. */
    private Map<LearnedClasses, LearnedClasses.Table> held;

    static ClassPlan of(Class<?> type) {
        return PLANS.get(type);
    }

    /** Whether the loader lives as long as the JVM. */
    static boolean isLasting(ClassLoader loader) {
        return loader == null || loader == LOADER || loader == PLATFORM || loader == SYSTEM;
    }

    private ClassPlan(Class<?> type) {
        this.type = type;
        kind = kindOf(type);
        isOfPlatform = CallerLoader.isOfPlatform(type.getClassLoader());
        isLasting = isLasting(type.getClassLoader()) && !type.isHidden();
        description = ObjectStreamClass.lookupAny(type);
        Class<?> above = type.getSuperclass();
        parent = kind != Kind.ENUM && above != null && Serializable.class.isAssignableFrom(above) ? of(above) : null;
        boolean hooked = kind == Kind.ORDINARY;
        boolean replaced = hooked || kind == Kind.EXTERNALIZABLE || kind == Kind.RECORD;
        writeReplace = replaced || kind == Kind.NOT_SERIALIZABLE
                ? HookMethod.replacing(FACTORY.writeReplaceForSerialization(type)) : null;
        readResolve = replaced ? HookMethod.replacing(FACTORY.readResolveForSerialization(type)) : null;
        writeObject = hooked ? HookMethod.writing(FACTORY.writeObjectForSerialization(type)) : null;
        readObject = hooked ? HookMethod.reading(FACTORY.readObjectForSerialization(type)) : null;
        readObjectNoData = hooked ? HookMethod.ofObject(noDataMethod(type)) : null;
        declared = hooked || kind == Kind.RECORD ? description.getFields() : new ObjectStreamField[0];
        int bytes = 0;
        int referenceCount = 0;
        for (ObjectStreamField field : declared) {
            bytes += Primitive.sizeOf(field.getTypeCode());
            referenceCount += field.isPrimitive() ? 0 : 1;
        }
        primitiveBytes = bytes;
        references = referenceCount;
        fields = declared.length == 0 ? new FieldAccess[0] : FieldAccess.of(type, declared);
        defect = hooked && declared.length == 0 ? defectOf(type) : null;
        refusal = defect != null ? defect : fields == null || kind == Kind.RECORD ? null : refusalOf(fields);
        defaultWrite = fields == null ? HookMethod.writing(byName("defaultWriteObjectForSerialization", type)) : null;
        defaultRead = fields == null ? HookMethod.reading(byName("defaultReadObjectForSerialization", type)) : null;
        isOnlyAllocated = hooked && isOfSerializablesOnly(type);
        constructor = isOnlyAllocated ? null : constructorOf(type, kind);
        components = kind == Kind.RECORD ? type.getRecordComponents() : null;
        canonicalConstructor = kind == Kind.RECORD ? canonicalConstructor(type, components) : null;
        codec = Codec.of(type);
        shortForm = ShortForms.ofInstances(type);
        shortData = ShortForms.ofData(type);
        elements = type.isArray() && type.getComponentType().isPrimitive()
                ? Primitive.of(type.getComponentType()) : null;
        isRemote = Remote.class.isAssignableFrom(type);
        isSpecial = isRemote || writeReplace != null || kind == Kind.NOT_SERIALIZABLE;
        isStrict = readResolve != null || kind == Kind.RECORD || kind == Kind.EXTERNALIZABLE
                || codec != null && codec.isStrict() || codec == null && isHooked();
        canWait = codec != null ? codec.canWait()
                : !isStrict && (kind == Kind.ORDINARY || kind == Kind.ARRAY && elements == null);
        boolean isPlain = kind == Kind.ORDINARY && codec == null && !isHooked() && !isRefused();
        plain = isPlain ? chain() : codec != null && !codec.isCollection() ? new ClassPlan[0] : null;
        isSingle = plain != null && plain.length <= 1 && !isSpecial;
        constants = kind == Kind.ENUM && type.getSuperclass() != Enum.class && type != Enum.class
                ? of(type.getSuperclass()) : this;
        copier = fields != null && (hooked || kind == Kind.RECORD) ? new InterpretedCopier(this) : null;
    }

    /** Whether this class or a superclass has a hook method. */
    private boolean isHooked() {
        return kind == Kind.ORDINARY && (writeObject != null || readObject != null || readObjectNoData != null
                || fields == null || parent != null && parent.isHooked());
    }

    private boolean isRefused() {
        return refusal != null || parent != null && parent.isRefused();
    }

    /** This plan after those of its superclasses. */
    private ClassPlan[] chain() {
        ArrayDeque<ClassPlan> chain = new ArrayDeque<>();
        for (ClassPlan each = this; each != null; each = each.parent) {
            if (each == this || each.fields.length > 0) {
                chain.addFirst(each);
            }
        }
        return chain.toArray(ClassPlan[]::new);
    }

    /**
     * Finds a field by name; returns null if there is none.
     *
     * @param likely the index to try first
     */
    FieldAccess field(String name, int likely) {
        if (likely < fields.length && fields[likely].field.getName().equals(name)) {
            return fields[likely];
        }
        for (FieldAccess each : fields) {
            if (each.field.getName().equals(name)) {
                return each;
            }
        }
        return null;
    }

    /** The description of a reference field. */
    ObjectStreamField reference(int index) {
        return declared[declared.length - references + index];
    }

    private static Kind kindOf(Class<?> type) {
        if (type == String.class) {
            return Kind.STRING;
        } else if (type == Class.class) {
            return Kind.CLASS;
        } else if (type == ObjectStreamClass.class) {
            return Kind.DESCRIPTION;
        } else if (type.isArray()) {
            return Kind.ARRAY;
        } else if (Enum.class.isAssignableFrom(type)) {
            return Kind.ENUM;
        } else if (type.isRecord() && Serializable.class.isAssignableFrom(type)) {
            return Kind.RECORD;
        } else if (Externalizable.class.isAssignableFrom(type)) {
            return Kind.EXTERNALIZABLE;
        }
        return Serializable.class.isAssignableFrom(type) ? Kind.ORDINARY : Kind.NOT_SERIALIZABLE;
    }

    /** Specification, 1.5: each field in serialPersistentFields must exist. */
    private static String refusalOf(FieldAccess[] fields) {
        for (FieldAccess field : fields) {
            if (field.isAbsent()) {
                return "unmatched serializable field(s) declared";
            }
        }
        return null;
    }

    /**
     * Specification, 1.5: names in serialPersistentFields are unique. The JDK silently ignores a list that repeats a
     * name.
     */
    private static String defectOf(Class<?> type) {
        try {
            Field list = type.getDeclaredField("serialPersistentFields");
            int modifiers = Modifier.PRIVATE | Modifier.STATIC | Modifier.FINAL;
            if ((list.getModifiers() & modifiers) == modifiers && list.trySetAccessible()
                    && list.get(null) instanceof ObjectStreamField[] declared) {
                Set<String> names = new HashSet<>();
                for (ObjectStreamField field : declared) {
                    if (!names.add(field.getName())) {
                        return "multiple serializable fields named " + field.getName();
                    }
                }
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            // there is no such list
        }
        return null;
    }

    /** Returns a method that ReflectionFactory has from JDK 24 on; null before. */
    private static MethodHandle byName(String name, Class<?> type) {
        try {
            return (MethodHandle) ReflectionFactory.class.getMethod(name, Class.class).invoke(FACTORY, type);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** ReflectionFactory finds no such method before JDK 18 (JDK-8275137). */
    private static MethodHandle noDataMethod(Class<?> type) {
        MethodHandle found = FACTORY.readObjectNoDataForSerialization(type);
        if (found != null) {
            return found;
        }
        try {
            Method method = type.getDeclaredMethod("readObjectNoData");
            if (method.getReturnType() == void.class && Modifier.isPrivate(method.getModifiers())
                    && !Modifier.isStatic(method.getModifiers())) {
                method.setAccessible(true);
                return MethodHandles.lookup().unreflect(method);
            }
        } catch (NoSuchMethodException | IllegalAccessException | RuntimeException e) {
            // it has none, or is the JDK's own
        }
        return null;
    }

    private static Constructor<?> constructorOf(Class<?> type, Kind kind) {
        return switch (kind) {
            case EXTERNALIZABLE -> FACTORY.newConstructorForExternalization(type);
            case ORDINARY -> FACTORY.newConstructorForSerialization(type);
            default -> null;
        };
    }

    private static Constructor<?> canonicalConstructor(Class<?> type, RecordComponent[] components) {
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = components[i].getType();
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    synchronized void hold(LearnedClasses owner, LearnedClasses.Table table) {
        if (held == null) {
            held = new WeakHashMap<>();
        }
        held.put(owner, table);
    }

    boolean isProxy() {
        return Proxy.isProxyClass(type);
    }

    boolean hasConstructor() {
        return kind == Kind.RECORD ? canonicalConstructor != null : isOnlyAllocated || constructor != null;
    }

    /**
     * Creates an instance whose fields have their default values. Runs the constructor of the nearest class that is not
     * serializable.
     */
    Object newInstance() throws Throwable {
        return isOnlyAllocated ? FieldCopier.allocate(type) : FieldCopier.construct(constructor);
    }

    /**
     * Creates a record.
     *
     * @throws ClassCastException if an argument does not fit its component
     * @throws Throwable any exception of the constructor
     */
    Object newRecord(Object[] arguments) throws Throwable {
        for (int i = 0; i < arguments.length; i++) {
            Class<?> component = components[i].getType();
            if (!component.isPrimitive()) {
                Object unused = component.cast(arguments[i]);
            }
        }
        try {
            return canonicalConstructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static boolean isOfSerializablesOnly(Class<?> type) {
        Class<?> above = type;
        while (above != null && Serializable.class.isAssignableFrom(above)) {
            above = above.getSuperclass();
        }
        return above == Object.class;
    }

    /** Default arguments for the canonical constructor. */
    Object[] defaultArguments() {
        Object[] arguments = new Object[components.length];
        for (int i = 0; i < arguments.length; i++) {
            Class<?> component = components[i].getType();
            arguments[i] = component.isPrimitive() ? Primitive.of(component).fromBits(0) : null;
        }
        return arguments;
    }

    /** Index of a record's component by its name; -1 if there is none. */
    int componentOf(String name) {
        for (int i = 0; i < components.length; i++) {
            if (components[i].getName().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
