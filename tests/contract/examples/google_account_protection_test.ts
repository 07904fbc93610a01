/** examples/google_account_protection.mjs beside an API that answers as Google's, and Google's test event. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { useOf } from "../../support/app/hooks.ts";
import {
  AUDIENCE,
  ENV,
  EventIssuer,
  makeEventHook,
  pushText,
  RISC,
} from "../../support/app/security_events.ts";
import { isInstalled } from "../../support/clients/installed_client.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { startHttpServer } from "../../support/servers/http_server.ts";

const EXAMPLE = new URL("../../../examples/google_account_protection.mjs", import.meta.url).pathname;
const ISSUER = "https://accounts.google.com/";
const isMissing = !isInstalled("node");

Deno.test({
  name: `the address of a hook is registered, and the test event comes${isMissing ? " (needs node)" : ""}`,
  ignore: isMissing,
  fn: async () => {
    await using issuer = await EventIssuer.start();
    await using app = await startApp({ env: ENV });
    const hook = await makeEventHook(app, issuer, { issuer: ISSUER });
    const account = await crypto.subtle.generateKey(
      {
        name: "RSASSA-PKCS1-v1_5",
        hash: "SHA-256",
        modulusLength: 2048,
        publicExponent: new Uint8Array([1, 0, 1]),
      },
      true,
      ["sign", "verify"],
    );
    const asked: { path: string; body: Record<string, unknown> }[] = [];
    await using google = startHttpServer(async (request) => {
      const { pathname: path } = new URL(request.url);
      const body = await request.json();
      asked.push({ path, body });
      await assertBearer(request.headers.get("authorization") ?? "", account.publicKey);
      if (path === "/v1beta/stream:verify") {
        const text = await issuer.sign({
          claims: {
            iss: ISSUER,
            aud: [AUDIENCE],
            iat: Math.floor(Date.now() / 1000),
            jti: "verification",
            events: { [`${RISC}verification`]: { state: body.state } },
          },
        });
        assert.equal((await pushText(app, hook, text)).status, 202);
      }
      return Response.json({});
    });
    await inFolder(async (folder) => {
      const pkcs8 = new Uint8Array(await crypto.subtle.exportKey("pkcs8", account.privateKey)).toBase64();
      await Deno.writeTextFile(
        `${folder}/account.json`,
        JSON.stringify({
          client_email: "risc@project.iam.gserviceaccount.com",
          private_key_id: "key-1",
          private_key: `-----BEGIN PRIVATE KEY-----\n${
            pkcs8.match(/.{1,64}/g)!.join("\n")
          }\n-----END PRIVATE KEY-----\n`,
        }),
      );
      const run = await new Deno.Command("node", {
        args: [EXAMPLE],
        env: {
          RISC_URL: google.url,
          HOOK_URL: `${app.origin}${hook.path}`,
          GOOGLE_APPLICATION_CREDENTIALS: `${folder}/account.json`,
        },
      }).output();
      const decoder = new TextDecoder();
      assert.ok(run.success, decoder.decode(run.stderr));
      assert.match(decoder.decode(run.stdout), /^Registered\./);
    });
    assert.deepEqual(asked.map(({ path }) => path), ["/v1beta/stream:update", "/v1beta/stream:verify"]);
    const { delivery, events_requested } = asked[0]!.body as {
      delivery: unknown;
      events_requested: string[];
    };
    assert.deepEqual(delivery, {
      delivery_method: "https://schemas.openid.net/secevent/risc/delivery-method/push",
      url: `${app.origin}${hook.path}`,
    });
    assert.ok(events_requested.includes(`${RISC}account-disabled`));
    await eventually(async () => (await useOf(app, hook)).ignored === 1, "counted");
  },
});

async function assertBearer(header: string, key: CryptoKey): Promise<void> {
  const [head, claims, signature] = header.replace(/^Bearer /, "").split(".");
  const bytes = (text: string) => Uint8Array.fromBase64(text, { alphabet: "base64url" });
  const isSigned = await crypto.subtle.verify(
    "RSASSA-PKCS1-v1_5",
    key,
    bytes(signature!),
    new TextEncoder().encode(`${head}.${claims}`),
  );
  assert.ok(isSigned, "the service account signed it");
  const { iss, sub, aud, iat, exp } = JSON.parse(new TextDecoder().decode(bytes(claims!)));
  assert.equal(iss, "risc@project.iam.gserviceaccount.com");
  assert.equal(sub, iss);
  assert.equal(aud, "https://risc.googleapis.com/google.identity.risc.v1beta.RiscManagementService");
  assert.equal(exp - iat, 3600);
}
