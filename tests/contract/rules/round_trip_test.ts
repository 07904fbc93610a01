/** The console's export imports back as the same rules, whatever is in their values, notes and expiries. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Caller } from "../../../src/model/records.ts";
import type { Rule } from "../../../src/model/rules/rule.ts";
import { refOf } from "../../../src/service/cases/value_ref.ts";
import { importRules } from "../../../src/service/rules/import/rule_import.ts";
import { addRules, deleteAllRules } from "../../../src/service/rules/rules.ts";
import { exportRules } from "../../../src/service/site/rules.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { rounds } from "../../support/rounds.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");

const odd = fc.constantFrom(...`"',;\t\r\n#/=+-@• 💥aß`.split(""), "\r\n", "# ", "//", '""', "'=");
const note = fc.oneof(
  fc.constant(null),
  fc.array(odd, { maxLength: 60 }).map((parts) => parts.join("").toWellFormed().trim().slice(0, 200)),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constant(Array(100).fill("x").join("\n")),
);
const expiry = fc.option(
  fc.date({ min: new Date(NOW + 1), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true }),
);
const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), minLength: 8, maxLength: 128 });
const value = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.tuple(fc.ipV4(), fc.nat({ max: 32 })).map(([ip, bits]) => `${ip}/${bits}`),
  fc.tuple(fc.ipV6(), fc.nat({ max: 128 })).map(([ip, bits]) => `${ip}/${bits}`),
  fc.emailAddress(),
  fc.constantFrom(
    '"a #1, b;c"@example.com',
    "#a@example.com",
    "//a@example.com",
    "'=a@example.com",
    "=a@example.com",
  ),
  fc.domain(),
  fc.nat({ max: 4_000_000_000 }).map((asn) => `AS${asn + 1}`),
  fc.nat({ max: 99_999 }).map((tail) => `+4420836${String(tail).padStart(5, "0")}`),
  hex.map((id) => `device:${id}`),
);
const rule = fc.record({
  value,
  hashed: fc.boolean(),
  action: fc.constantFrom("allow" as const, "block" as const),
  note,
  expires: expiry,
});

/** What an import must give back. */
function parts({ action, kind, value, hash, note, expires_at }: Rule) {
  return { action, kind, value, hash, note, expires_at };
}

/** Warnings other than of broad rules. */
function otherwise({ warnings }: Awaited<ReturnType<typeof importRules>>) {
  return warnings.filter(({ warning }) => warning === undefined);
}

async function rulesOf(app: TestApp, account: string) {
  return (await app.app.services.rules.list(account, NOW)).map(parts);
}

Deno.test("an export imports back identically: action, kind, value, note and expiry of every rule, in order", async () => {
  await using app = await startApp({ now: () => NOW });
  const { services } = app.app;
  const account = services.store.accounts.accountNamed("main")!;
  const caller = {
    account,
    key: { ...services.store.accounts.keysOf(account.id)[0]!, ratePerMinute: 1_000_000_000 },
  } satisfies Caller;
  let notes = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { minLength: 1, maxLength: 12 }), async (wanted) => {
      for (const { value, hashed, action, note, expires } of wanted) {
        const hash = services.hasher.hash("email", value);
        const source = hashed
          ? { values: [], refs: [refOf(services.hasher, account.id, { kind: "email", hash })!] }
          : { values: [value] };
        const text = note?.trim() ?? "";
        await addRules(services, caller, source, {
          action,
          note: text === "" ? null : text,
          expiresAt: expires?.toISOString() ?? null,
        });
      }
      const before = await rulesOf(app, account.id);
      notes += before.filter(({ note }) => note?.includes("\n") ?? false).length;
      const csv = new TextEncoder().encode(await exportRules(services, caller));
      const same = await importRules(services, caller, csv, null, false);
      assert.deepEqual([same.imported, same.duplicates, otherwise(same)], [0, before.length, []]);
      await deleteAllRules(services, caller);
      const back = await importRules(services, caller, csv, null, false);
      assert.deepEqual([back.imported, back.duplicates, back.duplicates_in_file, otherwise(back)], [
        before.length,
        0,
        0,
        [],
      ]);
      assert.deepEqual(await rulesOf(app, account.id), before);
      await deleteAllRules(services, caller);
    }),
    { numRuns: rounds(60) },
  );
  assert.ok(notes > 10, `${notes} notes over several lines`);
});
