/** Values of a JSON schema, by fast-check: ordinary ones, limits, and what clients send by mistake or malice. */
import fc from "fast-check";

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly example?: unknown;
}

const HOSTILE = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "\u202e",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "' OR 1=1 --",
  "<script>alert(1)</script>",
  "=HYPERLINK(1)",
  "-1",
  "1e999",
  "NaN",
  "null",
  "8.8.8.8",
  "::ffff:127.0.0.1",
  "2001:db8::1%eth0",
  "a@mailinator.com",
  '"a b"@[127.0.0.1]',
  "+442083661177",
  "xn--a",
  "ẞ@ｅxample。com",
  "com",
  "*.com",
  "AS1",
  "10.0.0.0/8",
  "https://user:pass@example.com:99999/%00",
  "2026-11-22T10:00:00Z",
  "9".repeat(400),
  "é".repeat(300),
];

/** Texts of a property that the service answered with earlier. */
type Known = (property: string) => readonly string[];

export class Arbitraries {
  readonly #schemas: Readonly<Record<string, JsonSchema>>;
  readonly #known: Known;

  constructor(schemas: Readonly<Record<string, JsonSchema>>, known: Known) {
    this.#schemas = schemas;
    this.#known = known;
  }

  /** @param name of the property */
  of(schema: JsonSchema, name = ""): fc.Arbitrary<unknown> {
    const { $ref, enum: members, anyOf, oneOf, type } = schema;
    if ($ref !== undefined) return this.of(this.#schemas[$ref.split("/").at(-1)!]!, name);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (members !== undefined) return fc.constantFrom(...members);
    const options = anyOf ?? oneOf;
    if (options !== undefined) return fc.oneof(...options.map((option) => this.of(option, name)));
    if (Array.isArray(type)) return fc.oneof(...type.map((one) => this.#typed(one, schema, name)));
    return this.#typed(type as string | undefined, schema, name); // not a list
  }

  /** Mostly texts that the service answered with earlier. */
  known(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
    const known = fc.nat().map((at) => this.#known(name).at(-1 - at % Math.max(1, this.#known(name).length)));
    return fc.oneof(
      { weight: 4, arbitrary: known.map((text) => text ?? "x") },
      { weight: 1, arbitrary: this.of(schema, name) },
    );
  }

  #typed(type: string | undefined, schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
    const { minimum, maximum, minItems = 0, maxItems = 5, items = {} } = schema;
    switch (type) {
      case "null":
        return fc.constant(null);
      case "boolean":
        return fc.boolean();
      case "integer":
        return fc.integer({ min: minimum ?? -0x80000000, max: maximum ?? 0x7fffffff });
      case "number":
        return fc.double({ min: minimum ?? -1e300, max: maximum ?? 1e300, noNaN: true });
      case "string":
        return this.#text(schema, name);
      case "array":
        return fc.array(this.of(items, name), {
          minLength: minItems,
          maxLength: Math.min(maxItems, Math.max(minItems, 5)),
        });
      case "object":
        return this.#object(schema);
      default:
        return fc.jsonValue({ maxDepth: 3 });
    }
  }

  #text({ minLength = 0, maxLength = 500, pattern, example }: JsonSchema, name: string) {
    const known = fc.nat().chain((at) => {
      const texts = this.#known(name);
      return texts.length === 0
        ? fc.constantFrom(...HOSTILE)
        : fc.constant(texts[texts.length - 1 - at % texts.length]!);
    });
    const fits = (text: string) => [...text].length >= minLength && text.length <= maxLength;
    const any = fc.oneof(
      ...(typeof example === "string" ? [{ weight: 3, arbitrary: fc.constant(example) }] : []),
      { weight: 4, arbitrary: known },
      { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: Math.min(maxLength, 40) }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom("x".repeat(minLength), "x".repeat(maxLength), "\u20ac".repeat(maxLength)),
      },
    );
    if (pattern === undefined) return any.filter(fits);
    const matching = fc.stringMatching(new RegExp(pattern)).filter(fits);
    const like = new RegExp(pattern);
    return fc.oneof(matching, any.map((text) => like.test(text) && fits(text) ? text : null).filter(isText));
  }

  #object({ properties = {}, required = [], additionalProperties }: JsonSchema): fc.Arbitrary<unknown> {
    const named = fc.record(
      Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, this.of(value, key)])),
      { requiredKeys: [...required], noNullPrototype: true },
    );
    if (additionalProperties === false || Object.keys(properties).length > 0) return named;
    const others = additionalProperties === true ? {} : additionalProperties ?? {};
    return fc.dictionary(fc.oneof(fc.constantFrom(...HOSTILE), fc.string()), this.of(others), { maxKeys: 5 });
  }
}

function isText(text: string | null): text is string {
  return text !== null;
}
