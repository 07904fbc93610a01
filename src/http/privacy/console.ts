/** A person's data in the console, reached from one of the person's scores: given out, or erased. */
import { AppError } from "../../model/error.ts";
import { exportPerson } from "../../service/privacy/export_person.ts";
import { findPerson } from "../../service/privacy/person.ts";
import { receiptBody } from "../../service/privacy/receipt_body.ts";
import type { ConsolePages } from "../console/pages.ts";
import { HEAVY } from "../endpoint.ts";
import { rateHeaders, SAFE_HEADERS } from "../respond.ts";
import type { Form } from "../site/form.ts";
import { type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html } from "../site/respond.ts";
import { ErasurePage, PersonDataPage } from "./page.tsx";

export const privacyPages: ConsolePages = {
  menu: [],
  reads: "privacy.export",
  writes: "privacy.export",
  pages: {
    "/console/scores/:id/person": async (visit) => html(visit.c, await pageOf(visit)),
  },
  forms: {
    "/console/scores/:id/person/export": download,
    "/console/scores/:id/person/erase": { take: erase, action: "privacy.erase" },
  },
};

function requestOf({ c }: SignedVisit) {
  return { request_id: c.req.param("id") ?? "" };
}

async function pageOf(visit: SignedVisit, problem?: string) {
  const { c, view, services, signed } = visit;
  await c.env.load.claim(signed.caller.account.id, HEAVY);
  const request = requestOf(visit);
  const person = await findPerson(services, signed.caller, request);
  return PersonDataPage({ view, requestId: request.request_id, person, problem });
}

async function download(visit: SignedVisit): Promise<Response> {
  const { c, services, signed } = visit;
  await c.env.load.claim(signed.caller.account.id, HEAVY);
  const data = await exportPerson(services, signed.caller, requestOf(visit));
  return c.body(JSON.stringify(data, null, 2), 200, {
    "content-type": "application/json",
    "content-disposition": `attachment; filename="${data.receipt}.json"`,
    ...SAFE_HEADERS,
    ...rateHeaders(c),
  });
}

async function erase(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, view, services, signed } = visit;
  return await tryForm(c, async () => {
    if (form.text("sure") !== "yes") {
      throw new AppError("invalid_value", "Confirm that you have read what goes. Nothing was erased.");
    }
    await c.env.load.claim(signed.caller.account.id, HEAVY);
    const erasure = await services.privacy.erase(signed.caller, requestOf(visit));
    return html(c, ErasurePage({ view, erasure: receiptBody(services.privacy, erasure, services.now()) }));
  }, (error) => pageOf(visit, error.message));
}
