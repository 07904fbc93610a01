/** `winnow simulate logins`: the scoring of log-ins on generated ones, against the aims. */
import { DAY_MS, HOUR_MS } from "../../model/duration.ts";
import { RATIO_LOGINS, type UserHistory, withLogin } from "../../model/login/history.ts";
import type { LoginAttempt, LoginPlace, Suggestion } from "../../model/login/login.ts";
import { LoginWindow } from "../../model/login/window.ts";
import { isStrange, type JudgedLogin, judgeLogin } from "../../service/login/judge_login.ts";
import { readUserAgent } from "../../signals/device/user_agent.ts";
import { type AimRow, atLeast, atMost, countAtMost, shown } from "./aims.ts";
import {
  FULL_SIZE,
  type LoginBy,
  type LoginSize,
  type SimulatedLogin,
  simulatedLogins,
  stuffing,
} from "./login_traffic.ts";

const START = Date.UTC(2026, 7, 1);
/** The attack on the whole site is at noon of the last day. */
const NOON_MS = 12 * HOUR_MS;

interface Measured {
  readonly by: LoginBy;
  readonly network: SimulatedLogin["network"];
  readonly suggest: Suggestion;
}

export function simulateLogins(seed: number, size: LoginSize = FULL_SIZE): AimRow[] {
  const site = new Site();
  const attackAt = START + (size.days - 1) * DAY_MS + NOON_MS;
  const measured: Measured[] = [];
  for (const login of simulatedLogins(seed, START, size)) {
    if (login.at >= attackAt) break;
    const { isMeasured, judged } = site.log(login);
    if (isMeasured) measured.push({ ...login, suggest: judged.suggest });
  }
  let tries = 0;
  for (const login of stuffing(seed, attackAt, size)) {
    tries++;
    if (site.seesAttack(login)) break;
  }
  const of = (...by: LoginBy[]) => measured.filter((each) => by.includes(each.by));
  const honest = of("honest");
  const mobile = honest.filter(({ network }) => network === "mobile");
  return [
    atLeast(`Naive attackers stepped up, of ${of("naive").length}`, 0.99, steppedUp(of("naive"))),
    atLeast("Through a VPN or hosting network in the victim's country", 0.9, steppedUp(of("vpn"))),
    atLeast("The same with the victim's browser", 0.5, steppedUp(of("browser"))),
    atMost(`Honest log-ins stepped up, of ${honest.length}`, 0.02, steppedUp(honest)),
    atMost(`Honest log-ins on mobile networks stepped up, of ${mobile.length}`, 0.03, steppedUp(mobile)),
    countAtMost("Tries until the stuffing of 10,000 users from 2,000 addresses is seen", 200, tries),
    shown("Honest log-ins of which the user is notified", share(honest, ["notify"])),
    shown(
      "Attackers denied, which takes more than what is new",
      share(of("naive", "vpn", "browser"), ["deny"]),
    ),
    shown("Attackers abroad on a residential line, with the victim's browser", steppedUp(of("abroad"))),
  ];
}

function steppedUp(logins: readonly Measured[]): number {
  return share(logins, ["step_up", "deny"]);
}

function share(logins: readonly Measured[], suggestions: readonly Suggestion[]): number {
  return logins.filter(({ suggest }) => suggestions.includes(suggest)).length / Math.max(1, logins.length);
}

/** What the service keeps of a site's log-ins, and how it judges the next one. */
class Site {
  readonly #window = new LoginWindow();
  readonly #histories = new Map<string, UserHistory>();
  readonly #agents = new Map<string, Pick<LoginPlace, "agent" | "browser" | "os" | "deviceClass">>();

  /** An attack on a user leaves nothing behind: each is the only one. */
  log(login: SimulatedLogin): { readonly judged: JudgedLogin; readonly isMeasured: boolean } {
    const { user, successful } = login.row;
    const history = this.#histories.get(user) ?? null;
    const place = this.#placeOf(login);
    const judged = this.#judge(login, place);
    const isMeasured = successful && history !== null && history.logins >= RATIO_LOGINS;
    if (login.by !== "honest") return { judged, isMeasured };
    this.#window.note(attemptOf(login, place, judged));
    if (successful) {
      // Whoever is asked for a second factor passes it.
      const isConfirmed = judged.suggest === "step_up" || judged.suggest === "deny";
      this.#histories.set(user, withLogin(history, place, login.at, { isConfirmed }));
    }
    return { judged, isMeasured };
  }

  /** The answer says that the site is under attack, and the event `login.attack` is sent. */
  seesAttack(login: SimulatedLogin): boolean {
    const place = this.#placeOf(login);
    const judged = this.#judge(login, place);
    this.#window.note(attemptOf(login, place, judged));
    return judged.findings.some(({ name }) => name === "site_attack") &&
      this.#window.isSiteAttacked(login.at);
  }

  #judge({ at, row: { user, successful } }: SimulatedLogin, place: LoginPlace): JudgedLogin {
    const history = this.#histories.get(user) ?? null;
    return judgeLogin(
      { user, place, history, succeeded: successful, passwordLeaked: null, at },
      this.#window,
    );
  }

  /** The data set has no device ids. Texts stand for the hashes of the service. */
  #placeOf({ network, row: { address, asn, country, userAgent } }: SimulatedLogin): LoginPlace {
    let agent = this.#agents.get(userAgent);
    if (agent === undefined) {
      const { browser, major, os, class: deviceClass } = readUserAgent(userAgent);
      agent = {
        agent: userAgent,
        browser: browser === null || major === null ? browser : `${browser} ${major}`,
        os,
        deviceClass,
      };
      this.#agents.set(userAgent, agent);
    }
    const subnet = address.slice(0, address.lastIndexOf("."));
    return { address, subnet, asn, country, network, device: null, ...agent };
  }
}

function attemptOf(
  { at, row: { user, successful } }: SimulatedLogin,
  place: LoginPlace,
  { familiarity }: JudgedLogin,
): LoginAttempt {
  return { ...place, at, user, succeeded: successful, isStrange: isStrange(familiarity) };
}
