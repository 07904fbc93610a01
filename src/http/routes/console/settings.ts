/** Settings in the console, with a preview of what they change. */
import type { Hono } from "hono";
import { invalidParameter } from "../../../model/error.ts";
import { LINKAGE_SCORING } from "../../../model/records.ts";
import { changeOwnSettings, settingsOf } from "../../../service/access/settings.ts";
import { previewLinkage } from "../../../service/site/linkage_preview.ts";
import type { AppEnv } from "../../context.ts";
import { SettingsPage } from "../../site/console/settings.tsx";
import type { Form } from "../../site/form.ts";
import { consoleForm, consolePage, problemOf, type SignedVisit, tryForm } from "../../site/page_handler.ts";
import { html, seeOther } from "../../site/respond.ts";
import type { Site } from "../../site/site.ts";

export function mountConsoleSettings(app: Hono<AppEnv>, site: Site): void {
  app.get(
    "/console/settings",
    consolePage(site, async (visit) => {
      const { c, services, signed } = visit;
      if (c.req.query("preview") === undefined) return html(c, page(visit));
      return await tryForm(
        c,
        async () => html(c, page(visit, { preview: await previewLinkage(services, signed.caller) })),
        (error) => page(visit, { problem: problemOf(error) }),
      );
    }),
  );
  app.post("/console/settings", consoleForm(site, save, { scope: "admin" }));
}

async function save(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  return await tryForm(c, async () => {
    const linkage_scoring = LINKAGE_SCORING.find((one) => one === form.text("linkage_scoring"));
    if (linkage_scoring === undefined) throw invalidParameter("linkage_scoring", "choose one of the two");
    await changeOwnSettings(services.store, signed.caller, { linkage_scoring });
    return seeOther(c, "/console/settings?saved=1");
  }, (error) => page(visit, { problem: problemOf(error) }));
}

function page(
  { c, view, signed }: SignedVisit,
  more: Partial<Pick<Parameters<typeof SettingsPage>[0], "preview" | "problem">> = {},
) {
  const { linkage_scoring } = settingsOf(signed.caller.account);
  const saved = c.req.query("saved") !== undefined;
  return SettingsPage({ view, linkage: linkage_scoring, saved, preview: null, ...more });
}
