/** The documentation: guides, errors, and the reference rendered from the OpenAPI document. */
import type { Hono } from "hono";
import { lazy } from "../../concurrency/lazy.ts";
import { AppError } from "../../model/error.ts";
import type { AppEnv, Bindings } from "../context.ts";
import { type Call, exampleCall, targetOf } from "./reference/api_call.ts";
import { ApiIndexPage } from "./reference/api_index.tsx";
import { OperationPage, type TriedCall } from "./reference/api_operation.tsx";
import { ErrorsPage } from "./errors.tsx";
import { Docs } from "./frame.tsx";
import { GUIDES } from "./guides.ts";
import { DocsIndexPage } from "./index.tsx";
import { type Operation, Reference } from "./reference/openapi_reader.ts";
import type { Form } from "../site/form.ts";
import { publicForm, publicPage, tryForm, type Visit } from "../site/page_handler.ts";
import { shortHeader } from "../header.ts";
import { html, seeOther } from "../site/respond.ts";
import type { Site } from "../site/site.ts";

/** Characters of a response body that a page shows. */
const MAX_SHOWN = 200_000;
const SHOWN_HEADERS = ["content-type", "x-ratelimit-limit", "x-ratelimit-remaining", "retry-after", "allow"];

export function mountDocs(app: Hono<AppEnv>, site: Site, openApi: () => object): void {
  const reference = lazy(() => new Reference(openApi()));
  app.get("/docs/", (c) => seeOther(c, "/docs"));
  app.get("/docs", publicPage(site, ({ c, view }) => html(c, DocsIndexPage({ view }))));
  app.get("/docs/errors", publicPage(site, ({ c, view }) => html(c, ErrorsPage({ view }))));
  app.get(
    "/docs/api",
    publicPage(site, ({ c, view }) => {
      const search = (c.req.query("q") ?? "").slice(0, 200);
      return html(c, ApiIndexPage({ view, reference: reference(), search }));
    }),
  );
  app.get(
    "/docs/api/:id",
    publicPage(site, (visit) => {
      const operation = operationOf(visit, reference());
      return html(visit.c, operationPage(visit, reference(), operation, { call: exampleCall(operation) }));
    }),
  );
  app.post("/docs/api/:id", publicForm(site, (visit, form) => tryOperation(app, visit, reference(), form)));
  app.get(
    "/docs/*",
    publicPage(site, async ({ c, view }) => {
      const guide = GUIDES.find(({ slug }) => `/docs/${slug}` === c.req.path);
      if (guide === undefined) throw new AppError("not_found", "This documentation page does not exist.");
      const { title, about } = guide;
      const { GuideText } = await import("./guide_text.tsx");
      const children = GuideText({ guide, view, settings: site.options.settings });
      return html(c, Docs({ view, title, about, children }));
    }),
  );
}

function operationOf({ c }: Visit, reference: Reference): Operation {
  const operation = reference.operation(c.req.param("id") ?? "");
  if (operation === null) throw new AppError("not_found", "This endpoint does not exist.");
  return operation;
}

function operationPage(visit: Visit, reference: Reference, operation: Operation, tried: TriedCall) {
  const { c, site, signed } = visit;
  const view = signed === null ? site.visitorView(c) : visit.view;
  return OperationPage({ view, reference, operation, signed, tried });
}

/** Sends the call through the whole application, as an external client would. */
async function tryOperation(
  app: Hono<AppEnv>,
  visit: Visit,
  reference: Reference,
  form: Form,
): Promise<Response> {
  const operation = operationOf(visit, reference);
  const call: Call = {
    parameters: Object.fromEntries(operation.parameters.map(({ name }) => [name, form.text(`p-${name}`)])),
    body: form.text("body").replaceAll("\r\n", "\n"),
  };
  const page = (tried: TriedCall) => operationPage(visit, reference, operation, tried);
  return await tryForm(visit.c, async () => {
    const response = await send(app, visit, operation, call, form.text("key").trim());
    return html(visit.c, page({ call, answer: await shown(response) }));
  }, (error) => page({ call, problem: error.message }));
}

async function send(
  app: Hono<AppEnv>,
  { c, signed, view }: Visit,
  operation: Operation,
  call: Call,
  key: string,
): Promise<Response> {
  if (key === "" && (signed === null || operation.basic)) {
    throw new AppError("key_missing", "Enter a key, or sign in to the console first.");
  }
  const headers = new Headers();
  const printable = key.replace(/[^\x21-\x7e]/g, "");
  if (key !== "" && operation.basic) headers.set("authorization", `Basic ${btoa(`1:${printable}`)}`);
  else if (key !== "") headers.set("x-api-key", printable);
  if (operation.body !== null) headers.set("content-type", operation.body.type);
  const forwarded = shortHeader(c, "x-forwarded-for");
  if (forwarded !== undefined) headers.set("x-forwarded-for", forwarded);
  const request = new Request(new URL(targetOf(operation, call), view.origin), {
    method: operation.method,
    headers,
    body: operation.body === null ? null : call.body,
  });
  const bindings: Bindings = {
    started: performance.now(),
    load: c.env.load,
    bodies: c.env.bodies,
    clientNetwork: c.env.clientNetwork,
    peer: c.env.peer,
    ...(c.env.trail === undefined ? {} : { trail: c.env.trail }),
    ...(key === "" && signed !== null ? { caller: signed.caller } : {}),
  };
  return await app.fetch(request, bindings);
}

async function shown(response: Response): Promise<NonNullable<TriedCall["answer"]>> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  const body = isJson && text !== "" ? JSON.stringify(JSON.parse(text), null, 2) : text;
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  return {
    status: response.status,
    headers: headers.join("\n"),
    body: body.length > MAX_SHOWN ? `${body.slice(0, MAX_SHOWN)}\n…` : body,
  };
}
