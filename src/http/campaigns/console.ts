/** Campaigns in the console: cards, the page of one, a label for all of its sign-ups, its state. */
import { type Campaign, CAMPAIGN_STATES, type CampaignState } from "../../model/campaigns/campaign.ts";
import { DAY_MS } from "../../model/duration.ts";
import { AppError } from "../../model/error.ts";
import { timestamp } from "../../model/timestamp.ts";
import { monthOf } from "../../service/report/month.ts";
import { campaignView, labelCampaign, listShownCampaigns } from "../../service/site/campaigns.ts";
import { labelOf, withParameter } from "../cases/console/labels.ts";
import { noticeOf } from "../cases/console/notices.ts";
import type { ConsolePages } from "../console/pages.ts";
import type { Form } from "../site/form.ts";
import { problemOf, safeNext, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import { CampaignPage } from "./campaign.tsx";
import { CampaignsPage } from "./list.tsx";
import { stateNotice } from "./notice.tsx";

const CAMPAIGNS_SHOWN = 50;

export const campaignPages: ConsolePages = {
  menu: [{ group: "Scores", href: "/console/campaigns", name: "Campaigns", within: true }],
  reads: "campaigns.read",
  writes: "campaigns.write",
  pages: {
    "/console/campaigns": showList,
    "/console/campaigns/:id": (visit) => showOne(visit),
  },
  forms: {
    "/console/campaigns/:id/label": { take: labelAll, action: "labels.write" },
    "/console/campaigns/:id/state": takeState,
  },
};

async function showList(visit: SignedVisit): Promise<Response> {
  const { c, view, services, signed } = visit;
  const state = CAMPAIGN_STATES.find((name) => name === c.req.query("state")) ?? "new";
  // Of a month those that were handled in it, whatever they are now.
  const month = monthOf(c.req.query("month") ?? "");
  const wanted = month === null ? { states: [state] } : { states: null, handledIn: month };
  const page = await listShownCampaigns(services, signed.caller, { ...wanted, limit: CAMPAIGNS_SHOWN });
  return html(
    c,
    CampaignsPage({
      view,
      page,
      state,
      notice: await campaignNotice(visit, `/console/campaigns?state=${state}`),
    }),
  );
}

async function showOne(visit: SignedVisit, problem?: string): Promise<Response> {
  return html(visit.c, await pageOf(visit, problem));
}

async function pageOf(visit: SignedVisit, problem?: string) {
  const { c, view, services, signed } = visit;
  const after = c.req.query("after") || null;
  const shown = await campaignView(services, signed.caller, idOf(visit), after);
  const notice = problem === undefined ? await campaignNotice(visit, addressOf(visit)) : null;
  return CampaignPage({ view, shown, first: after === null, notice, problem });
}

/** What was just done to a campaign or its sign-ups. @param back the page itself, to which an undo returns */
export async function campaignNotice(visit: SignedVisit, back: string) {
  return await stateNotice(visit, back) ?? await noticeOf(visit, back);
}

async function labelAll(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  const wanted = { id: idOf(visit), until: form.text("until"), wanted: labelOf(form) };
  const undo = await labelCampaign(services, signed.caller, wanted);
  return seeOther(
    c,
    withParameter(backOf(visit, form), undo === null ? ["done", "same"] : ["undo", undo.id]),
  );
}

async function takeState(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  const id = idOf(visit);
  return await tryForm(c, async () => {
    const before = await services.campaigns.get(signed.caller, id);
    const state = stateOf(form.text("state"));
    await services.campaigns.setState(signed.caller, id, {
      state,
      note: form.texts("note") === null ? undefined : form.text("note").trim(),
      until: state === "ignored" ? untilOf(services.now(), form, before) : null,
    });
    const told = withParameter(backOf(visit, form), ["campaign", id]);
    return seeOther(c, withParameter(told, ["was", before.state]));
  }, (error) => pageOf(visit, problemOf(error)));
}

/** RFC 3339; null: for good. As before where the form does not say. */
function untilOf(now: number, form: Form, before: Campaign): string | null {
  if (form.texts("days") === null) return before.state === "ignored" ? before.until : null;
  const days = form.text("days");
  return /^\d{1,3}$/.test(days) ? timestamp(now + Number(days) * DAY_MS) : null;
}

/** @throws AppError invalid_value */
function stateOf(text: string): CampaignState {
  const state = CAMPAIGN_STATES.find((name) => name === text);
  if (state === undefined) throw new AppError("invalid_value", "Choose a state.");
  return state;
}

function backOf(visit: SignedVisit, form: Form): string {
  return form.text("back") === "" ? addressOf(visit) : safeNext(form.text("back"));
}

function addressOf(visit: SignedVisit): string {
  return `/console/campaigns/${encodeURIComponent(idOf(visit))}`;
}

function idOf({ c }: SignedVisit): string {
  return c.req.param("id") ?? "";
}
