/** What the evidence comes from, in the console. */
import { coverageReport } from "../../service/coverage.ts";
import { sourcesReport } from "../../service/feed_report.ts";
import { html } from "../site/respond.ts";
import type { ConsolePages } from "./pages.ts";
import { SourcesPage } from "./sources_page.tsx";

export const sourcePages: ConsolePages = {
  menu: [{ group: "Account", href: "/console/sources", name: "Sources" }],
  reads: "sources.read",
  pages: {
    "/console/sources": ({ c, view, services }) => {
      const statuses = services.feeds.statuses();
      const [sources, coverage] = [sourcesReport(statuses), coverageReport(statuses)];
      return html(c, SourcesPage({ view, sources, coverage, data: services.dataVersion() }));
    },
  },
};
