/** The receivers of the guide: they take what is sent, once, and refuse what is not signed. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { plantReviews } from "../../support/app/reviews.ts";
import { isInstalled } from "../../support/clients/installed_client.ts";
import { pythonEnvironment } from "../../support/clients/python.ts";
import { addWebhook, SENDING, signUp, untilNewest } from "../../support/servers/webhook_receiver.ts";
import { freePort } from "../../support/servers/free_port.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

const environment = await pythonEnvironment();
const RECEIVERS = [
  {
    file: "events_receiver.mjs",
    program: "node",
    missing: isInstalled("node") ? null : "needs node",
  },
  {
    file: "events_receiver.py",
    program: "python" in environment ? environment.python : "",
    missing: "missing" in environment ? environment.missing : null,
  },
];

for (const { file, program, missing } of RECEIVERS) {
  Deno.test({
    name: `examples/${file} takes a signed event once and refuses others${
      missing === null ? "" : ` (${missing})`
    }`,
    ignore: missing !== null,
    fn: async () => {
      await using app = await startApp({ env: SENDING });
      const port = freePort();
      const { id, secret } = await addWebhook(app, `http://127.0.0.1:${port}/`, {
        events: ["signup.scored", "review.decided"],
      });
      const env = { WEBHOOK_SECRET: secret, PORT: String(port) };
      const child = new Deno.Command(program, {
        args: [`examples/${file}`],
        cwd: ROOT,
        env,
        stdout: "piped",
        stderr: "null",
      })
        .spawn();
      const lines = linesOf(child.stdout);
      try {
        assert.match((await lines.next()).value ?? "", /listening/);
        const body = JSON.stringify({ type: "signup.scored", timestamp: "", data: {} });
        const forged = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body });
        await forged.body?.cancel();
        assert.equal(forged.status, 401);
        const { request_id, verdict } = await signUp(app);
        assert.equal((await lines.next()).value, `signup.scored ${request_id} ${verdict}`);
        await untilNewest(app, id, "delivered");
        const [{ delivery_id }] = (await app.ask(`/v1/webhooks/${id}/deliveries`)).body.deliveries;
        await app.ask(`/v1/webhooks/${id}/deliveries/${delivery_id}/resend`, { method: "POST" });
        const next = await signUp(app);
        assert.equal((await lines.next()).value, `signup.scored ${next.request_id} ${next.verdict}`);
        const [held] = await plantReviews(app, 1);
        await app.ask("/v1/outcome", { json: { request_id: held, outcome: "legit" } });
        assert.equal((await lines.next()).value, `signup.scored ${held} review`);
        assert.equal((await lines.next()).value, `review.decided ${held} approve`);
      } finally {
        child.kill("SIGTERM");
        await lines.return();
        await child.status;
      }
    },
  });
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop()!;
    yield* parts.filter((line) => line !== "");
  }
}
