/** The operations of the OpenAPI document as methods of `Api` and `AsyncApi`, and a file that calls each of them. */
import {
  docstring,
  parameterName,
  pascal,
  plainNames,
  type PythonTypes,
  pythonValue,
  refName,
  type Schema,
  snake,
} from "./python_types.ts";

interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
  readonly description?: string;
}

interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface RawOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly example: string;
  readonly from: "path" | "query" | "body" | "content_type";
  /** As it is called on the wire. */
  readonly wire: string;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly basic: boolean;
  /** Takes an Idempotency-Key. */
  readonly keyed: boolean;
  readonly args: readonly Argument[];
  readonly response: string;
  /** The media type that is asked for where the answer is text. */
  readonly accept: string | null;
}

const METHODS = ["get", "post", "put", "patch", "delete"];
/** Parameters that every method has. */
const RESERVED = ["self", "body", "content_type", "timeout", "idempotency_key"];

export function readOperations(document: Document, types: PythonTypes): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).filter(([method]) => METHODS.includes(method))
      .flatMap(([method, operation]) => operationsOf(document, types, path, method, operation))
  );
}

/** One, and one more for each further media type of the answer. */
function operationsOf(
  document: Document,
  types: PythonTypes,
  path: string,
  method: string,
  raw: RawOperation,
): Operation[] {
  const id = snake(raw.operationId);
  const given = { document, types, name: pascal(raw.operationId) };
  const answer = Object.entries(raw.responses).find(([status]) => status.startsWith("2"));
  if (answer === undefined) throw new Error(`${raw.operationId} has no successful response`);
  const media = Object.entries(answer[1].content ?? {});
  const { headers = [], others: parameters = [] } = Object.groupBy(
    raw.parameters ?? [],
    (row) => row.in === "header" ? "headers" : "others",
  );
  const unknown = headers.find(({ name }) => name !== "Idempotency-Key");
  if (unknown !== undefined) {
    throw new Error(`${raw.operationId}: no argument is known for the header ${unknown.name}`);
  }
  const operation = {
    keyed: headers.length > 0,
    method: method.toUpperCase(),
    path,
    summary: raw.summary ?? "",
    basic: raw.security?.some((scheme) => "basic" in scheme) ?? false,
    args: [
      ...bodyArguments(given, raw),
      ...parameters.map((row) => parameterArgument(given, row)),
    ],
  };
  if (media.length === 0) return [{ ...operation, id, response: "None", accept: null }];
  return media.map(([type, { schema }]) =>
    isJson(type)
      ? { ...operation, id, response: types.type(schema ?? {}, `${given.name}Response`), accept: null }
      : {
        ...operation,
        id: `${id}_${type.split("/")[1]!.replace(/\W/g, "_")}`,
        response: "str",
        accept: type,
      }
  );
}

interface Given {
  readonly document: Document;
  readonly types: PythonTypes;
  readonly name: string;
}

function bodyArguments({ document, types, name }: Given, { requestBody }: RawOperation): Argument[] {
  if (requestBody === undefined) return [];
  const required = requestBody.required !== false;
  const media = Object.entries(requestBody.content);
  const json = media.find(([type]) => isJson(type));
  if (json !== undefined) {
    const { schema = {}, example } = json[1];
    const value = example ?? exampleOf(document, schema);
    const type = types.type(schema, `${name}Body`);
    return [{ name: "body", type, required, example: pythonValue(value), from: "body", wire: "body" }];
  }
  const accepted = media.map(([type]) => JSON.stringify(type)).join(", ");
  const example = pythonValue(media[0]![1].example ?? "");
  return [
    { name: "body", type: "Union[str, bytes]", required, example, from: "body", wire: "body" },
    {
      name: "content_type",
      type: `Literal[${accepted}]`,
      required: true,
      example: JSON.stringify(media[0]![0]),
      from: "content_type",
      wire: "content_type",
    },
  ];
}

function parameterArgument({ document, types, name }: Given, row: Parameter): Argument {
  return {
    name: parameterName(row.name, RESERVED),
    type: types.type(row.schema, name + pascal(row.name)),
    required: row.required === true,
    example: pythonValue(exampleOf(document, row.schema)),
    from: row.in === "path" ? "path" : "query",
    wire: row.name,
  };
}

/** A value of the schema: its example, or the least that it takes. */
function exampleOf(document: Document, schema: Schema): unknown {
  if (schema.$ref !== undefined) {
    return exampleOf(document, document.components.schemas[refName(schema.$ref)]!);
  }
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const part = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (part !== undefined) return exampleOf(document, part);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object") {
    const fields = (schema.required ?? []).map((
      field,
    ) => [field, exampleOf(document, schema.properties![field]!)]);
    return Object.fromEntries(fields);
  }
  if (type === "array") return schema.items === undefined ? [] : [exampleOf(document, schema.items)];
  return type === "integer" || type === "number" ? 1 : type === "boolean" ? true : "text";
}

/** A method of the class that waits, or of the one that is awaited. */
export function methodText(operation: Operation, isAsync: boolean): string {
  const { id, keyed, args, response } = operation;
  const body = args.filter(({ from }) => from === "body");
  const rest = args.filter(({ from }) => from !== "body");
  const declared = [
    "self",
    ...body.map(declaration),
    "*",
    ...[...rest.filter(({ required }) => required), ...rest.filter(({ required }) => !required)].map(
      declaration,
    ),
    "timeout: Optional[float] = None",
    ...(keyed ? ["idempotency_key: Optional[str] = None"] : []),
  ];
  const type = plainNames(response);
  const sent = `${isAsync ? "await " : ""}self._send(\n${callLines(operation)}\n        )`;
  return [
    `    ${isAsync ? "async " : ""}def ${id}(`,
    ...declared.map((part) => `        ${part},`),
    `    ) -> ${type}:`,
    docstring(operation.summary, "        "),
    ...(type === "None"
      ? [`        ${sent}`]
      : [`        answer = ${sent}`, `        return cast(${JSON.stringify(type)}, answer)`]),
  ].join("\n");
}

function declaration({ name, type, required }: Argument): string {
  const plain = plainNames(type);
  if (required) return `${name}: ${plain}`;
  return `${name}: ${plain.startsWith("Optional[") ? plain : `Optional[${plain}]`} = None`;
}

function callLines({ method, path, args, basic, keyed, accept }: Operation): string {
  const place = path.replace(/\{(\w+)\}/g, (_, name) => `{segment(${parameterName(name, RESERVED)})}`);
  const query = args.filter(({ from }) => from === "query");
  return [
    "            Call(",
    `                ${JSON.stringify(method)},`,
    `                ${place === path ? "" : "f"}${JSON.stringify(place)},`,
    ...(query.length === 0 ? [] : [
      "                query={",
      ...query.map(({ wire, name }) => `                    ${JSON.stringify(wire)}: ${name},`),
      "                },",
    ]),
    ...(args.some(({ from }) => from === "body") ? ["                body=body,"] : []),
    ...(args.some(({ from }) => from === "content_type")
      ? ["                content_type=content_type,"]
      : []),
    ...(basic ? ["                basic=True,"] : []),
    ...(accept === null ? [] : [`                accept=${JSON.stringify(accept)},`]),
    "                timeout=timeout,",
    ...(keyed ? ["                keyed=True,", "                idempotency_key=idempotency_key,"] : []),
    "            )",
  ].join("\n");
}

/** An entry of Responses: the call with the document's example, as a caller writes it. */
export function exampleEntry({ id, args, response }: Operation, isAsync: boolean): string {
  const given = args.filter(({ required, from }) => required || from === "body");
  const values = given.map(({ name, example, from }) => from === "body" ? example : `${name}=${example}`);
  const remark = response === "None" ? "  # type: ignore[func-returns-value]" : "";
  return `        "${id}": ${isAsync ? "await " : ""}api.${id}(${values.join(", ")}),${remark}`;
}

function isJson(type: string): boolean {
  return type === "application/json" || type.endsWith("+json");
}
