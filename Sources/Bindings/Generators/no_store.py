"""The library without a store: one C file with every function of the client.

NoStore/core.c.in contains the logic. This generator makes each remaining function, depending on its kind.
"""

import pathlib
import re
import textwrap

from interface import Interface

CORE = pathlib.Path(__file__).resolve().parent.parent / "NoStore" / "core.c.in"
OUTPUT = "NoStore/iap_no_store.c"
CLIENT = "iap_client"

# Handles for which this library has objects with reference counts.
OBJECTS = {"iap_transaction": "TRANSACTION", "iap_transactions": "TRANSACTIONS", "iap_event": "EVENT",
           "iap_purchase_intents": "PURCHASE_INTENTS", "iap_inventory_items": "INVENTORY_ITEMS"}
# The limits of texts whose description gives no number, by the name of the parameter.
LIMITS = {"product_id": "IAP_PRODUCT_ID_LENGTH_MAX", "counter": "IAP_INVENTORY_NAME_LENGTH_MAX",
          "unlock": "IAP_INVENTORY_NAME_LENGTH_MAX"}
USUAL_LIMIT = "ID_LENGTH_MAX"
# Further checks that the header requires.
FURTHER_CHECKS = {"iap_request_transactions": ["check_query(&call, query, product_id);"],
                  "iap_request_transactions_page": ["check_query(&call, query, product_id);",
                                                    "check_page(&call, page);"]}
HEAD = """\
/*
 * iap_no_store.c: the library of <iap/iap.h> and <iap/iap_inventory.h> for systems without a store.
 *
 * A game links it where there is neither StoreKit nor the reference store. iap_can_make_payments() returns 0, and the
 * player owns nothing. Each request completes once with IAP_ERROR_UNSUPPORTED, when the game processes its events. The
 * observers receive each payment as PURCHASING and then as FAILED. The library writes no files and starts no thread.
 *
 * Sources/Bindings/generate makes this file from iap_api.json and NoStore/core.c.in. Do not change it here.
 *
 * It needs C99 or C++11, the folder Include, and POSIX or Win32 threads. For a system with neither, define
 * IAP_NO_STORE_WITHOUT_THREADS; then only one thread may use it.
 */
"""


def fit(text: str) -> str:
    """Wraps a call or a declaration at 120 columns, aligned after its parenthesis. A NUL stands for a fixed space."""
    return "\n".join(textwrap.wrap(text, 116, subsequent_indent=" " * (text.index("(") + 1))).replace("\0", " ")


def prototype(function: dict) -> str:
    parameters = ", ".join(declaration(parameter).replace(" ", "\0") for parameter in function["parameters"]) or "void"
    returns = function["returns"]["c"].replace(" ", "\0")
    return fit(f"{returns}{'' if returns.endswith('*') else chr(0)}{function['name']}({parameters}) {{")


def declaration(parameter: dict) -> str:
    c = parameter["c"]
    return f"{c}{'' if c.endswith('*') else ' '}{parameter['name']}"


def definition(function: dict, lines: list[str]) -> str:
    unused = [f"(void){parameter['name']};" for parameter in function["parameters"]
              if not any(re.search(rf"\b{parameter['name']}\b", line) for line in lines)]
    body = [textwrap.indent(fit(line) if len(line) > 116 else line, "    ") for line in [*unused, *lines]]
    return "\n".join([prototype(function), *body, "}\n"])


def is_handle(parameter: dict, name: str | None = None) -> bool:
    type_ = parameter["type"]
    return type_["kind"] == "handle" and name in (None, type_["name"])


# Arguments

def limit(function: dict, parameter: dict) -> str:
    """Returns the maximum number of bytes that the header allows for a text."""
    name = parameter["name"]
    for text in (parameter["description"], function["returns"]["description"]):
        if number := re.search(r"(\d+) MiB", text):
            return f"{number[1]} << 20"
        if number := re.search(r"(?:1 to|above) (\d+) bytes", text):
            return number[1]
    return LIMITS.get(name, USUAL_LIMIT)


def known_values(api: Interface, parameter: dict) -> str:
    """Returns a condition: the parameter is a meaningful value of its enumeration."""
    names = {value["value"]: value["name"] for value in api.enums[parameter["type"]["name"]]["values"]
             if not value["name"].endswith(("_NONE", "_UNKNOWN"))}
    name, numbers = parameter["name"], sorted(names)
    if numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{name} >= {names[numbers[0]]} && {name} <= {names[numbers[-1]]}"
    return " || ".join(f"{name} == {names[number]}" for number in numbers)


def check(api: Interface, function: dict, parameter: dict) -> str | None:
    """Returns the line that checks an argument; None if every value is allowed."""
    name, type_ = parameter["name"], parameter["type"]
    kind = type_["kind"]
    if kind == "text":
        check_ = "check_optional_text" if parameter["mayBeNull"] else "check_text"
        return f'{check_}(&call, {name}, "{name}", {limit(function, parameter)});'
    if kind == "texts":
        count = next(other["name"] for other in function["parameters"] if other.get("counts") == name)
        return f'check_texts(&call, {name}, {count}, "{name}", IAP_PRODUCT_IDS_MAX, IAP_PRODUCT_ID_LENGTH_MAX);'
    if kind == "enum":
        return f'check_value(&call, {known_values(api, parameter)}, {name}, "{name}");'
    if kind == "struct" and not api.is_error(parameter):
        return f"check_{type_['name'].removeprefix('iap_')}(&call, {name});"
    if kind == "handle" and type_["name"] != CLIENT:
        return f'refuse_handle(&call, {name}, "{name}");'
    if number := re.match(r"(\d+) to (IAP_\w+)", parameter["description"]):
        return f'check_range(&call, {name}, {number[1]}, {number[2]}, "{name}");'
    return None


def can_fail(function: dict, status: str) -> bool:
    """Returns whether the function has the status."""
    return status in function["returns"].get("statuses", [])


def checks(api: Interface, function: dict) -> list[str]:
    """Returns the first lines of a function of a client. They check the client, then texts and values, then ranges."""
    lines = ["struct call call;", f'begin(&call, "{function["name"]}", client);']
    if can_fail(function, "IAP_ERROR_INVALID_STATE"):
        lines.append("require_inventory(&call, client);")
    arguments = [line for parameter in function["parameters"] if (line := check(api, function, parameter))]
    lines += sorted(arguments, key=lambda line: line.startswith("check_range"))
    return lines + FURTHER_CHECKS.get(function["name"], [])


# The kinds of functions

def initializer(api: Interface, function: dict) -> list[str]:
    parameter = function["parameters"][0]
    struct = parameter["type"]["name"]
    return [f"static const {struct} value = {struct.upper()}_INIT;",
            f"if ({parameter['name']} != NULL) *{parameter['name']} = value;"]


def request(api: Interface, function: dict) -> list[str]:
    lines = ["if (request_id != NULL) *request_id = 0;", *checks(api, function)]
    if any(parameter["name"] == "counter" for parameter in function["parameters"]):
        lines.append("check_counter(&call, client, counter);")
    callback = next(parameter["type"]["name"] for parameter in function["parameters"]
                    if parameter["type"]["kind"] == "callback")
    return [*lines, f"return add_request(&call, client, {event_type(api, callback)}, {caller_name(callback)}, "
                    "(any_function)completion, user_data, request_id, error);"]


def question(api: Interface, function: dict) -> list[str]:
    """Returns a function whose result is 0: no, none or nothing. A text above the limit is only an unknown name."""
    lines = checks(api, function)
    if not can_fail(function, "IAP_ERROR_TOO_LARGE"):
        lines = [re.sub(r"check_text\((.*), \w+\);", r"check_text(\1, SIZE_MAX - 1);", line) for line in lines]
    if Interface.has_value_and_error(function):
        return [*lines, "end(&call, error);", "return 0;"]
    return [*lines, "return end(&call, NULL);"]


def decision(api: Interface, function: dict) -> list[str]:
    """Returns a function for a handle that this library never returns."""
    result = [f"if ({parameter['name']} != NULL) *{parameter['name']} = 0;" for parameter in function["parameters"]
              if parameter["type"]["kind"] == "out"]
    lines = [line for line in checks(api, function) if "check_" not in line]
    return [*result, *lines, "return end(&call, error);"]


def getter(api: Interface, function: dict) -> list[str]:
    """Returns a getter of a handle that does not exist here, or of a value that only a store knows."""
    parameter, name = function["parameters"][0], function["name"]
    handle = parameter["type"]["name"]
    if handle in OBJECTS and name.endswith("_retain"):
        return [f'return ({function["returns"]["c"]})retain({parameter["name"]}, {OBJECTS[handle]}, "{name}");']
    if handle in OBJECTS and name.endswith("_release"):
        return [f'release({parameter["name"]}, {OBJECTS[handle]}, "{name}");']
    if function["returns"]["type"]["kind"] == "void":
        return []
    return ["return NULL;" if function["returns"]["c"].endswith("*") else "return 0;"]


def body(api: Interface, function: dict) -> list[str]:
    """Returns the lines of a function, depending on its kind."""
    parameters = function["parameters"]
    first = parameters[0]
    if function["name"].endswith("_init") and first["type"]["kind"] == "struct":
        return initializer(api, function)
    if is_handle(first) and not is_handle(first, CLIENT) and not any(api.is_error(p) for p in parameters):
        return getter(api, function)
    if is_handle(first, CLIENT):
        if any(parameter["type"]["kind"] == "callback" for parameter in parameters):
            return request(api, function)
        if Interface.has_value_and_error(function) or not any(api.is_error(parameter) for parameter in parameters):
            return question(api, function)
        if any(is_handle(p) and not is_handle(p, CLIENT) and p["type"]["name"] not in OBJECTS for p in parameters):
            return decision(api, function)
    raise SystemExit(f"generate: no_store.py cannot make {function['name']}; write it in NoStore/core.c.in")


# Completions

def event_type(api: Interface, callback: str) -> str:
    name = f"IAP_EVENT_{callback.removeprefix('iap_').removesuffix('_function').upper()}_RECEIVED"
    return name if name in api_values(api, "iap_event_type_t") else "IAP_EVENT_REQUEST_COMPLETED"


def api_values(api: Interface, enum: str) -> list[str]:
    return [value["name"] for value in api.enums[enum]["values"]]


def caller_name(callback: str) -> str:
    return f"call_{callback.removeprefix('iap_')}"


def caller(api: Interface, callback: str) -> str:
    """Returns a function that calls the completion of a failed request."""
    given = {"user_data": "event->user_data", "client": "client", "request_id": "event->request", "error": "error"}
    arguments = ", ".join(given.get(parameter["name"]) or ("NULL" if parameter["c"].endswith("*") else "0")
                          for parameter in api.callbacks[callback]["parameters"])
    parameters = "const struct event *event, iap_client *client, const iap_error *error"
    body = f"    (({callback})event->completion)({arguments});\n"
    return f"static void {caller_name(callback)}({parameters}) {{\n{body}}}\n"


# Tables

def struct_size(api: Interface, function: dict) -> str:
    lines = ["if (name == NULL) return 0;"]
    for name, struct in api.structs.items():
        if api.part(struct) == "client" and struct["fields"][0]["name"] == "struct_size":
            lines.append(f'if (strcmp(name, "{name}") == 0) return sizeof({name});')
    return definition(function, [*lines, "return 0;"])


def status_name(api: Interface, function: dict) -> str:
    cases = [f'case {name}: return "{name}";' for name in api_values(api, "iap_status")]
    return definition(function, ["switch (status) {", *cases, 'default: return "IAP_ERROR_UNKNOWN";', "}"])


TABLES = {"iap_struct_size": struct_size, "iap_status_name": status_name}


def outputs(api: Interface) -> dict[str, str]:
    core = CORE.read_text(encoding="utf-8")
    by_hand = set(re.findall(r"^[a-z][\w *]*?\b(iap_\w+)\([^;]*?\) \{", core, re.MULTILINE))
    functions = [function for function in api.functions.values()
                 if api.part(function) == "client" and not function["isInline"] and function["name"] not in by_hand]
    types = [parameter["type"] for function in functions for parameter in function["parameters"]]
    callbacks = dict.fromkeys(type_["name"] for type_ in types if type_["kind"] == "callback")
    parts = [HEAD, core, f"/* {'-' * 92} generated functions */\n", "/* clang-format off */\n"]
    parts += [caller(api, callback) for callback in callbacks]
    for function in functions:
        table = TABLES.get(function["name"])
        parts.append(table(api, function) if table else definition(function, body(api, function)))
    return {OUTPUT: "\n".join(parts)}
