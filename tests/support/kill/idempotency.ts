/** Requests with an Idempotency-Key: each is executed once, whatever was answered before. */
import assert from "node:assert/strict";
import type { RunningServer } from "../process/program.ts";
import { askWith, type MakeWorkload } from "./rounds.ts";

const CLIENTS = 12;
/** Answered in a round. */
const ENOUGH = 40;

interface Sent {
  readonly id: string;
  readonly path: string;
  readonly body: string;
  /** Lookups it costs. */
  readonly cost: number;
  /** The answer, once there was one. */
  text: string | null;
}

export const idempotency: MakeWorkload = (_server, key) => {
  const all: Sent[] = [];
  let rounds = 0;
  let answered = 0;
  /** Until the server is gone. */
  const client = async (server: RunningServer, round: number, client: number) => {
    for (let turn = 0;; turn++) {
      const request = requestOf(client, `${round}-${client}-${turn}`, round * 10_000 + turn);
      all.push(request);
      try {
        const response = await send(server, key, request);
        assert.equal(response.status, 200);
        request.text = await response.text();
        answered++;
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        return; // The server has been killed.
      }
    }
  };
  return Promise.resolve({
    load: async (server, round) => {
      rounds++;
      answered = 0;
      await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(server, round, number)));
    },
    enough: () => answered > ENOUGH,
    check: () => Promise.resolve(),
    finish: async (server) => {
      const unanswered = all.filter(({ text }) => text === null);
      assert.ok(unanswered.length > 0 && all.length > 20 * rounds, `${unanswered.length} of ${all.length}`);
      // All that had no answer, and some that had one.
      const again = [...unanswered, ...all.filter(({ text }) => text !== null).slice(-200)];
      await Promise.all(again.map((request) => sendAgain(server, key, request)));
      const { used } = await askWith(server, key, "/v1/usage");
      assert.equal(used, all.reduce((sum, { cost }) => sum + cost, 0), "each is billed once");
      const { rules } = await askWith(server, key, "/v1/rules");
      const wanted = all.filter(({ path }) => path === "/v1/rules").length;
      assert.equal(rules.length, wanted);
      for (const { path, body } of unanswered.filter(({ path }) => path === "/v1/report")) {
        const { value } = JSON.parse(body);
        const verified = await askWith(server, key, `/v1/verify/email?email=${value}`);
        assert.equal(verified.abuse_reports, 1, path);
      }
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  });
};

function requestOf(client: number, id: string, turn: number): Sent {
  const address = `73.${client}.${turn >> 8}.${turn & 255}`;
  const kinds = [
    { path: "/v1/score/user", json: { ip: address, email: `jane${turn}@gmail.com` }, cost: 2 },
    { path: "/v1/batch", json: { type: "ip", items: [address, "8.8.8.8"] }, cost: 2 },
    { path: "/v1/report", json: { kind: "email", value: `fraud.${id}@example.com` }, cost: 1 },
    {
      path: "/v1/score/device",
      json: { device_id: `${client}`.padStart(4, "0") + `${turn}`.padStart(28, "0") },
      cost: 1,
    },
    {
      path: "/v1/agent/authorize",
      json: { url: "https://shop.example/", headers: { "User-Agent": `agent ${id}` } },
      cost: 1,
    },
    { path: "/v1/rules", json: { action: "block", values: [`r${id}.example.org`] }, cost: 0 },
  ];
  const { path, json, cost } = kinds[client % kinds.length]!;
  return { id, path, body: JSON.stringify(json), cost, text: null };
}

async function send(server: RunningServer, key: string, request: Sent): Promise<Response> {
  return await fetch(`${server.origin}${request.path}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": request.id },
    body: request.body,
  });
}

/** One effect, one answer. A claim that the killed process left ends within seconds. */
async function sendAgain(server: RunningServer, key: string, request: Sent): Promise<void> {
  for (const end = Date.now() + 20_000;;) {
    const response = await send(server, key, request);
    const text = await response.text();
    if (response.status === 409 && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      continue;
    }
    assert.equal(response.status, 200, text);
    assert.equal(text, request.text ?? text, "the answer that was given");
    return;
  }
}
