"""Values in CBOR, as docs/wire.md has them."""
import dataclasses
import enum
import struct
import sys

import numpy

from . import wire
from .errors import MarshalError, RemoteError, java_exception, parts_of

_ARRAY_TAGS = {
    "i1": wire.INT8_ARRAY, "u1": wire.UINT8_ARRAY, "i2": wire.INT16_ARRAY, "u2": wire.UINT16_ARRAY,
    "i4": wire.INT32_ARRAY, "i8": wire.INT64_ARRAY,
    "f4": wire.FLOAT32_ARRAY, "f8": wire.FLOAT64_ARRAY, "b1": wire.BOOLEAN_ARRAY,
}
_DTYPES = {tag: numpy.dtype("?" if code == "b1" else "<" + code) for code, tag in _ARRAY_TAGS.items()}
_FLOAT64 = struct.Struct(">d")
_FLOAT32 = struct.Struct(">f")
_U16 = struct.Struct(">H")
_U32 = struct.Struct(">I")
_U64 = struct.Struct(">Q")
_INTEGERS = {24: struct.Struct(">B"), 25: _U16, 26: _U32, 27: _U64}
_PENDING = object()
_TEXT = wire.TEXT << 5
_SHORT_TEXT = _TEXT | 24
_MOST_CAUSES = 100

_classes = {}


class Object:
    """An object of a Java class that no class of this program stands for: its fields are attributes."""

    def __init__(self, java_class, fields=None, is_enum=False):
        self.java_class = java_class
        self.is_enum = is_enum
        self.__dict__.update(fields or {})

    def fields(self):
        return {name: each for name, each in self.__dict__.items() if name not in ("java_class", "is_enum")}

    def __repr__(self):
        return f"{self.java_class}({', '.join(f'{name}={each!r}' for name, each in self.fields().items())})"

    def __eq__(self, other):
        return isinstance(other, Object) and self.__dict__ == other.__dict__

    __hash__ = object.__hash__


def value(java_class):
    """Says which class of Java a class or an enum of the program stands for: @rmi4mpi.value("app.Point").

    An object travels as its attributes, and is made without a call of __init__.
    """
    def mark(cls):
        cls.__rmi4mpi_value__ = java_class
        _classes[java_class] = cls
        return cls
    return mark


class Writer:
    """Writes the values of one frame."""

    def __init__(self, job, header):
        self.job = job
        self.parts = bytearray(header)
        self.numbers = None
        self.names = {}
        self.next_number = 0
        self.kept = []  # so that no id of a value is used again
        self.depth = 0
        self._effects = []  # exceptions whose causes are being written

    def head(self, major, number):
        major <<= 5
        if number < 24:
            self.parts.append(major | number)
        elif number < 0x100:
            self.parts += bytes((major | 24, number))
        elif number < 0x10000:
            self.parts.append(major | 25)
            self.parts += _U16.pack(number)
        elif number < 0x100000000:
            self.parts.append(major | 26)
            self.parts += _U32.pack(number)
        else:
            self.parts.append(major | 27)
            self.parts += _U64.pack(number)

    def text(self, text):
        if text is None:
            self.parts.append(wire.NULL)
            return
        try:
            encoded = text.encode()
        except UnicodeEncodeError as e:
            raise MarshalError(f"a str cannot be written in UTF-8: {e}") from e
        self.head(wire.TEXT, len(encoded))
        self.parts += encoded

    def name(self, name):
        """Of a class or field. One that has been written is a reference to it."""
        if len(name) < wire.SHORTEST_SHARED_NAME:
            self.text(name)
            return
        earlier = self.names.get(name)
        if earlier is not None:
            self.again(earlier)
            return
        self.names[name] = self.next_number
        self.next_number += 1
        self.parts += b"\xd8\x1c"  # tag SHARED
        self.text(name)

    def again(self, number):
        self.head(wire.TAG, wire.SHARED_REFERENCE)
        self.integer(number)

    def integer(self, number):
        if -(1 << 63) <= number < 1 << 63:
            if number >= 0:
                self.head(wire.UNSIGNED, number)
            else:
                self.head(wire.NEGATIVE, ~number)
            return
        size = abs(number)
        self.head(wire.TAG, wire.POSITIVE_BIGNUM if number > 0 else wire.NEGATIVE_BIGNUM)
        size = number if number > 0 else ~number
        encoded = size.to_bytes((size.bit_length() + 7) // 8, "big")
        self.head(wire.BYTES, len(encoded))
        self.parts += encoded

    def write(self, item):
        kind = type(item)
        if item is None:
            self.parts.append(wire.NULL)
        elif kind is int:
            self.integer(item)
        elif kind is float:
            self.parts.append(wire.FLOAT64)
            self.parts += _FLOAT64.pack(item)
        elif kind is str:
            self.text(item)
        elif kind is bool:
            self.parts.append(wire.TRUE if item else wire.FALSE)
        elif isinstance(item, numpy.generic):
            self.scalar(item)
        elif isinstance(item, enum.Enum) and hasattr(item, "__rmi4mpi_value__"):
            self.constant(item.__rmi4mpi_value__, item.name)
        elif isinstance(item, int):
            self.integer(int(item))
        elif isinstance(item, float):
            self.write(float(item))
        elif isinstance(item, str):
            self.text(str.__str__(item))
        elif isinstance(item, Object) and item.is_enum:
            self.constant(item.java_class, item.name)
        else:
            reference = self.job.reference_of(item)
            if reference is not None:
                self.reference(*reference)
            else:
                self.with_identity(item)

    def scalar(self, item):
        if item.dtype.kind == "b":
            self.write(bool(item))
        elif item.dtype.kind in "iu":
            self.integer(int(item))
        elif item.dtype == numpy.float32:
            self.parts.append(wire.FLOAT32)
            self.parts += _FLOAT32.pack(item)
        elif item.dtype.kind == "f":
            self.write(float(item))
        else:
            raise MarshalError(f"numpy's {item.dtype} has no form for other languages: convert it before")

    def constant(self, java_class, name):
        self.head(wire.TAG, wire.ENUM)
        self.head(wire.ARRAY, 2)
        self.name(java_class)
        self.name(name)

    def reference(self, rank, number, weight, interfaces):
        self.head(wire.TAG, wire.REMOTE)
        self.head(wire.ARRAY, 4)
        self.integer(rank)
        self.integer(number)
        self.integer(weight)
        self.head(wire.ARRAY, len(interfaces))
        for each in interfaces:
            self.name(each)

    def with_identity(self, item):
        numbers = self.numbers
        if numbers is None:
            numbers = self.numbers = {}
        earlier = numbers.get(id(item))
        if earlier is not None:
            self.again(earlier)
            return
        self.depth += 1
        if self.depth > wire.MOST_DEPTH:
            raise MarshalError(f"values are nested more than {wire.MOST_DEPTH} deep: send a list of the parts")
        numbers[id(item)] = self.next_number
        self.next_number += 1
        self.kept.append(item)
        self.parts += b"\xd8\x1c"  # tag SHARED
        if isinstance(item, numpy.ndarray):
            self.array(item)
        elif isinstance(item, (list, tuple)):
            self.all(item)
        elif isinstance(item, dict):
            self.head(wire.MAP, len(item))
            for key, each in item.items():
                self.write(key)
                self.write(each)
        elif isinstance(item, (bytes, bytearray, memoryview)):
            self.head(wire.BYTES, memoryview(item).nbytes)
            self.parts += item
        elif isinstance(item, (set, frozenset)):
            self.head(wire.TAG, wire.SET)
            self.all(item)
        elif isinstance(item, BaseException):
            self.exception(item)
        elif isinstance(item, Object):
            self.object(item.java_class, Object.fields(item))  # a field may be named fields
        elif hasattr(item, "__rmi4mpi_value__"):
            self.object(item.__rmi4mpi_value__, _attributes(item))
        else:
            raise MarshalError(f"{type(item).__name__} has no form for other languages: mark the class by @rmi4mpi.value for"
                               " its attributes, or by @rmi4mpi.remote for a reference")
        self.depth -= 1

    def all(self, items):
        self.head(wire.ARRAY, len(items))
        for each in items:
            self.write(each)

    def object(self, java_class, fields):
        self.head(wire.TAG, wire.OBJECT)
        self.head(wire.ARRAY, 2)
        self.name(java_class)
        self.head(wire.MAP, len(fields))
        for name, each in fields.items():
            self.name(name)
            self.write(each)

    def array(self, array):
        dtype = array.dtype
        code = dtype.kind + str(dtype.itemsize)
        tag = _ARRAY_TAGS.get(code)
        if tag is None or array.ndim not in (1, 2):
            raise MarshalError(f"a numpy array of {array.ndim} dimensions and {dtype} has no form for other languages:"
                               " convert it before, such as by ravel() or astype('f8')")
        if array.ndim == 2:
            self.head(wire.TAG, wire.ROW_MAJOR_ARRAY)
            self.head(wire.ARRAY, 2)
            self.head(wire.ARRAY, 2)
            self.integer(array.shape[0])
            self.integer(array.shape[1])
        if dtype.byteorder == ">" or dtype.byteorder == "=" and sys.byteorder == "big":
            array = array.astype(dtype.newbyteorder("<"))
        array = numpy.ascontiguousarray(array)
        self.head(wire.TAG, tag)
        self.head(wire.BYTES, array.nbytes)
        self.parts += array.data.cast("B") if array.size else b""

    def _cause(self, error):
        """Cuts long chains of causes, and those that lead back."""
        cause = error.__cause__
        is_cut = len(self._effects) >= _MOST_CAUSES or cause is error or any(each is cause for each in self._effects)
        self._effects.append(error)
        try:
            self.write(None if is_cut else cause)
        finally:
            self._effects.pop()

    def exception(self, error):
        name, message, trace, superclasses = parts_of(error)
        self.head(wire.TAG, wire.THROWABLE)
        self.head(wire.ARRAY, 6)
        self.text(name)
        self.text(message)
        self._cause(error)
        self.head(wire.ARRAY, len(trace))
        for owner, function, file, line in trace:
            self.head(wire.ARRAY, 4)
            self.text(owner)
            self.text(function)
            self.text(file)
            self.integer(line or 0)
        self.head(wire.ARRAY, len(superclasses))
        for each in superclasses:
            self.text(each)
        fields = error.fields if isinstance(error, RemoteError) else {}
        self.head(wire.MAP, len(fields))
        for field, each in fields.items():
            self.text(field)
            self.write(each)


def _attributes(item):
    if dataclasses.is_dataclass(item):
        return {each.name: getattr(item, each.name) for each in dataclasses.fields(item)}
    return vars(item)


class Reader:
    """Reads the values of one frame. It believes no length beyond the end of the frame."""

    def __init__(self, job, data, at):
        self.job = job
        self.data = data
        self.view = memoryview(data)
        self.at = at
        self.length = len(data)
        self.shared = []
        self.depth = 0

    def damaged(self, what):
        return MarshalError(f"damaged bytes at {self.at} of a frame of {self.length}: {what}")

    def end(self):
        if self.at != self.length:
            raise self.damaged(f"{self.length - self.at} bytes behind the value")

    def take(self, count):
        if count > self.length - self.at:
            raise self.damaged(f"a length of {count} > {self.length - self.at} that are left")
        begin = self.at
        self.at = begin + count
        return begin

    def argument(self, low):
        if low < 24:
            return low
        form = _INTEGERS.get(low)
        if form is None:
            raise self.damaged("an item of indefinite length, or of a form that CBOR lacks")
        return form.unpack_from(self.data, self.take(form.size))[0]

    def array_head(self):
        first = self.data[self.take(1)]
        if first >> 5 != wire.ARRAY:
            raise self.damaged("expected an array")
        return self.count(self.argument(first & 31))

    def count(self, number):
        if number > self.length - self.at:
            raise self.damaged(f"{number} parts > {self.length - self.at} bytes that are left")
        return number

    def expect(self, count, what):
        found = self.array_head()
        if found != count:
            raise self.damaged(f"{what} of {found} parts, expected {count}")

    def read(self, number=None):
        self.depth += 1
        if self.depth > 2 * wire.MOST_DEPTH:
            raise self.damaged("values are nested too deep")
        first = self.data[self.take(1)]
        major = first >> 5
        if major == wire.SIMPLE:
            found = self.simple(first)
        else:
            argument = self.argument(first & 31)
            if major == wire.UNSIGNED:
                found = argument
            elif major == wire.NEGATIVE:
                found = ~argument
            elif major == wire.TEXT:
                begin = self.take(argument)
                try:
                    found = str(self.view[begin:begin + argument], "utf-8")
                except UnicodeDecodeError as e:
                    raise self.damaged(f"a text that is not UTF-8: {e}") from e
            elif major == wire.BYTES:
                begin = self.take(argument)
                found = self.enter(number, bytes(self.view[begin:begin + argument]))
            elif major == wire.ARRAY:
                found = self.enter(number, [])
                for _ in range(self.count(argument)):
                    found.append(self.read())
            elif major == wire.MAP:
                found = self.enter(number, {})
                self.fill(found, self.count(argument))
            else:
                found = self.tagged(argument, number)
        self.depth -= 1
        return found

    def short_text(self):
        """Reads a text that is short as a rule, or another value."""
        at = self.at + 1
        if at < self.length:
            first = self.data[at - 1]
            if first == _SHORT_TEXT:  # and a byte with its length
                begin, length = at + 1, self.data[at]
            else:
                begin, length = at, first - _TEXT
            if first == _SHORT_TEXT or 0 <= length < 24:
                end = begin + length
                if end <= self.length:
                    try:
                        found = self.data[begin:end].decode()
                    except UnicodeDecodeError as e:
                        raise self.damaged(f"a text that is not UTF-8: {e}") from e
                    self.at = end
                    return found
        return self.read()

    def enter(self, number, item):
        if number is not None:
            self.shared[number] = item
        return item

    def fill(self, found, count):
        for _ in range(count):
            key = self.read()
            try:
                found[key] = self.read()
            except TypeError as e:
                raise MarshalError(f"a map with a key of {type(key).__name__} cannot be a dict") from e

    def simple(self, first):
        if first == wire.FLOAT64:
            return _FLOAT64.unpack_from(self.data, self.take(8))[0]
        elif first == wire.FLOAT32:
            return _FLOAT32.unpack_from(self.data, self.take(4))[0]
        elif first in (wire.NULL, wire.UNDEFINED):
            return None
        elif first == wire.TRUE:
            return True
        elif first == wire.FALSE:
            return False
        elif first == wire.FLOAT16:
            return struct.unpack_from(">e", self.data, self.take(2))[0]
        raise self.damaged(f"an item that this form does not have: {first:x}")

    def tagged(self, tag, number):
        if tag == wire.SHARED:
            own = len(self.shared)
            self.shared.append(_PENDING)
            found = self.read(own)
            if self.shared[own] is _PENDING:
                self.shared[own] = found
            return found
        elif tag == wire.SHARED_REFERENCE:
            earlier = self.read()
            if not isinstance(earlier, int) or not 0 <= earlier < len(self.shared):
                raise self.damaged(f"a reference to shared value {earlier} of {len(self.shared)}")
            if self.shared[earlier] is _PENDING:
                raise self.damaged("a value that contains itself, and cannot be made so")
            return self.shared[earlier]
        dtype = _DTYPES.get(tag)
        if dtype is not None:
            return self.enter(number, self.typed_array(dtype))
        method = self.TAGS.get(tag)
        if method is None:
            raise self.damaged(f"tag {tag}, which this form does not have")
        return method(self, number)

    def typed_array(self, dtype):
        first = self.data[self.take(1)]
        if first >> 5 != wire.BYTES:
            raise self.damaged("a typed array that is not of bytes")
        size = self.argument(first & 31)
        begin = self.take(size)
        if size % dtype.itemsize:
            raise self.damaged(f"{size} bytes for elements of {dtype.itemsize}")
        return numpy.frombuffer(self.data, dtype, size // dtype.itemsize, begin)

    def bignum(self, _):
        return int.from_bytes(self.bytes(), "big")

    def negative_bignum(self, _):
        return ~int.from_bytes(self.bytes(), "big")

    def bytes(self):
        found = self.read()
        if not isinstance(found, bytes):
            raise self.damaged("a number that is not of bytes")
        return found

    def rows(self, number):
        self.expect(2, "an array of rows and columns")
        self.expect(2, "its sizes")
        rows, columns = self.read(), self.read()
        found = self.read()
        if not isinstance(found, numpy.ndarray) or found.size != rows * columns:
            raise self.damaged(f"an array of {rows} rows and {columns} columns of another size")
        return self.enter(number, found.reshape(rows, columns))

    def set(self, number):
        items = [self.read() for _ in range(self.array_head())]
        try:
            return self.enter(number, set(items))
        except TypeError:
            return self.enter(number, items)  # of lists, which no set of Python can hold

    def char(self, _):
        unit = self.read()
        if not isinstance(unit, int) or not 0 <= unit < 0x10000:
            raise self.damaged(f"a char of {unit}")
        return chr(unit)

    def object_array(self, number):
        self.expect(2, "an array of objects")
        self.name()
        found = self.enter(number, [])
        for _ in range(self.array_head()):
            found.append(self.read())
        return found

    def name(self):
        found = self.read()
        if not isinstance(found, str):
            raise self.damaged("a name that is no text")
        return found

    def constant(self, _):
        self.expect(2, "an enum constant")
        java_class, name = self.name(), self.name()
        cls = _classes.get(java_class)
        if cls is None:
            return Object(java_class, {"name": name}, True)
        try:
            return cls[name]
        except (KeyError, TypeError) as e:
            raise MarshalError(f"{cls.__name__}, which stands for {java_class}, has no constant {name}") from e

    def object(self, number):
        self.expect(2, "an object")
        java_class = self.name()
        cls = _classes.get(java_class)
        found = self.enter(number, Object(java_class) if cls is None else cls.__new__(cls))
        first = self.data[self.take(1)]
        if first >> 5 != wire.MAP:
            raise self.damaged("the fields of an object are no map")
        for _ in range(self.count(self.argument(first & 31))):
            name = self.name()
            object.__setattr__(found, name, self.read())
        return found

    def reference(self, _):
        self.expect(4, "a reference")
        rank, object_id, weight, interfaces = self.read(), self.read(), self.read(), self.read()
        if not isinstance(rank, int) or not isinstance(object_id, int) or not isinstance(weight, int) \
                or not isinstance(interfaces, list):
            raise self.damaged("a reference of other parts")
        return self.job.arrive(rank, object_id, weight, interfaces)

    def throwable(self, number):
        self.expect(6, "an exception")
        name, message, cause, trace, superclasses, fields = (self.read() for _ in range(6))
        if not isinstance(name, str) or not isinstance(superclasses, list) or not isinstance(trace, list):
            raise self.damaged("an exception of other parts")
        cls = java_exception(name, superclasses)
        found = self.enter(number, cls.__new__(cls, *([] if message is None else [message])))
        found.args = () if message is None else (message,)
        found.__cause__ = cause if isinstance(cause, BaseException) else None
        found.fields = fields
        found.trace = [tuple(line) for line in trace if isinstance(line, list)]
        return found

    TAGS = {
        wire.POSITIVE_BIGNUM: bignum, wire.NEGATIVE_BIGNUM: negative_bignum, wire.ROW_MAJOR_ARRAY: rows, wire.SET: set,
        wire.CHAR: char, wire.OBJECT_ARRAY: object_array, wire.ENUM: constant, wire.OBJECT: object,
        wire.REMOTE: reference, wire.THROWABLE: throwable,
    }
