/** The report of a backtest as one page that needs nothing else: no script, no request, styles inside. */
import { hash } from "node:crypto";
import { raw } from "hono/html";
import { SERVICE } from "../../model/service.ts";
import { invalidLine, noLabels, readingLines, type ReadingWords } from "../../service/backtest/reading.ts";
import type { BacktestReport } from "../run.ts";
import { PrecisionChart, RocChart } from "./charts.tsx";
import { Compared, Findings, Strictness, Thresholds, Verdicts } from "./figures.tsx";
import { NotJudged, Read } from "./limits.tsx";
import { Card, each, moment, percent, thousands } from "./parts.tsx";
import style from "./report.css" with { type: "text" };
import { JudgedRows } from "./rows.tsx";

/** Also to be sent as a header where a server sends the page. */
const REPORT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", style, "base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

export function reportPage(report: BacktestReport): string {
  return `<!doctype html>\n${String(<ReportPage report={report} />)}\n`;
}

function ReportPage({ report }: { report: BacktestReport }) {
  const { rows, period, settings } = report;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content={REPORT_POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{`Backtest · ${SERVICE.title}`}</title>
        <style>{raw(style)}</style>
      </head>
      <body>
        <main>
          <h1>Backtest</h1>
          <p class="muted">
            {thousands(rows.scored)}{" "}
            sign-ups{period === null ? "" : `, ${moment(period.from)} to ${moment(period.until)} UTC`}.
            Strictness {settings.strictness}; links between sign-ups are{" "}
            {settings.linkage === "score" ? "part of the score" : "reported only"}; a label is known after
            {" "}
            {settings.label_delay_days} days. {SERVICE.title} {report.version}.
          </p>
          <WhatWasRead report={report} />
          <Headline report={report} />
          <Curves report={report} />
          <Compared report={report} />
          <Verdicts report={report} />
          <Thresholds report={report} />
          <Strictness report={report} />
          <Findings report={report} />
          <JudgedRows
            title="Fraud that it would have missed"
            about="Labelled as fraud, and allowed."
            none="No row that is labelled as fraud would have been allowed."
            judged={report.missed}
            hasOther={report.other_score !== null}
          />
          <JudgedRows
            title="Legitimate rows that it would have stopped"
            about="Labelled as legitimate, and sent to review or blocked."
            none="No row that is labelled as legitimate would have been stopped."
            judged={report.wrongly_stopped}
            hasOther={report.other_score !== null}
          />
          <NotJudged report={report} />
          <Read report={report} />
        </main>
      </body>
    </html>
  );
}

/** Before any figure, so that figures of half a file are not taken for the whole. */
function WhatWasRead({ report: { rows: { reading, invalid }, columns } }: { report: BacktestReport }) {
  const lines = [...readingLines(reading, columns.used, PAGE_WORDS), ...invalid.map(invalidLine)];
  return (
    <div class="note">
      {each(lines, (line) => <p>{line}</p>)}
    </div>
  );
}

/** As the page of the upload and the command line name it. */
export const PAGE_WORDS: ReadingWords = {
  dateFormat: (formats) =>
    formats.length === 0
      ? "say how it is written (--date-format, or “How times are written” on the page)"
      : `read it with the date format ${
        formats.join(" or ")
      } (--date-format, or “How times are written” on the page)`,
  labelWords: (examples) =>
    `say what it means, for example ${
      examples.join(" or ")
    } (--label-words, or “Words of labels” on the page)`,
  column: (role) => `Name another column of the ${role}, or none.`,
};

function Headline({ report }: { report: BacktestReport }) {
  const { labels, rates, verdicts, curve } = report;
  if (labels.fraud + labels.legit === 0) {
    const { allow, review, block } = verdicts.unlabelled;
    return (
      <>
        <p class="note">
          {noLabels(report)}, so the page cannot say what was right.
        </p>
        <div class="cards">
          <Card label="Allowed" note="of all rows">{thousands(allow)}</Card>
          <Card label="Sent to review" note="of all rows">{thousands(review)}</Card>
          <Card label="Blocked" note="of all rows">{thousands(block)}</Card>
        </div>
      </>
    );
  }
  const fraud = verdicts.fraud.review + verdicts.fraud.block;
  const legit = verdicts.legit.review + verdicts.legit.block;
  return (
    <div class="cards">
      <Card
        label="Fraud stopped"
        note={`${thousands(fraud)} of ${thousands(labels.fraud)} reviewed or blocked`}
      >
        {percent(rates.fraud_stopped)}
      </Card>
      <Card
        label="What it costs"
        note={`${thousands(legit)} of ${thousands(labels.legit)} legitimate reviewed or blocked`}
      >
        {percent(rates.legit_stopped, 2)}
      </Card>
      <Card label="Fraud among what is stopped" note="precision">{percent(rates.precision)}</Card>
      <Card label="Area under the ROC curve" note="0.5 is chance, 1 is perfect">{curve.auc ?? "–"}</Card>
    </div>
  );
}

function Curves({ report: { curve, other_score: other } }: { report: BacktestReport }) {
  if (curve.auc === null) {
    return (
      <p class="note">
        Curves need rows that are labelled as fraud, and rows that are labelled as legitimate.
      </p>
    );
  }
  const own = { name: SERVICE.title, kind: "own" as const, curve: other?.own_curve ?? curve };
  const curves = other === null || other.curve.auc === null
    ? [own]
    : [own, { name: "the other score", kind: "other" as const, curve: other.curve }];
  return (
    <section>
      <h2>How well the score separates</h2>
      <div class="charts">
        <RocChart curves={curves} />
        <PrecisionChart curves={curves} />
      </div>
    </section>
  );
}
