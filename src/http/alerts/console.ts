/** Alerts in the console: list, create, try, switch on and off, delete. */
import type { AppError } from "../../model/error.ts";
import { CHANNELS } from "../../model/alerts/alert.ts";
import {
  createAlert,
  deleteAlert,
  listAlerts,
  testAlert,
  updateAlert,
} from "../../service/alerts/alert_list.ts";
import type { ConsolePages } from "../console/pages.ts";
import type { Form } from "../site/form.ts";
import { problemOf, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import { AlertsPage } from "./page.tsx";

const PAGE = "/console/alerts";

export const alertPages: ConsolePages = {
  menu: [{ group: "Team", href: PAGE, name: "Alerts" }],
  reads: "alerts.manage",
  writes: "alerts.manage",
  pages: {
    [PAGE]: async (visit) => html(visit.c, await page(visit)),
  },
  forms: {
    [PAGE]: create,
    [`${PAGE}/test`]: test,
    [`${PAGE}/enable`]: async ({ c, services, signed }, form) => {
      const enabled = form.text("enabled") === "true";
      await updateAlert(services, signed.caller, form.text("id"), { enabled });
      return seeOther(c, PAGE);
    },
    [`${PAGE}/delete`]: async ({ c, services, signed }, form) => {
      await deleteAlert(services, signed.caller, form.text("id"));
      return seeOther(c, PAGE);
    },
  },
};

async function create(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, view, services, signed } = visit;
  const given = { kind: form.text("kind"), target: form.text("target"), hits: form.text("hits") };
  return await tryForm(
    c,
    async () => {
      const kind = CHANNELS.find((each) => each === given.kind) ?? "slack";
      await createAlert(services, signed.caller, {
        kind,
        ...(kind === "email" ? { to: given.target } : { url: given.target }),
        rule_hits_per_hour: given.hits.trim() === "" ? null : Number(given.hits),
      }, view.origin);
      return seeOther(c, PAGE);
    },
    async (error) =>
      await page(visit, { given, problem: { field: pointedAt(error), text: problemOf(error) } }),
  );
}

async function test(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  return await tryForm(c, async () => {
    const tested = await testAlert(services, signed.caller, form.text("id"));
    return html(c, await page(visit, { tested }));
  }, async (error) => await page(visit, { tested: { delivered: false, note: error.message } }));
}

async function page(
  { view, services, signed }: SignedVisit,
  more: Pick<Parameters<typeof AlertsPage>[0], "tested" | "problem" | "given"> = {},
) {
  return AlertsPage({ view, listed: await listAlerts(services, signed.caller), ...more });
}

/** The field of the API's body that the error is about, or "". */
function pointedAt(error: AppError): string {
  const first = error.extra.errors?.[0];
  return first !== undefined && "pointer" in first ? first.pointer.replace("/", "") : "";
}
