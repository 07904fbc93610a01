/** `feed_refresh_process.ts DIR MIRROR NAME`: refreshes one feed as another process would; exits 0 when it was fetched. */
import { feedsRefresh } from "../../../src/cli/feeds/feeds.ts";
import { feedOptions } from "../servers/feed_mirror.ts";

const [dir = "", mirror = "", name = ""] = Deno.args;
const quiet = { write: () => {}, warn: () => {}, terminal: false, columns: 80 };
Deno.exit(await feedsRefresh(feedOptions({ dir, mirror, now: Date.now }), { name }, quiet));
