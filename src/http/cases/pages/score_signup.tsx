/** What a stored sign-up has in addition to its components: its user, who was acting, its links to others. */
import type { Child } from "hono/jsx";
import type { Linkage } from "../../../model/linkage/linkage.ts";
import type { Ring } from "../../../model/linkage/ring.ts";
import { linkedFindings, type StoredSignup } from "../../../model/records.ts";
import { Card, Link, Pairs, Time } from "../../site/parts/marks.tsx";
import { Waterfall } from "../../site/parts/waterfall.tsx";
import { RING_LINK_NAMES } from "../../site/words.ts";
import { scoresAddress } from "./score_query.ts";

/** @param ringNow the ring that the sign-up belongs to now */
export function LinksCard({ signup, ringNow }: { signup: StoredSignup; ringNow: Ring | null }) {
  const { linkage, ring, links, groups } = signup;
  const rings = [
    ["Ring at that time", ring === null ? "none" : RingWords({ ring })],
    ["Ring now", ringNow === null ? "none" : RingNow({ ring: ringNow })],
  ] as const;
  const counts = LINKAGE_NAMES.map(([field, name]) => [name, linkage[field] ?? "unknown"] as const);
  return (
    <Card id="links" title="Links to other sign-ups">
      {linkedFindings(signup).length > 0 ? <Pairs pairs={[...rings, ...counts]} /> : (
        <>
          {ringNow === null ? null : (
            <p>
              <a href={`/console/rings/${ringNow.ring_id}`}>A ring of {ringNow.size} sign-ups</a>
            </p>
          )}
          <details>
            <summary>Nothing suspicious: the counts</summary>
            <Pairs pairs={[...rings, ...counts]} />
          </details>
        </>
      )}
      {groups === undefined ? null : (
        <>
          <h3>Your labels on similar sign-ups</h3>
          <FindingsWaterfall {...groups} />
        </>
      )}
      {links.findings.length === 0 ? null : (
        <>
          <h3>{links.counted ? "Counted in the score" : "Not counted in the score"}</h3>
          <FindingsWaterfall {...links} />
          {links.counted
            ? null
            : <p class="muted small">Linkage scoring was off: links were reported only.</p>}
        </>
      )}
    </Card>
  );
}

function FindingsWaterfall({ score, findings }: Pick<StoredSignup["links"], "score" | "findings">) {
  const shown = findings.map(([, group, points, text]) => ({ group, points, text }));
  return <Waterfall parts={{ score, findings: shown, trust: [], ruled: false }} />;
}

const LINKAGE_NAMES: readonly (readonly [keyof Linkage, string])[] = [
  ["device_email_count", "E-mail addresses on this device"],
  ["email_device_count", "Devices with this e-mail address"],
  ["email_ip_count", "IP addresses with this e-mail address"],
  ["subnet_rate_1h", "Sign-ups from this network in the last hour"],
  ["domain_rate_1h", "Sign-ups with this domain in the last hour"],
  ["referral_rate_1h", "Sign-ups with this referral in the last hour"],
];

function RingNow({ ring }: { ring: Ring }) {
  return (
    <>
      <a href={`/console/rings/${ring.ring_id}`}>View the ring</a>: <RingWords ring={ring} />
    </>
  );
}

/** "15 sign-ups since 2026-11-20, by device and phone; 3 labelled fraud". */
function RingWords({ ring }: { ring: Ring }) {
  const fraud = ring.labelled_fraud === 0 ? "none" : String(ring.labelled_fraud);
  return (
    <>
      {ring.size} sign-ups since <Time at={ring.since} />, by{" "}
      {ring.via.map((link) => RING_LINK_NAMES[link]).join(", ")}; {fraud} labelled fraud
    </>
  );
}

/** Rows about who signed up, for the facts of the score. */
export function signupFacts(signup: StoredSignup): readonly (readonly [string, Child])[] {
  const { userId, actor, agent, invalid = [] } = signup;
  return [
    ...(userId === null
      ? []
      : [["User id", Link({ to: scoresAddress({ user_id: userId }), text: userId })] as const]),
    ["Actor", `${actor.type.replaceAll("_", " ")}: ${actor.detail}`],
    ...(agent === null ? [] : [["Agent", agentWords(agent)] as const]),
    ...(invalid.length === 0 ? [] : [
      ["Could not be read", invalid.map(({ field, detail }) => `${field}: ${detail}`).join("; ")] as const,
    ]),
  ];
}

/** "agent.example, not verified: signature_failed; deny by default:signature_failed". A name in a card proves nothing. */
function agentWords(agent: Readonly<Record<string, unknown>>): string {
  const text = (field: string) => typeof agent[field] === "string" ? agent[field] : null;
  const name = text("host") ?? "no host";
  const proof = agent.verified === true
    ? "verified"
    : `not verified: ${text("signature_reason") ?? "unknown"}`;
  const decision = text("decision");
  return `${name}, ${proof}${decision === null ? "" : `; ${decision} by ${text("matched") ?? "policy"}`}`;
}
