/** Signatures of webhooks, against the packages that senders and receivers use. */
import assert from "node:assert/strict";
import { Webhook as Standard } from "standardwebhooks";
import { Webhook as Svix } from "svix";
import { InvalidValue } from "../../../../src/model/invalid_value.ts";
import {
  isSignedBy,
  newWebhookSecret,
  parseWebhookSecret,
  readSigned,
  signatureHeaders,
} from "../../../../src/service/webhooks/signature.ts";

const NOW = Math.floor(Date.now() / 1000) * 1000;
const SECONDS = NOW / 1000;
const BODY = '{"type":"user.created","data":{"name":"Zoë"}}';
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

function bytesOf(text: string): Uint8Array {
  const bytes = parseWebhookSecret(text);
  assert.ok(bytes instanceof Uint8Array, bytes instanceof InvalidValue ? bytes.reason : "");
  return bytes;
}

function accepts(
  secrets: readonly Uint8Array[],
  headers: Record<string, string>,
  body: string = BODY,
  now = NOW,
) {
  const message = readSigned((name) => headers[name], body);
  return message !== null && isSignedBy(secrets, message, now);
}

Deno.test("what standardwebhooks and svix sign is accepted, and the reverse", () => {
  const secret = newWebhookSecret(random);
  const key = bytesOf(secret);
  assert.equal(key.length, 32);
  for (const sender of [new Standard(secret), new Svix(secret)]) {
    const signature = sender.sign("msg_1", new Date(NOW), BODY);
    for (const prefix of ["webhook", "svix"]) {
      const headers = {
        [`${prefix}-id`]: "msg_1",
        [`${prefix}-timestamp`]: String(SECONDS),
        [`${prefix}-signature`]: signature,
      };
      assert.ok(accepts([key], headers));
      assert.ok(accepts([bytesOf(newWebhookSecret(random)), key], headers), "one of several secrets");
      assert.ok(!accepts([], headers));
      assert.ok(!accepts([bytesOf(newWebhookSecret(random))], headers), "another secret");
      assert.ok(!accepts([key], headers, BODY.replace("user", "User")), "another body");
      assert.ok(!accepts([key], { ...headers, [`${prefix}-id`]: "msg_2" }), "another id");
      assert.ok(!accepts([key], { ...headers, [`${prefix}-timestamp`]: String(SECONDS + 1) }));
    }
  }
  const ours = signatureHeaders([bytesOf(newWebhookSecret(random)), key], {
    id: "evt_1",
    timestamp: SECONDS,
    body: new TextEncoder().encode(BODY),
  });
  assert.deepEqual(new Standard(secret).verify(BODY, ours), JSON.parse(BODY));
  new Svix(secret).verify(BODY, ours);
  assert.throws(() => new Standard(secret).verify(`${BODY} `, ours));
});

Deno.test("the clock may differ by five minutes, in both directions", () => {
  const key = random(24);
  const headers = signatureHeaders([key], { id: "a", timestamp: SECONDS, body: BODY });
  for (
    const [seconds, expected] of [[0, true], [300, true], [301, false], [-300, true], [-301, false]] as const
  ) {
    assert.equal(accepts([key], headers, BODY, NOW + seconds * 1000), expected, `${seconds} s`);
  }
});

Deno.test("lists of signatures in every form that senders write", () => {
  const key = random(64);
  const headers = signatureHeaders([key], { id: "a", timestamp: SECONDS, body: BODY });
  const good = headers["webhook-signature"];
  const other =
    signatureHeaders([random(24)], { id: "a", timestamp: SECONDS, body: BODY })["webhook-signature"];
  const rows: [string, boolean][] = [
    [good, true],
    [`${other} ${good}`, true],
    [`${other}, ${good}`, true],
    [`${good}, ${other}`, true],
    [`v1a,AAAA ${good}`, true],
    [`v2,AAAA, ${good}`, true],
    [other, false],
    [good.replace("v1,", "v1a,"), false],
    [good.replace("v1,", ""), false],
    [good.slice(0, -3), false],
    ["v1,", false],
    ["v1,%%%", false],
    [`${`${other} `.repeat(16)}${good}`, false],
  ];
  for (const [signature, expected] of rows) {
    assert.equal(
      accepts([key], { ...headers, "webhook-signature": signature }),
      expected,
      signature.slice(0, 120),
    );
  }
});

Deno.test("headers that are missing or malformed are no message", () => {
  const headers: Record<string, string> = {
    ...signatureHeaders([random(24)], { id: "a", timestamp: SECONDS, body: BODY }),
  };
  for (const name of Object.keys(headers)) {
    assert.equal(readSigned((asked) => asked === name ? undefined : headers[asked], BODY), null, name);
    assert.equal(readSigned((asked) => asked === name ? "" : headers[asked], BODY), null, name);
  }
  for (const timestamp of ["-1", "1e9", "1.5", " 1", "9".repeat(13), "٣"]) {
    assert.equal(
      readSigned((name) => ({ ...headers, "webhook-timestamp": timestamp })[name], BODY),
      null,
      timestamp,
    );
  }
  assert.equal(readSigned((name) => ({ ...headers, "webhook-id": "x".repeat(257) })[name], BODY), null);
});

Deno.test("secrets: their forms, and why others are refused", () => {
  const bytes = random(24);
  for (
    const text of [
      `whsec_${bytes.toBase64()}`,
      `v1,whsec_${bytes.toBase64()}`,
      ` whsec_${bytes.toBase64()}\n`,
    ]
  ) {
    assert.deepEqual(bytesOf(text), bytes);
  }
  const rows: [string, RegExp][] = [
    ["", /must begin with whsec_/],
    [bytes.toBase64(), /must begin with whsec_/],
    ["whsec_", /24 to 64 bytes .* it has 0/],
    ["whsec_***", /base64/],
    [`whsec_${random(23).toBase64()}`, /it has 23/],
    [`whsec_${random(65).toBase64()}`, /it has 65/],
    [`v1a,whsk_${bytes.toBase64()}`, /asymmetric \(v1a\)/],
    [`v1a,whpk_${bytes.toBase64()}`, /asymmetric \(v1a\)/],
    [`whpk_${bytes.toBase64()}`, /asymmetric \(v1a\)/],
    [`v1,whsec_${bytes.toBase64()}|v1,whsec_${bytes.toBase64()}`, /base64/],
  ];
  for (const [text, reason] of rows) {
    const refused = parseWebhookSecret(text);
    assert.ok(refused instanceof InvalidValue, text);
    assert.match(refused.reason, reason, text);
  }
});
