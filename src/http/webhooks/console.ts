/** Webhooks in the console: list, create and rotate (the secret is shown once), enable, delete; deliveries and sending again. */
import type { ConsolePages } from "../console/pages.ts";
import { AppError } from "../../model/error.ts";
import { EVENT_TYPES } from "../../model/endpoints/webhook.ts";
import { listDeliveries, resendDelivery } from "../../service/webhooks/delivery_list.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  requireOwn,
  rotateWebhook,
  updateWebhook,
} from "../../service/webhooks/webhook_list.ts";
import { DeliveriesPage } from "./deliveries.tsx";
import { WebhooksPage } from "./page.tsx";
import type { Form } from "../site/form.ts";
import { problemOf, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";

const PAGE = 50;
const VERDICTS = ["allow", "review", "block"] as const;

export const webhookPages: ConsolePages = {
  menu: [{ group: "Account", href: "/console/webhooks", name: "Webhooks", within: true }],
  reads: "webhooks.manage",
  writes: "webhooks.manage",
  pages: {
    "/console/webhooks": async (visit) => html(visit.c, await page(visit)),
    "/console/webhooks/:id": showDeliveries,
  },
  forms: {
    "/console/webhooks": create,
    "/console/webhooks/rotate": rotate,
    "/console/webhooks/enable": async ({ c, services, signed }, form) => {
      const enabled = form.text("enabled") === "true";
      await updateWebhook(services, signed.caller, form.text("id"), { enabled });
      return seeOther(c, "/console/webhooks");
    },
    "/console/webhooks/delete": async ({ c, services, signed }, form) => {
      await deleteWebhook(services, signed.caller, form.text("id"));
      return seeOther(c, "/console/webhooks");
    },
    "/console/webhooks/resend": async ({ c, services, signed }, form) => {
      const { id } = requireOwn(services, signed.caller, form.text("id"));
      await resendDelivery(services, signed.caller, id, form.text("delivery"));
      return seeOther(c, `/console/webhooks/${id}`);
    },
  },
};

async function showDeliveries({ c, view, services, signed }: SignedVisit): Promise<Response> {
  const { id, url, enabled } = requireOwn(services, signed.caller, c.req.param("id") ?? "");
  const before = c.req.query("before") ?? null;
  const listed = await listDeliveries(services, signed.caller, id, { limit: PAGE, before });
  return html(c, DeliveriesPage({ view, id, url, enabled, listed }));
}

async function create(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  const url = form.text("url");
  return await tryForm(c, async () => {
    const events = EVENT_TYPES.filter((type) => form.texts("events")?.includes(type));
    if (events.length === 0) throw new AppError("invalid_value", "Choose at least one event.");
    const verdicts = VERDICTS.filter((verdict) => form.texts("verdicts")?.includes(verdict));
    const chosen = verdicts.length === 0 || verdicts.length === VERDICTS.length ? null : verdicts;
    const made = await createWebhook(services, signed.caller, { url, events, verdicts: chosen });
    return html(c, await page(visit, { made }), 201);
  }, async (error) => {
    const field = (error.extra.errors ?? []).some((each) => "pointer" in each && each.pointer === "/url");
    return await page(visit, { url, problem: { field: field ? "url" : "", text: problemOf(error) } });
  });
}

async function rotate(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  const made = await rotateWebhook(services, signed.caller, form.text("id"));
  return html(c, await page(visit, { made }), 201);
}

async function page(
  { view, services, signed }: SignedVisit,
  more: Pick<Parameters<typeof WebhooksPage>[0], "made" | "problem" | "url"> = {},
) {
  return WebhooksPage({ view, listed: await listWebhooks(services, signed.caller), ...more });
}
