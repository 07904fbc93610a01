/** A call of one operation: from the fields of its form to a request, or to a command line. */
import { AppError } from "../../../model/error.ts";
import { curl } from "../curl.ts";
import type { Operation, Parameter } from "./openapi_reader.ts";

export interface Call {
  /** By parameter name; "" is left out. */
  readonly parameters: Readonly<Record<string, string>>;
  /** "" for none. */
  readonly body: string;
}

/** The initial values of the form: the examples of the document. */
export function exampleCall(operation: Operation): Call {
  const { body } = operation;
  return {
    parameters: Object.fromEntries(
      operation.parameters.map((parameter) => [parameter.name, exampleOf(parameter)]),
    ),
    body: body === null || body.example === null
      ? ""
      : typeof body.example === "string"
      ? body.example
      : JSON.stringify(body.example, null, 2),
  };
}

function exampleOf({ schema, required }: Parameter): string {
  if (schema.example !== undefined) return String(schema.example);
  return required ? String(schema.enum?.[0] ?? "") : "";
}

/** Path and query. @throws AppError invalid_value when a part of the path is missing */
export function targetOf(operation: Operation, call: Call): string {
  const query = new URLSearchParams();
  let path = operation.path;
  for (const parameter of operation.parameters) {
    const value = call.parameters[parameter.name] ?? "";
    if (parameter.in === "path") {
      if (value === "") {
        throw new AppError("invalid_value", `${parameter.name} is part of the path: enter a value.`);
      }
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
    } else if (value !== "") query.set(parameter.name, value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** @param key the key itself, or `$API_KEY` */
export function curlOf(operation: Operation, call: Call, origin: string, key: string): string {
  const { method, basic, body } = operation;
  return curl(quoted(`${origin}${targetOf(operation, call)}`), {
    key,
    basic,
    ...(method === "GET" ? {} : { method }),
    ...(body === null || call.body === "" ? {} : { type: body.type, body: quoted(call.body) }),
  });
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
