/** The OpenAPI document for the reference pages: operations in order, with `$ref`s resolved on access. */

export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly $ref?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Body {
  readonly type: string;
  readonly schema: Schema;
  readonly example: unknown;
  readonly description: string | null;
}

export interface Answer {
  readonly status: string;
  readonly description: string;
  readonly schema: Schema | null;
  readonly example: unknown;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string | null;
  readonly parameters: readonly Parameter[];
  readonly body: Body | null;
  readonly answers: readonly Answer[];
  /** True when the key is the password of Basic authentication. */
  readonly basic: boolean;
  /** What a key needs for it. */
  readonly scope: string | null;
  readonly role: string | null;
}

interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface RawOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly "x-required-scope"?: string;
  readonly "x-role"?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly description?: string;
    readonly content?: Readonly<Record<string, Content>>;
  };
  readonly responses?: Readonly<
    Record<string, { readonly description?: string; readonly content?: Readonly<Record<string, Content>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
}

interface Tag {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

export class Reference {
  readonly tags: readonly Tag[];
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor(document: object) {
    const { paths, components, tags = [] } = document as Document;
    this.#schemas = components?.schemas ?? {};
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, raw]) => read(path, method, raw))
    );
    this.tags = tags.map(({ name, description }) => ({
      name,
      description: description ?? "",
      operations: operations.filter(({ tag }) => tag === name),
    }));
  }

  operation(id: string): Operation | null {
    return this.tags.flatMap(({ operations }) => operations).find((operation) => operation.id === id) ?? null;
  }

  /** Follows a `$ref`, and merges the parts of an `allOf`. */
  resolve(schema: Schema): Schema {
    if (schema.$ref !== undefined) {
      const { $ref, ...own } = schema;
      return { ...this.resolve(this.#schemas[$ref.replace("#/components/schemas/", "")] ?? {}), ...own };
    }
    if (schema.allOf === undefined) return schema;
    const parts = schema.allOf.map((part) => this.resolve(part));
    return {
      ...schema,
      type: "object",
      properties: Object.assign({}, ...parts.map((part) => part.properties ?? {}), schema.properties ?? {}),
      required: parts.flatMap((part) => part.required ?? []),
    };
  }

  /** The name of a shared schema, or null. */
  nameOf(schema: Schema): string | null {
    return schema.$ref?.replace("#/components/schemas/", "") ?? null;
  }
}

/** The text that a search matches, in lower case. */
export function searchText({ id, method, path, summary, description, tag }: Operation): string {
  return `${method} ${path} ${summary} ${description ?? ""} ${tag} ${id}`.toLowerCase();
}

/** True when the text contains every word of the search. */
export function matches(operation: Operation, search: string): boolean {
  const text = searchText(operation);
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

function read(path: string, method: string, raw: RawOperation): Operation {
  const [type, content] = Object.entries(raw.requestBody?.content ?? {})[0] ?? [null, null];
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    tag: raw.tags?.[0] ?? "",
    summary: raw.summary ?? "",
    description: raw.description ?? null,
    parameters: raw.parameters ?? [],
    body: type === null || content === null ? null : {
      type,
      schema: content.schema ?? {},
      example: content.example ?? null,
      description: raw.requestBody?.description ?? null,
    },
    answers: Object.entries(raw.responses ?? {}).map(([status, answer]) => {
      const first = Object.values(answer.content ?? {})[0];
      return {
        status,
        description: answer.description ?? "",
        schema: first?.schema ?? null,
        example: first?.example ?? null,
      };
    }),
    basic: raw.security?.some((scheme) => "basic" in scheme) ?? false,
    scope: raw["x-required-scope"] ?? null,
    role: raw["x-role"] ?? null,
  };
}
