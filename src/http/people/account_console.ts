/** `/console/my-account`: what a person changes of their own. */
import { shownError } from "./errors.ts";
import {
  beginAuthenticator,
  changeAuthenticator,
  changePassword,
  ownPerson,
  renewRecoveryCodes,
  sameAuthenticator,
} from "../../service/people/my_account.ts";
import { endSession, endSessions, sessionIdOf, sessionsOf } from "../../service/people/person_sessions.ts";
import type { ConsolePages } from "../console/pages.ts";
import type { Form } from "../site/form.ts";
import { type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import { AccountPage, NewAuthenticatorPage, NewCodesPage } from "./account_page.tsx";

const HERE = "/console/my-account";

export const myAccountPages: ConsolePages = {
  menu: [{ group: "Account", href: HERE, name: "My account" }],
  reads: "sessions.open",
  writes: "sessions.open",
  pages: {
    "/console/my-account": async (visit) => html(visit.c, await page(visit)),
  },
  forms: {
    "/console/my-account/password": async (visit, form) => {
      const { services, signed } = visit;
      return await tried(visit, "password", async () => {
        const given = { current: form.text("current"), password: form.text("password") };
        await changePassword(services, signed.caller, given, signed.hash);
        return seeOther(visit.c, `${HERE}?saved=1`);
      });
    },
    "/console/my-account/authenticator": authenticator,
    "/console/my-account/codes": async (visit, form) => {
      const { c, view, services, signed } = visit;
      return await tried(visit, "codes", async () => {
        const codes = await renewRecoveryCodes(services, signed.caller, form.text("current"));
        return html(c, NewCodesPage({ view, codes }), 201);
      });
    },
    "/console/my-account/sign-out": async ({ c, services, signed }, form) => {
      const person = await ownPerson(services, signed.caller);
      const session = form.text("session");
      if (session === "") await endSessions(services, signed.caller, person, signed.hash);
      else await endSession(services, signed.caller, person, session);
      return seeOther(c, HERE);
    },
  },
};

/** The password first; then the code of the new one. */
async function authenticator(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, view, services, signed } = visit;
  const setup = form.text("setup");
  if (setup === "") {
    return await tried(visit, "authenticator", async () => {
      const shown = await beginAuthenticator(services, signed.caller, form.text("current"));
      return html(c, NewAuthenticatorPage({ view, setup: shown }));
    });
  }
  return await tryForm(c, async () => {
    const codes = await changeAuthenticator(services, signed.caller, setup, form.text("code"));
    return html(c, NewCodesPage({ view, codes }), 201);
  }, async (error) => {
    const shown = await sameAuthenticator(services, signed.caller, setup);
    return NewAuthenticatorPage({ view, setup: shown, problem: error.message });
  });
}

async function tried(visit: SignedVisit, card: string, work: () => Promise<Response>): Promise<Response> {
  return await tryForm(visit.c, work, (error) => page(visit, { problem: { card, ...shownError(error) } }));
}

type Problem = NonNullable<Parameters<typeof AccountPage>[0]["problem"]>;

async function page({ c, view, services, signed }: SignedVisit, more: { readonly problem?: Problem } = {}) {
  const { caller, hash } = signed;
  const person = caller.person === undefined ? null : await ownPerson(services, caller);
  const sessions = person === null ? [] : await sessionsOf(services, person);
  return AccountPage({
    view,
    person: person === null ? null : { ...caller.person!, hasPassword: person.password !== undefined },
    recoveryLeft: person?.secondFactor?.recovery.length ?? 0,
    sessions,
    own: sessionIdOf(hash),
    saved: c.req.query("saved") !== undefined,
    ...more,
  });
}
