/** `feeds status` and `feeds refresh [NAME]`: work on the feeds' folder, with or without a running server. */
import { FEEDS, feedUrl, findFeed } from "../../feeds/catalog/catalog.ts";
import type { Feed } from "../../feeds/catalog/feed.ts";
import { FeedStore } from "../../feeds/refresh/feed_store.ts";
import { FeedWorkerClient } from "../../feeds/worker/worker_client.ts";
import type { FeedOptions } from "../../feeds/library.ts";
import { FeedRefresher, type RefreshOutcome } from "../../feeds/refresh/refresh.ts";
import { feedStatus } from "../../feeds/refresh/stale.ts";
import { sourcesReport } from "../../service/feed_report.ts";
import { HttpClient } from "../../net/http/http_client.ts";
import { feedOptions, openDns } from "../../app/sources.ts";
import type { CommandContext } from "../context.ts";
import { type CommandOutput, terminal } from "../output.ts";
import { readArgs, UsageError } from "../usage.ts";
import { RefreshProgress } from "./feeds_progress.ts";
import { statusTable } from "./feeds_table.ts";

export async function feedsCommand(
  args: readonly string[],
  { config, warn }: CommandContext,
): Promise<number> {
  const [action, ...rest] = args;
  const { values, positionals } = readArgs(rest, { json: { type: "boolean", default: false } }, true);
  const [name, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`usage: feeds ${action} [NAME]`);
  const { dns, clientOptions } = await openDns(config, Date.now);
  const http = new HttpClient(clientOptions);
  try {
    const options = feedOptions(config, http, Date.now, warn);
    if (action === "status" && name === undefined) return await feedsStatus(options, values, terminal());
    if (action === "refresh") {
      return await feedsRefresh(options, name === undefined ? {} : { name }, terminal());
    }
    throw new UsageError("usage: feeds status | refresh [NAME]");
  } finally {
    await http.close();
    await dns.close();
  }
}

/** Returns the exit code, always 0. */
export async function feedsStatus(
  options: FeedOptions,
  { json = false }: { readonly json?: boolean },
  out: CommandOutput,
): Promise<number> {
  const store = new FeedStore(options.dir, options.bundled);
  const feeds = options.feeds ?? FEEDS;
  const statuses = await Promise.all(feeds.map(async (feed) => {
    const url = feedUrl(feed, options.mirror);
    const status = feedStatus(feed, await store.state(feed), options.now(), url);
    return options.offline || !options.refresh ? { ...status, nextAt: null } : status;
  }));
  if (json) out.write(`${JSON.stringify({ sources: sourcesReport(statuses) }, null, 2)}\n`);
  else out.write(statusTable(statuses, options.now(), out.terminal ? out.columns : null));
  return 0;
}

/**
 * Returns the exit code: 0; 1 when the named feed failed, or when none could be fetched; 2 for an unknown name.
 * A file that the mirror does not have is not a failure.
 */
export async function feedsRefresh(
  options: FeedOptions,
  { name }: { readonly name?: string },
  out: CommandOutput,
): Promise<number> {
  const feeds = options.feeds ?? FEEDS;
  const named = name === undefined ? undefined : findFeed(name, feeds);
  if (name !== undefined && named === undefined) {
    out.warn(`There is no feed "${name}". The feeds are: ${feeds.map((feed) => feed.name).join(", ")}\n`);
    return 2;
  }
  if (options.offline) {
    out.warn("Nothing was fetched: WINNOW_OFFLINE is on\n");
    return 1;
  }
  const outcomes = await refreshAll(options, named === undefined ? feeds : [named], out);
  const failed = outcomes.filter(({ result }) => result === "failed" || result === "refused");
  const fetched = outcomes.some(({ result }) => ["updated", "unchanged", "current"].includes(result));
  return failed.length > 0 && !fetched ? 1 : 0;
}

async function refreshAll(
  options: FeedOptions,
  feeds: readonly Feed[],
  out: CommandOutput,
): Promise<RefreshOutcome[]> {
  const { http, mirror, now, random = Math.random } = options;
  const store = new FeedStore(options.dir, options.bundled);
  const worker = new FeedWorkerClient(options.log);
  const refresher = new FeedRefresher({ store, worker, http, mirror, now, random });
  const progress = new RefreshProgress(feeds, out);
  try {
    await store.prepare(feeds);
    return await refresher.refreshAll(
      feeds,
      (feed) => ({ onBytes: progress.begin(feed) }),
      (outcome) => progress.end(outcome),
    );
  } finally {
    worker.close();
    progress.close();
  }
}
