/** What changed, at the head of the first page of the console: each figure leads to what it counts. */
import { VERDICTS } from "../../model/verdict.ts";
import type { Morning } from "../../service/site/morning.ts";
import type { SignupCounts } from "../../service/site/recent_days.ts";
import { scoresAddress } from "../cases/pages/score_query.ts";
import { each } from "../site/each.ts";
import { PageLink } from "../site/parts/page_link.tsx";
import type { View } from "../site/view.ts";
import { thousands, Time } from "../site/parts/marks.tsx";
import { countWords } from "../site/words.ts";

export function Changes({ view, morning }: { view: View; morning: Morning }) {
  const { today, before, usual, toReview, rules, feeds, dayAgo } = morning;
  const from = new Date(dayAgo).toISOString();
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" class="visually-hidden">What changed</h2>
      <SinceVisit morning={morning} />
      <ul class="changes">
        <Change
          href={scoresAddress({ from })}
          label="Sign-ups in 24 hours"
          value={thousands(sum(today))}
          note={usual === null ? "the first day" : `usual: ${thousands(Math.round(usual))}`}
          more={before === null ? "" : `, the day before: ${thousands(sum(before))}`}
        />
        {each(["review", "block"] as const, (verdict) => (
          <Change
            href={scoresAddress({ from, verdict })}
            label={VERDICT_LABELS[verdict]}
            value={thousands(today[verdict])}
            note={before === null ? "in 24 hours" : `the day before: ${thousands(before[verdict])}`}
          />
        ))}
        <Change
          href="/console/review"
          label="To review"
          value={countWords(toReview)}
          note="without a label"
        />
        {rules.length === 0 && !view.mayOpen("rules.read") ? null : (
          <Change
            href={rules.length === 0 ? "/console/rules" : "#unusual-rules"}
            label="Rules"
            value={thousands(rules.length)}
            note={rules.length === 1 ? "fires unusually" : "fire unusually"}
          />
        )}
        <Change
          href="/console/sources"
          label="Feeds"
          value={thousands(feeds.bad)}
          note={`of ${thousands(feeds.all)} stale or missing`}
        />
      </ul>
    </section>
  );
}

const VERDICT_LABELS = { review: "Reviewed", block: "Blocked" } as const;

/** @param more what a phone has no room for */
function Change(props: { href: string; label: string; value: string; note: string; more?: string }) {
  const { href, label, value, note, more = "" } = props;
  return (
    <li>
      <a href={href}>
        <span class="stat-label">{label}</span> <strong class="numbers">{value}</strong>{" "}
        <small class="muted">
          {note}
          {more === "" ? null : <span class="more">{more}</span>}
        </small>
      </a>
    </li>
  );
}

/** Campaigns that are watched, and have grown since. */
export function Grown({ morning: { grown } }: { morning: Morning }) {
  if (grown.length === 0) return null;
  return (
    <ul class="plain small grown" aria-label="Watched campaigns that have grown">
      {each(grown, ({ campaign_id, text, grown: more }) => (
        <li>
          Watched: <a href={`/console/campaigns/${campaign_id}`}>{text}</a>, {thousands(more)} more
        </li>
      ))}
    </ul>
  );
}

/** Those that were true of far more or far fewer scores than usual. */
export function UnusualRules(
  { view, morning: { rules, dayAgo } }: { view: View; morning: Morning },
) {
  if (rules.length === 0) return null;
  const from = new Date(dayAgo).toISOString();
  return (
    <section class="card" aria-labelledby="unusual-rules">
      <h2 id="unusual-rules">Rules that fire unusually</h2>
      <ul class="plain unusual">
        {each(rules, ({ id, text, hits, usual, change }) => (
          <li>
            <PageLink view={view} reads="rules.read" href={`/console/rules/${id}`}>{text}</PageLink>:{" "}
            {change === "more" ? "true of" : "only true of"}{" "}
            <a href={scoresAddress({ rule: id, from })}>{thousands(hits)} scores in 24 hours</a>; usual:{" "}
            {thousands(Math.round(usual))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function SinceVisit({ morning: { visit, sinceVisit, campaigns } }: { morning: Morning }) {
  if (visit === null || sinceVisit === null) return null;
  const from = new Date(visit).toISOString();
  const all = sum(sinceVisit);
  const found = campaigns.shown.filter(({ campaign }) => Date.parse(campaign.found_at) > visit).length;
  return (
    <p class="small muted since">
      Since the last visit (<Time at={visit} />):{" "}
      <a href={scoresAddress({ from })}>{thousands(all)} {all === 1 ? "sign-up" : "sign-ups"}</a>
      {each(["review", "block"] as const, (verdict) =>
        sinceVisit[verdict] === 0 ? null : (
          <>
            , <a href={scoresAddress({ from, verdict })}>{thousands(sinceVisit[verdict])} {WORDS[verdict]}</a>
          </>
        ))}
      {found === 0 ? null : (
        <>
          , <a href="#new-campaigns">{found} new {found === 1 ? "campaign" : "campaigns"}</a>
        </>
      )}
      .
    </p>
  );
}

const WORDS = { review: "reviewed", block: "blocked" } as const;

function sum(counts: SignupCounts): number {
  return VERDICTS.reduce((all, verdict) => all + counts[verdict], 0);
}
