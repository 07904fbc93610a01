/** `/console/challenges`: what challenges cost honest people, and what they are worth. */
import type { ChallengeCounts } from "../../model/challenge/figures.ts";
import type { challengeFigures } from "../../service/challenge/figures.ts";
import { Console } from "../console/frame.tsx";
import { each } from "../site/each.ts";
import { Notice, Stat, thousands } from "../site/parts/marks.tsx";
import { type Column, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";

export const SPANS = [7, 30, 90] as const;

interface Props {
  readonly view: View;
  readonly figures: Awaited<ReturnType<typeof challengeFigures>>;
  readonly days: number;
  /** Scores offer them. */
  readonly isOn: boolean;
}

export function ChallengesPage({ view, figures: { all, countries, devices }, days, isOn }: Props) {
  return (
    <Console view={view} title="Challenges" actions={<Spans days={days} />}>
      <p class="muted">What became of people whom a review or your proxy sent to a challenge.</p>
      {isOn ? null : (
        <Notice>
          Scores offer no challenges. {view.mayOpen("settings.read")
            ? <a href="/console/settings">Switch them on in the settings</a>
            : "An owner can switch them on in the settings."}
        </Notice>
      )}
      {all.shown === 0
        ? (
          <div class="table empty">
            <p>No challenge was shown in the last {days} days.</p>
          </div>
        )
        : <Figures all={all} countries={countries} devices={devices} />}
      <Worth />
    </Console>
  );
}

function Spans({ days }: Pick<Props, "days">) {
  return (
    <div class="inline-form" role="group" aria-label="Challenges of the last days">
      {each(SPANS, (span) => (
        <a
          class="button quiet small"
          href={`/console/challenges?days=${span}`}
          aria-current={span === days ? "true" : undefined}
        >
          {span} days
        </a>
      ))}
    </div>
  );
}

function Figures({ all, countries, devices }: Props["figures"]) {
  return (
    <>
      <div class="cards four">
        <Stat label="Shown" note="pages that were opened">{thousands(all.shown)}</Stat>
        <Stat label="Passed" note={percent(all.passed, all.shown)}>{thousands(all.passed)}</Stat>
        <Stat label="Abandoned" note={`${percent(all.abandoned, all.shown)}: the harm to honest people`}>
          {thousands(all.abandoned)}
        </Stat>
        <Stat label="Median time" note="from the first look until it was passed">
          {seconds(all.medianSeconds)}
        </Stat>
      </div>
      <p class="muted">
        Passed by a puzzle: {thousands(all.kinds.altcha)}; by a wait: {thousands(all.kinds.wait)};{" "}
        by a code sent by e-mail: {thousands(all.kinds.code)}.{" "}
        {all.wrong === 0 ? "" : `With a wrong answer before: ${thousands(all.wrong)}. `}
        Those of the last hour may be passed yet.
      </p>
      <h2>By country</h2>
      <Table caption="Challenges by country" columns={columns("Country", countryName)} rows={countries} />
      <h2>By class of device</h2>
      <Table caption="Challenges by class of device" columns={columns("Device", deviceName)} rows={devices} />
    </>
  );
}

type Row = readonly [name: string, counts: ChallengeCounts];

function columns(name: string, words: (name: string) => string): readonly Column<Row>[] {
  return [
    { name, cell: ([of]) => words(of) },
    { name: "Shown", right: true, cell: ([, { shown }]) => thousands(shown) },
    { name: "Passed", right: true, cell: ([, { passed }]) => thousands(passed) },
    {
      name: "Abandoned",
      right: true,
      cell: ([, { abandoned, shown }]) => `${thousands(abandoned)} (${percent(abandoned, shown)})`,
    },
    { name: "Median time", right: true, cell: ([, { medianSeconds }]) => seconds(medianSeconds) },
  ];
}

function countryName(code: string): string {
  if (code === "--") return "Unknown";
  const name = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }).of(code);
  return name === undefined ? code : `${name} (${code})`;
}

function deviceName(device: string): string {
  return device === "mobile" ? "Phone or tablet" : device === "desktop" ? "Computer" : "Other or unknown";
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((part / whole) * 100)} %`;
}

function seconds(median: number | null): string {
  return median === null ? "–" : `${median} s`;
}

function Worth() {
  return (
    <section class="card">
      <h2 id="worth">What a challenge is worth</h2>
      <p>
        A puzzle slows a flood and filters programs without a browser. It never prices out fraud: what costs a
        visitor one second costs an attacker 50 to 200 milliseconds of one thread, and even a whole second of
        a core costs less than 0.00001 dollars. So a passed challenge turns a review into an allow, never a
        block, and is no trust for tomorrow.
      </p>
      <p>
        A code sent by e-mail proves the mailbox. Who abandons a challenge may be an honest person with a slow
        phone: where a country or a class of device abandons far more often than the others, the challenge is
        too hard for them. <a href="/docs/challenges">How challenges work</a>
      </p>
    </section>
  );
}
