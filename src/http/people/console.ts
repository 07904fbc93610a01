/** People in the console: list, invite, change their roles, new links, sign out, remove. */
import { isRole } from "../../model/access/role.ts";
import { invalidParameter } from "../../model/error.ts";
import { changeOwnSettings } from "../../service/access/settings.ts";
import {
  changePerson,
  type Invited,
  invitePerson,
  listPeople,
  removePerson,
  requirePerson,
} from "../../service/people/people.ts";
import { emailOf } from "../../service/people/address.ts";
import { endSession, endSessions, sessionsOf } from "../../service/people/person_sessions.ts";
import type { ConsolePages } from "../console/pages.ts";
import type { Form } from "../site/form.ts";
import { problemOf, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import { shownError } from "./errors.ts";
import { PeoplePage } from "./page.tsx";
import { PersonPage } from "./person.tsx";

const HERE = "/console/people";

export const peoplePages: ConsolePages = {
  menu: [{ group: "Team", href: HERE, name: "People", within: true }],
  reads: "people.manage",
  writes: "people.manage",
  pages: {
    "/console/people": async (visit) => html(visit.c, await page(visit)),
    "/console/people/:id": async (visit) => {
      const { c, view, services, signed } = visit;
      const person = await requirePerson(services, signed.caller, c.req.param("id") ?? "");
      const sessions = await sessionsOf(services, person);
      return html(c, PersonPage({ view, person, email: emailOf(services.people, person), sessions }));
    },
  },
  forms: {
    "/console/people": invite,
    "/console/people/role": async (visit, form) => {
      const { services, signed, view } = visit;
      return await changed(visit, async () => {
        await changePerson(services, signed.caller, form.text("id"), { role: roleIn(form) }, view.origin);
      });
    },
    "/console/people/reset": async (visit, form) => {
      const { c, services, signed, view } = visit;
      return await tryForm(c, async () => {
        const made = await changePerson(
          services,
          signed.caller,
          form.text("id"),
          { reset: true },
          view.origin,
        );
        return html(c, await page(visit, { made }), 201);
      }, (error) => page(visit, { problem: { field: "", text: problemOf(error) } }));
    },
    "/console/people/remove": async (visit, form) => {
      return await changed(visit, () => removePerson(visit.services, visit.signed.caller, form.text("id")));
    },
    "/console/people/sign-out": async ({ c, services, signed }, form) => {
      const person = await requirePerson(services, signed.caller, form.text("id"));
      const session = form.text("session");
      if (session === "") await endSessions(services, signed.caller, person, null);
      else await endSession(services, signed.caller, person, session);
      return seeOther(c, `${HERE}/${person.id}`);
    },
    "/console/people/keys": async (visit, form) => {
      const key_sign_in = form.text("key_sign_in") === "true";
      return await changed(visit, async () => {
        await changeOwnSettings(visit.services, visit.signed.caller, { key_sign_in });
      });
    },
  },
};

async function invite(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed, view } = visit;
  const name = form.text("name").trim();
  const email = form.text("email");
  return await tryForm(c, async () => {
    const given = { email, role: roleIn(form), ...(name === "" ? {} : { name }) };
    const made = await invitePerson(services, signed.caller, given, view.origin);
    return html(c, await page(visit, { made }), 201);
  }, (error) => page(visit, { given: { email, name }, problem: shownError(error) }));
}

async function changed(visit: SignedVisit, work: () => Promise<void>): Promise<Response> {
  return await tryForm(visit.c, async () => {
    await work();
    return seeOther(visit.c, HERE);
  }, (error) => page(visit, { problem: { field: "", text: problemOf(error) } }));
}

/** @throws AppError invalid_value */
function roleIn(form: Form) {
  const role = form.text("role");
  if (!isRole(role)) throw invalidParameter("role", "choose a role");
  return role;
}

interface More {
  readonly made?: Invited;
  readonly given?: { readonly email: string; readonly name: string };
  readonly problem?: { readonly field: string; readonly text: string };
}

async function page({ view, services, signed }: SignedVisit, more: More = {}) {
  const { people } = await listPeople(services, signed.caller);
  const { account, person } = signed.caller;
  const hasOwner = await services.store.people.hasOwner(account.id);
  return PeoplePage({
    view,
    people,
    own: person?.id ?? null,
    keySignIn: account.keySignIn !== false,
    hasOwner,
    ...more,
  });
}
