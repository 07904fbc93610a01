/** Makes an example of a response from its schema: of each field its own example, or else a plain value of its type. */

/** The part of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** What an example says in place of its fields' own examples; what it leaves out follows from the schema. */
export type ExamplePart<T> = T extends readonly (infer Item)[] ? readonly ExamplePart<Item>[]
  : T extends object ? { readonly [Name in keyof T]?: ExamplePart<T[Name]> }
  : T;

/** Of a response's content, until the document is finished: what its example has in place of the fields' own. */
export const EXAMPLE_PARTS = "x-example-parts";

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-11-22T10:00:00.000Z",
  date: "2026-11-22",
  uuid: "019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
  uri: "https://winnow.example/",
};

/** @param schemas by their names in references */
export function exampleMaker(schemas: Readonly<Record<string, Schema>>) {
  return exampleOf;

  /** @param part what differs from the fields' own examples; an object adds optional fields without an example by naming them */
  function exampleOf(schema: Schema, part?: unknown): unknown {
    if (part === undefined) {
      if (schema.example !== undefined) return schema.example;
      if (isNullable(schema)) return schema.type?.includes("boolean") ? false : null;
      const own = schema.default ?? schema.enum?.[0];
      if (own !== undefined) return own;
    } else if (part === null || typeof part !== "object") return part;
    if (schema.$ref !== undefined || schema.allOf !== undefined) return exampleOf(resolved(schema), part);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches !== undefined) return exampleOf(branchOf(branches, part ?? {}), part);
    if (schema.properties !== undefined) return objectOf(schema, part);
    if (schema.items !== undefined) {
      const parts: readonly unknown[] = Array.isArray(part)
        ? part
        : Array(schema.minItems ?? 1).fill(undefined);
      return parts.map((item) => exampleOf(schema.items!, item));
    }
    return part ?? plain(schema);
  }

  function objectOf({ properties = {}, required = [] }: Schema, part: object = {}) {
    const fields = Object.entries(properties).flatMap(([name, field]) => {
      const own = (part as Readonly<Record<string, unknown>>)[name];
      const shown = own !== undefined || required.includes(name) || field.example !== undefined;
      return shown ? [[name, exampleOf(field, own)]] : [];
    });
    return Object.fromEntries(fields);
  }

  /** The first that has all fields of the part, with its values where it takes no others. */
  function branchOf(branches: readonly Schema[], part: object): Schema {
    return branches.find((branch) => {
      const { properties = {} } = resolved(branch);
      return Object.entries(part).every(([name, value]) => {
        const field = properties[name];
        return field !== undefined && (field.enum ?? [value]).includes(value);
      });
    }) ?? branches[0]!;
  }

  /** The schema that a reference names; of one that extends another, both as one. */
  function resolved(schema: Schema): Schema {
    if (schema.$ref !== undefined) {
      return resolved(schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)]!);
    }
    if (schema.allOf === undefined) return schema;
    const all = schema.allOf.map(resolved);
    return {
      properties: Object.assign({}, ...all.map(({ properties }) => properties)),
      required: all.flatMap(({ required = [] }) => required),
    };
  }
}

function isNullable({ type, anyOf }: Schema): boolean {
  return Array.isArray(type)
    ? type.includes("null")
    : anyOf?.some((branch) => branch.type === "null") === true;
}

function plain({ type, format, minimum }: Schema): unknown {
  switch (type) {
    case "boolean":
      return false;
    case "integer":
    case "number":
      return minimum ?? 0;
    case "object":
      return {};
    default:
      return FORMATS[format ?? ""] ?? "text";
  }
}
