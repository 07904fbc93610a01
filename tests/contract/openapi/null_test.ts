/** null in the place of each field of each body: accepted where the document allows it, a 400 that names the field elsewhere. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { basic } from "../../support/app/basic_auth.ts";

interface Schema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

type Path = readonly (string | number)[];

interface Operation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  };
}

class Reader {
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  allowsNull(schema: Schema): boolean {
    const { $ref, type, anyOf, oneOf, allOf } = schema;
    if ($ref !== undefined) return this.allowsNull(this.#named($ref));
    if (allOf !== undefined) return allOf.every((part) => this.allowsNull(part));
    const either = anyOf ?? oneOf;
    if (either !== undefined) return either.some((part) => this.allowsNull(part));
    return type === undefined
      ? Object.keys(schema).every((word) => word === "description")
      : [type].flat().includes("null");
  }

  /** Every field below the schema with its path; the entries of a list by the first one. */
  *fields(schema: Schema, path: Path = []): Iterable<{ path: Path; schema: Schema }> {
    const { $ref, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
    if ($ref !== undefined) yield* this.fields(this.#named($ref), path);
    for (const part of [...anyOf, ...oneOf, ...allOf]) yield* this.fields(part, path);
    for (const [name, field] of Object.entries(properties)) {
      yield { path: [...path, name], schema: field };
      yield* this.fields(field, [...path, name]);
    }
    if (items === undefined) return;
    yield { path: [...path, 0], schema: items };
    yield* this.fields(items, [...path, 0]);
  }

  #named(ref: string): Schema {
    return this.#schemas[ref.replace(/.*\//, "")]!;
  }
}

/** A copy with the value at the path; undefined: without what is there. */
function withValue(whole: unknown, path: Path, value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof name === "number") {
    const [first, ...others] = Array.isArray(whole) ? whole : [];
    return [withValue(first, rest, value), ...others];
  }
  const object = typeof whole === "object" && whole !== null ? whole as Record<string, unknown> : {};
  return { ...object, [name]: withValue(object[name], rest, value) };
}

Deno.test("a field allows null in the document, or null there is a 400 that names it", async (t) => {
  await using app = await startApp();
  const { body: document } = await app.ask("/openapi.json", { key: null });
  const reader = new Reader(document.components.schemas);
  const scored = await app.ask("/v1/score/user", { json: { email: "a@mailinator.com" } });
  const hook = await app.ask("/v1/hooks", { json: { kind: "svix", mode: "observe", when_unsure: "allow" } });
  const webhook = await app.ask("/v1/webhooks", {
    json: { url: "https://203.0.114.9/hook", events: ["signup.scored"] },
  });
  const alert = await app.ask("/v1/alerts", { json: { kind: "url", url: "https://203.0.113.9/alert" } });
  const ids: Readonly<Record<string, string>> = {
    request_id: scored.body.request_id,
    hook_id: hook.body.hook_id,
    webhook_id: webhook.body.webhook_id,
    alert_id: alert.body.alert_id,
  };
  for (const [path, item] of Object.entries<Record<string, Operation>>(document.paths)) {
    for (const [method, { operationId, requestBody }] of Object.entries(item)) {
      const content = requestBody?.content["application/json"];
      if (content === undefined) continue;
      await t.step(operationId, async () => {
        const seen = new Set<string>();
        for (const field of reader.fields(content.schema)) {
          const pointer = field.path.map((part) => `/${part}`).join("");
          if (seen.has(pointer)) continue;
          seen.add(pointer);
          const url = path.replace(/\{(\w+)\}/g, (_, name) => ids[name]!);
          const ask = (json: unknown) => refusalOf(app, method.toUpperCase(), url, pointer, json);
          const refusal = await ask(withValue(content.example ?? {}, field.path, null));
          if (!reader.allowsNull(field.schema)) {
            assert.ok(refusal !== null, `${pointer}: null is accepted`);
          } else if (refusal !== null) {
            // Null is as if the field were absent.
            assert.equal(
              await ask(withValue(content.example ?? {}, field.path, undefined)),
              refusal,
              pointer,
            );
          }
        }
      });
    }
  }
});

/** Why the value at the place was refused; null when it was not. */
async function refusalOf(
  app: TestApp,
  method: string,
  path: string,
  pointer: string,
  json: unknown,
): Promise<string | null> {
  const compat = path.startsWith("/compat");
  const { status, body, text } = await app.ask(path, {
    method,
    json,
    ...(compat ? { key: null, headers: basic(app.live) } : {}),
  });
  assert.ok(status < 500, text);
  if (status !== 400) return null;
  if (compat) return body.code;
  // An entry may be named by its list.
  const places = [pointer, pointer.replace(/\/0$/, "")];
  const errors: { pointer?: string; detail: string }[] = body.errors ?? [];
  return errors.find((error) => places.includes(error.pointer ?? ""))?.detail ?? null;
}
