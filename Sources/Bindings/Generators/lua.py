"""The floor of the Lua binding: a function of Lua for each function, descriptions of structs, and the constants."""

import pathlib

from interface import Interface

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "Lua/iap.lua"
SWITCHES = {"store": "IAP_LUA_HAS_STORE", "server": "IAP_LUA_HAS_SERVER"}
HEAD = "/* Written by Sources/Bindings/generate from iap_api.json; changes are lost. */\n/* clang-format off */\n"
INTEGERS = {"int32": ("int32_t", "INT32_MIN, INT32_MAX"), "enum": ("int32_t", "INT32_MIN, INT32_MAX"),
            "uint32": ("uint32_t", "0, UINT32_MAX"), "size": ("size_t", "0, INT64_C(9007199254740992)")}
TYPES = {"int64": "int64_t", "uint64": "uint64_t", "double": "double"}
# Getters with one argument, by what they return.
GETTERS = {"text": "GET_TEXT", "flag": "GET_FLAG", "uint64": "GET_UINT64",
           **dict.fromkeys(("int32", "uint32", "int64", "size", "enum"), "GET_NUMBER")}
MACROS = r"""
#define PRESENT(function) #function, call_##function, (void (*)(void))function
#define ABSENT(function) #function, NULL, NULL

/* Getters, which are most of the functions. */
#define GETTER(function, handle, push)                                                    \
    static int call_##function(lua_State *L) {                                            \
        Call call = iap_lua_begin(L, #function, 1);                                       \
        push(L, function(iap_lua_handle(&call, 1, &iap_lua_handle_##handle, false)));     \
        return 1;                                                                         \
    }
#define GET_TEXT(function, handle) GETTER(function, handle, iap_lua_push_text)
#define GET_NUMBER(function, handle) GETTER(function, handle, iap_lua_push_int64)
#define GET_UINT64(function, handle) GETTER(function, handle, iap_lua_push_uint64)
#define GET_FLAG(function, handle) GETTER(function, handle, lua_pushboolean)
#define RETAIN(function, handle) \
    static int call_##function(lua_State *L) { return iap_lua_retain(L, #function, &iap_lua_handle_##handle); }
#define RELEASE(function, handle) \
    static int call_##function(lua_State *L) { return iap_lua_release(L, #function, &iap_lua_handle_##handle); }
#define INITIAL(function, type)                                                                                  \
    static void initialize_##type(void *value) { function(value); }                                              \
    static int call_##function(lua_State *L) {                                                                   \
        return iap_lua_push_initial(L, &iap_lua_struct_##type, initialize_##type);                               \
    }
"""


# Questions about the description

def owner(function: dict) -> str | None:
    """The handle whose getter or method it is."""
    first = function["parameters"][0]["type"] if function["parameters"] else {}
    return first["name"] if first.get("kind") == "handle" else None


def member(function: str, handle: str) -> str:
    """iap_product_display_price of iap_product -> display_price"""
    words, stem = function.split("_"), handle.split("_")
    same = next((index for index, (one, other) in enumerate(zip(words, stem)) if one != other), len(stem))
    return "_".join(words[same:])


def is_getter(function: dict) -> bool:
    """Whether it has one argument, the handle, and tells a value of it."""
    returns = function["returns"]
    kind = returns["type"]["kind"]
    retains = kind == "handle" and returns["ownership"] == "gives"
    can_fail = returns["type"].get("name") == "iap_status" or Interface.may_be_status(function)
    has_one_argument = len(function["parameters"]) == 1 and owner(function) is not None
    return has_one_argument and not (kind == "void" or retains or can_fail)


def guarded(part: str, text: str, otherwise: str = "") -> str:
    """Text that is there only if the library has the part."""
    if part not in SWITCHES:
        return text
    middle = f"#else\n{otherwise}" if otherwise else ""
    return f"#if {SWITCHES[part]}\n{text}{middle}#endif\n"


def by_part(api: Interface, declarations: list[dict], write) -> str:
    texts: dict[str, str] = {}
    for declaration in declarations:
        part = api.part(declaration)
        texts[part] = texts.get(part, "") + write(declaration)
    return "".join(guarded(part, text) for part, text in texts.items())


# Handles

def handle_text(api: Interface, handle: dict) -> str:
    name, lines = handle["name"], []
    let_go = handle.get("close") or handle.get("release")
    retain = handle.get("retain")
    if retain:
        lines.append(f"static void retain_{name}(void *pointer) {{ {retain}(pointer); }}\n")
    if let_go:
        error = ", NULL" if len(api.functions[let_go]["parameters"]) == 2 else ""
        body = guarded(api.part(api.functions[let_go]), f"    {let_go}(pointer{error});\n")
        lines.append(f"static void release_{name}(void *pointer) {{\n    (void)pointer;\n{body}}}\n")
    linkage = "" if name == "iap_client" else "static "
    functions = f"{f'retain_{name}' if retain else 'NULL'}, {f'release_{name}' if let_go else 'NULL'}"
    lines.append(f"{linkage}const Handle iap_lua_handle_{name} = {{\"{name}\", {functions}, "
                 f"{str(handle['isNumber']).lower()}}};\n")
    return "".join(lines)


# Structs

def counted(fields: list[dict], index: int) -> dict | None:
    """The field with the number of what this one points to."""
    after = fields[index + 1] if index + 1 < len(fields) else None
    points = fields[index]["type"]["kind"] in ("text", "texts", "bytes", "struct")
    return after if points and after and after["type"]["kind"] == "size" else None


def user_data(fields: list[dict], field: dict) -> str | None:
    names = [f"{field['name']}_user_data", "user_data"]
    return next((other["name"] for name in names for other in fields if other["name"] == name), None)


def field_text(api: Interface, struct: dict, index: int) -> str:
    """One line of the description of a struct; none for what the binding sets by itself."""
    fields, field = struct["fields"], struct["fields"][index]
    type_, name, kind, other, of, handle, trampoline = field["type"], field["name"], None, "0", "NULL", "NULL", "NULL"
    count = counted(fields, index)
    if name == "struct_size" or (index and counted(fields, index - 1) is field):
        return ""
    if type_["kind"] in ("int32", "enum"):
        kind = "FLAG" if api.is_flag(field) else "INT32"
    elif type_["kind"] in ("uint32", "int64", "uint64", "double"):
        kind = type_["kind"].upper()
    elif type_["kind"] in ("text", "bytes"):
        kind = "BYTES" if count else "TEXT"
    elif type_["kind"] == "texts":
        kind = "TEXTS"
    elif type_["kind"] == "chars":
        kind, other = "CHARS", str(type_["count"])
    elif type_["kind"] == "handle":
        kind, handle = "HANDLE", f"&iap_lua_handle_{type_['name']}"
    elif type_["kind"] == "struct":
        kind = "STRUCT" if not type_["isPointer"] else "STRUCTS" if count else "STRUCT_POINTER"
        of = f"&iap_lua_struct_{type_['name']}"
    elif type_["kind"] == "callback" and "parameters" in type_:
        kind, trampoline = "OBSERVER", f"(void (*)(void))tell_{struct['name']}_{name}"
    elif type_["kind"] == "callback" and type_["name"] == "iap_clock_function":
        kind = "CLOCK"
    elif type_["kind"] in ("callback", "pointer"):
        if any(user_data(fields, other_field) == name for other_field in fields
               if other_field["type"]["kind"] == "callback" and other_field["type"].get("name") != "iap_wake_function"):
            return ""
        kind = "POINTER"
    if kind in ("CLOCK", "OBSERVER"):
        other = f"offsetof({struct['name']}, {user_data(fields, field)})"
    if count:
        other = f"offsetof({struct['name']}, {count['name']})"
    offset = f"offsetof({struct['name']}, {name})"
    return f"    {{\"{name}\", FIELD_{kind}, {offset}, {other}, {of}, {handle}, {trampoline}}},\n"


def struct_text(api: Interface, struct: dict) -> str:
    name = struct["name"]
    macro = "IAP_ERROR_VALUE_INIT" if name == "iap_error" else f"{name.upper()}_INIT"
    initial = f"static const {name} initial_{name} = {macro};\n" if "init" in struct else ""
    fields = "".join(field_text(api, struct, index) for index in range(len(struct["fields"])))
    fields += "    {NULL, FIELD_INT32, 0, 0, NULL, NULL, NULL},\n"
    return (f"{initial}static const Field fields_{name}[] = {{\n{fields}}};\n"
            f"const Struct iap_lua_struct_{name} = {{\"{name}\", sizeof({name}), "
            f"{f'&initial_{name}' if initial else 'NULL'}, fields_{name}}};\n\n")


# Callbacks

def value_text(api: Interface, parameter: dict) -> str:
    type_, name = parameter["type"], parameter["name"]
    if type_["kind"] == "handle":
        if "retain" not in api.handles[type_["name"]]:
            raise SystemExit(f"lua.py: a callback brings {type_['name']}, which cannot be kept")
        return f"{{VALUE_HANDLE, {name}, 0, 0, &iap_lua_handle_{type_['name']}}}"
    if type_["kind"] == "text":
        return f"{{VALUE_TEXT, {name}, 0, 0, NULL}}"
    if type_["kind"] == "struct" and type_["name"] == "iap_error":
        return f"{{VALUE_ERROR, {name}, 0, 0, NULL}}"
    if type_["kind"] == "uint64":
        return f"{{VALUE_UINT64, NULL, 0, {name}, NULL}}"
    return f"{{{'VALUE_FLAG' if api.is_flag(parameter) else 'VALUE_NUMBER'}, NULL, {name}, 0, NULL}}"


def values_text(api: Interface, parameters: list[dict]) -> tuple[str, str]:
    """The declaration of the values, and how to pass them."""
    if not parameters:
        return "", "NULL, 0"
    values = ", ".join(value_text(api, parameter) for parameter in parameters)
    return f"    const Value values[] = {{{values}}};\n", f"values, {len(parameters)}"


def signature(parameters: list[dict]) -> str:
    return ", ".join(f"{parameter['c']}{'' if parameter['c'].endswith('*') else ' '}{parameter['name']}"
                     for parameter in parameters)


def callback_text(api: Interface, callback: dict) -> str:
    """Ends a request: any function that has a client and an error."""
    names = [parameter["name"] for parameter in callback["parameters"]]
    if "client" not in names or names[-1] != "error":
        return ""
    brings = [parameter for parameter in callback["parameters"]
              if parameter["name"] not in ("user_data", "client", "request_id", "error")]
    declaration, values = values_text(api, brings)
    return (f"static void on_{callback['name']}({signature(callback['parameters'])}) {{\n    (void)request_id;\n"
            f"{declaration}    iap_lua_answer(user_data, client, error, {values});\n}}\n")


def observer_text(api: Interface, struct: dict) -> str:
    text = ""
    for field in struct["fields"]:
        if "parameters" not in field["type"]:
            continue
        parameters = field["type"]["parameters"]
        declaration, values = values_text(
            api, [{"description": "", **parameter} for parameter in parameters
                  if parameter["name"] not in ("user_data", "client")])
        text += (f"static void tell_{struct['name']}_{field['name']}({signature(parameters)}) {{\n{declaration}"
                 f"    iap_lua_tell(user_data, client, \"{field['name']}\", {values});\n}}\n")
    return text


# Functions

class Wrapper:
    """The function of Lua that calls one function of the library."""

    def __init__(self, api: Interface, function: dict):
        self.api, self.function, self.name = api, function, function["name"]
        self.before: list[str] = []      # declarations and arguments
        self.last: list[str] = []        # what must not be followed by an error of Lua
        self.passed: list[str] = []      # to the library
        self.results: list[str] = []     # statements that push one result each
        self.buffer, self.needed, self.array = None, None, None
        self.completion = 0
        self.index = 0
        for position in range(len(function["parameters"])):
            self.add(position)

    def argument(self) -> int:
        self.index += 1
        return self.index

    def add(self, position: int) -> None:
        parameters = self.function["parameters"]
        parameter = parameters[position]
        name, type_ = parameter["name"], parameter["type"]
        kind = type_["kind"]
        counts = parameter.get("counts")
        if counts:
            pointer = next(other for other in parameters if other["name"] == counts)["type"]
            place = {"texts": f"{counts}.count", "buffer": f"{counts}.capacity", "out": "capacity"}
            self.passed.append(place.get(pointer["kind"], f"{counts}.length"))
        elif self.api.is_error(parameter):
            self.before.append("iap_error error = IAP_ERROR_VALUE_INIT;")
            self.passed.append("&error")
        elif kind == "handle":
            nil = "true" if parameter.get("mayBeNull") else "false"
            self.before.append(f"{parameter['c']} {name} = iap_lua_handle(&call, {self.argument()}, "
                               f"&iap_lua_handle_{type_['name']}, {nil});".replace("* ", "*", 1))
            self.passed.append(name)
        elif kind in INTEGERS:
            c, limits = INTEGERS[kind]
            self.before.append(f"{c} {name} = ({c})iap_lua_integer(&call, {self.argument()}, \"{name}\", {limits});")
            self.passed.append(name)
        elif kind in TYPES:
            self.before.append(f"{TYPES[kind]} {name} = iap_lua_{kind}(&call, {self.argument()}, \"{name}\");")
            self.passed.append(name)
        elif kind in ("text", "bytes", "texts"):
            self.add_pointer(parameters, position)
        elif kind == "pointer":
            if position and parameters[position - 1]["type"]["kind"] == "callback":
                self.passed.append("iap_lua_user_data(&call)")
            else:
                self.before.append(f"void *{name} = iap_lua_pointer(&call, {self.argument()}, \"{name}\");")
                self.passed.append(name)
        elif kind == "callback":
            self.add_callback(parameter)
        elif kind == "struct":
            self.add_struct(parameter)
        elif kind == "buffer":
            self.buffer = parameter
            self.before.append(f"Buffer {name} = {{NULL, 0}};")
            self.passed.append(f"{name}.data")
            self.results.append(f"lua_pushlstring(L, {name}.data, length_of_{name});")
        elif kind == "out":
            self.add_out(parameters, position)
        else:
            raise SystemExit(f"lua.py: {self.name} has a parameter of a kind that is not known: {kind}")

    def add_pointer(self, parameters: list[dict], position: int) -> None:
        parameter = parameters[position]
        name, kind = parameter["name"], parameter["type"]["kind"]
        if kind == "texts":
            self.before.append(f"Texts {name} = iap_lua_texts(&call, {self.argument()}, \"{name}\");")
            self.passed.append(f"{name}.items")
        elif any(other.get("counts") == name for other in parameters):
            self.before.append(f"Bytes {name} = iap_lua_bytes(&call, {self.argument()}, \"{name}\");")
            self.passed.append(f"{name}.data")
        else:
            self.before.append(f"const char *{name} = iap_lua_text(&call, {self.argument()}, \"{name}\");")
            self.passed.append(name)

    def add_callback(self, parameter: dict) -> None:
        name, callback = parameter["name"], parameter["type"]["name"]
        is_log = callback == "iap_log_function"
        keep = "iap_lua_log_function" if is_log else "iap_lua_completion"
        self.completion = 0 if is_log else self.argument()
        index = self.argument() if is_log else self.completion
        self.last.append(f"bool has_{name} = {keep}(&call, {index}, \"{name}\");")
        self.passed.append(f"has_{name} ? {'iap_lua_log' if is_log else f'on_{callback}'} : NULL")

    def add_struct(self, parameter: dict) -> None:
        name, struct = parameter["name"], parameter["type"]["name"]
        if parameter["type"]["isConst"]:
            self.before.append(f"{struct} *{name} = iap_lua_struct(&call, {self.argument()}, \"{name}\", "
                               f"&iap_lua_struct_{struct});")
            self.passed.append(name)
        else:
            initial = f"initial_{struct}" if "init" in self.api.structs[struct] else "{0}"
            self.before.append(f"{struct} {name} = {initial};")
            self.passed.append(f"&{name}")
            self.results.append(f"iap_lua_push_struct(L, &iap_lua_struct_{struct}, &{name});")

    def add_out(self, parameters: list[dict], position: int) -> None:
        parameter = parameters[position]
        name, of = parameter["name"], parameter["type"]["of"]
        if any(other.get("counts") == name for other in parameters):
            self.array = parameter
            self.before.append(f"{TYPES[of['kind']]} *{name} = NULL;\n    size_t capacity = 0;")
            self.passed.append(name)
            length = parameters[position + 2]["name"]
            self.results.append(
                f"lua_newtable(L);\n    for (size_t at = 0; at < {length}; at++) {{\n"
                f"        iap_lua_push_{of['kind']}(L, {name}[at]);\n        lua_rawseti(L, -2, (int)at + 1);\n    }}")
        elif of["kind"] == "handle":
            self.before.append(f"{'const ' if of['isConst'] else ''}{of['name']} *{name} = NULL;")
            self.last.append(f"int box_of_{name} = iap_lua_box(&call, &iap_lua_handle_{of['name']});")
            self.passed.append(f"&{name}")
            self.results.append(f"iap_lua_push_given(&call, box_of_{name}, {name});")
        else:
            c = TYPES.get(of["kind"]) or INTEGERS[of["kind"]][0]
            self.before.append(f"{c} {name} = 0;")
            self.passed.append(f"&{name}")
            if of["kind"] == "size" and (self.buffer or self.array):
                self.needed = name
            else:
                push = "iap_lua_push_uint64" if of["kind"] == "uint64" else "iap_lua_push_int64"
                self.results.append(f"{push}(L, {name});")

    # The text

    def call(self, assigned: str) -> str:
        expression = f"{self.name}({', '.join(self.passed)})"
        return f"IAP_LUA_CALL(L, {assigned}{expression});"

    def status_lines(self) -> list[str]:
        error = "&error" if "&error" in self.passed else "NULL"
        fail = f"if (status != IAP_OK) return iap_lua_fail(&call, status, {error});"
        lines = ["iap_status status = IAP_OK;"]
        if self.buffer:
            name = self.buffer["name"]
            is_short = f" && {self.needed} > {name}.capacity" if self.needed else ""
            lines += ["do {", f"    if (!iap_lua_grow(&call, &{name}, {self.needed or 0})) break;",
                      f"    {self.call('status = ')}", f"}} while (status == IAP_ERROR_TOO_LARGE{is_short});",
                      fail, f"size_t length_of_{name} = {self.length()};"]
        elif self.array:
            name = self.array["name"]
            lines += ["for (;;) {", f"    {self.call('status = ')}", f"    {fail}",
                      f"    if ({self.needed} <= capacity) break;",
                      f"    {name} = iap_lua_array(&call, capacity = {self.needed}, sizeof *{name});", "}"]
        else:
            lines += [self.call("status = "), fail]
        if self.name == "iap_add_observer":
            lines.append("iap_lua_keep_observer(&call, observer_id);")
        if self.name == "iap_remove_observer":
            lines.append("iap_lua_forget_observer(&call, observer_id);")
        if self.name == "iap_set_log_function":
            lines.append(f"iap_lua_keep_log(&call, {self.index});")
        results = self.results or ["lua_pushboolean(L, true);"]
        return lines + results + [f"return {len(results)};"]

    def length(self) -> str:
        name = self.buffer["name"]
        return f"strlen({name}.data)" if self.buffer["type"]["of"] == "char" else self.needed

    def value_lines(self) -> list[str]:
        returns = self.function["returns"]
        kind = returns["type"]["kind"]
        if kind == "void":
            return [self.call(""), "return 0;"]
        declared = returns["c"] if returns["c"].endswith("*") else returns["c"] + " "
        lines = [f"{declared}returned = {'NULL' if returns['c'].endswith('*') else '0'};", self.call("returned = ")]
        if self.api.may_be_status(self.function):
            lines.append("if (returned < 0) return iap_lua_fail(&call, (iap_status)returned, NULL);")
        flag = self.api.is_flag(returns)
        if kind == "handle":
            lines.append(f"iap_lua_push_lent(L, 1, &iap_lua_handle_{returns['type']['name']}, returned);")
        else:
            lines.append({"text": "iap_lua_push_text(L, returned);", "uint64": "iap_lua_push_uint64(L, returned);"}.get(
                kind, "lua_pushboolean(L, returned != 0);" if flag else "iap_lua_push_int64(L, (int64_t)returned);"))
        if self.results:
            lines.append("if (returned == 0) return 1;")
        return lines + self.results + [f"return {1 + len(self.results)};"]

    def text(self) -> str:
        is_status = self.function["returns"]["type"].get("name") == "iap_status"
        lines = [f"Call call = iap_lua_begin(L, \"{self.name}\", {self.index});", *self.before, *self.last,
                 *(self.status_lines() if is_status else self.value_lines())]
        if not any("&call" in line for line in lines):
            lines = lines[1:]
        body = "".join(f"    {line}\n" for line in lines)
        return f"static int call_{self.name}(lua_State *L) {{\n{body}}}\n"


def function_text(api: Interface, function: dict) -> str:
    name, parameters, returns = function["name"], function["parameters"], function["returns"]
    handle = owner(function)
    kind = "flag" if api.is_flag(returns) else returns["type"]["kind"]
    if handle and returns["type"]["kind"] == "handle" and returns.get("ownership") == "gives":
        return f"RETAIN({name}, {handle})\n"
    if handle and name == api.handles[handle].get("release"):
        return f"RELEASE({name}, {handle})\n"
    if name in {struct.get("init") for struct in api.structs.values()}:
        return f"INITIAL({name}, {parameters[0]['type']['name']})\n"
    if is_getter(function) and kind in GETTERS:
        return f"{GETTERS[kind]}({name}, {handle})\n"
    return Wrapper(api, function).text()


def present_row(api: Interface, function: dict) -> str:
    name, handle = function["name"], owner(function)
    lets_go = handle and name in (api.handles[handle].get("retain"), api.handles[handle].get("release"))
    kind = "PLAIN" if not handle or lets_go else "GETTER" if is_getter(function) else "METHOD"
    whose = f"&iap_lua_handle_{handle}, \"{member(name, handle)}\"" if kind != "PLAIN" else "NULL, NULL"
    completion = Wrapper(api, function).completion
    return f"    {{PRESENT({name}), \"{api.part(function)}\", FUNCTION_{kind}, {whose}, {completion}}},\n"


def absent_row(api: Interface, function: dict) -> str:
    return f"    {{ABSENT({function['name']}), \"{api.part(function)}\", FUNCTION_PLAIN, NULL, NULL, 0}},\n"


def function_rows(api: Interface) -> str:
    parts: dict[str, list[dict]] = {}
    for function in api.functions.values():
        parts.setdefault(api.part(function), []).append(function)
    return "".join(guarded(part, "".join(present_row(api, function) for function in functions),
                           "".join(absent_row(api, function) for function in functions))
                   for part, functions in parts.items())


def constant_rows(api: Interface) -> str:
    rows = ""
    for enum in api.enums.values():
        for value in enum["values"]:
            rows += f"    {{\"{value['name']}\", INT64_C({value['value']}), NULL, \"{enum['name']}\"}},\n"
    for constant in api.constants.values():
        value = constant["value"]
        number, text = (f"INT64_C({value})", "NULL") if isinstance(value, int) else ("0", f"\"{value}\"")
        rows += f"    {{\"{constant['name']}\", {number}, {text}, NULL}},\n"
    return rows


def floor(api: Interface) -> str:
    functions = list(api.functions.values())
    handles, callbacks, structs = (list(group.values()) for group in (api.handles, api.callbacks, api.structs))
    weak = by_part(api, [function for function in functions if api.part(function) in SWITCHES],
                   lambda function: f"#pragma weak {function['name']}\n")
    declared = by_part(api, structs, lambda struct: f"extern const Struct iap_lua_struct_{struct['name']};\n")
    listed = by_part(api, handles, lambda handle: f"    &iap_lua_handle_{handle['name']},\n")
    return (
        f"{HEAD}#include \"iap_lua.h\"\n\n#include <string.h>\n\n"
        f"/* What a library may lack: such a function is NULL then. */\n{weak}{MACROS}\n"
        f"{by_part(api, handles, lambda handle: handle_text(api, handle))}"
        f"const Handle *const iap_lua_handles[] = {{\n{listed}    NULL,\n}};\n\n{declared}\n"
        f"{by_part(api, callbacks, lambda callback: callback_text(api, callback))}"
        f"{by_part(api, structs, lambda struct: observer_text(api, struct))}\n"
        f"{by_part(api, structs, lambda struct: struct_text(api, struct))}"
        f"{by_part(api, functions, lambda function: function_text(api, function))}\n"
        f"const Function iap_lua_functions[] = {{\n{function_rows(api)}"
        f"    {{NULL, NULL, NULL, NULL, FUNCTION_PLAIN, NULL, NULL, 0}},\n}};\n\n"
        f"const Constant iap_lua_constants[] = {{\n{constant_rows(api)}    {{NULL, 0, NULL, NULL}},\n}};\n")


def source() -> str:
    """iap.lua as an array of C, so that the module is one file."""
    lines = SOURCE.read_text(encoding="utf-8").splitlines()
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return f"{HEAD}static const char iap_source[] =\n" + "\n".join(f'    "{line}\\n"' for line in escaped) + ";\n"


def outputs(api: Interface) -> dict[str, str]:
    return {"Lua/iap_floor.c": floor(api), "Lua/iap_source.h": source()}
