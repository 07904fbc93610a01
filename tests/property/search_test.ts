/** Searching stored scores is filtering all of them, wherever the index has them. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { MINUTE_MS } from "../../src/model/duration.ts";
import { startApp, type TestApp } from "../support/app/app.ts";
import { rounds } from "../support/rounds.ts";

interface Given {
  readonly ip?: string;
  readonly email?: string;
  readonly domain?: string;
  readonly phone?: string;
  readonly device_id?: string;
  readonly user_id?: string;
}

const host = fc.constantFrom("one.example", "mail.one.example", "two.example", "xone.example");
const ip = fc.constantFrom("73.15.20.1", "73.15.20.2", "73.15.21.1", "2600:1700:abcd:1::1");
const phone = fc.constantFrom("+442083661177", "+442083661178");
const device = fc.constantFrom("9f86d081884c7d65", "00000000deadbeef", "12345678");
const user = fc.constantFrom("u1", "12345678", "one.example", "a@one.example");
const email = fc.tuple(fc.constantFrom("a", "b"), host).map(([local, host]) => `${local}@${host}`);
const fields = { ip, email, domain: host, phone, device_id: device, user_id: user };
const signup: fc.Arbitrary<Given> = fc.record(fields, { requiredKeys: ["ip"] });
const value = fc.oneof(
  ip,
  email,
  host,
  phone,
  device,
  user,
  fc.constantFrom("73.15.20.0/24", "73.15.0.0/16"),
);
const step = fc.oneof(
  { weight: 6, arbitrary: signup },
  { weight: 1, arbitrary: fc.constantFrom("compact" as const, "wait" as const) },
);

/** By the plain values, without any hash. */
function has(given: Given, value: string): boolean {
  const isBelow = (host: string | undefined) => host === value || (host?.endsWith(`.${value}`) ?? false);
  return given.ip === value || given.email === value || given.phone === value || given.device_id === value ||
    given.user_id === value || isBelow(given.domain) || isBelow(given.email?.split("@")[1]) ||
    (value === "73.15.20.0/24" && given.ip!.startsWith("73.15.20.")) ||
    (value === "73.15.0.0/16" && given.ip!.startsWith("73.15."));
}

async function search(app: TestApp, json: Record<string, unknown>, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null;;) {
    const { status, body, text } = await app.ask("/v1/scores/search", { json: { ...json, limit, cursor } });
    assert.equal(status, 200, text);
    assert.ok(body.results.length <= limit);
    ids.push(...body.results.map(({ request_id }: { request_id: string }) => request_id));
    if (body.cursor === null) return ids;
    cursor = body.cursor;
  }
}

Deno.test("a search finds what filtering all stored scores finds, in their order", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const { postings, accounts } = app.app.services.store;
  const account = accounts.accountNamed("main")!.id;
  const stored: { id: string; given: Given }[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      value,
      fc.option(user),
      fc.integer({ min: 1, max: 40 }),
      async (steps, value, userId, limit) => {
        for (const step of steps) {
          now += 1000;
          if (step === "wait") now += 3 * MINUTE_MS;
          else if (step === "compact") await postings.compact(account, 1);
          else {
            const { status, body } = await app.ask("/v1/score/user", { json: step });
            assert.equal(status, 200);
            stored.unshift({ id: body.request_id, given: step });
          }
        }
        const all = stored.filter(({ given }) => userId === null || given.user_id === userId);
        const wanted = all.filter(({ given }) => has(given, value)).map(({ id }) => id);
        const json = userId === null ? {} : { user_id: userId };
        assert.deepEqual(await search(app, { ...json, value }, limit), wanted);
        assert.deepEqual(await search(app, json, 40 + limit), all.map(({ id }) => id));
      },
    ),
    { numRuns: rounds(40) },
  );
});
