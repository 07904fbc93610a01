/** Outcomes in the console: how good scores were, by the labels of the account. */
import { newestLabels } from "../../service/site/outcomes.ts";
import type { ConsolePages } from "../console/pages.ts";
import { html } from "../site/respond.ts";
import { validQuery } from "../validate.ts";
import { OutcomesPage } from "./page.tsx";
import { outcomeSummaryQuery } from "./summary_schema.ts";

export const outcomePages: ConsolePages = {
  menu: [{ group: "Scores", href: "/console/outcomes", name: "Outcomes" }],
  pages: {
    "/console/outcomes": async ({ c, view, services, signed }) => {
      const { days } = validQuery(outcomeSummaryQuery, c.req.query());
      const [summary, labels] = await Promise.all([
        services.outcomeSummaries.get(signed.caller.account.id, days),
        newestLabels(services, signed.caller, days),
      ]);
      return html(c, OutcomesPage({ view, summary, labels }));
    },
  },
};
