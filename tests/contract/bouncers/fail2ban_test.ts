/** `deploy/edge/fail2ban.conf`: its command, run as fail2ban does, reports an address. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const FILE = new URL("../../../deploy/edge/fail2ban.conf", import.meta.url);

Deno.test("fail2ban's action reports the address that it bans", async () => {
  await using app = await startApp();
  const text = await Deno.readTextFile(FILE);
  const valueOf = (name: string) => new RegExp(`^${name} = (.*)$`, "m").exec(text)![1]!;
  assert.deepEqual([valueOf("winnow_url"), valueOf("winnow_key")], [
    "http://127.0.0.1:8080",
    "wk_live_your_key",
  ]);
  const command = (ip: string, key: string) =>
    valueOf("actionban").replaceAll("<ip>", ip).replaceAll("<winnow_key>", key).replaceAll(
      "<winnow_url>",
      app.origin,
    );
  const run = async (script: string) =>
    (await new Deno.Command("sh", { args: ["-c", script], stdout: "null", stderr: "null" }).output()).code;
  for (const ip of ["8.8.8.8", "2001:4860:4860::8888"]) {
    assert.equal(await run(command(ip, app.live)), 0, ip);
    const { body } = await app.ask(`/v1/report?kind=ip&value=${encodeURIComponent(ip)}`, {
      method: "DELETE",
    });
    assert.equal(body.results[0].abuse_reports, 0, "it was counted, and is taken back");
  }
  assert.notEqual(await run(command("8.8.8.8", "wrong")), 0, "a refusal is an error that fail2ban logs");
});
