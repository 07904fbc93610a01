/** The OpenAPI document as the judge of live answers. Properties that it does not name are refused at every level. */
import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Answer } from "../app/app.ts";

interface Schema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
}

interface Response {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, Content>>;
}

export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly compat: boolean;
  readonly scope: string;
  readonly hasBody: boolean;
  readonly responses: Readonly<Record<string, Response>>;
}

interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly "x-required-scope": string;
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Formats of the document; the full syntax is not the matter here. */
const FORMATS = {
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uri: (text: string) => URL.canParse(text),
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};

export class ApiContract {
  readonly operations: readonly DocumentedOperation[];
  /** `getScoreIp 200 application/json` of every answer that was judged. */
  readonly seen = new Set<string>();
  /** `getScoreIp invalid_value` of every error that was judged. */
  readonly codes = new Set<string>();
  readonly #schemas: Document["components"]["schemas"];
  readonly #ajv = new Ajv2020({ strict: true, allErrors: true, formats: FORMATS, allowUnionTypes: true });
  readonly #validators = new Map<Schema, ValidateFunction>();

  constructor(document: object) {
    const { paths, components } = document as Document;
    this.#schemas = components.schemas;
    this.#ajv.addVocabulary(["example", "discriminator"]);
    this.operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        compat: operation.tags.includes("Compatibility"),
        scope: operation["x-required-scope"],
        hasBody: operation.requestBody !== undefined,
        responses: operation.responses,
      }))
    );
  }

  operation(id: string): DocumentedOperation {
    const found = this.operations.find((operation) => operation.id === id);
    assert.ok(found, `no operation ${id}`);
    return found;
  }

  /** Fails when the answer is not as the document describes it: status, media type, headers, error code, body. */
  judge(operation: DocumentedOperation, { status, headers, body, text }: Answer): void {
    const name = `${operation.id} ${status}`;
    const response = operation.responses[String(status)];
    assert.ok(response, `${name} is not in the document: ${text}`);
    for (const [header, { required }] of Object.entries(response.headers ?? {})) {
      assert.ok(required !== true || headers.has(header), `${name} lacks the header ${header}`);
    }
    const type = (headers.get("content-type") ?? "").split(";")[0]!;
    this.seen.add(`${name} ${type}`.trim());
    if (response.content === undefined) return assert.equal(text, "", `${name} has a body`);
    const content = response.content[type];
    assert.ok(content, `${name} is ${type}: ${Object.keys(response.content)}`);
    if (status >= 400 && type.endsWith("json")) {
      this.codes.add(`${operation.id} ${body.code}`);
      if (content.examples !== undefined) {
        assert.ok(
          body.code in content.examples,
          `${name} has the code ${body.code}: ${body.detail ?? body.error}`,
        );
      }
      if (type === "application/problem+json") assert.equal(body.status, status, name);
    }
    const validate = this.#validator(content.schema);
    const answer = type.endsWith("json") ? body : text;
    assert.ok(validate(answer), `${name}: ${this.#ajv.errorsText(validate.errors)}\n${text.slice(0, 2000)}`);
  }

  #validator(schema: Schema): ValidateFunction {
    let validate = this.#validators.get(schema);
    if (validate === undefined) {
      this.#validators.set(schema, validate = this.#ajv.compile(this.#closed(schema)));
    }
    return validate;
  }

  /** The schema without references, its parts merged, and nothing allowed that it does not name. */
  #closed(schema: Schema): Schema {
    const { $ref, allOf = [], ...own } = schema;
    const parts = [...allOf, ...($ref === undefined ? [] : [this.#named($ref)])].map((part) =>
      this.#closed(part)
    );
    const properties = Object.fromEntries(
      Object.entries(own.properties ?? {}).map(([name, property]) => [name, this.#closed(property)]),
    );
    const merged: Record<string, unknown> = {
      ...Object.assign({}, ...parts),
      ...Object.fromEntries(
        Object.entries(own).map(([word, value]) => [word, this.#closedKeyword(word, value)]),
      ),
    };
    const all = Object.assign({}, ...parts.map((part) => part.properties ?? {}), properties);
    if (own.properties === undefined && parts.every((part) => part.properties === undefined)) return merged;
    const required = [...parts.flatMap((part) => part.required ?? []), ...own.required ?? []];
    return { additionalProperties: false, ...merged, properties: all, required: [...new Set(required)] };
  }

  #closedKeyword(word: string, value: unknown): unknown {
    if (word === "anyOf" || word === "oneOf") return (value as Schema[]).map((one) => this.#closed(one));
    if (word === "items" || word === "additionalProperties") {
      return typeof value === "object" && value !== null ? this.#closed(value as Schema) : value;
    }
    return value;
  }

  #named($ref: string): Schema {
    const schema = this.#schemas[$ref.replace("#/components/schemas/", "")];
    assert.ok(schema, $ref);
    return schema;
  }
}
