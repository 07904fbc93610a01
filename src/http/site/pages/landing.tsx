/** `/`: what the service is, and a box to try it. */
import type { Child } from "hono/jsx";
import { SERVICE } from "../../../model/service.ts";
import { each } from "../each.ts";
import { Page } from "../layout.tsx";
import { Field } from "../parts/form.tsx";
import { Code } from "../parts/marks.tsx";
import type { View } from "../view.ts";

export interface Tried {
  readonly ip: string;
  readonly email: string;
  readonly phone: string;
}

export const TRY_EXAMPLE: Tried = {
  ip: "185.220.101.1",
  email: "someone@mailinator.com",
  phone: "+442079460123",
};

const FACTS = [
  "Answers in milliseconds where the evidence is local, and never waits longer than you allow.",
  "Runs on your own machine, also with no internet at all. No vendor sees your customers.",
  "Learns from your fraud labels, obeys your rules, and tells a proven AI agent from an impersonated one.",
];

const PROMISES: readonly (readonly [title: string, text: string])[] = [
  [
    "Every point has a name",
    "A score is made only of named, weighted findings. Each one is listed, so you can say why someone was stopped, days later too.",
  ],
  [
    "Unknown is null",
    "What could not be established is null with its reason, never false and never a guess. It does not move the score.",
  ],
  [
    "Yours to overrule",
    "Allow and block rules win over any score. Preview a rule on your last 30 days before you make it.",
  ],
];

const SCORED: readonly (readonly [name: string, text: string])[] = [
  ["IP address", "Tor, VPN, open proxy, datacenter, hijacked networks, place and operator"],
  ["E-mail", "Syntax, disposable and look-alike domains, typos, mail servers, mailbox"],
  ["Phone", "240 countries, VoIP and premium ranges, numbers nobody can have"],
  ["Domain", "Age, mail set-up, homographs, risky endings"],
  ["Device", "A fingerprint without cookies, and signs of automation"],
  ["AI agents", "HTTP Message Signatures (Web Bot Auth) and your policy about them"],
];

export function LandingPage({ view, tried, children }: { view: View; tried: Tried; children?: Child }) {
  return (
    <Page
      view={view}
      title={SERVICE.title}
      about="A self-hosted risk scoring service for sign-ups: IP, e-mail, phone, domain, device and AI agents."
    >
      <div class="wide">
        <div class="hero">
          <div>
            <h1>Know who is signing up, and why you think so.</h1>
            <p class="lead">
              {SERVICE.title}{" "}
              scores IP addresses, e-mail addresses, phone numbers, domains, devices and whole sign-ups from 0
              to 100, and shows how every point came about.
            </p>
            <div class="actions">
              {view.signupOpen && view.account === null
                ? <a class="button" href="/signup">Get a free key</a>
                : null}
              {view.account === null ? null : <a class="button" href="/console">Open the console</a>}
              <a class="button quiet" href="/docs/first-score">Read the guide</a>
            </div>
            <ul class="facts">
              {each(FACTS, (fact) => (
                <li>
                  <svg
                    viewBox="0 0 20 20"
                    fill="none"
                    stroke="currentColor"
                    stroke-width="2.2"
                    aria-hidden="true"
                  >
                    <path d="M4 10.500l4 4 8-9" stroke-linecap="round" stroke-linejoin="round" />
                  </svg>
                  <span>{fact}</span>
                </li>
              ))}
            </ul>
          </div>
          <TryBox tried={tried}>{children}</TryBox>
        </div>
        <section class="section">
          <h2>Scores a person can read</h2>
          <div class="trio">
            {each(PROMISES, ([title, text]) => (
              <div>
                <h3>{title}</h3>
                <p class="muted">{text}</p>
              </div>
            ))}
          </div>
        </section>
        <section class="section">
          <h2>What is scored</h2>
          <div class="cards">
            {each(SCORED, ([name, text]) => (
              <div class="card">
                <h3>{name}</h3>
                <p class="muted">{text}</p>
              </div>
            ))}
          </div>
        </section>
        <section class="section">
          <h2>One call</h2>
          <p class="muted">The answer says what was checked, what was found, and what is not known.</p>
          <Code
            id="landing-curl"
            text={firstCurl(view.origin, "$API_KEY")}
            run="bash"
            caption="Score a sign-up"
          />
        </section>
      </div>
    </Page>
  );
}

function TryBox({ tried, children }: { tried: Tried; children?: Child }) {
  return (
    <section class="card" aria-labelledby="try">
      <h2 id="try">Try a score</h2>
      <form method="post" action="/#try" data-answer="try-result">
        <Field name="ip" label="IP address" value={tried.ip} max={64} />
        <Field name="email" label="E-mail address" value={tried.email} max={320} />
        <Field
          name="phone"
          label="Phone number"
          type="tel"
          value={tried.phone}
          max={64}
          hint="With + and country code"
        />
        <div class="actions">
          <button type="submit">Score it</button>
          <span class="hint">Nothing you type here is kept.</span>
        </div>
      </form>
      <div id="try-result" aria-live="polite">{children}</div>
    </section>
  );
}

/** @param key the key itself, or `$API_KEY` */
export function firstCurl(origin: string, key: string): string {
  return `curl -s ${origin}/v1/score/user \\
  -H "X-Api-Key: ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"ip":"185.220.101.1","email":"someone@mailinator.com","phone":"+442079460123"}'`;
}
