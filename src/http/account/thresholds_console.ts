/** The page of thresholds: tried on stored scores, priced by labels, set. */
import type { ConsolePages } from "../console/pages.ts";
import { AppError, invalidParameter } from "../../model/error.ts";
import type { Thresholds } from "../../model/verdict.ts";
import { changeOwnSettings, settingsOf } from "../../service/access/settings.ts";
import { dryRunSettings } from "../../service/dry_run/settings_dry_run.ts";
import { DRY_RUN_LISTS } from "../../service/dry_run/tally.ts";
import { costReport, type Costs, ownThresholds } from "../../service/site/threshold_costs.ts";
import type { Form } from "../site/form.ts";
import { problemOf, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import { type CostFields, THRESHOLDS_PAGE, ThresholdsPage } from "./thresholds_page.tsx";

type Shown = Partial<Pick<Parameters<typeof ThresholdsPage>[0], "report" | "tried" | "problem">>;

const HIGHEST_COST = 1e9;

export const thresholdPages: ConsolePages = {
  menu: [],
  reads: "settings.read",
  writes: "thresholds.write",
  pages: { [THRESHOLDS_PAGE]: show },
  forms: { [THRESHOLDS_PAGE]: save },
};

async function show(visit: SignedVisit): Promise<Response> {
  const { c, services, signed: { caller } } = visit;
  const fields = costFields(visit);
  return await tryForm(c, async () => {
    const shown: { -readonly [Name in keyof Shown]: Shown[Name] } = {};
    if (c.req.query("review") !== undefined || c.req.query("block") !== undefined) {
      const thresholds = thresholdsIn((name) => c.req.query(name) ?? "");
      const list = DRY_RUN_LISTS.find((name) => name === c.req.query("list")) ?? null;
      const cursor = c.req.query("cursor") ?? null;
      await c.env.load.claim(caller.account.id);
      const trial = await dryRunSettings(services, caller, { thresholds }, { days: 30, list, cursor });
      shown.tried = { thresholds, trial };
    }
    if (c.req.query("missedFraud") !== undefined) {
      await c.env.load.claim(caller.account.id);
      shown.report = await costReport(services, caller, costsIn(fields));
    }
    return html(c, page(visit, shown));
  }, (error) => page(visit, { problem: problemOf(error) }));
}

async function save(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  return await tryForm(c, async () => {
    const thresholds = form.text("reset") === "1" ? null : thresholdsIn((name) => form.text(name));
    await changeOwnSettings(services, signed.caller, { thresholds });
    return seeOther(c, `${THRESHOLDS_PAGE}?saved=1`);
  }, (error) => page(visit, { problem: problemOf(error) }));
}

function page(visit: SignedVisit, shown: Shown) {
  const { c, services, view, signed: { caller } } = visit;
  return ThresholdsPage({
    view,
    settings: settingsOf(caller.account, services),
    present: ownThresholds(caller),
    fields: costFields(visit),
    report: null,
    tried: null,
    saved: c.req.query("saved") !== undefined,
    ...shown,
  });
}

/** The service checks their order and their limits. @throws AppError invalid_value */
function thresholdsIn(field: (name: string) => string): Thresholds {
  const read = (name: keyof Thresholds) => {
    const text = field(name).trim();
    if (!/^\d{1,3}$/.test(text)) throw invalidParameter(name, "must be a whole number from 1 to 100");
    return Number(text);
  };
  return { review: read("review"), block: read("block") };
}

const COST_NAMES = { missedFraud: "missedFraud", blockedGood: "blockedGood", review: "cost_review" } as const;

function costFields({ c }: SignedVisit): CostFields {
  const text = (name: keyof Costs) => (c.req.query(COST_NAMES[name]) ?? "").trim().slice(0, 12);
  return { missedFraud: text("missedFraud"), blockedGood: text("blockedGood"), review: text("review") };
}

/** @throws AppError invalid_value */
function costsIn(fields: CostFields): Costs {
  const read = (name: keyof Costs, words: string) => {
    const value = Number(fields[name].replace(",", "."));
    if (fields[name] === "" || !(value >= 0 && value <= HIGHEST_COST)) {
      throw new AppError("invalid_value", `What ${words} costs must be a number from 0 on.`);
    }
    return value;
  };
  const costs = {
    missedFraud: read("missedFraud", "a missed fraud"),
    blockedGood: read("blockedGood", "a blocked good customer"),
    review: read("review", "a review"),
  };
  if (costs.missedFraud + costs.blockedGood + costs.review === 0) {
    throw new AppError("invalid_value", "Say what at least one of the three costs.");
  }
  return costs;
}
