/** What holds for any structured field, any request and any bytes. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { AppError } from "../../src/model/error.ts";
import { REASONS } from "../../src/signals/agent/reasons.ts";
import { signatureBase } from "../../src/signals/agent/signature/signature_base.ts";
import { parseAgentRequest } from "../../src/signals/agent/parse.ts";
import {
  type BareItem,
  type Dictionary,
  type InnerList,
  type Item,
  type Parameters,
  parseDictionary,
  StructuredFieldError,
} from "../../src/signals/agent/signature/structured_fields.ts";
import { serializeDictionary } from "../../src/signals/agent/signature/structured_fields_text.ts";
import {
  NOW,
  openTestDirectories,
  STRING_FORM,
  verifyRequest,
} from "../support/fixtures/agent_verification.ts";
import {
  AGENT_HOST,
  makeAgentKey,
  parametersOf,
  signAgentRequest,
  startKeyDirectory,
} from "../support/servers/key_directory.ts";
import { rounds } from "../support/rounds.ts";

const KEY_START = "abcdefghijklmnopqrstuvwxyz*";
const keyName = fc.tuple(
  fc.constantFrom(...KEY_START),
  fc.string({ unit: fc.constantFrom(...KEY_START, ..."0123456789_-."), maxLength: 8 }),
).map(([first, rest]) => first + rest);
const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
});
/** Any UTF-16, lone surrogates too. */
const anything = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
});
const whole = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });

const bareItem: fc.Arbitrary<BareItem> = fc.oneof(
  whole.map((value): BareItem => ({ type: "integer", value })),
  whole.map((value): BareItem => ({ type: "date", value })),
  fc.integer({ min: -999_999_999, max: 999_999_999 }).map((value): BareItem => ({
    type: "decimal",
    value: value / 1000,
  })),
  printable.map((value): BareItem => ({ type: "string", value })),
  anything.filter((text) => text.isWellFormed()).map((value): BareItem => ({
    type: "display",
    value,
  })),
  fc.tuple(fc.constantFrom(..."aZ*"), fc.string({ unit: fc.constantFrom(..."az09:/!#$%&'*+-.^_`|~") }))
    .map(([first, rest]): BareItem => ({ type: "token", value: first + rest })),
  fc.uint8Array({ maxLength: 40 }).map((value): BareItem => ({
    type: "bytes",
    value: new Uint8Array(value),
  })),
  fc.boolean().map((value): BareItem => ({ type: "boolean", value })),
);

const parameters: fc.Arbitrary<Parameters> = fc.array(fc.tuple(keyName, bareItem), { maxLength: 4 }).map((
  pairs,
) => new Map(pairs));
const item: fc.Arbitrary<Item> = fc.record({
  kind: fc.constant("item" as const),
  value: bareItem,
  parameters,
});
const innerList: fc.Arbitrary<InnerList> = fc.record({
  kind: fc.constant("inner_list" as const),
  items: fc.array(item, { maxLength: 4 }),
  parameters,
});
const dictionary: fc.Arbitrary<Dictionary> = fc.array(fc.tuple(keyName, fc.oneof(item, innerList)), {
  maxLength: 4,
})
  .map((pairs) => ({ members: new Map(pairs), repeated: null }));

Deno.test("any dictionary is read back from its text, types and order kept", () => {
  fc.assert(fc.property(dictionary, (given) => {
    const text = serializeDictionary(given);
    const read = parseDictionary(text);
    assert.deepEqual(plain(read), plain(given));
    assert.equal(serializeDictionary(read), text);
  }));
});

/** With negative zero as zero: its text is the same. */
function plain(value: Dictionary): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part) => part instanceof Map ? [...part] : part === 0 ? 0 : part),
  );
}

Deno.test("any text is a dictionary or a StructuredFieldError, and reading its canonical text changes nothing", () => {
  const text = fc.oneof(
    anything,
    fc.string({ unit: fc.constantFrom(...'ab=,;()"\\:?@%01.- \t*A') }),
  );
  fc.assert(
    fc.property(text, (given) => {
      let once: string;
      try {
        once = serializeDictionary(parseDictionary(given));
      } catch (error) {
        assert.ok(error instanceof StructuredFieldError);
        return;
      }
      assert.equal(serializeDictionary(parseDictionary(once)), once);
    }),
    { numRuns: rounds(1_000) },
  );
});

const path = fc.array(
  fc.string({ unit: fc.constantFrom(..."abcXYZ019-._~%2F:@!$&'()*+,;="), maxLength: 8 }),
  { maxLength: 4 },
)
  .map((parts) => `/${parts.join("/")}`);
const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "QUERY");
const fieldValue = fc.string({ unit: fc.constantFrom(...'abc \t,;="\\:?()XYZ'), maxLength: 30 });
const fields = fc.array(fc.tuple(fc.constantFrom("x-a", "x-b", "x-c", "content-type"), fieldValue), {
  maxLength: 4,
})
  .map((pairs) => Object.fromEntries(pairs));

Deno.test("any signed request verifies, and not for another method, path or field", async () => {
  const key = await makeAgentKey();
  await using directory = startKeyDirectory([key]);
  const directories = openTestDirectories({ [AGENT_HOST]: directory.url });
  await fc.assert(
    fc.asyncProperty(
      path,
      method,
      fields,
      printable,
      fc.boolean(),
      async (path, method, headers, nonce, changed) => {
        const url = `https://shop.example${path}`;
        const covered = [
          ['"@authority"', "shop.example"],
          ['"@method"', method],
          ['"@path"', path],
          ...Object.entries(headers).map((
            [name, value],
          ) => [`"${name}"`, value.replace(/^[ \t]+|[ \t]+$/g, "")]),
          ['"signature-agent";key="sig1"', STRING_FORM],
        ] as [string, string][];
        const escaped = nonce.replace(/["\\]/g, "\\$&");
        const request = await signAgentRequest({
          key,
          now: NOW,
          method,
          url,
          headers,
          covered,
          parameters: parametersOf(key, NOW, `;nonce="${escaped}"`),
        });
        assert.equal((await verifyRequest(request, directories)).reason, "verified");
        const other = changed
          ? { ...request, url: `${url}x` }
          : { ...request, headers: { ...request.headers, "x-a": `${headers["x-a"] ?? ""}x` } };
        const covers = changed || "x-a" in headers;
        assert.equal(
          (await verifyRequest(other, directories)).reason,
          covers ? "signature_failed" : "verified",
        );
      },
    ),
    { numRuns: rounds(60) },
  );
});

Deno.test("the base has one line for each component and one for the parameters, whatever the request", () => {
  const names = fc.subarray([
    '"@method"',
    '"@authority"',
    '"@path"',
    '"@query"',
    '"@scheme"',
    '"@target-uri"',
    '"@request-target"',
  ]);
  fc.assert(fc.property(path, names, (path, names) => {
    const list = parseDictionary(`s=(${names.join(" ")})`).members.get("s") as InnerList;
    const request = parseAgentRequest({ url: `https://shop.example${path}`, headers: {} });
    const lines = signatureBase(request, list).text.split("\n");
    assert.equal(lines.length, names.length + 1);
    names.forEach((name, index) => assert.ok(lines[index]!.startsWith(`${name}: `)));
    assert.equal(lines.at(-1), `"@signature-params": (${names.join(" ")})`);
  }));
});

Deno.test("any bytes in any of the three headers give a closed reason and are never verified", async () => {
  const directories = openTestDirectories({});
  const key = await makeAgentKey();
  const good = await signAgentRequest({ key, now: NOW });
  const bytes = fc.oneof(
    anything,
    fc.string({
      unit: fc.constantFrom(...'sig1=("@authority");created=1;tag:web-bot-auth, \\'),
      maxLength: 200,
    }),
  );
  const header = fc.constantFrom("Signature-Input", "Signature", "Signature-Agent");
  await fc.assert(
    fc.asyncProperty(header, bytes, fc.webUrl(), async (name, value, url) => {
      const request = { ...good, url, headers: { ...good.headers, [name]: value } };
      try {
        const { reason } = await verifyRequest(request, directories);
        assert.ok(reason in REASONS && reason !== "verified", reason);
      } catch (error) {
        assert.ok(error instanceof AppError && error.code === "invalid_value");
      }
    }),
    { numRuns: rounds(500) },
  );
});
