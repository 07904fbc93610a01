/** A receiver of webhooks on loopback that verifies what it gets with npm `standardwebhooks` and `svix`, and by its schema. */
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { EVENT_BODIES } from "../../../src/http/openapi/events.ts";
import type { TestApp } from "../app/app.ts";
import { eventually } from "../eventually.ts";
import { startHttpServer, type TestServer } from "./http_server.ts";

interface Received {
  readonly id: string;
  readonly timestamp: number;
  readonly path: string;
  readonly headers: Headers;
  readonly raw: string;
  // deno-lint-ignore no-explicit-any -- events of every type
  readonly event: any;
}

type AnswerTo = (received: Received, attempt: number) => Response | Promise<Response>;

export class Receiver implements AsyncDisposable {
  readonly #server: TestServer;
  readonly received: Received[] = [];
  /** What of the messages is not as it is documented. */
  readonly undocumented: string[] = [];
  answer: AnswerTo;

  constructor(answer: AnswerTo = () => new Response(null, { status: 204 })) {
    this.answer = answer;
    this.#server = startHttpServer(async (request) => {
      const raw = await request.text();
      const { headers } = request;
      const received = {
        id: headers.get("webhook-id") ?? "",
        timestamp: Number(headers.get("webhook-timestamp")),
        path: new URL(request.url).pathname,
        headers,
        raw,
        event: JSON.parse(raw),
      };
      this.received.push(received);
      this.#check(received.event);
      return await this.answer(received, this.received.length);
    });
  }

  url(path = "/hook"): string {
    return this.#server.url + path;
  }

  /** Waits until so many messages came. */
  async take(count: number): Promise<Received[]> {
    await eventually(() => this.received.length >= count, `${count} messages`);
    return this.received;
  }

  // deno-lint-ignore no-explicit-any -- events of every type
  #check(event: any): void {
    const { schema } = EVENT_BODIES[event.type as keyof typeof EVENT_BODIES];
    const { data } = schema.shape;
    const { error } = schema.extend({ data: data.strict() }).strict().safeParse(event);
    if (error !== undefined) this.undocumented.push(error.message);
  }

  /** @throws when a message was not as it is documented */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    if (this.undocumented.length > 0) throw new Error(this.undocumented.join("\n"));
  }
}

/** Both libraries accept the message. @throws when one does not */
export function verifyBoth(secret: string, { headers, raw }: Received): void {
  const given = Object.fromEntries(headers);
  new StandardWebhook(secret).verify(raw, given);
  new SvixWebhook(secret).verify(raw, given);
}

/** Settings of an application that sends to loopback, and asks nobody else. */
export const SENDING = {
  WINNOW_OFFLINE: "false",
  WINNOW_DNS: "127.0.0.1:9",
  WINNOW_RDAP_URL: "http://127.0.0.1:9",
  WINNOW_SMTP_PROBE: "off",
  WINNOW_TIME_BUDGET_MS: "0",
  WINNOW_EGRESS_ALLOW: "127.0.0.0/8",
};

/** Creates a webhook; its id and secret. */
export async function addWebhook(
  app: TestApp,
  url: string,
  given: Readonly<Record<string, unknown>> = {},
  key = app.live,
): Promise<{ id: string; secret: string }> {
  const { status, body, text } = await app.ask("/v1/webhooks", {
    key,
    json: { url, events: ["signup.scored"], ...given },
  });
  if (status !== 200) throw new Error(text);
  return { id: body.webhook_id, secret: body.secret };
}

/** Scores a sign-up; its request id. */
export async function signUp(app: TestApp, json: Readonly<Record<string, unknown>> = {}, key = app.live) {
  const answer = await app.ask("/v1/score/user", { key, json: { ip: "81.2.69.160", ...json } });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** Waits until the newest delivery of the webhook has the status. */
export async function untilNewest(app: TestApp, id: string, status: string, key = app.live): Promise<void> {
  await eventually(
    async () => (await deliveriesOf(app, id, key))[0]?.status === status,
    `a delivery ${status}`,
  );
}

/** The deliveries of a webhook, the newest first. */
export async function deliveriesOf(app: TestApp, id: string, key = app.live) {
  return (await app.ask(`/v1/webhooks/${id}/deliveries`, { key })).body.deliveries;
}
