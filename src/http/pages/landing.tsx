/** `/`: what the service does, and a form to try it. */
import type { Child } from "hono/jsx";
import { SERVICE } from "../../model/service.ts";
import { curlSignup } from "../docs/curl.ts";
import { each } from "../site/each.ts";
import { Page } from "../site/layout.tsx";
import { Field } from "../site/parts/form.tsx";
import { Card, Code } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";

interface Tried {
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
  "Responds in milliseconds from local data, and never waits longer than you allow.",
  "Runs on your own machine, even without internet access. No vendor sees your customers.",
  "Learns from your fraud labels, follows your rules, and tells verified AI agents from impostors.",
];

const PROMISES: readonly (readonly [title: string, text: string])[] = [
  [
    "Every point is explained",
    "A score consists only of named, weighted signals. For 180 days you can look up which ones led to a decision.",
  ],
  [
    "Unknown is null",
    "What could not be determined is null with a reason, never false and never a guess. It does not affect the score.",
  ],
  [
    "Your rules decide",
    "Allow and block rules override any score. Preview a rule on your last 30 days before you add it.",
  ],
];

const SCORED: readonly (readonly [name: string, text: string])[] = [
  ["IP address", "Tor, VPN, open proxy, datacenter, hijacked networks, location and operator"],
  ["E-mail", "Syntax, disposable and look-alike domains, typos, mail servers, mailbox"],
  ["Phone", "240 countries, VoIP and premium ranges, impossible and fictional numbers"],
  ["Domain", "Age, mail setup, homographs, risky TLDs"],
  ["Device", "Fingerprint without cookies, signs of automation"],
  ["AI agents", "HTTP Message Signatures (Web Bot Auth) and your own policy"],
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
            <h1>Know how risky a sign-up is, and why.</h1>
            <p class="lead">
              {SERVICE.title}{" "}
              scores IP addresses, e-mail addresses, phone numbers, domains, devices and sign-ups from 0 to
              100, and explains every point.
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
          <h2>Scores you can explain</h2>
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
          <h2>One API call</h2>
          <p class="muted">The response shows what was checked, what was found, and what is unknown.</p>
          <Code
            id="landing-curl"
            text={curlSignup(view.origin)}
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
    <Card id="try" title="Try a score">
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
          <button type="submit">Score</button>
          <span class="hint">Nothing you enter here is stored.</span>
        </div>
      </form>
      <div id="try-result" aria-live="polite">{children}</div>
    </Card>
  );
}
