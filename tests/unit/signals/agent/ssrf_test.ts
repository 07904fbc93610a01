/** Signature-Agent is an untrusted URL: no private address is ever contacted. A canary on loopback listens for requests. */
import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { known } from "../../../../src/model/evidence.ts";
import {
  memberForm,
  NOW,
  openTestDirectories,
  verifyRequest,
} from "../../../support/fixtures/agent_verification.ts";
import {
  AGENT_HOST,
  directoryResponse,
  makeAgentKey,
  signAgentRequest,
  startKeyDirectory,
} from "../../../support/servers/key_directory.ts";

const key = await makeAgentKey();

/** Counts the connections that come in on loopback. */
function startCanary() {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  let connections = 0;
  const accepting = (async () => {
    for await (const connection of listener) {
      connections++;
      connection.close();
    }
  })().catch(() => {});
  return {
    port: (listener.addr as Deno.NetAddr).port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
    },
  };
}

const HOSTS = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "１２７.０.０.１",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "localhost",
  "localhost.",
  "LOCALHOST",
  "canary.localhost",
  "0.0.0.0",
];

Deno.test("no spelling of an inside host is contacted, on the canary's port or on 443", async () => {
  await using canary = startCanary();
  const directories = openTestDirectories({});
  for (const host of HOSTS) {
    for (const port of ["", `:${canary.port}`]) {
      for (const rest of ["", "/jwks", '";type=cimd']) {
        const text = rest.startsWith('"')
          ? `"https://${host}${port}/card${rest}`
          : `"https://${host}${port}${rest}"`;
        const ascii = text.replace(/[^\x20-\x7e]/g, (char) => encodeURIComponent(char));
        const request = await signAgentRequest({ key, now: NOW, ...memberForm(ascii) });
        const { reason } = await verifyRequest(request, directories);
        assert.equal(reason, "signature_agent_blocked", ascii);
      }
    }
  }
  assert.equal(canary.connections(), 0);
});

const PRIVATE = [
  "127.0.0.1",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "192.0.2.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "::ffff:127.0.0.1",
  "64:ff9b::7f00:1",
  "fc00::1",
  "fe80::1",
  "ff02::1",
  "2001:db8::1",
  "2002:7f00:1::",
];

Deno.test("a public name with any private address is refused, also when another address is public", async () => {
  const request = await signAgentRequest({ key, now: NOW });
  for (const text of PRIVATE) {
    for (const addresses of [[text], ["8.8.8.8", text]]) {
      const directories = openTestDirectories({}, {
        resolve: () => Promise.resolve(known(addresses.map((address) => parseAddress(address)!))),
      });
      const { reason } = await verifyRequest(request, directories);
      assert.equal(reason, "signature_agent_blocked", addresses.join(" "));
    }
  }
});

Deno.test("neither a redirect nor a card leads inside", async () => {
  await using canary = startCanary();
  await using server = startKeyDirectory([]);
  const inside = `http://127.0.0.1:${canary.port}/keys`;
  const directories = () => openTestDirectories({ [AGENT_HOST]: server.url });
  for (const status of [301, 302, 303, 307, 308]) {
    server.answer = () => new Response(null, { status, headers: { location: inside } });
    const { reason } = await verifyRequest(await signAgentRequest({ key, now: NOW }), directories());
    assert.equal(reason, "directory_unavailable", String(status));
  }
  const url = `https://${AGENT_HOST}/card`;
  const request = await signAgentRequest({ key, now: NOW, ...memberForm(`"${url}";type=cimd`) });
  for (
    const jwks_uri of [
      inside,
      inside.replace("http:", "https:"),
      "https://localhost/keys",
      "https://127.1/keys",
    ]
  ) {
    server.answer = () =>
      directoryResponse({ client_id: url, jwks_uri }, { "content-type": "application/json" });
    const { result } = await verifyRequest(request, directories());
    assert.equal(result.verified, false, jwks_uri);
  }
  server.answer = () =>
    directoryResponse({
      keys: [key.publicJwk],
      logo_uri: inside,
      client_uri: inside,
      ips_uri: inside,
    });
  assert.equal(
    (await verifyRequest(await signAgentRequest({ key, now: NOW }), directories())).reason,
    "verified",
  );
  assert.equal(canary.connections(), 0);
});
