/** `winnow verify-receipt`, called as the command line calls it, with receipts of a real application. */
import assert from "node:assert/strict";
import { UsageError } from "../../../src/cli/usage.ts";
import { verifyReceiptCommand } from "../../../src/cli/verify_agent/verify_receipt.ts";
import { readConfig } from "../../../src/app/settings/config.ts";
import { startApp } from "../../support/app/app.ts";
import { inFolder } from "../../support/folder.ts";

const REQUEST = {
  method: "GET",
  url: "https://shop.example/a",
  headers: { "Signature-Agent": '"https://a.example"' },
};

async function command(args: readonly string[], input: string): Promise<{ code: number; text: string }> {
  const env = { WINNOW_OFFLINE: "false", WINNOW_DNS: "127.0.0.1:9", WINNOW_EGRESS_ALLOW: "127.0.0.1" };
  const lines: string[] = [];
  const code = await verifyReceiptCommand(args, {
    config: readConfig(env),
    env,
    print: (line) => lines.push(line),
    warn: (line) => lines.push(line),
    readInput: () => Promise.resolve(input),
  });
  return { code, text: lines.join("\n") };
}

function changed(receipt: string, part: number, change: (value: Record<string, unknown>) => object): string {
  const parts = receipt.split(".");
  const value = JSON.parse(
    new TextDecoder().decode(Uint8Array.fromBase64(parts[part]!, { alphabet: "base64url" })),
  );
  const bytes = new TextEncoder().encode(JSON.stringify(change(value)));
  parts[part] = bytes.toBase64({ alphabet: "base64url", omitPadding: true });
  return parts.join(".");
}

Deno.test("verify-receipt tells a genuine receipt from others, and whether it is about a request", async () => {
  await using app = await startApp();
  await using other = await startApp();
  const { body } = await app.ask("/v1/agent/authorize", { json: { ...REQUEST, receipt: true } });
  const keys = (await app.ask("/.well-known/jwks.json", { key: null })).text;
  await inFolder(async (folder) => {
    const [jwks, request, another] = [
      `${folder}/jwks.json`,
      `${folder}/request.json`,
      `${folder}/another.http`,
    ];
    await Deno.writeTextFile(jwks, keys);
    await Deno.writeTextFile(request, JSON.stringify(REQUEST));
    await Deno.writeTextFile(another, "GET /b HTTP/1.1\nHost: shop.example\n\n");
    const genuine = await command(["--jwks", jwks, "--request", request], `${body.receipt}\n`);
    assert.equal(genuine.code, 0, genuine.text);
    for (const part of [`request    ${body.request_id}`, "decision   review", "outcome    genuine"]) {
      assert.ok(genuine.text.includes(part), part);
    }
    assert.match((await command(["--jwks", jwks], body.receipt)).text, /not compared with a request/);
    const rows: [name: string, receipt: string, says: RegExp, args?: string[]][] = [
      [
        "another decision",
        changed(body.receipt, 1, (claims) => ({ ...claims, decision: "allow" })),
        /signature is not valid/,
      ],
      [
        "another key",
        changed(body.receipt, 0, (header) => ({ ...header, kid: "x" })),
        /none with the receipt's kid/,
      ],
      [
        "no algorithm",
        changed(body.receipt, 0, (header) => ({ ...header, alg: "none" })),
        /this is not a receipt/,
      ],
      [
        "another type",
        changed(body.receipt, 0, (header) => ({ ...header, typ: "JWT" })),
        /this is not a receipt/,
      ],
      ["no receipt", "hello", /this is not a receipt/],
      ["four parts", `${body.receipt}.AA`, /this is not a receipt/],
      ["another request", body.receipt, /about another request/, ["--request", another]],
      ["keys of another service", body.receipt, /none with the receipt's kid/, [
        "--jwks",
        `${other.origin}/.well-known/jwks.json`,
      ]],
    ];
    for (const [name, receipt, says, args = []] of rows) {
      const { code, text } = await command(["--jwks", jwks, ...args], receipt);
      assert.equal(code, 1, name);
      assert.match(text, says, name);
    }
    const fetched = await command(["--json", "--jwks", `${app.origin}/.well-known/jwks.json`], body.receipt);
    assert.equal(fetched.code, 0);
    assert.deepEqual(JSON.parse(fetched.text).claims.jti, body.request_id);
    for (
      const args of [[], ["--jwks", `${folder}/none`], ["--jwks", another], [
        "--jwks",
        jwks,
        "--request",
        jwks,
      ]]
    ) {
      await assert.rejects(() => command(args, body.receipt), UsageError, args.join(" "));
    }
  });
});
