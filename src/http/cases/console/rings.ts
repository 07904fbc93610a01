/** Rings in the console: the list, a ring, a label for all of its members. */
import type { ConsolePages } from "../../console/pages.ts";
import { listRings, RING_ORDERS } from "../../../service/cases/ring_lists.ts";
import { labelRing, ringView } from "../../../service/site/ring.ts";
import { RingPage } from "../pages/ring.tsx";
import { RingsPage } from "../pages/rings.tsx";
import type { Form } from "../../site/form.ts";
import { type SignedVisit } from "../../site/page_handler.ts";
import { html, seeOther } from "../../site/respond.ts";
import { labelOf } from "./labels.ts";
import { noticeOf } from "./notices.ts";
import { columnsOf, readQuery } from "./score_filters.ts";

const RINGS_SHOWN = 100;

export const ringPages: ConsolePages = {
  menu: [{ group: "Scores", href: "/console/rings", name: "Rings", within: true }],
  reads: "scores.search",
  writes: "labels.write",
  pages: {
    "/console/rings": showRings,
    "/console/rings/:id": showRing,
  },
  forms: {
    "/console/rings/:id/label": labelAll,
  },
};

async function showRings({ c, view, services, signed }: SignedVisit): Promise<Response> {
  const asked = c.req.query("sort") ?? c.req.query("order");
  const order = RING_ORDERS.find((order) => order === asked) ?? "risk";
  const mode = c.req.query("mode") === "test" ? "test" : "live";
  const wanted = { sort: order, limit: RINGS_SHOWN, mode } as const;
  const { count, rings } = await listRings(services, signed.caller, wanted);
  return html(c, RingsPage({ view, rings, count, order, mode }));
}

async function showRing(visit: SignedVisit): Promise<Response> {
  const { c, view, services, signed } = visit;
  const shown = await ringView(services, signed.caller, c.req.param("id") ?? "");
  const columns = columnsOf(readQuery(c));
  const notice = await noticeOf(visit, `/console/rings/${shown.ring.ring_id}`);
  return html(c, RingPage({ view, shown, columns, notice }));
}

async function labelAll({ c, services, signed }: SignedVisit, form: Form): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const wanted = { id, newest: form.text("newest"), wanted: labelOf(form) };
  const undo = await labelRing(services, signed.caller, wanted);
  return seeOther(c, `/console/rings/${id}?${undo === null ? "done=same" : `undo=${undo.id}`}`);
}
