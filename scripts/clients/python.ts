/** What is generated in `clients/python`: the types and methods of the OpenAPI document, the version and the licence. */
import { VERSION } from "../../src/model/service.ts";
import { documentText } from "./document.ts";
import {
  type Document,
  exampleEntry,
  methodText,
  type Operation,
  readOperations,
} from "./python_operations.ts";
import { PythonTypes } from "./python_types.ts";

const ROOT = new URL("../../clients/python/", import.meta.url);
const NOTE = "# Generated from the OpenAPI document by `deno task clients`. Do not edit.";

/** The generated files, by path below clients/python. */
function pythonFiles(document: Document): ReadonlyMap<string, string> {
  const types = new PythonTypes(document.components.schemas);
  const operations = readOperations(document, types);
  const signup = document.paths["/v1/score/user"]?.post?.requestBody?.content["application/json"]?.schema;
  if (signup === undefined) throw new Error("the document has no body of a sign-up");
  const { on_invalid: _, ...properties } = signup.properties ?? {};
  types.add("Signup", [
    "class Signup(TypedDict, total=False):",
    '    """What score_signup takes. Every field is optional, and None is as good as absent."""',
    "",
    ...types.optionalFields({ properties }, "PostScoreUserBody"),
    "    device: Any",
    '    """What Winnow.fingerprint() returned in the browser, as it arrived: gives the three fields above that begin with it"""',
  ]);
  types.add("Login", [
    "class Login(PostScoreLoginBody, total=False):",
    '    """What score_login takes: user_id, and what else is known. None is as good as absent."""',
    "",
    "    device: Any",
    '    """What Winnow.fingerprint() returned in the browser, as it arrived: gives the three fields above that begin with it"""',
  ]);
  types.add("Responses", [
    "class Responses(TypedDict):",
    '    """What each method of Api answers with, by its name."""',
    "",
    ...operations.map(({ id, response }) => `    ${id}: ${response}`),
  ]);
  const project = Deno.readTextFileSync(new URL("pyproject.toml", ROOT));
  return new Map([
    ["LICENSE", Deno.readTextFileSync(new URL("../../LICENSE", ROOT))],
    ["pyproject.toml", project.replace(/^version = ".*"$/m, `version = "${VERSION}"`)],
    ["src/winnow_client/_version.py", `VERSION = "${VERSION}"\n`],
    ["src/winnow_client/types.py", typesText(types)],
    ["src/winnow_client/_operations.py", operationsText(types, operations)],
    ["tests/typing/every_operation.py", exampleText(operations)],
  ]);
}

function typesText(types: PythonTypes): string {
  const body = types.text();
  return `"""The types of requests and responses."""

${NOTE}

from typing import ${importsOf(body, ["Any", "Dict", "List", "Literal", "Optional", "TypedDict", "Union"])}

${body}
`;
}

function operationsText(types: PythonTypes, operations: readonly Operation[]): string {
  const methods = (isAsync: boolean) =>
    operations.map((operation) => methodText(operation, isAsync)).join("\n\n");
  const body = `class Api:
    """Every endpoint of the service. A method waits for the answer.

    Each raises ApiError for an answer that is not a success, and UnavailableError without an answer.
    """

    def __init__(self, send: "Callable[[Call], Any]") -> None:
        self._send = send

${methods(false)}


class AsyncApi:
    """Every endpoint of the service. A method is awaited; it raises what those of Api raise."""

    def __init__(self, send: "Callable[[Call], Awaitable[Any]]") -> None:
        self._send = send

${methods(true)}
`;
  return `"""The endpoints as methods."""

${NOTE}

from __future__ import annotations

from typing import ${
    importsOf(body, ["Any", "Awaitable", "Callable", "Dict", "List", "Literal", "Optional", "Union", "cast"])
  }

from ._call import Call, segment
from .types import (
${
    types.names().filter((name) => new RegExp(`\\b${name}\\b`).test(body)).sort().map((name) =>
      `    ${name},`
    ).join("\n")
  }
)


${body}`;
}

function exampleText(operations: readonly Operation[]): string {
  const entries = (isAsync: boolean) => operations.map((row) => exampleEntry(row, isAsync)).join("\n");
  return `"""Uses every operation, for the type checker: an operation that is missing here is an error of types."""

${NOTE}

from winnow_client import AsyncWinnow, Winnow
from winnow_client.types import Responses


def every_operation(winnow: Winnow) -> Responses:
    api = winnow.api
    return {
${entries(false)}
    }


async def every_operation_awaited(winnow: AsyncWinnow) -> Responses:
    api = winnow.api
    return {
${entries(true)}
    }
`;
}

function importsOf(text: string, names: readonly string[]): string {
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).join(", ");
}

/** @returns the paths of files that are not as the document wants them */
export async function outdatedFiles(files: ReadonlyMap<string, string>): Promise<string[]> {
  const found = await Promise.all([...files].map(async ([path, text]) => {
    const kept = await Deno.readTextFile(new URL(path, ROOT)).catch(() => null);
    return kept === text ? [] : [path];
  }));
  return found.flat();
}

/** As the service of these sources generates them. */
export function servedPythonFiles(): ReadonlyMap<string, string> {
  // An OpenAPI document has at least what the generator reads of one.
  return pythonFiles(JSON.parse(documentText()) as Document);
}
