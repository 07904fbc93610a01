/** Keys in the console: list, create (shown once), revoke. */
import type { Hono } from "hono";
import { addKey, listKeys, revokeOwnKey } from "../../../service/site/keys.ts";
import type { AppEnv } from "../../context.ts";
import { KeysPage } from "../../site/console/keys.tsx";
import type { Form } from "../../site/form.ts";
import { consoleForm, consolePage, problemOf, type SignedVisit, tryForm } from "../../site/page_handler.ts";
import { html, seeOther } from "../../site/respond.ts";
import type { Site } from "../../site/site.ts";

export function mountConsoleKeys(app: Hono<AppEnv>, site: Site): void {
  app.get("/console/keys", consolePage(site, (visit) => html(visit.c, page(visit))));
  app.post("/console/keys", consoleForm(site, createKey));
  app.post(
    "/console/keys/revoke",
    consoleForm(site, async ({ c, services, signed }, form) => {
      await revokeOwnKey(services, signed.caller, form.text("id"));
      return seeOther(c, "/console/keys");
    }),
  );
}

async function createKey(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, site, services, signed } = visit;
  return await tryForm(c, async () => {
    const made = await addKey(services, signed.caller, {
      mode: form.text("mode") === "test" ? "test" : "live",
      name: form.text("name"),
      ratePerMinute: site.options.rateLimit,
    });
    return html(c, page(visit, { made }), 201);
  }, (error) => page(visit, { problem: problemOf(error) }));
}

function page(
  { view, services, signed }: SignedVisit,
  more: Pick<Parameters<typeof KeysPage>[0], "made" | "problem"> = {},
) {
  return KeysPage({ view, keys: listKeys(services, signed.caller), own: signed.caller.key.id, ...more });
}
