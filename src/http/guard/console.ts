/** What may be sent, in the console: money asked and stopped, what is refused for a while and lifted, the limits. */
import { BLOCK_KINDS } from "../../model/guard/blocks.ts";
import { AppError, invalidParameter } from "../../model/error.ts";
import { LIMIT_NAMES, type LimitName } from "../../model/guard/limits.ts";
import type { GuardSettingsChange } from "../../service/guard/settings.ts";
import type { ConsolePages } from "../console/pages.ts";
import type { Form } from "../site/form.ts";
import { problemOf, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import { GuardPage } from "./page.tsx";

const PAGE = "/console/guard";

export const guardPages: ConsolePages = {
  menu: [{ group: "Policies", href: PAGE, name: "Messages" }],
  reads: "guard.read",
  writes: "guard.write",
  pages: { [PAGE]: show },
  forms: { [PAGE]: save, [`${PAGE}/lift`]: lift },
};

async function show(visit: SignedVisit): Promise<Response> {
  return html(visit.c, await page(visit));
}

async function save(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  return await tryForm(c, async () => {
    const { budgets } = await services.guard.settings(signed.caller);
    await services.guard.changeSettings(signed.caller, changeIn(form, Object.keys(budgets)));
    return seeOther(c, `${PAGE}?done=saved`);
  }, (error) => page(visit, problemOf(error)));
}

async function lift(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  const kind = BLOCK_KINDS.find((name) => name === form.text("kind"));
  const lifted = kind !== undefined &&
    await services.guard.lift(signed.caller, { kind, name: form.text("name") });
  return seeOther(c, `${PAGE}?done=${lifted ? "lifted" : "ended"}`);
}

async function page(visit: SignedVisit, problem?: string) {
  const { c, view, services, signed: { caller } } = visit;
  const [overview, settings] = await Promise.all([
    services.guard.overview(caller),
    services.guard.settings(caller),
  ]);
  const done = (["saved", "lifted", "ended"] as const).find((word) => word === c.req.query("done")) ?? null;
  return GuardPage({ view, overview, settings, done: problem === undefined ? done : null, problem });
}

/** An empty field is the default. @param budgeted countries that have a budget now */
function changeIn(form: Form, budgeted: readonly string[]): GuardSettingsChange {
  const words = (name: string) => form.text(name).split(/[\s,;]+/).filter((word) => word !== "");
  const countries = words("permitted_countries");
  const budgets: Record<string, number | null> = Object.fromEntries(
    budgeted.map((country) => [country, null]),
  );
  for (const word of words("budgets")) {
    const [country = "", amount = ""] = word.split("=");
    budgets[country.toUpperCase()] = numberIn(amount, "budgets");
  }
  const limits: { [Name in LimitName]?: number | null } = {};
  for (const name of LIMIT_NAMES) {
    const text = form.text(name).trim();
    limits[name] = text === "" ? null : numberIn(text, name);
  }
  return { permitted_countries: countries.length === 0 ? null : countries, budgets, limits };
}

/** @throws AppError invalid_value */
function numberIn(text: string, name: string): number {
  if (!/^\d{1,9}(?:\.\d{1,6})?$/.test(text)) throw badNumber(name);
  return Number(text);
}

function badNumber(name: string): AppError {
  return invalidParameter(name, "must be a number, and a budget a country and a number: DE=20");
}
