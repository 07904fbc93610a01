/** JSON schemas of the OpenAPI document as Python's types: a TypedDict for each object, Literal for each enumeration. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly description?: string;
  readonly example?: unknown;
  readonly default?: unknown;
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

/** Words that Python reserves and that no name may be. */
const KEYWORDS = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield"
    .split(" "),
);

/** Collects the definitions that the types of a document need. */
export class PythonTypes {
  #components: Readonly<Record<string, Schema>>;
  readonly #classes = new Map<string, string>();
  readonly #aliases = new Map<string, string>();
  /** What each name stands for, so that a name is never given twice. */
  readonly #shapes = new Map<string, string>();

  constructor(components: Readonly<Record<string, Schema>>) {
    this.#components = components;
    this.#components = Object.fromEntries(
      Object.entries(components).map((
        [name, schema],
      ) => [name, schema.allOf === undefined ? schema : this.#merged(schema)]),
    );
    for (const [name, schema] of Object.entries(this.#components)) {
      if (isPlainObject(schema)) this.type(schema, name);
      else this.#aliases.set(name, `${name} = ${this.type(schema, `${name}Object`)}`);
    }
  }

  /** The type's expression. @param name of the class that an object without a name gets */
  type(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return reference(refName(schema.$ref));
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum !== undefined) return literal(schema.enum);
    const parts = schema.anyOf ?? schema.oneOf;
    if (parts !== undefined) {
      return union(
        parts.map((part, index) => this.type(part, parts.length === 1 ? name : nthName(name, part, index))),
      );
    }
    if (schema.allOf !== undefined) return this.#object(this.#merged(schema), name);
    const types = Array.isArray(schema.type) ? schema.type as string[] : [schema.type as string | undefined];
    return union(types.map((type) => this.#single(type, schema, name)));
  }

  /** The fields of an object, each of which may be absent or None. @param owner the class that they are named after */
  optionalFields(schema: Schema, owner: string): string[] {
    return Object.entries(schema.properties ?? {}).flatMap(([field, value]) =>
      fieldLines(field, union([this.type(value, owner + pascal(field)), "None"]), value)
    );
  }

  /** A class whose fields are given as lines. */
  add(name: string, lines: readonly string[]): void {
    this.#classes.set(name, lines.join("\n"));
  }

  names(): string[] {
    return [...this.#classes.keys(), ...this.#aliases.keys()].filter((name) => !name.startsWith("_"));
  }

  text(): string {
    return quotedNames(
      [...this.#classes.values(), [...this.#aliases.values()].join("\n")].join("\n\n\n").trimEnd(),
    );
  }

  #single(type: string | undefined, schema: Schema, name: string): string {
    if (type === undefined) return schema.properties === undefined ? "Any" : this.#object(schema, name);
    if (type === "object") return this.#object(schema, name);
    if (type === "array") {
      if (schema.prefixItems !== undefined) {
        const items = schema.prefixItems.map((item, index) => this.type(item, `${name}Item${index + 1}`));
        return `List[${union(items)}]`;
      }
      return `List[${schema.items === undefined ? "Any" : this.type(schema.items, `${name}Item`)}]`;
    }
    const simple = SIMPLE[type];
    if (simple === undefined) throw new Error(`${name}: no Python type is known for ${type}`);
    return simple;
  }

  #object(schema: Schema, name: string): string {
    if (schema.properties === undefined || Object.keys(schema.properties).length === 0) {
      const values = schema.additionalProperties;
      if (values === false) return "Dict[str, Any]";
      return `Dict[str, ${typeof values === "object" ? this.type(values, `${name}Value`) : "Any"}]`;
    }
    const shape = JSON.stringify(schema);
    const own = this.#freeName(name, shape);
    if (this.#classes.has(own)) return reference(own);
    // Named before its fields are: one of them may hold the class itself.
    this.#classes.set(own, "");
    this.#classes.set(own, this.#classText(own, schema));
    return reference(own);
  }

  #classText(name: string, schema: Schema): string {
    const fields = Object.entries(schema.properties!);
    if (fields.some(([field]) => !isName(field))) return this.#calledText(name, schema);
    const required = new Set(schema.required ?? []);
    const lines = (of: typeof fields) =>
      of.flatMap(([field, value]) => fieldLines(field, this.type(value, name + pascal(field)), value));
    const [must, may] = [
      fields.filter(([field]) => required.has(field)),
      fields.filter(([field]) => !required.has(field)),
    ];
    const about = schema.description === undefined ? [] : [docstring(schema.description, "    "), ""];
    if (may.length === 0) return [`class ${name}(TypedDict):`, ...about, ...lines(must)].join("\n");
    if (must.length === 0) {
      return [`class ${name}(TypedDict, total=False):`, ...about, ...lines(may)].join("\n");
    }
    return [
      `class _${name}Required(TypedDict):`,
      ...lines(must),
      "",
      "",
      `class ${name}(_${name}Required, total=False):`,
      ...about,
      ...lines(may),
    ].join("\n");
  }

  /** The form that takes names that are not identifiers. */
  #calledText(name: string, schema: Schema): string {
    const all = new Set(schema.required ?? []);
    const total = Object.keys(schema.properties!).every((field) => all.has(field));
    const fields = Object.entries(schema.properties!).map(([field, value]) =>
      `        ${JSON.stringify(field)}: ${this.type(value, name + pascal(field))},`
    );
    return [
      `${name} = TypedDict(`,
      `    "${name}",`,
      "    {",
      ...fields,
      "    },",
      `    total=${total ? "True" : "False"},`,
      ")",
    ]
      .join("\n");
  }

  #merged({ allOf, ...rest }: Schema): Schema {
    const parts = [...allOf!.map((part) => this.#resolved(part)), rest];
    if (parts.some((part) => part.anyOf !== undefined || part.oneOf !== undefined)) {
      throw new Error("a schema of allOf and alternatives has no Python type yet");
    }
    return {
      ...rest,
      type: "object",
      properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
      required: parts.flatMap((part) => part.required ?? []),
    };
  }

  #resolved(schema: Schema): Schema {
    if (schema.allOf !== undefined) return this.#merged(schema);
    return schema.$ref === undefined ? schema : this.#resolved(this.#components[refName(schema.$ref)]!);
  }

  #freeName(name: string, shape: string): string {
    const taken = (candidate: string) =>
      this.#shapes.has(candidate)
        ? this.#shapes.get(candidate) !== shape
        : this.#components[candidate] !== undefined && JSON.stringify(this.#components[candidate]) !== shape;
    let own = name;
    for (let number = 2; taken(own); number++) own = `${name}${number}`;
    this.#shapes.set(own, shape);
    return own;
  }
}

/** `device_id` → `DeviceId`, `v2.0` → `V20`. */
export function pascal(text: string): string {
  return text.split(/[^A-Za-z0-9]+/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
}

/** `getScoreIp` → `get_score_ip`. */
export function snake(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A parameter's name in Python: a reserved word gets an underscore. */
export function parameterName(name: string, reserved: readonly string[] = []): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, "_");
  return KEYWORDS.has(plain) || reserved.includes(plain) ? `${plain}_` : plain;
}

export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

function union(types: readonly string[]): string {
  const parts = [...new Set(types)];
  if (parts.includes("Any")) return "Any";
  if (parts.length === 1) return parts[0]!;
  const rest = parts.filter((part) => part !== "None");
  const joined = rest.length === 1 ? rest[0]! : `Union[${rest.join(", ")}]`;
  return parts.length === rest.length ? joined : `Optional[${joined}]`;
}

export function docstring(text: string, indent: string): string {
  const safe = text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/\s+/g, " ").trim();
  return `${indent}"""${safe}${safe.endsWith('"') ? " " : ""}"""`;
}

function fieldLines(field: string, type: string, { description }: Schema): string[] {
  return [`    ${field}: ${type}`, ...(description === undefined ? [] : [docstring(description, "    ")])];
}

/** A value as Python writes it. */
export function pythonValue(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (typeof value === "object") {
    return `{${
      Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonValue(item)}`).join(", ")
    }}`;
  }
  return JSON.stringify(value);
}

function literal(values: readonly unknown[]): string {
  const parts = values.filter((value) => value !== null).map(pythonValue);
  const none = values.includes(null);
  if (parts.length === 0) return "None";
  return none ? `Optional[Literal[${parts.join(", ")}]]` : `Literal[${parts.join(", ")}]`;
}

/** Alternatives are named by what tells them apart, where a field of one value does. */
function nthName(name: string, schema: Schema, index: number): string {
  const tag = Object.values(schema.properties ?? {}).map((field) =>
    field.const ?? (field.enum?.length === 1 ? field.enum[0] : undefined)
  )
    .find((value) => typeof value === "string");
  return typeof tag === "string" ? `${name}${pascal(tag)}` : `${name}${index === 0 ? "" : index + 1}`;
}

/** Becomes a class of its own name; any other schema is an alias. */
function isPlainObject(schema: Schema): boolean {
  return schema.type === "object" && Object.keys(schema.properties ?? {}).length > 0;
}

function isName(field: string): boolean {
  return /^[A-Za-z_]\w*$/.test(field) && !KEYWORDS.has(field) && !field.startsWith("__");
}

/** Around the name of a class inside a type, until it is known whether the place needs quotes. */
const MARK = "\u0001";

function reference(name: string): string {
  return MARK + name + MARK;
}

/** As an expression that is evaluated before the class may exist. */
function quotedNames(text: string): string {
  return text.replaceAll(MARK, '"');
}

/** As an annotation of a module with `from __future__ import annotations`. */
export function plainNames(text: string): string {
  return text.replaceAll(MARK, "");
}
