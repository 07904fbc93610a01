/** A call of one operation: from what a form says to a request, and to the same as a command line. */
import { AppError } from "../../../../model/error.ts";
import type { Operation, Parameter } from "./openapi_reader.ts";

export interface Call {
  /** By parameter name; "" is left out. */
  readonly parameters: Readonly<Record<string, string>>;
  /** "" for none. */
  readonly body: string;
}

/** What stands in the form at first: the examples of the document. */
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
        throw new AppError("invalid_value", `${parameter.name} is part of the address: fill it in.`);
      }
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
    } else if (value !== "") query.set(parameter.name, value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** @param key the key itself, or `$API_KEY` */
export function curlOf(operation: Operation, call: Call, origin: string, key: string): string {
  const lines = [
    `curl -s${operation.method === "GET" ? "" : ` -X ${operation.method}`} ${
      quoted(`${origin}${targetOf(operation, call)}`)
    }`,
    operation.basic ? `-u "1:${key}"` : `-H "X-Api-Key: ${key}"`,
    ...(operation.body === null || call.body === ""
      ? []
      : [`-H "Content-Type: ${operation.body.type}"`, `${dataFlag(operation)} ${quoted(call.body)}`]),
  ];
  return lines.join(" \\\n  ");
}

/** `-d` takes line ends away, which a list of lines needs. */
function dataFlag({ body }: Operation): string {
  return body?.type === "application/json" ? "-d" : "--data-binary";
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
