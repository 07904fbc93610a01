/** What all pages share: the services, sessions, CSRF tokens and the limits of anonymous visitors. */
import { timingSafeEqual } from "node:crypto";
import { setCookie } from "hono/cookie";
import { type Action, mayDo, mayOpen, roleOf } from "../../model/access/action.ts";
import { actorOf } from "../../model/access/who.ts";
import { AppError } from "../../model/error.ts";
import type { Services } from "../../service/context.ts";
import type { Backtests } from "../../service/backtest/backtests.ts";
import type { ReviewCounts } from "../../service/cases/to_review.ts";
import type { Overviews } from "../../service/site/overview.ts";
import type { RecentCounts } from "../../service/site/recent_days.ts";
import type { RateState } from "../../service/access/rate_limit.ts";
import {
  type ConsoleSessions,
  PERSON_SESSION_MAX_MS,
  SESSION_MAX_MS,
  type SignedIn,
} from "../../service/access/sessions.ts";
import type { Person } from "../../model/access/person.ts";
import { FLOW_MS } from "../../service/oidc/flow.ts";
import type { ProviderSignIn } from "../../service/oidc/sign_in.ts";
import { type Attempt, browserText } from "../../service/people/sign_in.ts";
import type { AccountSignup } from "../../service/site/account_signup.ts";
import { visitorKey } from "../../service/site/visitor_limit.ts";
import { originFrom } from "../client_address.ts";
import type { AppContext } from "../context.ts";
import { cookie } from "../header.ts";
import type { SiteOptions } from "../site_options.ts";
import { isHttps } from "../transport_security.ts";
import type { FormAction, GuardedEntry, View } from "./view.ts";

const SESSION = "winnow_session";
/** Cookie that binds a form to the browser it was rendered for, before sign-in. */
const VISITOR = "winnow_form";
/** Between the password and the code. */
const PENDING = "winnow_sign_in";
const PENDING_SECONDS = 600;
/** Says that somebody signed in with this browser: strangers cannot use up its attempts. */
const BROWSER = "winnow_browser";
const BROWSER_SECONDS = 400 * 86_400;
/** Of a browser that is on its way to the identity provider and back. */
const FLOW = "winnow_provider";
const VISITOR_TOKEN = /^[A-Za-z0-9_-]{22}$/;

interface SiteParts {
  readonly services: Services;
  readonly options: SiteOptions;
  readonly sessions: ConsoleSessions;
  /** Null: signing in with an identity provider is not set up. */
  readonly provider: ProviderSignIn | null;
  readonly signUp: AccountSignup;
  readonly overviews: Overviews;
  readonly reviews: ReviewCounts;
  readonly recent: RecentCounts;
  readonly backtests: Backtests;
  /** The navigation of the console. */
  readonly menu: readonly GuardedEntry[];
  readonly formAction: FormAction;
}

export class Site implements SiteParts {
  readonly services: Services;
  readonly options: SiteOptions;
  readonly sessions: ConsoleSessions;
  /** Null: signing in with an identity provider is not set up. */
  readonly provider: ProviderSignIn | null;
  readonly signUp: AccountSignup;
  readonly overviews: Overviews;
  readonly reviews: ReviewCounts;
  readonly recent: RecentCounts;
  readonly backtests: Backtests;
  readonly menu: readonly GuardedEntry[];
  readonly formAction: FormAction;
  /** `__Host-`: browsers take such a cookie only over https, for this host alone, and no subdomain can set it. */
  readonly #prefix: "host" | null;

  constructor(
    {
      services,
      options,
      sessions,
      provider,
      signUp,
      overviews,
      reviews,
      recent,
      backtests,
      menu,
      formAction,
    }: SiteParts,
  ) {
    this.services = services;
    this.options = options;
    this.sessions = sessions;
    this.provider = provider;
    this.signUp = signUp;
    this.overviews = overviews;
    this.reviews = reviews;
    this.recent = recent;
    this.backtests = backtests;
    this.menu = menu;
    this.formAction = formAction;
    this.#prefix = isHttps(services.baseUrl) ? "host" : null;
  }

  async signedIn(c: AppContext): Promise<SignedIn | null> {
    return await this.sessions.find(this.#read(c, SESSION));
  }

  view(c: AppContext, signed: SignedIn | null): View {
    const caller = signed?.caller;
    const may = (action: Action) => caller !== undefined && mayDo(caller, action);
    const opens = (action: Action) => caller !== undefined && mayOpen(caller, action);
    return {
      path: c.req.path,
      origin: this.services.baseUrl ?? new URL(c.req.url).origin,
      account: caller?.account ?? null,
      who: caller === undefined ? null : actorOf(caller),
      role: caller === undefined ? null : roleOf(caller),
      may,
      maySend: (path) => {
        const action = this.formAction(path.split(/[?#]/, 1)[0]!);
        return action === null || may(action);
      },
      mayOpen: opens,
      signupOpen: this.signUp.open,
      menu: this.menu.filter(({ action }) => opens(action)),
      csrf: signed?.csrf ?? this.#visitorToken(this.#read(c, VISITOR) ?? ""),
    };
  }

  /** The view of a page with a form for an anonymous visitor: sets the cookie that the form's token belongs to. */
  visitorView(c: AppContext): View {
    const existing = this.#read(c, VISITOR);
    const value = existing !== undefined && VISITOR_TOKEN.test(existing) ? existing : this.#random(16);
    if (value !== existing) setCookie(c, VISITOR, value, this.#cookie(c));
    return { ...this.view(c, null), csrf: this.#visitorToken(value) };
  }

  /** @throws AppError forbidden when the form was not made for this browser or session */
  requireToken(c: AppContext, signed: SignedIn | null, token: string): void {
    const visitor = this.#read(c, VISITOR);
    const expected = signed !== null
      ? signed.csrf
      : visitor !== undefined && VISITOR_TOKEN.test(visitor)
      ? this.#visitorToken(visitor)
      : null;
    if (expected === null || !sameText(expected, token)) {
      throw new AppError(
        "forbidden",
        "This form has expired, or your browser blocks cookies for this page. Nothing was changed. Please reload the page.",
      );
    }
  }

  keepSession(c: AppContext, token: string): void {
    setCookie(c, SESSION, token, { ...this.#cookie(c), maxAge: SESSION_MAX_MS / 1000 });
  }

  /** As `keepSession`, of a person. */
  keepPerson(c: AppContext, token: string, person: Person): void {
    setCookie(c, SESSION, token, { ...this.#cookie(c), maxAge: PERSON_SESSION_MAX_MS / 1000 });
    const browser = browserText(this.services, person, this.#read(c, BROWSER));
    setCookie(c, BROWSER, browser, { ...this.#cookie(c), maxAge: BROWSER_SECONDS });
  }

  keepPending(c: AppContext, text: string): void {
    setCookie(c, PENDING, text, { ...this.#cookie(c), maxAge: PENDING_SECONDS });
  }

  pending(c: AppContext): string | undefined {
    return this.#read(c, PENDING);
  }

  dropPending(c: AppContext): void {
    setCookie(c, PENDING, "", { ...this.#cookie(c), maxAge: 0 });
  }

  /** Where somebody tries to sign in from. */
  attempt(c: AppContext): Attempt {
    return {
      network: this.#visitor(c, "sign-in"),
      browser: this.#read(c, BROWSER),
      from: originFrom(c, "console"),
    };
  }

  dropSession(c: AppContext): void {
    const { prefix: _, ...plain } = this.#cookie(c);
    setCookie(c, SESSION, "", { ...this.#cookie(c), maxAge: 0 });
    // Its name before the public address was https: no longer read, and removed here.
    if (this.#prefix !== null) setCookie(c, SESSION, "", { ...plain, maxAge: 0 });
  }

  /** Lax: the browser sends it when it comes back from the provider. */
  keepFlow(c: AppContext, sealed: string): void {
    setCookie(c, FLOW, sealed, { ...this.#cookie(c), sameSite: "Lax", maxAge: FLOW_MS / 1000 });
  }

  /** It is good for one try. */
  takeFlow(c: AppContext): string | undefined {
    const sealed = this.#read(c, FLOW);
    if (sealed !== undefined) setCookie(c, FLOW, "", { ...this.#cookie(c), sameSite: "Lax", maxAge: 0 });
    return sealed;
  }

  /** Counts one use of an action that is limited per hour and network. @throws AppError rate_limited */
  limit(c: AppContext, action: string, perHour: number): Promise<void> {
    return this.#take(this.#visitor(c, action), perHour);
  }

  /** As `limit`; false, with the header of the answer, beyond it. */
  async isWithin(c: AppContext, action: string, perHour: number): Promise<boolean> {
    try {
      await this.limit(c, action, perHour);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      c.header("retry-after", String(error.extra.retryAfter ?? 3600));
      return false;
    }
  }

  /**
   * Does an action whose failures are limited per hour and network; successes do not count.
   * @throws AppError rate_limited, for a failure beyond the limit too; otherwise what the action throws
   */
  async limitFailures<T>(
    c: AppContext,
    action: string,
    perHour: number,
    work: () => Promise<T>,
  ): Promise<T> {
    const key = this.#visitor(c, action);
    const { pageLimiter, now } = this.services;
    requireAllowed(pageLimiter.peek(key, perHour, now()));
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) await this.#take(key, perHour);
      throw error;
    }
  }

  /** Counts one use of an action that is limited per hour over all visitors. @throws AppError rate_limited */
  limitAll(action: string, perHour: number): Promise<void> {
    return this.#take(`${action} by all`, perHour);
  }

  async #take(key: string, perHour: number): Promise<void> {
    const { pageLimiter, now } = this.services;
    requireAllowed(await pageLimiter.take(key, perHour, now()));
  }

  #visitor(c: AppContext, action: string): string {
    return visitorKey(this.services.hasher, action, this.options.clients.of(c));
  }

  #visitorToken(value: string): string {
    return this.services.hasher.hash("csrf-visitor", value);
  }

  #random(bytes: number): string {
    return this.services.randomBytes(bytes).toBase64({ alphabet: "base64url", omitPadding: true });
  }

  #cookie(c: AppContext) {
    const { baseUrl } = this.services;
    const forwarded = this.options.clients.scheme(c);
    const secure = [forwarded, baseUrl?.split(":")[0], new URL(c.req.url).protocol.slice(0, -1)].includes(
      "https",
    );
    const prefix = this.#prefix === null ? {} : { prefix: this.#prefix };
    return { path: "/", httpOnly: true, sameSite: "Strict", secure, ...prefix } as const;
  }

  #read(c: AppContext, name: string): string | undefined {
    return cookie(c, name, this.#prefix);
  }
}

function requireAllowed({ allowed, retryAfterSeconds }: RateState): void {
  if (allowed) return;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw new AppError(
    "rate_limited",
    `Too many attempts. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    { retryAfter: retryAfterSeconds },
  );
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [new TextEncoder().encode(one), new TextEncoder().encode(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
