/** A log-in beside what is known of its user, and of what happens around it. Pure, but for the window that forgets what is old. */
import { type Familiarity, familiarityOf, type UserHistory } from "../../model/login/history.ts";
import type { LoginPlace } from "../../model/login/login.ts";
import { type Travel, travelBetween } from "../../model/login/travel.ts";
import type { LoginWindow, Surroundings } from "../../model/login/window.ts";
import { type ScoredLogin, scoreLogin } from "../../scoring/login.ts";

export interface JudgedLogin extends ScoredLogin {
  readonly familiarity: Familiarity;
  readonly travel: Travel | null;
  /** Null: what is stored could not be read in time. */
  readonly around: Surroundings | null;
}

interface Login {
  readonly user: string;
  readonly place: LoginPlace;
  /** Null: it is the user's first. */
  readonly history: UserHistory | null;
  readonly succeeded: boolean | null;
  readonly passwordLeaked: boolean | null;
  readonly at: number;
}

/** Before it is noted. @param window null: what is stored could not be read in time */
export function judgeLogin(login: Login, window: LoginWindow | null): JudgedLogin {
  const { user, place, history, at } = login;
  const familiarity = familiarityOf(history, place);
  const travel = history === null
    ? null
    : travelBetween({ country: history.lastCountry, at: history.last }, { country: place.country, at });
  const around = window?.around(user, place, at) ?? null;
  const lnRatio = history === null ? null : window?.succeeded.lnRatio(user, history, place) ?? null;
  return { ...scoreLogin({ ...login, familiarity, travel, around, lnRatio }), familiarity, travel, around };
}

/** Neither device nor network is the user's. Where neither is known nothing can be told. */
export function isStrange({ device, network }: Familiarity): boolean {
  const isNewNetwork = network === "new_network" || network === "new_country";
  return device !== "known" && (isNewNetwork || device === "new" && network === "unknown");
}
