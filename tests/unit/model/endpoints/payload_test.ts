/** JSON Pointers, and where messages have the facts of a sign-up. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Hook } from "../../../../src/model/endpoints/hook.ts";
import { ROTATION_MS, withSecret } from "../../../../src/model/endpoints/secret_holder.ts";
import { isPointer, resolvePointer } from "../../../../src/model/endpoints/json_pointer.ts";
import { eventType, readEvent, readSupabase } from "../../../../src/model/endpoints/payload.ts";

Deno.test("the examples of RFC 6901", () => {
  const document = {
    "foo": ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
  };
  const rows: [string, unknown][] = [
    ["", document],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/e^f", 3],
    ["/g|h", 4],
    ["/i\\j", 5],
    ['/k"l', 6],
    ["/ ", 7],
    ["/m~0n", 8],
    ["/foo/2", undefined],
    ["/foo/-", undefined],
    ["/foo/00", undefined],
    ["/foo/length", undefined],
    ["/foo/0/0", undefined],
    ["/none/x", undefined],
    ["/constructor", undefined],
    ["/__proto__", undefined],
  ];
  for (const [pointer, value] of rows) {
    assert.ok(isPointer(pointer), pointer);
    assert.deepEqual(resolvePointer(document, pointer), value, pointer);
  }
  for (const text of ["foo", "/~", "/~2", "/a~", "#/foo", "$.foo"]) assert.ok(!isPointer(text), text);
});

Deno.test("every name is found by its escaped pointer, and any text at all in any document throws nothing", () => {
  fc.assert(fc.property(fc.string(), fc.jsonValue(), (name, value) => {
    const pointer = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    assert.ok(isPointer(pointer));
    const document = JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);
    assert.deepEqual(resolvePointer(document, pointer), document[name]);
  }));
  fc.assert(fc.property(fc.jsonValue(), fc.string(), (document, text) => {
    resolvePointer(document, text);
    const fields = readEvent(document, { ip: text });
    for (const value of Object.values(fields)) assert.ok(value === false || typeof value === "string");
    readSupabase(document);
    eventType(document);
  }));
});

Deno.test("fields of events", () => {
  const clerk = (primary: unknown) => ({
    data: {
      id: "user_1",
      email_addresses: [{ id: "a", email_address: "a@x.test" }, { id: "b", email_address: "b@x.test" }, null],
      primary_email_address_id: primary,
      phone_numbers: [{ id: "p", phone_number: "+442083661177" }],
    },
    event_attributes: { http_request: { client_ip: "203.0.113.7" } },
  });
  const rest = { ip: "203.0.113.7", phone: "+442083661177", user_id: "user_1" };
  const rows: [unknown, Record<string, string>, unknown][] = [
    [clerk("b"), {}, { ...rest, email: "b@x.test" }],
    [clerk("none"), {}, { ...rest, email: "a@x.test" }],
    [clerk(null), {}, { ...rest, email: "a@x.test" }],
    [clerk("b"), { email: "/data/email_addresses/0/email_address" }, { ...rest, email: "a@x.test" }],
    [clerk("b"), { email: "/nowhere" }, rest],
    [{ data: { email: "a@x.test", ip: "203.0.113.7" } }, {}, { email: "a@x.test", ip: "203.0.113.7" }],
    [{ data: { email: "", ip: null } }, {}, {}],
    [{ data: { id: 42 } }, {}, { user_id: "42" }],
    [{ data: { email: 42, ip: true, phone: {}, id: [] } }, {}, {
      email: false,
      ip: false,
      phone: false,
      user_id: false,
    }],
    [{ data: { email: "x".repeat(9000) } }, {}, { email: "x".repeat(5000) }],
    ["text", {}, {}],
    [null, {}, {}],
    [{ data: { email_addresses: "no list", primary_email_address_id: "b" } }, {}, {}],
  ];
  for (const [payload, pointers, expected] of rows) assert.deepEqual(readEvent(payload, pointers), expected);
});

Deno.test("messages of Supabase", () => {
  const user = { id: "u", email: "a@x.test", phone: "" };
  const rows: [unknown, unknown][] = [
    [{ metadata: { uuid: "1", name: "before-user-created", ip_address: "203.0.113.7" }, user }, {
      uuid: "1",
      fields: { ip: "203.0.113.7", email: "a@x.test", user_id: "u" },
    }],
    [{ user: { ...user, phone: "442083661177" } }, {
      uuid: null,
      fields: { email: "a@x.test", phone: "+442083661177", user_id: "u" },
    }],
    [{ user: { phone: "0208" } }, { uuid: null, fields: { phone: "0208" } }],
    [{ user: { phone: "+442083661177" } }, { uuid: null, fields: { phone: "+442083661177" } }],
    [{ metadata: { uuid: "x".repeat(101) }, user: {} }, { uuid: null, fields: {} }],
    [{ metadata: { uuid: 1 }, user: {} }, { uuid: null, fields: {} }],
    [{ metadata: { name: "send-sms" }, user }, null],
    [{ metadata: {} }, null],
    [{ user: [user] }, null],
    [[], null],
    [null, null],
  ];
  for (const [payload, expected] of rows) assert.deepEqual(readSupabase(payload), expected);
});

Deno.test("a rotation keeps the secrets of the last 24 hours, at most three", () => {
  const hook: Hook = {
    id: "hook_1",
    account: "acc",
    kind: "svix",
    mode: "observe",
    whenUnsure: "allow",
    pointers: {},
    types: [],
    createdAt: 0,
    secret: "a",
    replaced: [],
  };
  const twice = withSecret(withSecret(hook, "b", 10)!, "c", 20)!;
  assert.equal(twice.secret, "c");
  assert.deepEqual(twice.replaced, [{ secret: "b", until: 20 + ROTATION_MS }, {
    secret: "a",
    until: 10 + ROTATION_MS,
  }]);
  assert.deepEqual(withSecret(twice, "d", 10 + ROTATION_MS)!.replaced.map(({ secret }) => secret), [
    "c",
    "b",
  ]);
  assert.equal(withSecret(withSecret(twice, "d", 30)!, "e", 40), null);
});
