/** Hooks in the console: a list with forms that create one, and a page per hook. */
import type { ConsolePages } from "../console/pages.ts";
import type { AppError } from "../../model/error.ts";
import { HOOK_FIELDS, HOOK_KINDS, type HookKind } from "../../model/endpoints/hook.ts";
import {
  changeHook,
  createHook,
  deleteHook,
  hookBody,
  type ListedHook,
  listHooks,
  readHook,
} from "../../service/hooks/hooks.ts";
import { hookBodySchema, hookChangeSchema } from "./schema.ts";
import { HookPage } from "./hook.tsx";
import { HooksPage } from "./page.tsx";
import type { Form } from "../site/form.ts";
import { problemOf, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import { validBody } from "../validate.ts";

const PATH = "/console/hooks";

export const hookPages: ConsolePages = {
  menu: [{ group: "Account", href: "/console/hooks", name: "Hooks", within: true }],
  reads: "hooks.manage",
  writes: "hooks.manage",
  pages: {
    "/console/hooks": async (visit) => html(visit.c, await listPage(visit)),
    "/console/hooks/:id": async (visit) => {
      const saved = visit.c.req.query("saved") !== undefined;
      return html(visit.c, await hookPage(visit, { saved }));
    },
  },
  forms: {
    "/console/hooks": create,
    "/console/hooks/:id": save,
    "/console/hooks/:id/secret": replaceSecret,
    "/console/hooks/:id/delete": async ({ c, services, signed }) => {
      await deleteHook(services, signed.caller, idOf(c));
      return seeOther(c, `${PATH}?deleted=1`);
    },
  },
};

async function create(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed, view } = visit;
  return await tryForm(c, async () => {
    const given = validBody(hookBodySchema, {
      kind: form.text("kind"),
      ...form.text("kind") === "ssf"
        ? { ...sourceOptions(form), authorization: form.text("authorization") }
        : {
          mode: form.text("mode"),
          when_unsure: form.text("when_unsure"),
          secret: form.text("secret").trim(),
          ...eventOptions(form),
        },
    });
    const { hook, secret } = await createHook(services, signed.caller, given);
    return html(c, HookPage({ view, hook: shown(visit, { hook, use: null }), secret }), 201);
  }, async (error) => {
    const kind: HookKind = HOOK_KINDS.find((one) => one === form.text("kind")) ?? "supabase";
    const sent = kind === "ssf" ? { sent: sourceOptions(form) } : {};
    return await listPage(visit, { problem: { kind, ...problem(error) }, ...sent });
  });
}

async function save(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  return await tryForm(c, async () => {
    const { hook: { kind } } = await readHook(services, signed.caller, idOf(c));
    const given = kind === "supabase"
      ? { mode: form.text("mode"), when_unsure: form.text("when_unsure") }
      : kind === "ssf"
      ? sourceOptions(form)
      : eventOptions(form);
    await changeHook(services, signed.caller, idOf(c), validBody(hookChangeSchema, given));
    return seeOther(c, `${PATH}/${idOf(c)}?saved=1`);
  }, (error) => hookPage(visit, { problem: problem(error) }));
}

async function replaceSecret(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed, view } = visit;
  return await tryForm(c, async () => {
    const { hook: { kind } } = await readHook(services, signed.caller, idOf(c));
    const own = form.text("secret").trim();
    const given = kind === "ssf"
      ? validBody(hookChangeSchema, { authorization: form.text("authorization") })
      : own === ""
      ? { rotate: true }
      : validBody(hookChangeSchema, { secret: own });
    const { hook, secret } = await changeHook(services, signed.caller, idOf(c), given);
    const { use } = await readHook(services, signed.caller, hook.id);
    return html(c, HookPage({ view, hook: shown(visit, { hook, use }), secret, saved: kind === "ssf" }));
  }, (error) => hookPage(visit, { problem: problem(error) }));
}

function eventOptions(form: Form) {
  return {
    pointers: Object.fromEntries(HOOK_FIELDS.map((field) => [field, form.text(field).trim()])),
    types: form.text("types").split(",").map((type) => type.trim()).filter((type) => type !== ""),
  };
}

/** Of a hook for security events. */
function sourceOptions(form: Form) {
  return {
    issuer: form.text("issuer").trim(),
    audience: form.text("audience").split(",").map((text) => text.trim()).filter((text) => text !== ""),
    jwks_uri: form.text("jwks_uri").trim(),
    external_id_prefix: form.text("external_id_prefix").trim(),
  };
}

async function listPage(
  visit: SignedVisit,
  more: Partial<Pick<Parameters<typeof HooksPage>[0], "problem" | "sent">> = {},
) {
  const { c, view, services, signed } = visit;
  const hooks = (await listHooks(services, signed.caller)).map((hook) => shown(visit, hook));
  return HooksPage({ view, hooks, deleted: c.req.query("deleted") !== undefined, ...more });
}

/** @throws AppError not_found */
async function hookPage(
  visit: SignedVisit,
  more: Partial<Pick<Parameters<typeof HookPage>[0], "problem" | "saved">>,
) {
  const { c, view, services, signed } = visit;
  return HookPage({ view, hook: shown(visit, await readHook(services, signed.caller, idOf(c))), ...more });
}

function shown({ view, services }: SignedVisit, hook: ListedHook) {
  return hookBody(hook, view.origin, services.now());
}

function idOf(c: SignedVisit["c"]): string {
  return c.req.param("id") ?? "";
}

/** At its text field, as the form names it (`secret`, `pointers/email`), or of the whole form. */
function problem(error: AppError) {
  const [first] = error.extra.errors ?? [];
  const pointer = first !== undefined && "pointer" in first ? first.pointer : "";
  const field = /^\/(secret|pointers\/\w+|types|issuer|audience|jwks_uri|authorization|external_id_prefix)/
    .exec(pointer)?.[1];
  return field === undefined ? { field: "", text: error.message } : { field, text: problemOf(error) };
}
