/** Columns of facts in the console's list of scores, and facts on the page of a score. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { signedIn } from "../../support/app/visitor.ts";

const headers = (text: string) =>
  [...text.matchAll(/<th role="columnheader"[^>]*>(.*?)<\/th>/g)].map(([, name]) =>
    name!.replaceAll(/<wbr ?\/?>/g, "")
  );

Deno.test("columns are chosen by boxes and kept in the address, with the filters", async () => {
  await using app = await startApp();
  await app.ask("/v1/score/user", {
    json: { ip: "8.8.8.8", email: "ada@gmail.com", custom: { plan: "pro" } },
  });
  const visitor = await signedIn(app);
  const plain = await visitor.get("/console/scores");
  assert.deepEqual(headers(plain.text), [], "a list without columns is no table");
  assert.match(plain.text, /class="score-row"/);

  const chosen = await visitor.get(
    "/console/scores?q=&verdict=allow&columns=ip.asn&columns=email.shape&columns=custom.plan,+ip.asn",
  );
  assert.equal(chosen.path, "/console/scores?verdict=allow&columns=ip.asn,email.shape,custom.plan");
  assert.deepEqual(headers(chosen.text), ["Score", "ip.asn", "email.shape", "custom.plan", "Scored"]);
  const cells = [...chosen.text.matchAll(/<td[^>]* data-label="([^"]+)"[^>]*><span>([^<]*)/g)];
  const shown = new Map(cells.map(([, name, cell]) => [name, cell]));
  assert.deepEqual([shown.get("email.shape"), shown.get("custom.plan")], ["given", "pro"]);
  assert.match(chosen.text, /value="ip\.asn" checked/);
  assert.doesNotMatch(chosen.text, /value="ip\.org" checked/);
  assert.match(chosen.text, /id="f-own-columns"[^>]*value="custom\.plan"/);
  // The filters are a form of their own, which keeps the columns.
  assert.match(chosen.text, /type="hidden" name="columns" value="ip\.asn,email\.shape,custom\.plan"/);
  assert.match(chosen.text, /type="hidden" name="verdict" value="allow"/);
});

Deno.test("a column that is no fact is refused by its name", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const rows: readonly (readonly [columns: string, says: RegExp])[] = [
    ["ip.asnn", /Columns: ip\.asnn is not a fact/],
    ["custom.Plan", /Columns: custom\.Plan is not a fact/],
    ["<b>", /Columns: &lt;b&gt; is not a fact/],
    [Array.from({ length: 9 }, (_, at) => `custom.f${at}`).join(), /Columns: at most 8/],
    [`custom.${"x".repeat(500)}`, /Columns/],
  ];
  for (const [columns, says] of rows) {
    const { status, text } = await visitor.get(`/console/scores?columns=${encodeURIComponent(columns)}`);
    assert.equal(status, 400, columns);
    assert.match(text, says);
  }
});
