/** The report of a month in the console. */
import { AppError } from "../../model/error.ts";
import { RETENTION_MS } from "../../model/records.ts";
import { monthAt, monthOf } from "../../service/report/month.ts";
import { monthCsv } from "../../service/report/month_csv.ts";
import { monthReport, reportBody } from "../../service/report/month_report.ts";
import type { ConsolePages } from "../console/pages.ts";
import { csv } from "../respond.ts";
import type { SignedVisit } from "../site/page_handler.ts";
import { html } from "../site/respond.ts";
import { ReportPage } from "./page.tsx";

export const reportPages: ConsolePages = {
  menu: [{ group: "Scores", href: "/console/report", name: "Report" }],
  reads: "report.read",
  pages: { "/console/report": showReport },
};

async function showReport({ c, view, services, signed }: SignedVisit): Promise<Response> {
  const given = c.req.query("month") ?? "";
  const month = given === "" ? monthAt(services.now()) : monthOf(given);
  if (month === null) throw new AppError("invalid_value", "Month: must be a month such as 2026-11.");
  const report = await monthReport(services, signed.caller, month);
  if (c.req.query("format") === "csv") {
    return csv(c, `report-${month.name}.csv`, monthCsv(reportBody(report)));
  }
  const [present, oldest] = [services.now(), services.now() - RETENTION_MS].map((at) => monthAt(at).name);
  return html(c, ReportPage({ view, report, present: present!, oldest: oldest! }));
}
