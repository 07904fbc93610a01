/** No identifier is in a fact: ten thousand addresses, and any three letters of a local part in what is stored of them. */
import assert from "node:assert/strict";
import { faker } from "@faker-js/faker";
import { startApp, type TestApp } from "../../support/app/app.ts";

const ADDRESSES = 10_000;
const BATCH = 500;
const DOMAIN = "x1.zz";

/** Names, words and what machines make, each with digits and separators. */
function localPart(index: number): string {
  const given = faker.person.firstName();
  const surname = faker.person.lastName();
  const number = faker.number.int({ min: 0, max: 99_999 });
  const forms = [
    `${given}.${surname}`,
    `${given[0]}${surname}${number}`,
    `${surname}_${given}${number}`,
    `${given}${number}`,
    faker.internet.username(),
    faker.string.alphanumeric({ length: { min: 3, max: 20 } }),
    `${faker.word.noun()}-${faker.word.adjective()}${number}`,
    `${given}+${faker.word.noun()}`,
  ];
  return forms[index % forms.length]!.replaceAll(/[^\p{L}\p{N}._+-]/gu, "").replaceAll(/\.{2,}|^\.|\.$/g, "");
}

/** Each run of three letters, in lower case. */
function trigramsOf(local: string): Set<string> {
  const found = new Set<string>();
  for (const [run] of local.toLowerCase().matchAll(/\p{L}{3,}/gu)) {
    for (let at = 0; at + 3 <= run.length; at++) found.add(run.slice(at, at + 3));
  }
  return found;
}

/** The words of shapes hold letters of some addresses by chance: they are the same for all. */
const WORDS = /given|surname|initial|word|letters|mixed/g;

async function recordsOf(app: TestApp, emails: readonly string[]) {
  const { status, body } = await app.ask("/v1/batch", { json: { type: "email", items: emails } });
  assert.equal(status, 200);
  const account = app.app.services.store.accounts.accountNamed("main")!.id;
  const ids: string[] = body.results.map(({ request_id }: { request_id: string }) => request_id);
  const records = await app.app.services.store.scores.getMany(account, ids, Date.now());
  return ids.map((id) => records.get(id)!);
}

Deno.test("no three letters of a local part are in the facts that are stored of it", async () => {
  faker.seed(7);
  await using app = await startApp();
  const shapes = new Set<string>();
  for (let from = 0; from < ADDRESSES; from += BATCH) {
    const locals = Array.from({ length: BATCH }, (_, index) => localPart(from + index));
    const records = await recordsOf(app, locals.map((local) => `${local}@${DOMAIN}`));
    for (const [index, { facts }] of records.entries()) {
      const local = locals[index]!;
      shapes.add(String(facts!["email.shape"]));
      assert.equal(facts!["email.domain_class"], "private");
      const { "email.shape": shape, "email.domain_class": _, ...others } = facts!;
      const texts = Object.values(others).filter((value) => typeof value !== "boolean");
      const stored = JSON.stringify([...texts, String(shape).replaceAll(WORDS, " ")])
        .toLowerCase();
      for (const three of trigramsOf(local)) assert.ok(!stored.includes(three), `${local}: ${stored}`);
    }
  }
  assert.ok(shapes.size > 20 && shapes.size < 400, `${shapes.size} shapes`);
});
