/** A user of a site who logs in at home, and somebody abroad who has their password. */
import assert from "node:assert/strict";
import { type Answer, startApp, type StartOptions, type TestApp } from "./app.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const DEVICE = "0123456789abcdef0123456789abcdef";
export const OTHER = "fedcba9876543210fedcba9876543210";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
/** Vodafone, Germany. */
export const AT_HOME = {
  user_id: "user-jane",
  ip: "91.64.12.7",
  device_id: DEVICE,
  user_agent: FIREFOX,
  succeeded: true,
} as const;
/** Claro, Brazil. */
export const ABROAD = { ...AT_HOME, ip: "189.6.12.7", device_id: OTHER } as const;

interface Logins extends AsyncDisposable {
  readonly app: TestApp;
  readonly clock: { now: number };
  login(json: Readonly<Record<string, unknown>>, key?: string): Promise<Answer["body"]>;
  changed(json: Readonly<Record<string, unknown>>, key?: string): Promise<Answer["body"]>;
  tell(requestId: string, outcome: string): Promise<void>;
}

export async function startLogins(options: StartOptions = {}): Promise<Logins> {
  const clock = { now: Date.parse("2026-11-02T08:00:00Z") };
  const app = await startApp({ now: () => clock.now, ...options });
  const ask = async (path: string, json: Readonly<Record<string, unknown>>, key: string) => {
    const { status, body, text } = await app.ask(path, { key, json });
    assert.equal(status, 200, text);
    return body;
  };
  return {
    app,
    clock,
    login: (json, key = app.live) => ask("/v1/score/login", json, key),
    changed: (json, key = app.live) => ask("/v1/events", { user_id: AT_HOME.user_id, ...json }, key),
    async tell(request_id, outcome) {
      await ask("/v1/outcome", { request_id, outcome }, app.live);
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** Five log-ins at home, one a day; then some time passes. */
export async function settled({ clock, login }: Logins, passed = 3 * DAY, key?: string): Promise<void> {
  for (let index = 0; index < 5; index++) {
    if (index > 0) clock.now += DAY;
    await login(AT_HOME, key);
  }
  clock.now += passed;
}

/** The path of a link. */
export function pathOf(link: string): string {
  return new URL(link).pathname;
}

export const names = ({ findings }: Answer["body"]): string[] =>
  findings.map(({ name }: { name: string }) => name);
