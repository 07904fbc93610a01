/** Keys in the console: list, create and rotate (shown once), revoke. */
import type { ConsolePages } from "../console/pages.ts";
import { addKey, pageOfKeys, revokeOwnKey, rotateOwnKey } from "../../service/site/keys.ts";
import { KeysPage } from "./keys_page.tsx";
import type { Form } from "../site/form.ts";
import { fieldOf, problemOf, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";

export const keyPages: ConsolePages = {
  menu: [{ group: "Account", href: "/console/keys", name: "Keys", within: true }],
  reads: "keys.manage",
  writes: "keys.manage",
  pages: {
    "/console/keys": (visit) => html(visit.c, page(visit, { replace: visit.c.req.query("replace") ?? "" })),
  },
  forms: {
    "/console/keys": createKey,
    "/console/keys/rotate": rotate,
    "/console/keys/revoke": async ({ c, services, signed }, form) => {
      await revokeOwnKey(services, signed.caller, form.text("id"));
      return seeOther(c, "/console/keys");
    },
  },
};

async function createKey(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, site, services, signed } = visit;
  return await tryForm(c, async () => {
    const made = await addKey(services, signed.caller, {
      mode: form.text("mode") === "test" ? "test" : "live",
      name: form.text("name"),
      ratePerMinute: site.options.rateLimit,
      role: form.text("role"),
      scopes: form.texts("scope"),
      expires: form.text("expires"),
    });
    return html(c, page(visit, { made }), 201);
  }, (error) => page(visit, { problem: { field: fieldOf(error), text: problemOf(error) } }));
}

async function rotate(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  const id = form.text("id");
  const { made, replaced } = await rotateOwnKey(services, signed.caller, id, form.text("overlap") || "24h");
  return html(c, page(visit, { made, replaced }), 201);
}

function page(
  { c, view, services, signed }: SignedVisit,
  more: Pick<Parameters<typeof KeysPage>[0], "made" | "replaced" | "replace" | "problem"> = {},
) {
  const from = Number(c.req.query("ended") ?? "");
  const list = pageOfKeys(services, signed.caller, Number.isSafeInteger(from) && from > 0 ? from : 0);
  return KeysPage({ view, ...list, caller: signed.caller, now: services.now(), ...more });
}
