/** With OpenTelemetry on, a collector on loopback gets no secret from any command or server path that shows one. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { type OtlpReceiver, otlpReceiver } from "../../support/servers/otlp_receiver.ts";
import { makeKey, processTest, runCommand, SERVE, startServer } from "../../support/process/program.ts";

function exporting({ url }: OtlpReceiver) {
  return {
    OTEL_DENO: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_BLRP_SCHEDULE_DELAY: "50",
    OTEL_BSP_SCHEDULE_DELAY: "50",
  };
}

const SECRET = /wk_(?:live|test)_[\w-]{20,}|whsec_[\w+/=-]{20,}|store-password-7q|[0-9a-f]{64}/g;

processTest(
  "commands print secrets to their own output, and export none of what they print",
  async (folder) => {
    await using receiver = otlpReceiver();
    const env = exporting(receiver);
    const { key_id } = await makeKey(folder, "shop");
    const rows: readonly (readonly [args: readonly string[], shows: boolean])[] = [
      [["keys", "create", "--account", "shop", "--json"], true],
      [["keys", "create", "--account", "other", "--mode", "test"], true],
      [["keys", "rotate", key_id, "--json"], true],
      [["keys", "list"], false],
      [["keys", "list", "--json"], false],
      [["accounts", "list"], false],
      [["audit"], false],
      [["config"], false],
      [["config", "--json"], false],
      [["secret", "status", "--json"], false],
      [["secret", "rotate"], false],
      [["secret", "status"], false],
      [["backup", `${folder}/backup`], false],
      [["keys", "create"], false],
    ];
    for (const [args, shows] of rows) {
      const hidden = { WINNOW_HIBP_KEY: "store-password-7q" };
      const { out, err } = await runCommand(folder, args, { ...env, ...hidden });
      assert.ok((out + err).length > 0, args.join(" "));
      assert.equal((out.match(SECRET) ?? []).length > 0, shows, `${args.join(" ")}: ${out}`);
      assert.equal(err.match(SECRET), null, args.join(" "));
    }
    const listed = JSON.parse((await runCommand(folder, ["keys", "list", "--json"])).out);
    const second =
      listed.find(({ replaced_by }: { replaced_by: string | null }) => replaced_by === null).key_id;
    const text = await runCommand(folder, ["keys", "rotate", second], env);
    assert.match(text.out, /wk_(live|test)_/);
    assert.equal(receiver.text("/v1/logs"), "", "a command exports no log record");
    assert.equal(receiver.everything().match(SECRET), null);
  },
);

for (const terminal of [true, false]) {
  const where = terminal ? "on a terminal" : "into a file";
  processTest(`a first start ${where}, and every answer with a secret, export none`, async (folder) => {
    await using receiver = otlpReceiver();
    const settings = { ...exporting(receiver), WINNOW_LOG: "json", WINNOW_ACCESS_LOG: "true" };
    const command = terminal ? ["script", "-qec", SERVE.join(" "), "/dev/null"] : SERVE;
    const server = await startServer(folder, settings, command);
    try {
      const shown = async () =>
        terminal
          ? /wk_live_[\w-]+/.exec(server.lines.join("\n"))?.[0]
          : (await Deno.readTextFile(`${folder}/live.key`).catch(() => "")).trim() || undefined;
      await eventually(async () => await shown() !== undefined, "the keys");
      const key = (await shown())!;
      const ask = async (method: string, path: string, json: unknown = {}) => {
        const response = await fetch(`${server.origin}${path}`, {
          method,
          headers: { "x-api-key": key, "content-type": "application/json" },
          body: JSON.stringify(json),
        });
        const text = await response.text();
        assert.equal(response.status, 200, text);
        assert.match(text, /whsec_/, `${method} ${path}`);
        return JSON.parse(text);
      };
      const hook = await ask("POST", "/v1/hooks", { kind: "svix", mode: "observe", when_unsure: "allow" });
      const secret = `whsec_${new Uint8Array(24).fill(9).toBase64()}`;
      await ask("PATCH", `/v1/hooks/${hook.hook_id}`, { secret });
      const webhook = await ask("POST", "/v1/webhooks", {
        url: "https://receiver.example/events",
        events: ["signup.scored"],
      });
      await ask("POST", `/v1/webhooks/${webhook.webhook_id}/rotate`);
      await eventually(() => receiver.text("/v1/logs").includes("/rotate"), "the access log");
      assert.equal(await server.stop(), 0);
      assert.equal(receiver.everything().match(SECRET), null);
    } finally {
      await server.kill();
    }
  });
}
