/** Three nodes on one store: none of them remembers, or writes back, who was erased by another. */
import assert from "node:assert/strict";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";

const DEVICE = "9f86d081884c7d659a2feaa0c55ad015";
const ANNA = {
  user_id: "user-anna-0000001",
  email: "anna.petersen@mailhost-anna.example",
  phone: "+4915112345678",
};
const BRUNO = { user_id: "user-bruno-000002", email: "bruno.meyer@mailhost-bruno.example" };

async function signUp(node: TestApp, key: string, person: object) {
  const { status, body } = await node.ask("/v1/score/user", { key, json: { ip: "73.15.20.1", ...person } });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

Deno.test("an erasure by one node holds on all, for rings and counts in memory too", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  await using three = await startApp({ dataDir: one.dataDir });
  const nodes = [one, two, three];
  const key = one.live;
  await followChanges(...nodes);
  const ids: string[] = [];
  for (const node of nodes) {
    ids.push((await signUp(node, key, { ...ANNA, device_id: DEVICE })).request_id);
    await signUp(node, key, { ...BRUNO, device_id: DEVICE });
  }
  const { status, body } = await two.ask("/v1/privacy/erase", { key, json: { user_id: ANNA.user_id } });
  assert.deepEqual([status, body.state, body.erased.scores], [200, "done", 3], JSON.stringify(body));
  for (const node of nodes) {
    for (const id of ids) assert.equal((await node.ask(`/v1/score/${id}`, { key })).status, 404);
    const search = await node.ask("/v1/scores/search", { key, json: { value: ANNA.email } });
    assert.deepEqual(search.body.results, []);
  }
  for (const text of [ANNA.user_id, "mailhost-anna", one.app.services.hasher.hash("email", ANNA.email)]) {
    const { stdout } = await new Deno.Command("grep", { args: ["-rlaiF", text, one.dataDir] }).output();
    assert.equal(new TextDecoder().decode(stdout), "", text);
  }
  for (const node of nodes) {
    const bruno = await signUp(node, key, { ...BRUNO, device_id: DEVICE });
    assert.equal(bruno.linkage.device_email_count, 1, "his own address alone");
  }
  const again = await signUp(three, key, { ...ANNA, device_id: "b".repeat(32), ip: "81.2.69.160" });
  assert.deepEqual([again.linkage.email_device_count, again.linkage.email_ip_count, again.linkage.ring], [
    1,
    1,
    null,
  ]);
});
