// Registers the address of a hook with Google's Cross-Account Protection, and asks Google for a test event.
// HOOK_URL=https://…/hooks/ssf/hook_… GOOGLE_APPLICATION_CREDENTIALS=service-account.json node google_account_protection.mjs
import { createPrivateKey, sign } from "node:crypto";
import { readFile } from "node:fs/promises";
import process from "node:process";

const RISC = process.env.RISC_URL ?? "https://risc.googleapis.com";
const AUDIENCE = "https://risc.googleapis.com/google.identity.risc.v1beta.RiscManagementService";
const TYPES = "https://schemas.openid.net/secevent/risc/event-type/";
const EVENTS = ["account-disabled", "account-enabled", "sessions-revoked", "verification"];

const account = JSON.parse(await readFile(process.env.GOOGLE_APPLICATION_CREDENTIALS, "utf8"));
const url = process.env.HOOK_URL;

/** As the service account: good for an hour. */
function bearer() {
  const now = Math.floor(Date.now() / 1000);
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const header = { alg: "RS256", typ: "JWT", kid: account.private_key_id };
  const claims = {
    iss: account.client_email,
    sub: account.client_email,
    aud: AUDIENCE,
    iat: now,
    exp: now + 3600,
  };
  const signed = `${part(header)}.${part(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), createPrivateKey(account.private_key));
  return `${signed}.${signature.toString("base64url")}`;
}

async function call(method, body) {
  const response = await fetch(`${RISC}/v1beta/stream:${method}`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer()}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
}

await call("update", {
  delivery: { delivery_method: "https://schemas.openid.net/secevent/risc/delivery-method/push", url },
  events_requested: EVENTS.map((name) => TYPES + name),
});
await call("verify", { state: "Winnow" });
console.log("Registered. The hook's page shows one token without an effect.");
