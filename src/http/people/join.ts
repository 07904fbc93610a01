/** `/console/join/…`: the link of an invitation. A name and a password, then the authenticator with its first code. */
import type { Hono } from "hono";
import { AppError } from "../../model/error.ts";
import { chooseSignIn, inviteeOf, join, type Link, shownSetup } from "../../service/people/join.ts";
import { originFrom } from "../client_address.ts";
import type { AppEnv } from "../context.ts";
import type { Form } from "../site/form.ts";
import { publicForm, publicPage, tryForm, type Visit } from "../site/page_handler.ts";
import { html } from "../site/respond.ts";
import type { Site } from "../site/site.ts";
import { shownError } from "./errors.ts";
import { AuthenticatorPage, JoinPage, RecoveryPage } from "./join.tsx";
import { limited, limitedPassword } from "./sign_in.ts";

const PATH = "/console/join/:account/:person/:secret";

export function mountJoin(app: Hono<AppEnv>, site: Site): void {
  app.get(PATH, publicPage(site, show));
  app.post(PATH, publicForm(site, take));
}

async function show(visit: Visit): Promise<Response> {
  const { c } = visit;
  const invitee = await openLink(visit);
  c.header("x-robots-tag", "noindex");
  return html(
    c,
    JoinPage({ view: formView(visit), invitee, name: invitee.person.name, path: pathOf(visit) }),
  );
}

/** Both steps: the second one carries what the first one made. */
async function take(visit: Visit, form: Form): Promise<Response> {
  const { c, site, services } = visit;
  const invitee = await openLink(visit);
  const view = formView(visit);
  const path = pathOf(visit);
  const setup = form.text("setup");
  const { hash } = invitee.person.invitation!;
  const holder = { account: invitee.account.name, email: invitee.email };
  if (setup === "") {
    const name = form.text("name") || invitee.person.name;
    return await tryForm(
      c,
      async () => {
        const given = { name, password: form.text("password") };
        const shown = await limitedPassword(c, site, () => chooseSignIn(services, invitee, given));
        return html(c, AuthenticatorPage({ view, setup: shown, path }));
      },
      (error) => JoinPage({ view, invitee, name, path, problem: shownError(error) }),
    );
  }
  return await tryForm(c, async () => {
    const from = originFrom(c, "console");
    const { person, codes } = await limited(
      c,
      site,
      () => join(services, invitee, setup, form.text("code"), from),
    );
    const { token, signed } = await site.sessions.openSessionOf(person, from);
    site.keepPerson(c, token, person);
    return html(c, RecoveryPage({ view: site.view(c, signed), codes, next: "/console" }), 201);
  }, (error) => {
    const shown = shownSetup(services, setup, hash, holder);
    return AuthenticatorPage({ view, setup: shown, path, problem: error.message });
  });
}

/** @throws AppError forbidden for a person who is signed in already, not_found for a link that is not valid */
async function openLink(visit: Visit) {
  const { c, site, services, signed } = visit;
  if (signed?.caller.person !== undefined) {
    throw new AppError(
      "forbidden",
      `You are signed in as ${signed.caller.person.name}. Sign out first, then open the link again.`,
    );
  }
  return await limited(c, site, () => inviteeOf(services, linkOf(visit)));
}

function linkOf({ c }: Visit): Link {
  const part = (name: string) => c.req.param(name) ?? "";
  return { account: part("account"), person: part("person"), secret: part("secret") };
}

function pathOf({ c }: Visit): string {
  return c.req.path;
}

/** Who made the link may open it while signed in with a key. */
function formView({ c, site, view, signed }: Visit) {
  return signed === null ? site.visitorView(c) : view;
}
