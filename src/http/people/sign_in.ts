/** `/console/sign-in`: with an address and a password, then a code; or with a key. */
import type { Hono } from "hono";
import { AppError } from "../../model/error.ts";
import type { Person } from "../../model/access/person.ts";
import { pendingOf, takeCode, takePassword } from "../../service/people/sign_in.ts";
import { originFrom } from "../client_address.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { CodePage, SignInPage } from "../pages/sign_in.tsx";
import type { Form } from "../site/form.ts";
import { publicForm, publicPage, safeNext, tryForm, type Visit } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import type { Site } from "../site/site.ts";
import { mountProvider } from "./oidc_console.ts";

/** Failed sign-ins per hour from one network. */
const FAILED_SIGN_INS = 120;
/** Passwords that are hashed per hour for one network, right ones too: each costs as much as hundreds of requests. */
const PASSWORDS = 600;
const CODE = "/console/sign-in/code";

export function mountSignIn(app: Hono<AppEnv>, site: Site): void {
  app.get("/console/sign-in", publicPage(site, showSignIn));
  app.post("/console/sign-in", publicForm(site, signIn));
  app.get(CODE, publicPage(site, showCode));
  app.post(CODE, publicForm(site, enterCode));
  mountProvider(app, site, ({ c }, given) => signInPage(c, site, given));
}

/** With the identity provider where there is one that lets people in. */
async function signInPage(
  c: AppContext,
  site: Site,
  given: Omit<Parameters<typeof SignInPage>[0], "view" | "provider">,
): Promise<unknown> {
  const provider = await site.provider?.isOpen() ? site.provider!.host : null;
  return SignInPage({ view: site.visitorView(c), provider, ...given });
}

/** Counts what fails against the network, as for keys. */
export function limited<T>(c: AppContext, site: Site, work: () => Promise<T>): Promise<T> {
  return site.limitFailures(c, "failed sign-ins", FAILED_SIGN_INS, work);
}

/** As `limited`, of what hashes a password. */
export function limitedPassword<T>(c: AppContext, site: Site, work: () => Promise<T>): Promise<T> {
  return limited(c, site, async () => {
    await site.limit(c, "passwords", PASSWORDS);
    return await work();
  });
}

/** Signs a person in who has proven to be that person; a session of before is not taken over. */
async function enter(c: AppContext, site: Site, person: Person, next: string): Promise<Response> {
  const { token } = await site.sessions.openSessionOf(person, originFrom(c, "console"));
  site.keepPerson(c, token, person);
  return seeOther(c, next);
}

async function showSignIn({ c, site, signed }: Visit): Promise<Response> {
  const next = safeNext(c.req.query("next") ?? "");
  if (signed !== null) return seeOther(c, next);
  const note = c.req.query("left") === "1"
    ? "You have signed out."
    : c.req.query("ended") === "1"
    ? "Your session has expired. Please sign in again."
    : undefined;
  return html(c, await signInPage(c, site, { next, ...(note === undefined ? {} : { note }) }));
}

async function signIn(visit: Visit, form: Form): Promise<Response> {
  const { c, site, services, signed } = visit;
  const next = safeNext(form.text("next"));
  if (signed !== null) return seeOther(c, next);
  const email = form.text("email").trim();
  const given = { email, password: form.text("password") };
  if (email === "" && given.password === "") return await signInWithKey(visit, form, next);
  return await tryForm(c, async () => {
    if (email === "" || given.password === "") {
      throw new AppError("sign_in_failed", "Enter your e-mail address and your password.");
    }
    const pending = await limitedPassword(c, site, () => takePassword(services, given, site.attempt(c)));
    site.keepPending(c, pending);
    return seeOther(c, `${CODE}?next=${encodeURIComponent(next)}`);
  }, (error) => signInPage(c, site, { next, email, refused: error.message }));
}

async function signInWithKey({ c, site }: Visit, form: Form, next: string): Promise<Response> {
  return await tryForm(
    c,
    async () => {
      const open = () => site.sessions.open(form.text("key").trim(), originFrom(c, "console"));
      const { token } = await limited(c, site, open);
      site.keepSession(c, token);
      return seeOther(c, next);
    },
    (error) => signInPage(c, site, { next, problem: PROBLEMS[error.code] ?? error.message }),
  );
}

async function showCode({ c, site, services, signed }: Visit): Promise<Response> {
  const next = safeNext(c.req.query("next") ?? "");
  if (signed !== null) return seeOther(c, next);
  return await tryForm(c, async () => {
    const { people } = await pendingOf(services, site.pending(c));
    return html(c, CodePage({ view: site.visitorView(c), next, accounts: accountsOf(services, people) }));
  }, (error) => signInPage(c, site, { next, refused: error.message }));
}

async function enterCode({ c, site, services, signed }: Visit, form: Form): Promise<Response> {
  const next = safeNext(form.text("next"));
  if (signed !== null) return seeOther(c, next);
  return await tryForm(c, async () => {
    const pending = await pendingOf(services, site.pending(c));
    const typed = form.text("code");
    const person = await limited(
      c,
      site,
      () => takeCode(services, pending, form.text("person"), typed, site.attempt(c)),
    );
    site.dropPending(c);
    return await enter(c, site, person, next);
  }, async (error) => {
    const pending = await pendingOf(services, site.pending(c)).catch(() => null);
    if (pending === null) return signInPage(c, site, { next, refused: error.message });
    const accounts = accountsOf(services, pending.people);
    return CodePage({
      view: site.visitorView(c),
      next,
      accounts,
      person: form.text("person"),
      problem: error.message,
    });
  });
}

/** By the id of the person there, for an address that has people in several. */
function accountsOf({ store }: Visit["services"], people: readonly Person[]) {
  return people.map(({ id, account }) => [id, store.accounts.account(account)?.name ?? account] as const);
}

const PROBLEMS: Partial<Record<AppError["code"], string>> = {
  key_missing: "Enter your key, or your e-mail address and password.",
  key_invalid: "This key is not known. Check that you copied all of it.",
  key_revoked: "This key was revoked. Use another key of your account.",
  key_expired: "This key has expired. Use another key of your account.",
  scope_missing:
    "This key cannot open the console, because it lacks the scope console. Use another key of your account, or ask the operator for one.",
};
