/** Settings in the console, with a preview of what they change. */
import type { ConsolePages } from "../console/pages.ts";
import { SWITCH } from "../../model/access/edge_settings.ts";
import { invalidParameter } from "../../model/error.ts";
import { COMPAT_BALANCES, COMPAT_UNKNOWNS, LINKAGE_SCORING } from "../../model/records.ts";
import { changeOwnSettings, type SettingsChange, settingsOf } from "../../service/access/settings.ts";
import { dryRunSettings } from "../../service/dry_run/settings_dry_run.ts";
import { previewLinkage } from "../../service/site/linkage_preview.ts";
import { edgeChangeIn } from "./edge_card.tsx";
import { SettingsPage } from "./settings_page.tsx";
import type { Form } from "../site/form.ts";
import { problemOf, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";

export const settingsPages: ConsolePages = {
  menu: [{ group: "Account", href: "/console/settings", name: "Settings", within: true }],
  reads: "settings.read",
  writes: "settings.write",
  pages: {
    "/console/settings": async (visit) => {
      const { c, services, signed } = visit;
      if (c.req.query("preview") === undefined) return html(c, page(visit));
      return await tryForm(
        c,
        async () => {
          const preview = await previewLinkage(services, signed.caller);
          return html(c, page(visit, { preview, changed: await changedByLinks(visit) }));
        },
        (error) => page(visit, { problem: problemOf(error) }),
      );
    },
  },
  forms: {
    "/console/settings": save,
  },
};

/** The scores that the other choice changes, where they are asked for. */
async function changedByLinks({ c, services, signed: { caller } }: SignedVisit) {
  if (c.req.query("list") === undefined) return null;
  const isCounted = settingsOf(caller.account, services).linkage_scoring === "score";
  const change = { linkage_scoring: isCounted ? "report" : "score" } as const;
  const cursor = c.req.query("cursor") ?? null;
  const { list } = await dryRunSettings(services, caller, change, { days: 30, list: "would_change", cursor });
  return list ?? null;
}

async function save(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  return await tryForm(c, async () => {
    await changeOwnSettings(services, signed.caller, changeIn(form));
    return seeOther(c, "/console/settings?saved=1");
  }, (error) => page(visit, { problem: problemOf(error) }));
}

/** Each card of the page is a form of its own. */
function changeIn(form: Form): SettingsChange {
  const sent = (name: string) => form.text(name) !== "";
  const edge = edgeChangeIn(form);
  if (edge !== null) return edge;
  if (sent("review_target")) return { review_target: Number(form.text("review_target")) };
  if (sent("challenges")) return { challenges: chosen(form, "challenges", ["off", "on"] as const) };
  if (sent("decisions_tor") || sent("decisions_drop")) {
    return {
      decisions_tor: chosen(form, "decisions_tor", SWITCH),
      decisions_drop: chosen(form, "decisions_drop", SWITCH),
    };
  }
  if (sent("appeals")) return { appeals: chosen(form, "appeals", ["off", "on"]) === "on" };
  if (!sent("balance") && !sent("unknown")) {
    return { linkage_scoring: chosen(form, "linkage_scoring", LINKAGE_SCORING) };
  }
  return {
    compat: {
      ...(sent("balance") ? { balance: chosen(form, "balance", COMPAT_BALANCES) } : {}),
      ...(sent("unknown") ? { unknown: chosen(form, "unknown", COMPAT_UNKNOWNS) } : {}),
    },
  };
}

/** @throws AppError invalid_value */
function chosen<Value extends string>(form: Form, name: string, values: readonly Value[]): Value {
  const value = values.find((one) => one === form.text(name));
  if (value === undefined) throw invalidParameter(name, "choose one of the two");
  return value;
}

function page(
  { c, services, view, signed }: SignedVisit,
  more: Partial<Pick<Parameters<typeof SettingsPage>[0], "preview" | "changed" | "problem">> = {},
) {
  const settings = settingsOf(signed.caller.account, services);
  const saved = c.req.query("saved") !== undefined;
  return SettingsPage({ view, settings, saved, preview: null, changed: null, ...more });
}
