/** The path of a person without a browser: an invitation, the link, the password, codes of an authenticator. */
import assert from "node:assert/strict";
import { codeAt } from "../../../src/service/people/totp.ts";
import { STEP_MS } from "../../../src/model/access/second_factor.ts";
import type { Role } from "../../../src/model/access/role.ts";
import type { TestApp } from "./app.ts";
import { type Page, tokenOf, unescaped, Visitor } from "./visitor.ts";

export const PASSWORD = "violet anvil 93 tambourine";

interface Invited {
  readonly id: string;
  readonly email: string;
  /** The path of the link. */
  readonly path: string;
}

interface Joined extends Invited {
  readonly visitor: Visitor;
  readonly secret: string;
  readonly recovery: readonly string[];
}

export async function invite(
  app: TestApp,
  role: Role,
  email = `${role}@team.example`,
  key = app.live,
): Promise<Invited> {
  const { status, body, text } = await app.ask("/v1/people", { key, json: { email, role, name: role } });
  assert.equal(status, 201, text);
  return { id: body.person_id, email, path: new URL(body.invite_url).pathname };
}

/** The code of an authenticator at a time. @param steps after it */
export function codeOf(secret: string, now: number, steps = 0): string {
  return codeAt(secret, Math.floor(now / STEP_MS) + steps);
}

/** The field of a page's form. */
export function hidden(page: string, name: string): string {
  return unescaped(new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "");
}

export function secretOf(page: string): string {
  return /otpauth:\/\/[^"<]*[?]secret=([A-Z2-7]+)/.exec(unescaped(page))?.[1] ?? "";
}

/** Both steps of the link. */
export async function join(app: TestApp, invited: Invited, password = PASSWORD): Promise<Joined> {
  const visitor = new Visitor(app);
  const second = await visitor.submit(invited.path, { name: "Anna", password });
  assert.equal(second.status, 200, second.text);
  const secret = secretOf(second.text);
  const page = await visitor.post(invited.path, {
    csrf: tokenOf(second.text),
    setup: hidden(second.text, "setup"),
    code: codeOf(secret, app.app.services.now()),
  });
  assert.equal(page.status, 201, page.text);
  const recovery = [...page.text.matchAll(/<li>([a-z2-7]{4}(?:-[a-z2-7]{4}){3})<\/li>/g)].map(([, code]) =>
    code!
  );
  return { ...invited, visitor, secret, recovery };
}

export async function joined(app: TestApp, role: Role, email?: string): Promise<Joined> {
  return await join(app, await invite(app, role, email));
}

/** The first page of a sign-in, and where it leads. */
export async function enterPassword(
  visitor: Visitor,
  email: string,
  password: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const { text } = await visitor.get("/console/sign-in");
  return await visitor.post(
    "/console/sign-in",
    { csrf: tokenOf(text), email, password, next: "/console" },
    headers,
  );
}

/** The second page. @param page the one that asks for the code */
export async function enterCode(
  visitor: Visitor,
  page: Page,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Page> {
  return await visitor.post("/console/sign-in/code", {
    csrf: tokenOf(page.text),
    person: hidden(page.text, "person"),
    next: "/console",
    code,
  }, headers);
}
