/** 100,000 decisions: all of them are told, ids are exact, and taking one back changes one. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const MANY = 100_000;

function addressOf(index: number): string {
  return `83.${(index >> 16) + 1}.${(index >> 8) & 255}.${index & 255}`;
}

Deno.test("100,000 block rules are 100,000 decisions, which are read again after a restart", async () => {
  await using app = await startApp();
  for (let from = 0; from < MANY; from += 10_000) {
    const raw = Array.from({ length: 10_000 }, (_, index) => addressOf(from + index)).join("\n");
    const { status, text } = await app.ask("/v1/rules/import?action=block", { raw });
    assert.equal(status, 200, text);
  }
  const { decisions, store } = app.app.services;
  const account = store.accounts.accountNamed("main")!;
  const first = await decisions.changes(account, null);
  assert.equal(first.added.length, MANY);
  const ids = first.added.map(({ id }) => id).sort((one, other) => one - other);
  assert.deepEqual([ids[0], ids.at(-1), new Set(ids).size], [1, MANY, MANY]);
  for (const index of [0, 777, 65_536, MANY - 1]) {
    const { body } = await app.ask(`/v1/decisions?ip=${addressOf(index)}`);
    assert.deepEqual(body.decisions.map(({ value }: { value: string }) => value), [addressOf(index)]);
  }
  const { body: { decisions: [lifted] } } = await app.ask(`/v1/decisions?ip=${addressOf(777)}`);
  await app.ask(`/v1/decisions/${lifted.id}`, { method: "DELETE" });
  await using other = await startApp({ dataDir: app.dataDir });
  const again = await other.app.services.decisions.changes(account, null);
  assert.equal(again.added.length, MANY - 1);
  assert.deepEqual(again.ended.map(({ id }) => id), [lifted.id]);
  assert.deepEqual(
    again.added.map(({ id }) => id).sort((one, other) => one - other),
    ids.filter((id) => id !== lifted.id),
    "the same ids",
  );
});
