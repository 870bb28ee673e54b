"""The methods of clients, stores and devices, the functions of observers, and the completions of requests."""

from csharp_files.comments import member_comment
from csharp_files.names import NUMBERS, Names, block, camel, namespace, pascal, summary
from csharp_files.values import is_output
from interface import Interface

# Functions whose methods are written by hand.
BY_HAND = {
    "iap_client_open_version", "iap_client_open", "iap_client_close", "iap_client_process_events",
    "iap_client_next_event", "iap_client_wait_events", "iap_add_observer", "iap_remove_observer", "iap_cancel_request", "iap_buy",
    "iap_finish_transaction", "iap_finish_transaction_id", "iap_store_open",
    "iap_store_close", "iap_store_open_device", "iap_device_close", "iap_store_list_approvals",
    "iap_store_list_transactions", "iap_store_approval_product_id"}
# The events that IapClient declares.
EVENTS_BY_HAND = {"transaction_updated", "entitlement_changed", "entitlement_revoked", "problem_reported"}
# The library repeats these events until an observer has the function. An observer gets it only with a handler.
KEPT_UNTIL_HEARD = {"entitlement_changed", "entitlement_revoked", "problem_reported"}
# IapClient handles these itself: they end tasks.
ENDING_TASKS = {"transaction_updated", "restore_finished", "restore_failed"}
INPUTS = {"int32", "uint32", "int64", "uint64", "size", "double", "enum", "text", "texts", "bytes", "pointer", "handle",
          "struct"}


def calls(names: Names, part: str) -> str:
    lines = []
    for handle in names.api.handles.values():
        if names.is_snapshot(handle["name"]):
            continue
        body: list[str] = []
        for function in names.api.functions.values():
            if names.api.part(function) == part and function["name"] not in BY_HAND and (
                    receiver(function) == handle["name"]):
                body += call(names, function, handle["name"])
        if body:
            lines += [*block(f"public sealed unsafe partial class {names.type(handle['name'])}", body[:-1]), ""]
    return namespace(lines[:-1], "System", "System.Collections.Generic", "System.Threading", "System.Threading.Tasks",
                     "IAPBridge.Native") if lines else ""


def receiver(function: dict) -> str | None:
    first = function["parameters"][0] if function["parameters"] else {"type": {}}
    return first["type"].get("name") if first["type"].get("kind") == "handle" else None


def call(names: Names, function: dict, handle: str) -> list[str]:
    """Returns one method. A function with unknown kinds of parameters has none; callers use IAPBridge.Native for it."""
    inputs = [parameter for parameter in names.api.inputs(function)[1:] if not is_result(names, parameter)]
    callback = next((parameter for parameter in inputs if parameter["type"]["kind"] == "callback"), None)
    buffer = next((parameter for parameter in inputs if parameter["type"]["kind"] == "buffer"), None)
    inputs = [parameter for parameter in inputs
              if parameter not in (callback, buffer) and parameter["name"] != "user_data"]
    if any(parameter["type"]["kind"] not in INPUTS or parameter.get("ownership") == "takes" for parameter in inputs):
        return []
    member = names.member(function["name"], handle if function["name"].startswith(handle + "_") else "iap")
    if callback:
        about, lines = summary(function["description"]), request(names, function, member, inputs, callback)
    elif buffer:
        about, lines = member_comment(function), filled(names, function, member, inputs, buffer)
    elif function["returns"]["type"].get("name") == "iap_status_t":
        result = result_of(names, function)
        is_number = result is not None and result["type"].get("of", {}).get("kind") in NUMBERS
        about = member_comment(function, result=result if is_number else None)
        lines = command(names, function, member, inputs, result)
    else:
        about = member_comment(function, is_property=not inputs)
        lines = question(names, function, member, inputs)
    return [*about, *lines, ""]


def result_of(names: Names, function: dict) -> dict | None:
    """Returns the parameter that a function fills."""
    return next((parameter for parameter in function["parameters"]
                 if parameter["type"]["kind"] == "out" or is_result(names, parameter)), None)


def is_result(names: Names, parameter: dict) -> bool:
    type_ = parameter["type"]
    return (type_["kind"] == "struct" and not names.api.is_error(parameter)
            and is_output(names, names.api.structs[type_["name"]]))


def question(names: Names, function: dict, member: str, inputs: list[dict]) -> list[str]:
    returns = function["returns"]
    made = f"C.{function['name']}({', '.join(['Handle', *arguments(names, function, {})])})"
    kind = returns["type"]["kind"]
    may_fail = Interface.may_be_status(function)
    if kind == "text":
        type_, expression = "string", f"Utf8.Text({made}, this)"
    elif kind == "size":
        type_, expression = "int", f"(int){made}"
    else:
        type_ = names.field(returns["type"])
        expression = made
        if may_fail:
            expression = f"IapException.Check({f'(int){made}' if kind == 'enum' else made})"
            expression = f"({type_}){expression}" if kind == "enum" else expression
        if Interface.is_flag(returns):
            type_, expression = "bool", f"{expression} == 1"
    if Interface.has_value_and_error(function):
        value = "value == 1" if Interface.is_flag(returns) else "value"
        body = ["iap_error error = iap_error.Create();", f"{names.field(returns['type'])} value = {made};",
                "IapException.Check(error.status, ref error);", f"return {value};"]
        if not inputs:
            return block(f"public {type_} {member}", block("get", body))
        return block(f"public {type_} {member}({declared(names, inputs)})", body)
    if not inputs:
        return [f"public {type_} {member} {{ get {{ return {expression}; }} }}"]
    return block(f"public {type_} {member}({declared(names, inputs)})", [f"return {expression};"])


def command(names: Names, function: dict, member: str, inputs: list[dict], result: dict | None) -> list[str]:
    """Returns a call with a status, an error and at most one result."""
    type_, before, passed, value = "void", [], {}, ""
    if result:
        name = camel(result["name"])
        if result["type"]["kind"] == "struct":
            struct = result["type"]["name"]
            type_, value = names.type(struct), f"new {names.type(struct)}(&{name})"
            before, passed = [f"{struct} {name} = {struct}.Create();"], {result["name"]: f"&{name}"}
        else:
            of = result["type"]["of"]
            type_, value = names.field(of), name
            before, passed = [f"{type_} {name};"], {result["name"]: f"out {name}"}
            if of["kind"] == "handle":
                type_ = names.type(of["name"])
                value = f"{type_}.Given({name})"
    body = [*before, "iap_error error = iap_error.Create();",
            checked(names, function, passed),
            *([f"return {value};"] if value else [])]
    return method(names, f"{type_} {member}", inputs, body)


def filled(names: Names, function: dict, member: str, inputs: list[dict], buffer: dict) -> list[str]:
    """Returns a call that fills a buffer. It is made twice: once for the length, and once with some extra bytes."""
    parameters = function["parameters"]
    capacity = next(parameter["name"] for parameter in parameters if parameter.get("counts") == buffer["name"])
    length = next(parameter["name"] for parameter in parameters if parameter["type"]["kind"] == "out")
    is_text = buffer["type"]["of"] == "char"

    def made(place: str, size: str) -> str:
        return checked(names, function, {buffer["name"]: place, capacity: size, length: "out needed"})

    body = ["UIntPtr needed;", "iap_error error = iap_error.Create();", made("null", "UIntPtr.Zero"),
            "byte[] made = new byte[(int)needed + 64];", made("made", "(UIntPtr)made.Length"),
            *(["return Utf8.Text(made);"] if is_text else ["Array.Resize(ref made, (int)needed);", "return made;"])]
    return method(names, f"{'string' if is_text else 'byte[]'} {member}", inputs, body)


def request(names: Names, function: dict, member: str, inputs: list[dict], callback: dict) -> list[str]:
    type_ = payload_type(names, names.api.callbacks[callback["type"]["name"]])
    passed = {callback["name"]: f"Completions.End{completion_name(names, callback['type']['name'])}",
              "user_data": "request.UserData", "request_id": "out id"}
    parameters = declared(names, inputs)
    parameters += (", " if parameters else "") + "CancellationToken cancellation = default(CancellationToken)"
    task = f"Task<{type_}>" if type_ != "None" else "Task"
    body = ["if (cancellation.IsCancellationRequested) return Request<" + type_ + ">.Cancelled(cancellation);",
            f"Request<{type_}> request = new Request<{type_}>(this, cancellation);", "ulong id;",
            "iap_error error = iap_error.Create();",
            f"Status status = C.{function['name']}({', '.join(['Handle', *arguments(names, function, passed)])});",
            "return request.Begun(status, id, ref error);"]
    return block(f"public {task} {member}Async({parameters})", [*guards(names, inputs), *with_arena(inputs, body)])


def checked(names: Names, function: dict, passed: dict[str, str]) -> str:
    """Returns the call, with an exception on failure."""
    given = ", ".join(["Handle", *arguments(names, function, passed)])
    return f"IapException.Check(C.{function['name']}({given}), ref error);"


def method(names: Names, head: str, inputs: list[dict], body: list[str]) -> list[str]:
    return block(f"public {head}({declared(names, inputs)})", [*guards(names, inputs), *with_arena(inputs, body)])


def guards(names: Names, inputs: list[dict]) -> list[str]:
    """Returns checks for null handles: the error of C would not contain their name."""
    needed = [camel(parameter["name"]) for parameter in inputs
              if parameter["type"]["kind"] == "handle" and names.is_snapshot(parameter["type"]["name"])]
    return [f'if ({name} == null) throw new ArgumentNullException("{name.lstrip("@")}");' for name in needed]


def with_arena(inputs: list[dict], body: list[str]) -> list[str]:
    if any(parameter["type"]["kind"] in ("texts", "struct") for parameter in inputs):
        return block("using (Arena arena = new Arena())", body)
    return body


def declared(names: Names, inputs: list[dict]) -> str:
    """Returns the declaration of the parameters. Anchors come last and are optional."""
    anchors = [parameter for parameter in inputs if parameter["type"]["kind"] == "pointer"]
    others = [parameter for parameter in inputs if parameter not in anchors]
    return ", ".join([f"{input_type(names, parameter)} {camel(parameter['name'])}" for parameter in others]
                     + [f"IntPtr {camel(parameter['name'])} = default(IntPtr)" for parameter in anchors])


def input_type(names: Names, parameter: dict) -> str:
    kind = parameter["type"]["kind"]
    if Interface.is_flag(parameter):
        return "bool"
    if kind == "size":
        return "int"
    if kind in ("handle", "struct"):
        return names.type(parameter["type"]["name"])
    types = {"text": "string", "texts": "IReadOnlyList<string>", "bytes": "byte[]"}
    return types.get(kind) or names.field(parameter["type"])


def arguments(names: Names, function: dict, passed: dict[str, str]) -> list[str]:
    """Returns the arguments of the C function after the handle."""
    return [passed.get(parameter["name"]) or argument(names, function, parameter)
            for parameter in function["parameters"][1:]]


def argument(names: Names, function: dict, parameter: dict) -> str:
    name, kind = camel(parameter["name"]), parameter["type"]["kind"]
    if names.api.is_error(parameter):
        return "ref error"
    if "counts" in parameter:
        counted = camel(parameter["counts"])
        kinds = {other["name"]: other["type"]["kind"] for other in function["parameters"]}
        length = "Count" if kinds[parameter["counts"]] == "texts" else "Length"
        return f"(UIntPtr)({counted} == null ? 0 : {counted}.{length})"
    if kind == "struct":
        return f"{names.type(parameter['type']['name'])}.Write({name}, arena)"
    if Interface.is_flag(parameter):
        return f"{name} ? 1 : 0"
    passed = {"text": f'Utf8.Bytes({name}, "{name}")', "texts": f'arena.TextArray({name}, "{name}")',
              "size": f"(UIntPtr){name}"}
    return passed.get(kind, name)


# Observers

def observer(names: Names) -> str:
    news = [News(names, field) for field in names.api.structs["iap_observer"]["fields"]
            if field["type"]["kind"] == "callback"]
    properties = [line for one in news for line in one.property()]
    client = [line for one in news for line in one.event()]
    client += [line for one in news for line in one.callback()]
    client += ["/// <summary>Makes the functions of an observer.</summary>",
               "/// <param name=\"mayGrow\">Whether handlers can be added later. Functions for events that the library",
               "/// keeps until they are received are omitted.</param>",
               *block("private static iap_observer MakeObserver(IntPtr userData, IapObserver observer, bool mayGrow)", [
                   "iap_observer made = iap_observer.Create();", "made.user_data = userData;",
                   *[line for one in news for line in one.pointer()],
                   "return made;"])]
    about = names.api.structs["iap_observer"]["description"].split(".")[0] + "."
    return namespace([*summary(about), *block("public sealed class IapObserver", [
        *properties]), "",
                      *block("public sealed unsafe partial class IapClient", client)],
                     "System", "System.Runtime.InteropServices", "IAPBridge.Native")


class News:
    """One function of an observer: a property, an event, and the callback for C."""

    def __init__(self, names: Names, field: dict):
        self.c, self.description = field["name"], field["description"]
        self.name = pascal(self.c)
        self.delegate = camel(self.c) + "Callback"
        parameters = field["type"]["parameters"]
        parts = [payload_part(names, parameter) for parameter in parameters[2:]]
        self.types, self.values = [type_ for type_, _ in parts], [value for _, value in parts]
        self.names = [camel(parameter["name"]) for parameter in parameters[2:]]
        self.signature = ", ".join(f"{names.field(parameter['type'])} {camel(parameter['name'])}"
                                   for parameter in parameters)
        self.action = f"Action<{', '.join(self.types)}>"

    def property(self) -> list[str]:
        return [*summary(self.description), f"public {self.action} {self.name} {{ get; set; }}", ""]

    def event(self) -> list[str]:
        if self.c in EVENTS_BY_HAND:
            return []
        return [*summary(self.description), *block(f"public event {self.action} {self.name}", [
            f"add {{ lock (seats) events.Observer.{self.name} += value; }}",
            f"remove {{ lock (seats) events.Observer.{self.name} -= value; }}"]), ""]

    def callback(self) -> list[str]:
        """Returns the callback. Handlers and the ended task get separate objects."""
        type_ = f"iap_observer_{self.c}"
        heard = [f"{kind} {name}Heard = {value};" for kind, name, value in zip(self.types, self.names, self.values)]
        passed = ", ".join(f"{name}Heard" for name in self.names)
        return [
            f"private static readonly {type_} {self.delegate} = {self.name}Called;", "",
            f"[MonoPInvokeCallback(typeof({type_}))]",
            *block(f"private static void {self.name}Called({self.signature})", [
                "Seat seat = Roots.Find(userData) as Seat;", "if (seat == null) return;", *heard,
                f"seat.Client.Raise(seat.Observer.{self.name}, handler => (({self.action})handler)({passed}));",
                *([f"seat.Client.On{self.name}({', '.join(self.values)});"] if self.c in ENDING_TASKS else [])]), ""]

    def pointer(self) -> list[str]:
        line = f"made.{self.c} = Marshal.GetFunctionPointerForDelegate({self.delegate});"
        if self.c in ENDING_TASKS:
            return [line]
        grows = "" if self.c in KEPT_UNTIL_HEARD else "mayGrow || "
        return [f"if ({grows}observer.{self.name} != null)", f"    {line}"]


def payload_part(names: Names, parameter: dict) -> tuple[str, str]:
    """Returns the C# type of a part of a result, and its expression."""
    type_, name = parameter["type"], camel(parameter["name"])
    if type_["kind"] == "handle":
        return names.type(type_["name"]), f"{names.type(type_['name'])}.From({name}, null)"
    if type_["kind"] == "text":
        return "string", f"Utf8.Text({name}, null)"
    if type_["kind"] == "struct":
        return "IapError", f"IapError.From({name})"
    if type_["kind"] == "int32":
        return "bool", f"{name} == 1"
    return names.field(type_), name


# Completions of requests

def request_callbacks(names: Names) -> list[dict]:
    return [callback for callback in names.api.callbacks.values()
            if callback["parameters"][-1]["name"] == "error" and callback["parameters"][0]["name"] == "user_data"]


def payload(callback: dict) -> list[dict]:
    return [parameter for parameter in callback["parameters"]
            if parameter["name"] not in ("user_data", "client", "request_id", "error")]


def completion_name(names: Names, callback: str) -> str:
    return names.api.title(callback).removesuffix("Function")


def payload_type(names: Names, callback: dict) -> str:
    parts = payload(callback)
    if len(parts) > 1:
        return completion_name(names, callback["name"])
    return payload_part(names, parts[0])[0] if parts else "None"


def completions(names: Names) -> str:
    classes: list[str] = []
    body: list[str] = []
    for callback in request_callbacks(names):
        name, parts, type_ = completion_name(names, callback["name"]), payload(callback), payload_type(names, callback)
        made = ["None.Value"] if not parts else [payload_part(names, part)[1] for part in parts]
        value = made[0] if len(made) == 1 else f"new {type_}({', '.join(made)})"
        if len(parts) > 1:
            classes += [*response_class(names, callback), ""]
        signature = ", ".join(f"{names.field(parameter['type'])} {camel(parameter['name'])}"
                              for parameter in callback["parameters"])
        body += [f"internal static readonly {callback['name']} End{name} = {name}Ended;", "",
                 f"[MonoPInvokeCallback(typeof({callback['name']}))]",
                 *block(f"private static void {name}Ended({signature})", [
                     f"{type_} answer = error == null ? {value} : default({type_});",
                     f"Request<{type_}>.End(userData, IapError.From(error), answer);"]), ""]
    return namespace([*classes, *block("internal static unsafe class Completions", body[:-1])],
                     "System", "IAPBridge.Native")


def response_class(names: Names, callback: dict) -> list[str]:
    type_ = payload_type(names, callback)
    parts = [(payload_part(names, part)[0], part) for part in payload(callback)]
    body: list[str] = []
    for kind, part in parts:
        body += [*summary(part["description"]), f"public {kind} {pascal(part['name'])} {{ get; private set; }}", ""]
    parameters = ", ".join(f"{kind} {camel(part['name'])}" for kind, part in parts)
    body += block(f"internal {type_}({parameters})",
                  [f"{pascal(part['name'])} = {camel(part['name'])};" for _, part in parts])
    return [*summary(f"The result of {callback['name']}."), *block(f"public sealed class {type_}", body)]
