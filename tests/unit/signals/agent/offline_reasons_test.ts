/** Reasons found without asking anyone, each for exactly its condition. */
import assert from "node:assert/strict";
import type { Reason } from "../../../../src/signals/agent/reasons.ts";
import {
  assertSaysNothing,
  edited,
  MEMBER,
  memberForm,
  NOW,
  OFFLINE_REASONS,
  openTestDirectories,
  PLACE,
  STRING_FORM,
  verifyRequest,
} from "../../../support/fixtures/agent_verification.ts";
import {
  AGENT_HOST,
  makeAgentKey,
  parametersOf,
  signAgentRequest,
  type SignGiven,
  startKeyDirectory,
} from "../../../support/servers/key_directory.ts";

const key = await makeAgentKey();
const KEYID = `keyid="${key.thumbprint}"`;
const TAG = 'tag="web-bot-auth"';
const LONG = "a".repeat(16_385);

type Row = readonly [
  name: string,
  expected: Reason,
  given: Partial<SignGiven>,
  headers?: Record<string, string | null>,
];

function signed(...parameters: string[]): Partial<SignGiven> {
  return { parameters: parameters.map((text) => `;${text}`).join("") };
}

function covering(...covered: (readonly [string, string])[]): Partial<SignGiven> {
  return { covered };
}

const CREATED = `created=${NOW}`;
const EXPIRES = `expires=${NOW}`;
const TWO = `a=${STRING_FORM}, b=${STRING_FORM}`;

const ROWS: readonly Row[] = [
  ["no Signature-Input", "not_web_bot_auth", {}, { "Signature-Input": null }],
  ["empty Signature-Input", "not_web_bot_auth", {}, { "Signature-Input": "  " }],
  ["another tag", "not_web_bot_auth", signed(CREATED, EXPIRES, KEYID, 'tag="other"')],
  ["no tag", "not_web_bot_auth", signed(CREATED, EXPIRES, KEYID)],
  ["tag in another case", "not_web_bot_auth", signed(CREATED, EXPIRES, KEYID, 'tag="Web-Bot-Auth"')],
  ["tag a Token", "not_web_bot_auth", signed(CREATED, EXPIRES, KEYID, "tag=web-bot-auth")],
  [
    "the tag of directories",
    "not_web_bot_auth",
    signed(CREATED, EXPIRES, KEYID, 'tag="http-message-signatures-directory"'),
  ],
  ["Signature-Input unreadable", "malformed_signature", {}, { "Signature-Input": "sig1=(" }],
  ["Signature-Input over 16 KiB", "malformed_signature", {}, { "Signature-Input": LONG }],
  ["Signature over 16 KiB", "malformed_signature", {}, { "Signature": LONG }],
  ["Signature-Agent over 16 KiB", "malformed_signature", {}, { "Signature-Agent": LONG }],
  ["no Signature", "malformed_signature", {}, { "Signature": null }],
  ["Signature unreadable", "malformed_signature", {}, { "Signature": "sig1=:AA==:," }],
  ["another label", "malformed_signature", {}, { "Signature": "sig2=:AA==:" }],
  ["label twice in Signature", "malformed_signature", {}, { "Signature": "sig1=:AA==:, sig1=:AA==:" }],
  ["signature a String", "malformed_signature", {}, { "Signature": 'sig1="AA=="' }],
  ["signature in the URL-safe alphabet", "malformed_signature", {}, { "Signature": "sig1=:-_-_:" }],
  ["created a String", "malformed_signature", signed(`created="${NOW}"`, EXPIRES, KEYID, TAG)],
  ["created a Decimal", "malformed_signature", signed(`created=${NOW}.0`, EXPIRES, KEYID, TAG)],
  ["created a Date", "malformed_signature", signed(`created=@${NOW}`, EXPIRES, KEYID, TAG)],
  ["expires a Boolean", "malformed_signature", signed(CREATED, "expires", KEYID, TAG)],
  ["keyid a Token", "malformed_signature", signed(CREATED, EXPIRES, "keyid=abc", TAG)],
  ["alg a Token", "malformed_signature", signed(CREATED, EXPIRES, KEYID, "alg=ed25519", TAG)],
  ["nonce bytes", "malformed_signature", signed(CREATED, EXPIRES, KEYID, "nonce=:AA==:", TAG)],
  ["member an Item", "malformed_signature", {}, {
    "Signature-Input": `sig1="@authority";${CREATED};${EXPIRES};${KEYID};${TAG}`,
  }],
  ["identifier a Token", "malformed_signature", {}, {
    "Signature-Input": `sig1=(authority);${CREATED};${EXPIRES};${KEYID};${TAG}`,
  }],
  ["label twice in Signature-Input", "malformed_signature", {}, {
    "Signature-Input": `sig1=("@authority");${CREATED};${TAG}, sig1=("@authority");${CREATED};${TAG}`,
  }],
  ["keyid in capitals, as in a published sample", "keyid_misspelled", {}, {
    "Signature-Input": `sig1=("@authority" "@path"); ${CREATED}; keyId="k"; alg="ed25519"; ${TAG}`,
  }],
  ["keyid all in capitals, behind a good signature", "keyid_misspelled", {}, {
    "Signature-Input": `a=("@authority");${KEYID}, b=("@authority");KEYID="k"`,
  }],
  ["keyid as it should be, and something else wrong", "malformed_signature", {}, {
    "Signature-Input": `sig1=("@authority");${KEYID};Tag="x"`,
  }],
  ["no created", "missing_parameter", signed(EXPIRES, KEYID, TAG)],
  ["no expires", "missing_parameter", signed(CREATED, KEYID, TAG)],
  ["no keyid", "missing_parameter", signed(CREATED, EXPIRES, TAG)],
  ["empty keyid", "missing_parameter", signed(CREATED, EXPIRES, 'keyid=""', TAG)],
  ["hmac", "unsupported_algorithm", { parameters: parametersOf(key, NOW, ';alg="hmac-sha256"') }],
  ["a JOSE name", "unsupported_algorithm", { parameters: parametersOf(key, NOW, ';alg="EdDSA"') }],
  ["another case", "unsupported_algorithm", { parameters: parametersOf(key, NOW, ';alg="Ed25519"') }],
  ["an empty alg", "unsupported_algorithm", { parameters: parametersOf(key, NOW, ';alg=""') }],
  [
    "unknown alg before expired",
    "unsupported_algorithm",
    signed(CREATED, "expires=1", KEYID, 'alg="x"', TAG),
  ],
  ["created more than a minute ahead", "not_yet_valid", { parameters: parametersOf(key, NOW + 61) }],
  ["created in milliseconds", "not_yet_valid", { parameters: parametersOf(key, NOW * 1000) }],
  ["expired a second ago", "expired", signed(`created=${NOW - 60}`, `expires=${NOW - 1}`, KEYID, TAG)],
  ["negative times", "expired", signed("created=-5", "expires=-1", KEYID, TAG)],
  ["a second too long", "window_too_long", signed(CREATED, `expires=${NOW + 86_401}`, KEYID, TAG)],
  ["neither authority nor target", "insufficient_coverage", covering(['"@method"', "GET"], MEMBER)],
  ["nothing covered", "insufficient_coverage", covering()],
  ["no Signature-Agent", "signature_agent_missing", { agent: null }],
  ["Signature-Agent not covered", "signature_agent_not_covered", covering(PLACE)],
  ["empty Signature-Agent not covered", "signature_agent_not_covered", { ...covering(PLACE), agent: "" }],
  ["empty Signature-Agent", "signature_agent_invalid", {
    ...covering(PLACE, ['"signature-agent"', ""]),
    agent: "",
  }],
  ["unreadable Signature-Agent", "signature_agent_invalid", { agent: 'sig1="' }],
  ["covered member absent", "signature_agent_invalid", { agent: `other=${STRING_FORM}` }],
  ["String with a covered member", "signature_agent_invalid", { agent: STRING_FORM }],
  ["whole Dictionary of two, neither named like the label", "signature_agent_invalid", {
    ...covering(PLACE, ['"signature-agent"', TWO]),
    agent: TWO,
  }],
  ["two covered members, neither named like the label", "signature_agent_invalid", {
    ...covering(PLACE, ['"signature-agent";key="a"', STRING_FORM], [
      '"signature-agent";key="b"',
      STRING_FORM,
    ]),
    agent: TWO,
  }],
  ["member a Token", "signature_agent_invalid", memberForm(`https://${AGENT_HOST}`)],
  ["member an inner list", "signature_agent_invalid", memberForm(`(${STRING_FORM})`)],
  ["member with another parameter", "signature_agent_invalid", memberForm(`${STRING_FORM};v=1`)],
  ["type a String", "signature_agent_invalid", memberForm(`${STRING_FORM};type="directory"`)],
  ["another type", "signature_agent_invalid", memberForm(`${STRING_FORM};type=openid`)],
  ["directory with a path", "signature_agent_invalid", memberForm(`"https://a.example/x";type=directory`)],
  ["http", "signature_agent_invalid", memberForm(`"http://${AGENT_HOST}"`)],
  ["user information", "signature_agent_invalid", memberForm(`"https://a@${AGENT_HOST}"`)],
  ["fragment", "signature_agent_invalid", memberForm(`"https://${AGENT_HOST}/#a"`)],
  ["address", "signature_agent_blocked", memberForm('"https://127.0.0.1"')],
  ["inside name", "signature_agent_blocked", memberForm('"https://localhost."')],
  ["port", "signature_agent_blocked", memberForm('"https://agent.example:8443"')],
  ["blocked before a broken component", "signature_agent_blocked", {
    ...covering(PLACE, ['"absent"', ""], ['"signature-agent";key="sig1"', '"https://10.0.0.1"']),
    agent: 'sig1="https://10.0.0.1"',
  }],
  ["absent field", "invalid_component", covering(PLACE, MEMBER, ['"absent"', ""])],
  ["response component", "invalid_component", covering(PLACE, MEMBER, ['"@status"', "200"])],
  ["a trailer", "invalid_component", covering(PLACE, MEMBER, ['"date";tr', "now"])],
  [
    "authority of another request",
    "invalid_component",
    covering(['"@authority";req', "shop.example"], MEMBER),
  ],
  ["covered twice", "invalid_component", covering(PLACE, PLACE, MEMBER)],
];

Deno.test("every offline reason is given for exactly its condition, before any fetch", async () => {
  await using directory = startKeyDirectory([key]);
  const directories = openTestDirectories({ [AGENT_HOST]: directory.url });
  for (const [name, expected, given, headers] of ROWS) {
    const request = edited(await signAgentRequest({ key, now: NOW, ...given }), headers ?? {});
    const outcome = await verifyRequest(request, directories);
    assert.equal(outcome.reason, expected, name);
    assertSaysNothing(outcome);
  }
  assert.deepEqual(directory.seen, [], "nothing was fetched");
});

Deno.test("the rows above reach every offline reason", () => {
  assert.deepEqual(new Set(ROWS.map(([, expected]) => expected)), new Set(OFFLINE_REASONS));
});

Deno.test("keyid is reported as sent, also with a failure, and empty when there is none", async () => {
  const directories = openTestDirectories({});
  const late = await signAgentRequest({ key, now: NOW - 3600 });
  assert.equal((await verifyRequest(late, directories)).keyid, key.thumbprint);
  assert.equal((await verifyRequest(edited(late, { "Signature": null }), directories)).keyid, key.thumbprint);
  const none = await signAgentRequest({ key, now: NOW, ...signed(CREATED, EXPIRES, TAG) });
  assert.equal((await verifyRequest(none, directories)).keyid, "");
  assert.equal((await verifyRequest(edited(late, { "Signature-Input": "(" }), directories)).keyid, "");
});
