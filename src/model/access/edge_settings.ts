/** What an account chooses for decisions at the edge and for challenges, as `/v1/settings` has it. */
import { invalidField } from "../error.ts";

export const SWITCH = ["on", "off"] as const;
type Switch = typeof SWITCH[number];

/** How AppSec answers a review: the bouncer's own captcha, or a page of this service. */
export const APPSEC_REVIEWS = ["captcha", "challenge"] as const;
type AppsecReview = typeof APPSEC_REVIEWS[number];

/** Fields of a sign-up that a request to the site may carry; its address and agent are always known. */
export const MAPPED_FIELDS = [
  "email",
  "phone",
  "phone_country",
  "domain",
  "device_id",
  "device_token",
  "user_id",
  "referral",
  "challenge_token",
] as const;
export type MappedField = typeof MAPPED_FIELDS[number];

/** A path of the site whose requests are sign-ups. */
interface EdgePath {
  /** Compared with the path of the request, without its query. */
  readonly path: string;
  /** Names in the site's form, as `user[email]`, or in its JSON with dots, as `user.email`. */
  readonly fields: { readonly [name in MappedField]?: string | undefined };
}

/** Those of an account; what is absent was never chosen, and is off, captcha or none. */
export interface StoredEdgeSettings {
  /** Reviews are offered a challenge. */
  readonly challenges?: true;
  /** Exit nodes of Tor are a decision. */
  readonly decisionsTor?: true;
  /** Hijacked ranges (DROP) are a decision. */
  readonly decisionsDrop?: true;
  readonly appsecReview?: "challenge";
  /** Hosts, in lower case, with a port where it is not the usual one, that a visitor may be sent back to. */
  readonly edgeHosts?: readonly string[];
  readonly edgePaths?: readonly EdgePath[];
}

/** As `/v1/settings` writes them. */
export interface EdgeSettings {
  readonly challenges: Switch;
  readonly decisions_tor: Switch;
  readonly decisions_drop: Switch;
  readonly appsec_review: AppsecReview;
  readonly edge_hosts: readonly string[];
  readonly edge_paths: readonly EdgePath[];
}

/** What is absent stays as it is. */
export type EdgeSettingsChange = { readonly [name in keyof EdgeSettings]?: EdgeSettings[name] | undefined };

export const MAX_EDGE_HOSTS = 50;
export const MAX_EDGE_PATHS = 20;
export const MAX_EDGE_TEXT = 200;

export function edgeSettingsOf(stored: StoredEdgeSettings): EdgeSettings {
  const switched = (on: true | undefined): Switch => on ? "on" : "off";
  return {
    challenges: switched(stored.challenges),
    decisions_tor: switched(stored.decisionsTor),
    decisions_drop: switched(stored.decisionsDrop),
    appsec_review: stored.appsecReview ?? "captcha",
    edge_hosts: stored.edgeHosts ?? [],
    edge_paths: stored.edgePaths ?? [],
  };
}

/** The account's other fields. */
export function withoutEdgeSettings<Stored extends StoredEdgeSettings>(
  stored: Stored,
): Omit<Stored, keyof StoredEdgeSettings> {
  const {
    challenges: _challenges,
    decisionsTor: _decisionsTor,
    decisionsDrop: _decisionsDrop,
    appsecReview: _appsecReview,
    edgeHosts: _edgeHosts,
    edgePaths: _edgePaths,
    ...rest
  } = stored;
  return rest;
}

export function storedEdgeSettings(
  before: StoredEdgeSettings,
  change: EdgeSettingsChange,
): StoredEdgeSettings {
  const { challenges, decisions_tor, decisions_drop, appsec_review, edge_hosts, edge_paths } = {
    ...edgeSettingsOf(before),
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
  } as EdgeSettings;
  return {
    ...(challenges === "on" ? { challenges: true } : {}),
    ...(decisions_tor === "on" ? { decisionsTor: true } : {}),
    ...(decisions_drop === "on" ? { decisionsDrop: true } : {}),
    ...(appsec_review === "challenge" ? { appsecReview: "challenge" } : {}),
    ...(edge_hosts.length > 0 ? { edgeHosts: edge_hosts } : {}),
    ...(edge_paths.length > 0 ? { edgePaths: edge_paths } : {}),
  };
}

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?$/;
const PATH = /^\/[\x21-\x7e]*$/;

/** @throws AppError invalid_value, naming the field */
export function requireEdgeSettings({ edge_hosts = [], edge_paths = [] }: EdgeSettingsChange): void {
  if (edge_hosts.length > MAX_EDGE_HOSTS) throw invalidField("/edge_hosts", `at most ${MAX_EDGE_HOSTS}`);
  for (const [at, host] of edge_hosts.entries()) {
    if (!HOST.test(host)) {
      throw invalidField(
        `/edge_hosts/${at}`,
        "must be a host name in lower case, as shop.example.com or localhost:3000",
      );
    }
    if (edge_hosts.indexOf(host) !== at) throw invalidField(`/edge_hosts/${at}`, "is listed twice");
  }
  if (edge_paths.length > MAX_EDGE_PATHS) throw invalidField("/edge_paths", `at most ${MAX_EDGE_PATHS}`);
  for (const [at, { path, fields }] of edge_paths.entries()) {
    if (!PATH.test(path) || /[?#]/.test(path) || path.length > MAX_EDGE_TEXT) {
      throw invalidField(
        `/edge_paths/${at}/path`,
        `must be a path that begins with /, without a query, of at most ${MAX_EDGE_TEXT} characters`,
      );
    }
    if (edge_paths.findIndex((other) => other.path === path) !== at) {
      throw invalidField(`/edge_paths/${at}/path`, "is listed twice");
    }
    if (Object.keys(fields).length === 0) {
      throw invalidField(`/edge_paths/${at}/fields`, `name at least one of ${MAPPED_FIELDS.join(", ")}`);
    }
  }
}

/** In words, for the audit log. */
export function edgeSettingsTexts(stored: StoredEdgeSettings): Record<string, string> {
  const { edge_hosts, edge_paths, ...words } = edgeSettingsOf(stored);
  return {
    ...words,
    edge_hosts: edge_hosts.join(" ") || "none",
    edge_paths:
      edge_paths.map(({ path, fields }) => `${path} (${Object.keys(fields).join(", ")})`).join(" ") || "none",
  };
}
