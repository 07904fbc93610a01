/** `/v1/alerts`: who is told that something needs a look. */
import { z } from "@hono/zod-openapi";
import {
  checkAlerts,
  createAlert,
  deleteAlert,
  listAlerts,
  testAlert,
  updateAlert,
} from "../../service/alerts/alert_list.ts";
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, type ValidRequest, withRequestId } from "../endpoint.ts";
import {
  alertBody,
  alertChange,
  alertDeleted,
  alertId,
  alertResult,
  alertsChecked,
  alertsResult,
  alertTested,
} from "./schema.ts";

const ALERTS = { family: "account", action: "alerts.manage", tag: "Alerts", free: true } as const;

const params = z.object({ alert_id: alertId });

const list = endpoint({
  ...ALERTS,
  method: "get",
  path: "/v1/alerts",
  summary: "List your alerts",
  description: "Oldest first. Free.",
  response: alertsResult,
  exampleParts: { alerts: [{ to: null }] },
  handler: async (request) => withRequestId(request, await listAlerts(request.services, request.caller)),
});

const create = endpoint({
  ...ALERTS,
  method: "post",
  path: "/v1/alerts",
  summary: "Create an alert",
  description:
    "Tells people, each minute that there is something, of seven kinds (`kind` of the message): `campaign` found, " +
    "`unusual` sign-ups (four times as many or as few as usual at this time, of all or of one verdict, and at least 30 an " +
    "hour; known after a week), `rule_hits`, `reviews_late`, `feed_stale` (accounts of the operator), `quota` (80 %), " +
    "`webhook_disabled`. What lasts is told once, and a kind is quiet for an hour after it spoke. Messages hold numbers " +
    "and a link, and nobody's identifier. `url` is sent `alert_id`, `id`, `kind`, `title`, `text`, `link`, `at`, `test`.",
  body: {
    schema: alertBody,
    limit: BODY_LIMIT,
    example: { kind: "slack", url: "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXX" },
  },
  errors: ["test_key_refused", "conflict"],
  response: alertResult,
  exampleParts: { to: null, rule_hits_per_hour: null },
  handler: async (request) => {
    const { c, services, caller, body } = request;
    const origin = services.baseUrl ?? new URL(c.req.url).origin;
    return withRequestId(request, await createAlert(services, caller, body, origin));
  },
});

const change = endpoint({
  ...ALERTS,
  method: "patch",
  path: "/v1/alerts/{alert_id}",
  summary: "Change an alert",
  description: "What is not given stays.",
  params,
  body: { schema: alertChange, limit: BODY_LIMIT, example: { rule_hits_per_hour: 100 } },
  errors: ["test_key_refused", "not_found", "conflict"],
  response: alertResult,
  exampleParts: { to: null },
  handler: async (request) => {
    const { services, caller, body } = request;
    return withRequestId(request, await updateAlert(services, caller, idOf(request), body));
  },
});

const remove = endpoint({
  ...ALERTS,
  method: "delete",
  path: "/v1/alerts/{alert_id}",
  summary: "Delete an alert",
  description: "With its messages that wait.",
  params,
  errors: ["test_key_refused", "not_found"],
  response: alertDeleted,
  handler: async (request) => {
    await deleteAlert(request.services, request.caller, idOf(request));
    return withRequestId(request, { deleted: 1 as const });
  },
});

const test = endpoint({
  ...ALERTS,
  method: "post",
  path: "/v1/alerts/{alert_id}/test",
  summary: "Send a test",
  description: "One message, sent now, with the `kind` `test`. Ten an hour for an account.",
  params,
  errors: ["test_key_refused", "not_found"],
  response: alertTested,
  handler: async (request) => {
    const { services, caller } = request;
    return withRequestId(request, await testAlert(services, caller, idOf(request)));
  },
});

const check = endpoint({
  ...ALERTS,
  method: "post",
  path: "/v1/alerts/check",
  summary: "Look now",
  description: "Looks at once whether there is something to tell, as happens each minute.",
  errors: ["test_key_refused"],
  response: alertsChecked,
  handler: async (request) => withRequestId(request, await checkAlerts(request.services, request.caller)),
});

function idOf({ c }: Pick<ValidRequest, "c">): string {
  return c.req.param("alert_id") ?? "";
}

export const alertEndpoints: readonly Endpoint[] = [list, create, check, change, remove, test];
