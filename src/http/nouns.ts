/** What the nouns of the service offer: their endpoints and their pages. A new noun is a folder next to this file and a line in each list. */
import { accountEndpoints } from "./account/api.ts";
import { audit } from "./account/audit_api.ts";
import { alertEndpoints } from "./alerts/api.ts";
import { alertPages } from "./alerts/console.ts";
import { auditPages } from "./account/audit_console.ts";
import { keyPages } from "./account/keys_console.ts";
import { settingsEndpoints } from "./account/settings_api.ts";
import { settingsPages } from "./account/settings_console.ts";
import { thresholdPages } from "./account/thresholds_console.ts";
import { agentEndpoints } from "./agents/api.ts";
import { agentPages } from "./agents/console.ts";
import { appealEndpoints } from "./appeals/api.ts";
import { appealPages } from "./appeals/console.ts";
import { challengeEndpoints } from "./challenge/api.ts";
import { campaignEndpoints } from "./campaigns/api.ts";
import { campaignPages } from "./campaigns/console.ts";
import { challengePages } from "./challenge/console.ts";
import { labelPages } from "./cases/console/labels.ts";
import { ringPages } from "./cases/console/rings.ts";
import { scorePages } from "./cases/console/scores.ts";
import { valuePages } from "./cases/console/values.ts";
import { ringEndpoints } from "./cases/rings_api.ts";
import { facets, search } from "./cases/search_api.ts";
import { value } from "./cases/value_api.ts";
import { backtestPages } from "./console/backtest.ts";
import { homePages } from "./console/console.ts";
import type { ConsolePages } from "./console/pages.ts";
import { sourcePages } from "./console/sources.ts";
import { decisionEndpoints } from "./decisions/api.ts";
import { decisionPages } from "./decisions/console.ts";
import type { Endpoint } from "./endpoint.ts";
import { outcomePages } from "./feedback/console.ts";
import { labelImport, labelImportUndo } from "./feedback/import_api.ts";
import { outcome } from "./feedback/outcome_api.ts";
import { report, withdrawal } from "./feedback/report_api.ts";
import { outcomeSummary } from "./feedback/summary_api.ts";
import { guardEndpoints } from "./guard/api.ts";
import { guardPages } from "./guard/console.ts";
import { hookEndpoints } from "./hooks/api.ts";
import { hookPages } from "./hooks/console.ts";
import { loginEndpoints } from "./login/api.ts";
import { sources } from "./operations/sources_api.ts";
import { peopleEndpoints } from "./people/api.ts";
import { myAccountPages } from "./people/account_console.ts";
import { peoplePages } from "./people/console.ts";
import { reportEndpoints } from "./report/api.ts";
import { privacyPages } from "./privacy/console.ts";
import { reportPages } from "./report/console.ts";
import { reviewEndpoints } from "./reviews/api.ts";
import { reviewPages } from "./reviews/console.ts";
import { privacyEndpoints } from "./privacy/api.ts";
import { ruleEndpoints } from "./rules/api.ts";
import { rulePages } from "./rules/console.ts";
import { scoreEndpoints } from "./score/api.ts";
import { batch } from "./score/batch_api.ts";
import { emailNonce } from "./score/email_token_api.ts";
import { webhookEndpoints } from "./webhooks/api.ts";
import { webhookPages } from "./webhooks/console.ts";

/** Every authenticated endpoint, in the order of the document. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...scoreEndpoints,
  emailNonce,
  batch,
  ...loginEndpoints,
  report,
  withdrawal,
  outcome,
  labelImport,
  labelImportUndo,
  ...agentEndpoints,
  ...decisionEndpoints,
  ...ruleEndpoints,
  ...accountEndpoints,
  search,
  facets,
  value,
  ...ringEndpoints,
  ...campaignEndpoints,
  ...reviewEndpoints,
  ...appealEndpoints,
  ...challengeEndpoints,
  ...settingsEndpoints,
  audit,
  ...reportEndpoints,
  ...hookEndpoints,
  outcomeSummary,
  sources,
  ...webhookEndpoints,
  ...peopleEndpoints,
  ...privacyEndpoints,
  ...alertEndpoints,
  ...guardEndpoints,
];

/** The pages of the console, in the order of its navigation. */
export const CONSOLE: readonly ConsolePages[] = [
  homePages,
  campaignPages,
  scorePages,
  reviewPages,
  labelPages,
  appealPages,
  challengePages,
  ringPages,
  valuePages,
  privacyPages,
  outcomePages,
  reportPages,
  backtestPages,
  rulePages,
  decisionPages,
  agentPages,
  guardPages,
  peoplePages,
  myAccountPages,
  keyPages,
  hookPages,
  webhookPages,
  alertPages,
  settingsPages,
  thresholdPages,
  auditPages,
  sourcePages,
];
