/** `/console/sign-in/provider`: to the identity provider and back. */
import type { Hono } from "hono";
import { AppError } from "../../model/error.ts";
import type { ProviderSignIn } from "../../service/oidc/sign_in.ts";
import { originFrom } from "../client_address.ts";
import type { AppEnv } from "../context.ts";
import { PROVIDER_SIGN_IN } from "../pages/sign_in.tsx";
import { publicPage, safeNext, tryForm, type Visit } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import type { Site } from "../site/site.ts";
import { OidcSignedInPage } from "./oidc_page.tsx";

const BACK = `${PROVIDER_SIGN_IN}/callback`;

/** Per hour from one network, of whole offices too. */
const STARTS = 600;
const FAILURES = 120;

/** @param signInPage the page for signing in with another way, with what went wrong */
export function mountProvider(
  app: Hono<AppEnv>,
  site: Site,
  signInPage: (visit: Visit, given: { readonly next: string; readonly refused: string }) => unknown,
): void {
  app.get(PROVIDER_SIGN_IN, publicPage(site, start));
  app.get(BACK, publicPage(site, finish));

  async function start(visit: Visit): Promise<Response> {
    const { c, signed, view } = visit;
    const next = safeNext(c.req.query("next") ?? "");
    if (signed !== null) return seeOther(c, next);
    return await tryForm(c, async () => {
      const provider = providerOf(site);
      await site.limit(c, "provider sign-ins", STARTS);
      const { url, flow } = await provider.start(`${view.origin}${BACK}`, next);
      site.keepFlow(c, flow);
      return seeOther(c, url);
    }, (error) => signInPage(visit, { next, refused: error.message }));
  }

  /**
   * The browser comes from another site, so it would not send the cookie of the new session after a redirect: it is a page of
   * this site that goes on, by itself.
   */
  async function finish(visit: Visit): Promise<Response> {
    const { c, view } = visit;
    const flow = site.takeFlow(c);
    return await tryForm(c, async () => {
      const provider = providerOf(site);
      const from = originFrom(c, "console");
      const { searchParams } = new URL(c.req.url);
      const work = () => provider.finish(flow, searchParams, from);
      const { person, next } = await site.limitFailures(c, "failed provider sign-ins", FAILURES, work);
      const { token } = await site.sessions.openSessionOf(person, from);
      site.keepPerson(c, token, person);
      const to = safeNext(next);
      c.header("refresh", `0; url=${to}`);
      return html(c, OidcSignedInPage({ view, next: to }));
    }, (error) => signInPage(visit, { next: "/console", refused: error.message }));
  }
}

/** @throws AppError not_found */
function providerOf({ provider }: Site): ProviderSignIn {
  if (provider === null) {
    throw new AppError("not_found", "Signing in with an identity provider is not set up here.");
  }
  return provider;
}
