/** Receivers of alerts on loopback, and what an account does that they tell of. */
import assert from "node:assert/strict";
import type { Answer, TestApp } from "../app/app.ts";
import { eventually } from "../eventually.ts";
import { startHttpServer, type TestServer } from "./http_server.ts";

interface ReceivedAlert {
  readonly path: string;
  readonly headers: Headers;
  readonly raw: string;
  // deno-lint-ignore no-explicit-any -- JSON of two forms
  readonly body: any;
}

export class AlertReceiver implements AsyncDisposable {
  readonly #server: TestServer;
  readonly received: ReceivedAlert[] = [];
  answer: (attempt: number) => Response | Promise<Response> = () => new Response("ok");

  constructor() {
    this.#server = startHttpServer(async (request) => {
      const raw = await request.text();
      const path = new URL(request.url).pathname;
      this.received.push({ path, headers: request.headers, raw, body: JSON.parse(raw) });
      return await this.answer(this.received.length);
    });
  }

  url(path = "/alerts"): string {
    return this.#server.url + path;
  }

  /** Waits for the last one, and then for one too many. */
  async exactly(count: number): Promise<readonly ReceivedAlert[]> {
    await eventually(() => this.received.length >= count, `${count} alerts`);
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.equal(this.received.length, count, this.received.map(({ raw }) => raw).join("\n"));
    return this.received;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}

/** Creates an alert; its id. */
export async function addAlert(
  app: TestApp,
  json: Readonly<Record<string, unknown>>,
  key = app.live,
): Promise<string> {
  const { status, body, text } = await app.ask("/v1/alerts", { key, json });
  assert.equal(status, 200, text);
  return body.alert_id;
}

/** Looks now; the kinds that were told. */
export async function checkAlerts(app: TestApp, key = app.live): Promise<string[]> {
  const { status, body, text }: Answer = await app.ask("/v1/alerts/check", { key, method: "POST" });
  assert.equal(status, 200, text);
  return body.sent.map(({ kind }: { kind: string }) => kind);
}
