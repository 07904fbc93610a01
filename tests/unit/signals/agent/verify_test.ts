/** What verifies, and to whom it is attributed. */
import assert from "node:assert/strict";
import {
  edited,
  MEMBER,
  memberForm,
  NOW,
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
  type SignedAgentRequest,
  type SignGiven,
  startKeyDirectory,
} from "../../../support/servers/key_directory.ts";

const key = await makeAgentKey();
const other = await makeAgentKey();

Deno.test("a good request verifies, and its block names the agent", async () => {
  await using directory = startKeyDirectory([key], {
    client_name: "Example Bot",
    purpose: "search",
    trigger: "crawler",
    "rate-expectation": "avg=1rps",
  });
  const request = await signAgentRequest({ key, now: NOW });
  const outcome = await verifyRequest(
    request,
    openTestDirectories({ [AGENT_HOST]: directory.url }),
    NOW + 20,
  );
  assert.deepEqual(outcome.result, {
    verified: true,
    signature_reason: "verified",
    profile: "web-bot-auth",
    name: "Example Bot",
    claimed_name: "Example Bot",
    host: AGENT_HOST,
    purpose: "search",
    trigger: "crawler",
    rate_expectation: "avg=1rps",
    expires_in: 40,
    publishes_card: true,
    replay: null,
    commerce: null,
  });
  assert.equal(outcome.keyid, key.thumbprint);
  assert.equal(outcome.identifier, `https://${AGENT_HOST}/.well-known/http-message-signatures-directory`);
  assert.deepEqual(directory.seen, ["/.well-known/http-message-signatures-directory"]);
  assert.deepEqual(directory.accepted, ["application/http-message-signatures-directory+json"]);
});

const TWO = `x="https://other.example", sig1=${STRING_FORM}`;
const OTHER_MEMBER = ['"signature-agent";key="x"', '"https://other.example"'] as const;

const FORMS: readonly (readonly [name: string, given: Partial<SignGiven>])[] = [
  ["String", { agent: STRING_FORM, covered: [PLACE, ['"signature-agent"', STRING_FORM]] }],
  ["member named like the label", {}],
  ["member named otherwise", {
    label: "sig2",
    agent: `agent2=${STRING_FORM}`,
    covered: [PLACE, ['"signature-agent";key="agent2"', STRING_FORM]],
  }],
  ["whole Dictionary of one", {
    agent: `any=${STRING_FORM}`,
    covered: [PLACE, ['"signature-agent"', `any=${STRING_FORM}`]],
  }],
  ["whole Dictionary, one named like the label", {
    agent: TWO,
    covered: [PLACE, ['"signature-agent"', TWO]],
  }],
  ["two covered members, one named like the label", { agent: TWO, covered: [PLACE, OTHER_MEMBER, MEMBER] }],
  ["type=directory", memberForm(`${STRING_FORM};type=directory`)],
  ["type=jwks_uri", memberForm(`"https://${AGENT_HOST}/keys?v=2";type=jwks_uri`)],
  ["a path without a type", memberForm(`"https://${AGENT_HOST}/jwks.json"`)],
  ["@target-uri for @authority", { covered: [['"@target-uri"', "https://shop.example/path?q=1"], MEMBER] }],
  ["alg named", { parameters: parametersOf(key, NOW, ';alg="ed25519"') }],
  ["with a nonce", { parameters: parametersOf(key, NOW, ';nonce="abc"') }],
  ["with parameters nobody knows", { parameters: parametersOf(key, NOW, ";x=1.5;y") }],
  ["created up to a minute ahead", { parameters: parametersOf(key, NOW + 60) }],
  ["the longest window", {
    parameters: `;created=${NOW};expires=${NOW + 86_400};keyid="${key.thumbprint}";tag="web-bot-auth"`,
  }],
  ["its last second", {
    parameters: `;created=${NOW - 60};expires=${NOW};keyid="${key.thumbprint}";tag="web-bot-auth"`,
  }],
];

Deno.test("every form of Signature-Agent that the contract lists verifies", async () => {
  await using directory = startKeyDirectory([key]);
  const directories = openTestDirectories({ [AGENT_HOST]: directory.url });
  for (const [name, given] of FORMS) {
    const outcome = await verifyRequest(await signAgentRequest({ key, now: NOW, ...given }), directories);
    assert.equal(outcome.reason, "verified", name);
    const [url] = /https:\/\/[^"\/]+\/[^"]+/.exec(given.agent ?? "") ?? [];
    assert.equal(outcome.result.host, url ?? AGENT_HOST, name);
  }
  assert.ok(directory.seen.includes("/keys?v=2") && directory.seen.includes("/jwks.json"));
});

Deno.test("every accepted algorithm verifies", async () => {
  const kinds = [
    "ed25519",
    "rsa-pss-sha512",
    "rsa-v1_5-sha256",
    "ecdsa-p256-sha256",
    "ecdsa-p384-sha384",
  ] as const;
  for (const kind of kinds) {
    const agent = await makeAgentKey(kind);
    await using directory = startKeyDirectory([agent]);
    const request = await signAgentRequest({
      key: agent,
      now: NOW,
      parameters: parametersOf(agent, NOW, `;alg="${kind}"`),
    });
    const outcome = await verifyRequest(request, openTestDirectories({ [AGENT_HOST]: directory.url }));
    assert.equal(outcome.reason, "verified", kind);
  }
});

Deno.test("a legal respelling of the fields still verifies", async () => {
  await using directory = startKeyDirectory([key]);
  const directories = openTestDirectories({ [AGENT_HOST]: directory.url });
  const request = await signAgentRequest({ key, now: NOW });
  const input = request.headers["Signature-Input"]!;
  const signature = request.headers["Signature"]!;
  const rows: readonly [string, Record<string, string | null>][] = [
    ["wide spacing", { "Signature-Input": `  ${input.replaceAll(";", ";  ").replaceAll('" "', '"    "')} ` }],
    ["other header case", { "Signature-Input": null, "SIGNATURE-INPUT": input }],
    ["other signatures around it", {
      "Signature-Input": `a=("@method");created=1, ${input}, z=("@method")`,
      "Signature": `z=:AA==:, ${signature}`,
    }],
    ["relabelled by an intermediary", {
      "Signature-Input": input.replace("sig1=", "proxy="),
      "Signature": signature.replace("sig1=", "proxy="),
    }],
    ["a second header line in another case", { "signature": "z=:AA==:" }],
    ["leading zeros", { "Signature-Input": input.replace("created=", "created=00") }],
  ];
  for (const [name, headers] of rows) {
    assert.equal((await verifyRequest(edited(request, headers), directories)).reason, "verified", name);
  }
});

Deno.test("signatures are judged one by one, at most four, and the first that verifies decides", async () => {
  await using directory = startKeyDirectory([key]);
  await using wrong = startKeyDirectory([other]);
  const directories = openTestDirectories({ [AGENT_HOST]: directory.url, "wrong.example": wrong.url });
  const good = await signAgentRequest({ key, now: NOW, label: "good" });
  const late = await signAgentRequest({ key, now: NOW - 3600, label: "late" });
  const bad = (label: string) => {
    const agent = `"https://wrong.example"`;
    const covered = [PLACE, [`"signature-agent";key="${label}"`, agent]] as const;
    return signAgentRequest({ key, now: NOW, label, agent: `${label}=${agent}`, covered });
  };
  const merge = (...requests: SignedAgentRequest[]) =>
    edited(
      good,
      Object.fromEntries(
        ["Signature-Input", "Signature", "Signature-Agent"].map((name) => [
          name,
          requests.map(({ headers }) => headers[name]).join(", "),
        ]),
      ),
    );
  assert.equal((await verifyRequest(merge(await bad("a"), late, good), directories)).reason, "verified");
  const none = await verifyRequest(merge(late, await bad("a")), directories);
  assert.deepEqual([none.reason, none.keyid], ["expired", key.thumbprint], "the first one's reason");
  const four = await Promise.all(["a", "b", "c", "d"].map(bad));
  const fifth = await verifyRequest(merge(...four, good), directories);
  assert.equal(fifth.reason, "unknown_key", "the fifth is not looked at");
  assert.equal((await verifyRequest(merge(...four.slice(1), good), directories)).reason, "verified");
});

Deno.test("the directories of several signatures are fetched in parallel, so that a slow one leaves time for the others", async () => {
  const secondAsked = Promise.withResolvers<void>();
  await using first = startKeyDirectory([key]);
  await using second = startKeyDirectory([key]);
  const [answerFirst, answerSecond] = [first.answer, second.answer];
  first.answer = async (request) => {
    await secondAsked.promise;
    return await answerFirst(request);
  };
  second.answer = (request) => {
    secondAsked.resolve();
    return answerSecond(request);
  };
  const overrides = { "first.example": first.url, "second.example": second.url };
  const directories = openTestDirectories(overrides, { timeoutMs: 1_000 });
  const signed = await Promise.all(["first", "second"].map((label) => {
    const agent = `"https://${label}.example"`;
    const covered = [PLACE, [`"signature-agent";key="${label}"`, agent]] as const;
    return signAgentRequest({ key, now: NOW, label, agent: `${label}=${agent}`, covered });
  }));
  const headers = ["Signature-Input", "Signature", "Signature-Agent"].map((name) =>
    [name, signed.map((request) => request.headers[name]).join(", ")] as const
  );
  const outcome = await verifyRequest(edited(signed[0]!, Object.fromEntries(headers)), directories);
  assert.deepEqual([outcome.reason, outcome.result.host], ["verified", "first.example"]);
});

Deno.test("a signature is never attributed to a member or a directory it does not cover", async () => {
  await using attacker = startKeyDirectory([other], { client_name: "Attacker" });
  await using victim = startKeyDirectory([key], { client_name: "Victim" });
  const directories = openTestDirectories({ "attacker.example": attacker.url, [AGENT_HOST]: victim.url });
  const own = await signAgentRequest({ key: other, now: NOW, ...memberForm('"https://attacker.example"') });
  const outcome = await verifyRequest(own, directories);
  assert.deepEqual([outcome.result.name, outcome.result.host], ["Attacker", "attacker.example"]);
  const claimed = await signAgentRequest({ key: other, now: NOW });
  const refused = await verifyRequest(claimed, directories);
  assert.equal(refused.reason, "unknown_key", "a key known at one URL proves nothing at another");
  const added = edited(own, { "Signature-Agent": `sig1="https://attacker.example", victim=${STRING_FORM}` });
  assert.equal((await verifyRequest(added, directories)).result.host, "attacker.example");
  const swapped = edited(own, { "Signature-Agent": `sig1=${STRING_FORM}` });
  assert.equal((await verifyRequest(swapped, directories)).result.verified, false);
});
