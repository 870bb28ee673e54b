"""The library without a store: one C file with every function of the client, for systems that have no store.

No client ever opens there. So a function of a client can only say that the client is NULL or closed, and a getter returns what
it returns for NULL.
"""

import re
import textwrap

from interface import Interface

OUTPUT = "NoStore/iap_no_store.c"
HEAD = """\
/*
 * iap_no_store.c: the library of the client's headers (<iap/iap.h> and its topics) for systems without a store.
 *
 * A game links it where there is neither StoreKit nor the reference store. iap_client_open() returns IAP_ERROR_UNSUPPORTED:
 * then the game hides its shop. Every other function returns what it returns for a client that is NULL or closed.
 *
 * Sources/Bindings/generate makes this file from iap_api.json. Do not change it here. It needs C99 or C++11, and the folder
 * Include.
 */
{includes}
#include <string.h>

/* clang-format off */

static iap_status_t report(iap_error *error, iap_status_t status, const char *message) {
    if (error == NULL || error->struct_size != sizeof *error) return status;
    memset(error, 0, sizeof *error);
    error->struct_size = sizeof *error;
    error->status = status;
    error->category = IAP_STATUS_CATEGORY(status);
    memcpy(error->message, message, strlen(message) + 1);
    return status;
}

static iap_status_t refuse(const iap_client *client, iap_error *error) {
    if (client == NULL) return report(error, IAP_ERROR_INVALID_ARGUMENT, "client is NULL");
    return report(error, IAP_ERROR_CLOSED, "the client is not open: this build has no store");
}
"""
# The functions that need no client.
FIXED = {
    "iap_version": ["return IAP_HEADER_VERSION;"],
    "iap_check_handles": [],
    "iap_error_init": [  # IAP_ERROR_INIT would be the name of a status
        "static const iap_error value = IAP_ERROR_VALUE_INIT;",
        "if (error != NULL) *error = value;"],
    "iap_client_open_version": [
        "if (client != NULL) *client = NULL;",
        'return report(error, IAP_ERROR_UNSUPPORTED, "this build has no store: hide the shop");'],
    "iap_set_log_function": [
        'if (level >= IAP_LOG_NONE && level <= IAP_LOG_DEBUG) return report(error, IAP_OK, "");',
        'return report(error, IAP_ERROR_INVALID_ARGUMENT, "level is no IAP_LOG_ value");'],
}


def prototype(function: dict) -> str:
    parameters = ", ".join(declaration(parameter).replace(" ", "\0") for parameter in function["parameters"]) or "void"
    returns = function["returns"]["c"].replace(" ", "\0")
    text = f"{returns}{'' if returns.endswith('*') else chr(0)}{function['name']}({parameters}) {{"
    lines = textwrap.wrap(text, 116, subsequent_indent=" " * (text.index("(") + 1))
    return "\n".join(lines).replace("\0", " ")


def declaration(parameter: dict) -> str:
    c = parameter["c"]
    return f"{c}{'' if c.endswith('*') else ' '}{parameter['name']}"


def definition(function: dict, lines: list[str]) -> str:
    unused = [f"(void){parameter['name']};" for parameter in function["parameters"]
              if not any(re.search(rf"\b{parameter['name']}\b", line) for line in lines)]
    return "\n".join([prototype(function), *(f"    {line}" for line in [*unused, *lines]), "}\n"])


def struct_sizes(api: Interface) -> list[str]:
    names = [name for name, struct in api.structs.items()
             if api.part(struct) == "client" and struct["fields"][0]["name"] == "struct_size"]
    return ["if (name == NULL) return 0;", *(f'if (strcmp(name, "{name}") == 0) return sizeof({name});' for name in names),
            "return 0;"]


def status_names(api: Interface) -> list[str]:
    names = [value["name"] for value in api.enums["iap_status_t"]["values"]]
    return ["switch (status) {", *(f'case {name}: return "{name}";' for name in names),
            'default: return "IAP_ERROR_UNKNOWN";', "}"]


def body(api: Interface, function: dict) -> list[str]:
    """Returns the lines of a function, depending on its kind."""
    name, parameters, returns = function["name"], function["parameters"], function["returns"]
    if name in FIXED:
        return FIXED[name]
    if name == "iap_struct_size":
        return struct_sizes(api)
    if name == "iap_status_name":
        return status_names(api)
    first = parameters[0]
    if name.endswith("_init") and first["type"]["kind"] == "struct":
        struct = first["type"]["name"]
        return [f"static const {struct} value = {struct.upper()}_INIT;",
                f"if ({first['name']} != NULL) *{first['name']} = value;"]
    error = next((parameter["name"] for parameter in parameters if api.is_error(parameter)), "NULL")
    if first["type"].get("name") == "iap_client":
        empty = [f"if ({parameter['name']} != NULL) *{parameter['name']} = 0;" for parameter in parameters
                 if parameter["type"]["kind"] == "out"]
        if Interface.has_value_and_error(function):
            return [*empty, f"refuse(client, {error});", "return 0;"]
        return [*empty, f"return refuse(client, {error});"]
    if first["type"]["kind"] != "handle":
        raise SystemExit(f"generate: no_store.py has no rule for {name}")
    if error != "NULL":
        return [f'return report({error}, IAP_OK, "");']
    if returns["type"]["kind"] == "void":
        return []
    return ["return NULL;" if returns["c"].endswith("*") else "return 0;"]


def outputs(api: Interface) -> dict[str, str]:
    functions = [function for function in api.functions.values()
                 if api.part(function) == "client" and not function["isInline"]]
    includes = "".join(f"#include <iap/{header}>\n" for header, part in sorted(api.parts.items()) if part == "client")
    return {OUTPUT: "\n".join([HEAD.replace("{includes}", includes), *(definition(function, body(api, function)) for function in functions)])}
