/** What a caller whose month is used up is told agrees with what is used, also while requests are under way. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

Deno.test("requests at once against a quota are told of what is taken, not only of what is billed already", async () => {
  await using app = await startApp();
  const { key } = await app.account("small", { monthly: 20 });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => app.ask(`/v1/score/ip?ip=8.8.8.${index}`, { key })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(refused.length, 20);
  for (const { body } of refused) assert.match(body.detail, /this month's 20 \(20 used\)/);
});
