/** What pages and unauthenticated files need of the application. */
export interface SiteOptions {
  /** WINNOW_BASE_URL, or null: taken from the request. */
  readonly baseUrl: string | null;
  readonly ready: () => Promise<{ ok: boolean; checks: Record<string, string> }>;
  readonly log: (line: string) => void;
}
