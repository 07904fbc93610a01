/** The pages: the console, the documents, signing up. */
import { type Config, settingRows } from "./settings/config.ts";
import type { ClientAddresses } from "../http/client_address.ts";
import { formActions, menuOf } from "../http/console/pages.ts";
import { CONSOLE } from "../http/nouns.ts";
import { Site } from "../http/site/site.ts";
import { CLIENTS_DIR } from "./paths.ts";
import { ConsoleSessions } from "../service/access/sessions.ts";
import type { Backtests } from "../service/backtest/backtests.ts";
import type { ProviderSignIn } from "../service/oidc/sign_in.ts";
import { ClientPackages } from "../service/clients/client_packages.ts";
import type { Services } from "../service/context.ts";
import type { Readiness } from "../service/readiness.ts";
import { AccountSignup } from "../service/site/account_signup.ts";
import type { Latencies } from "../service/site/latency.ts";
import { ReviewCounts } from "../service/cases/to_review.ts";
import { Overviews } from "../service/site/overview.ts";
import { RecentCounts } from "../service/site/recent_days.ts";

export function createSite(
  config: Config,
  services: Services,
  { latencies, clients, readiness, backtests, provider }: {
    readonly latencies: Latencies;
    readonly clients: ClientAddresses;
    readonly readiness: Readiness;
    readonly backtests: Backtests;
    readonly provider: ProviderSignIn | null;
  },
): Site {
  const { compatHourly, signup, monthlyLookups, rateLimit } = config;
  return new Site({
    services,
    options: {
      readiness,
      clientPackages: new ClientPackages(CLIENTS_DIR),
      securityContact: config.securityContact,
      metricsApart: config.metricsAddr !== null,
      compatHourly,
      clients,
      monthlyLookups,
      rateLimit,
      settings: settingRows({}),
    },
    sessions: new ConsoleSessions(services),
    provider,
    signUp: new AccountSignup(services, {
      open: signup === "open",
      monthlyLookups,
      ratePerMinute: rateLimit,
    }),
    overviews: new Overviews(services, latencies),
    reviews: new ReviewCounts(services),
    recent: new RecentCounts(services),
    backtests,
    menu: menuOf(CONSOLE),
    formAction: formActions(CONSOLE),
  });
}
