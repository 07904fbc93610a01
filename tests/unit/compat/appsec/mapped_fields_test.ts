import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type FieldMapping,
  MAX_MAPPED_BODY,
  readMappedFields,
} from "../../../../src/compat/appsec/mapped_fields.ts";

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const BRACKETS: FieldMapping = { email: "user[email]", phone: "tel" };
const DOTS: FieldMapping = { email: "user.email", phone: "tel" };

function read(body: string, type: string, mapping: FieldMapping, contentType = type) {
  return readMappedFields(new TextEncoder().encode(body), { type, contentType }, mapping);
}

interface Row {
  readonly name: string;
  readonly type: string;
  readonly body: string;
  readonly values?: Record<string, string>;
  readonly unreadable?: readonly string[];
}

const BOTH_NAMES: readonly Row[] = [
  {
    name: "form",
    type: FORM,
    body: "user%5Bemail%5D=a%2Bb%40x.org&tel=1",
    values: { email: "a+b@x.org", phone: "1" },
  },
  { name: "form, dotted", type: FORM, body: "user.email=a%40x.org", values: { email: "a@x.org" } },
  { name: "form, plus is a blank", type: FORM, body: "tel=0+30", values: { phone: "0 30" } },
  { name: "form, twice the same", type: FORM, body: "tel=1&tel=1", values: { phone: "1" } },
  {
    name: "form, two different",
    type: FORM,
    body: "tel=1&tel=2&user.email=e",
    values: { email: "e" },
    unreadable: ["phone"],
  },
  {
    name: "form, the same field by two names",
    type: FORM,
    body: "user.email=a&user[email]=b",
    unreadable: ["email"],
  },
  { name: "form, blank", type: FORM, body: "user[email]=&tel=+", values: {} },
  { name: "form without the fields", type: FORM, body: "token=1", values: {} },
  {
    name: "JSON",
    type: JSON_TYPE,
    body: '{"user":{"email":"a@x.org"},"tel":4930}',
    values: { email: "a@x.org", phone: "4930" },
  },
  {
    name: "JSON of a type of its own",
    type: "application/vnd.api+json",
    body: '{"tel":"1"}',
    values: { phone: "1" },
  },
  { name: "JSON as plain text", type: "text/plain", body: ' {"tel":"1"}', values: { phone: "1" } },
  { name: "JSON without a type", type: "", body: '{"tel":"1"}', values: { phone: "1" } },
  { name: "JSON, null and absent", type: JSON_TYPE, body: '{"tel":null}', values: {} },
  {
    name: "JSON, an object where a text belongs",
    type: JSON_TYPE,
    body: '{"tel":{"a":1},"user":{"email":true}}',
    unreadable: ["email", "phone"],
  },
  {
    name: "JSON, a list where an object belongs",
    type: JSON_TYPE,
    body: '{"user":[{"email":"a"}]}',
    values: {},
  },
  { name: "JSON, broken", type: JSON_TYPE, body: '{"tel":', unreadable: ["body"] },
  {
    name: "not UTF-8 is asked elsewhere; text that is no JSON",
    type: "text/plain",
    body: "{hello",
    values: {},
  },
  { name: "another type", type: "application/grpc", body: "tel=1", values: {} },
  { name: "nothing", type: FORM, body: "", values: {} },
  { name: "a long value", type: FORM, body: `tel=${"1".repeat(5000)}`, unreadable: ["phone"] },
  { name: "too many pairs", type: FORM, body: "a&".repeat(3000) + "tel=1", unreadable: ["body"] },
  { name: "too long", type: FORM, body: `tel=1&x=${"x".repeat(MAX_MAPPED_BODY)}`, unreadable: ["body"] },
];

for (const [names, mapping] of [["brackets", BRACKETS], ["dots", DOTS]] as const) {
  for (const { name, type, body, values = {}, unreadable = [] } of BOTH_NAMES) {
    Deno.test(`mapped fields, named with ${names}: ${name}`, async () => {
      const found = await read(body, type, mapping);
      assert.deepEqual(found.values, values);
      assert.deepEqual([...found.unreadable].sort(), [...unreadable].sort());
    });
  }
}

Deno.test("mapped fields of a multipart form; a file is no value", async () => {
  const form = new FormData();
  form.append("user[email]", "a@x.org");
  form.append("tel", new File(["1"], "tel.txt"));
  const sent = new Response(form);
  const contentType = sent.headers.get("content-type")!;
  const bytes = await sent.bytes();
  const type = "multipart/form-data";
  assert.deepEqual(await readMappedFields(bytes, { type, contentType }, BRACKETS), {
    values: { email: "a@x.org" },
    unreadable: ["phone"],
  });
  const long = `multipart/form-data; ${"a=1;".repeat(200)} boundary=x`;
  for (const broken of ["multipart/form-data", "multipart/form-data; boundary=other", long]) {
    const found = await readMappedFields(bytes, { type, contentType: broken }, BRACKETS);
    assert.deepEqual(found, { values: {}, unreadable: ["body"] }, broken);
  }
});

Deno.test("a multipart form of too many parts is not read", async () => {
  const form = new FormData();
  for (let part = 0; part < 600; part++) form.append("tel", "1");
  const sent = new Response(form);
  const contentType = sent.headers.get("content-type")!;
  const given = { type: "multipart/form-data", contentType };
  assert.deepEqual((await readMappedFields(await sent.bytes(), given, BRACKETS)).unreadable, ["body"]);
});

Deno.test("a body that is not UTF-8 is not guessed at", async () => {
  const found = await readMappedFields(new Uint8Array([0x74, 0xff]), { type: FORM, contentType: FORM }, DOTS);
  assert.deepEqual(found.unreadable, ["body"]);
});

for (
  const name of [
    "__proto__",
    "constructor.name",
    "__proto__.email",
    "toString",
    "user.constructor",
    "a.length",
  ]
) {
  Deno.test(`a name that objects have by themselves finds nothing: ${name}`, async () => {
    for (const body of ["{}", '{"user":{},"a":"text"}', "[]", '"text"', "1", "null"]) {
      const { values, unreadable } = await read(body, JSON_TYPE, { email: name });
      assert.deepEqual([values, unreadable], [{}, []], body);
    }
    assert.deepEqual((await read("a=1", FORM, { email: name })).values, {});
    assert.equal(({} as Record<string, unknown>).email, undefined);
  });
}

Deno.test("what a body itself has under such a name is read, and changes no object", async () => {
  const found = await read('{"__proto__":{"email":"a@x.org"}}', JSON_TYPE, { email: "__proto__.email" });
  assert.deepEqual(found.values, { email: "a@x.org" });
  assert.equal(({} as Record<string, unknown>).email, undefined);
});

Deno.test("property: any body is read or called unreadable, and values are texts of the mapping", async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.json().map((text) => new TextEncoder().encode(text)),
  );
  const type = fc.constantFrom(FORM, JSON_TYPE, "multipart/form-data", "text/plain", "");
  const names = fc.dictionary(fc.constantFrom("email", "phone", "domain"), fc.string({ maxLength: 30 }));
  await fc.assert(fc.asyncProperty(bytes, type, names, async (body, type, mapping) => {
    const found = await readMappedFields(new Uint8Array(body), { type, contentType: type }, mapping);
    for (const [field, value] of Object.entries(found.values)) {
      assert.ok(Object.hasOwn(mapping, field) && typeof value === "string" && value.trim() !== "");
    }
  }));
});
