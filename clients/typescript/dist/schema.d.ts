/** Generated from the OpenAPI document by `deno task clients`. */
export interface paths {
    "/v1/score/ip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Score an IP address
         * @description Tells whether the address is an exit of a VPN, proxy or Tor or belongs to a datacenter, where it is, and what was reported about it. One lookup.
         */
        get: operations["getScoreIp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify and score an e-mail address
         * @description Checks syntax, domain, mail servers and reputation. The mailbox is asked in the background: a later request has the answer, or this one with `wait_for_mailbox`. One lookup.
         */
        get: operations["getVerifyEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lookup/phone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Validate and score a phone number
         * @description Reads the number by its numbering plan; nobody is called. A number that needs a country and has none is answered with `country_required` and not billed, any other is one lookup.
         */
        get: operations["getLookupPhone"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/score/domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Score a domain
         * @description Checks DNS, registration, imitation of other names and reputation. One lookup.
         */
        get: operations["getScoreDomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/score/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Score a sign-up by query
         * @description As the POST, for values that may appear in logs. In a query, write the + of a phone number as `%2B`. One lookup for each component checked.
         */
        get: operations["getScoreUser"];
        put?: never;
        /**
         * Score a sign-up
         * @description Scores every value that is sent, combines them into one score, and shows how the sign-up relates to earlier ones. One lookup for each component checked.
         */
        post: operations["postScoreUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/score/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Score a device fingerprint
         * @description A POST, so that the device id stays out of logs and referrers. `signals` are used for scoring and never stored.
         */
        post: operations["postScoreDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Score up to 500 values
         * @description A failed item is returned as `input` and `error`, and is not billed. More than 500 items are refused as a whole.
         */
        post: operations["postBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report confirmed fraud
         * @description One lookup for any number of values. Resend an interrupted report within 24 hours to resume it; resending a completed report counts it again, unless it has the same Idempotency-Key.
         */
        post: operations["postReport"];
        /**
         * Withdraw your reports of values
         * @description All your own reports of each value are taken back, for every account; your labels stay. The values are given in the query or in a JSON body.
         */
        delete: operations["deleteReport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Label past scores as fraud or legitimate
         * @description A fraud label counts on every value of the score until it is replaced or removed. It weighs in full on the address and device of who signed up, on what the sign-up had `verified` and on the `values` that the label names. One label, or up to 500. Free.
         */
        post: operations["postOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify/agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an agent's signature
         * @description The agent's request body is not sent to this API, so a covered Content-Digest proves the header field, not the content. `@authority` and the other derived components come from `url`: send the public URL that the agent requested.
         */
        post: operations["postVerifyAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Authorize an agent's request
         * @description Verifies the signature and applies your agent policy. The decision is kept for 180 days. The agent's request body is not sent to this API, so a covered Content-Digest proves the header field, not the content. `@authority` and the other derived components come from `url`: send the public URL that the agent requested.
         */
        post: operations["postAgentAuthorize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/decisions/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a past decision about an agent
         * @description By the request_id of an authorization or of a scored sign-up with an agent. Kept for 180 days. Free.
         */
        get: operations["getAgentDecisionsRequestId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/decisions/{request_id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the receipt of a decision about an agent
         * @description A signed statement that the agent's operator can check with `winnow verify-receipt`, or with any library for JSON Web Signatures and the keys at /.well-known/jwks.json. It says nothing about your policy. Free.
         */
        get: operations["getAgentDecisionsRequestIdReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the agent policy
         * @description Your rules for verified agents, and whether the defaults decide what no rule matches. Free.
         */
        get: operations["getAgentPolicy"];
        /**
         * Replace the agent policy
         * @description Replaces the whole policy. Rules are evaluated in order and the first match wins. With `dry_run=true` nothing is saved: the answer says what the policy would have decided in the last 30 days.
         */
        put: operations["putAgentPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rules
         * @description All rules of your account that have not expired. Free.
         */
        get: operations["getRules"];
        put?: never;
        /**
         * Create rules
         * @description An allow rule forces score 0 and verdict allow, a block rule score 100 and verdict block; block rules go first. The kind of each value is detected; what cannot be read is skipped with a reason. Free.
         */
        post: operations["postRules"];
        /**
         * Delete all rules, or those of an import
         * @description Nothing is deleted without `confirm=true`. Free.
         */
        delete: operations["deleteRules"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/{rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one rule
         * @description The rule no longer decides from the next request on. Free.
         */
        delete: operations["deleteRulesRuleId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import rules from a text or CSV file
         * @description A header may name columns `action`, `note` and `expires_at`, so that an export of the console imports back as it was. An import is undone by its `import_id`.
         */
        post: operations["postRulesImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/score/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a past decision
         * @description Every finding with its points, what was unknown and why, and your label. Kept for 180 days. Identifiers are masked. Free.
         */
        get: operations["getScoreRequestId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/score/{request_id}/note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Write a note on a past decision
         * @description Kept as long as the score, in place of an earlier note. It changes no score.
         */
        put: operations["putScoreRequestIdNote"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scores/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search stored scores
         * @description Your stored scores that fit all filters, the newest first; without filters all of them. Those of live keys, or with `mode=test` those of test keys. Values are masked. A page that looked at many scores which do not fit ends early: it may have fewer results than `limit`, and goes on by its `cursor` until that is null. With `Accept: text/csv` all matches are sent as CSV, whatever the limit.
         */
        post: operations["postScoresSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/values/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what is known about a value
         * @description Of your own stored scores, counted over the newest 500 that have the value; `truncated` tells when there are more.
         */
        get: operations["getValuesRef"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rings of sign-ups
         * @description Sign-ups of the last 30 days that share a device, a phone, an e-mail address or a pattern of addresses.
         */
        get: operations["getRings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rings/{ring_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the members of a ring
         * @description The ring as it is now. The id of a ring that was merged into an older one leads to that one: the answer has its `ring_id`.
         */
        get: operations["getRingsRingId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this month's usage
         * @description Lookups of the calendar month (UTC), and what the key of this request may do. Free.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings of your account
         * @description Whether links between sign-ups are part of your scores, and what the minFraud and GeoIP2 endpoints write for what is not known. Free.
         */
        get: operations["getSettings"];
        /**
         * Change the settings of your account
         * @description With `linkage_scoring` `score`, links between sign-ups are part of the score: a second sign-up on a device or with a phone number within the hour, membership in a ring, links to sign-ups that you labelled as fraud, bursts. With `report`, the default, they are only reported. `compat` is for vendors' clients that cannot read null: `balance` `zero` answers 0 for the balances that are not kept, `unknown` `omit` leaves out what is not known. What is not sent stays as it is.
         */
        put: operations["putSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/hooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your hooks
         * @description Oldest first, without their secrets, with how each was used.
         */
        get: operations["getHooks"];
        put?: never;
        /**
         * Create a hook
         * @description The response has the address that the sender posts to, and the secret, which is shown once. An account can have 10 hooks; one more is a 409.
         */
        post: operations["postHooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/hooks/{hook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a hook
         * @description Its address stops working. Events that were acknowledged are still scored.
         */
        delete: operations["deleteHooksHookId"];
        options?: never;
        head?: never;
        /**
         * Change a hook
         * @description What is not given stays as it is; `pointers` and `types` are replaced as a whole. A replaced secret is accepted beside the new one for 24 hours.
         */
        patch: operations["patchHooksHookId"];
        trace?: never;
    };
    "/v1/outcomes/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the accuracy of your scores, by your labels
         * @description Confusion matrix, precision, false positives, calibration and the predictive value of each finding, overall and by component, and what another strictness would have changed. Free.
         */
        get: operations["getOutcomesSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List data sources with their entries and age
         * @description A fact that a missing source would tell is null in scores. Free.
         */
        get: operations["getSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your webhooks
         * @description Oldest first, without their secrets. `sending` is false where the service may not reach others. Free.
         */
        get: operations["getWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Events are sent as signed POST requests (Standard Webhooks), tried again for 24 hours, in order while the receiver answers with 2xx. The `secret` is shown once. One webhook for each URL: a second one is a 409.
         */
        post: operations["postWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description With its deliveries, also those that wait.
         */
        delete: operations["deleteWebhooksWebhookId"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description What is not given stays. A webhook that the service disabled is sent to again with `enabled` true.
         */
        patch: operations["patchWebhooksWebhookId"];
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description For 24 hours each message has two signatures, by the new and by the replaced secret. A fourth replacement within 24 hours is a 429.
         */
        post: operations["postWebhooksWebhookIdRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description Newest first: those that wait, and those that ended in the last three days. Free.
         */
        get: operations["getWebhooksWebhookIdDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an ended delivery again
         * @description As a new delivery with the same message and `webhook-id`.
         */
        post: operations["postWebhooksWebhookIdDeliveriesDeliveryIdResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/maxmind/minfraud/v2.0/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * minFraud insights
         * @description Scores a sign-up from a minFraud request and answers as minFraud insights does. Also served without the prefix, for clients that only take a host.
         */
        post: operations["compatFraudInsights"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/maxmind/minfraud/v2.0/score": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * minFraud score
         * @description Scores a sign-up from a minFraud request and answers as minFraud score does. Also served without the prefix, for clients that only take a host.
         */
        post: operations["compatFraudScore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/maxmind/minfraud/v2.0/transactions/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Label a past score, a transaction or an IP address
         * @description A minFraud transaction report, recorded as your label or report. Also served without the prefix, for clients that only take a host.
         */
        post: operations["compatReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/maxmind/geoip/v2.1/country/{ip}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * GeoIP2 country
         * @description Scores an IP address and answers as GeoIP2 country does. Also served without the prefix, for clients that only take a host.
         */
        get: operations["compatGeoCountry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/maxmind/geoip/v2.1/city/{ip}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * GeoIP2 city
         * @description Scores an IP address and answers as GeoIP2 city does. Also served without the prefix, for clients that only take a host.
         */
        get: operations["compatGeoCity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compat/maxmind/geoip/v2.1/insights/{ip}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * GeoIP2 insights
         * @description Scores an IP address and answers as GeoIP2 insights does. Also served without the prefix, for clients that only take a host.
         */
        get: operations["compatGeoInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "signup.scored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A sign-up was scored
         * @description A sign-up was scored. Signed by the webhook's secret (Standard Webhooks); verify it before you use it.
         */
        post: operations["eventSignupScored"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "verdict.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * More is known of a recent sign-up, and its verdict would now be another
         * @description More is known of a recent sign-up, and its verdict would now be another. Signed by the webhook's secret (Standard Webhooks); verify it before you use it.
         */
        post: operations["eventVerdictChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ring.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign-ups of a ring were labelled, and the verdicts of others in it would now be different
         * @description Sign-ups of a ring were labelled, and the verdicts of others in it would now be different. Signed by the webhook's secret (Standard Webhooks); verify it before you use it.
         */
        post: operations["eventRingChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quota.low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Most of the month's quota is used, or all of it
         * @description Most of the month's quota is used, or all of it. Signed by the webhook's secret (Standard Webhooks); verify it before you use it.
         */
        post: operations["eventQuotaLow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "feed.stale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A feed was not confirmed for too long
         * @description A feed was not confirmed for too long. Signed by the webhook's secret (Standard Webhooks); verify it before you use it.
         */
        post: operations["eventFeedStale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A sign-up was scored */
        SignupScoredEvent: {
            /**
             * @description The event
             * @enum {string}
             */
            type: "signup.scored";
            /**
             * Format: date-time
             * @description When it happened, RFC 3339
             */
            timestamp: string;
            /** @description What happened */
            data: {
                /**
                 * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
                 * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
                 */
                request_id: string;
                /** @description Your own reference of the user; null when it was not sent */
                user_id: string | null;
                /**
                 * Format: date-time
                 * @description When the sign-up was scored, RFC 3339
                 */
                scored_at: string;
                /**
                 * @description The recommended action; branch on it, not on the score
                 * @enum {string}
                 */
                verdict: "allow" | "review" | "block";
                /**
                 * @description 0 to 100; higher is riskier
                 * @example 34
                 */
                risk_score: number;
                /** @description The main reasons, in a sentence; null where nothing stands out */
                summary: string | null;
                /**
                 * @description The findings with the largest effect, strongest first, each as `<component>: <text>`
                 * @example [
                 *       "email: disposable e-mail domain"
                 *     ]
                 */
                top_signals: string[];
                /** @description Your rule that decided, without its value; null: none did */
                rule_applied: {
                    /** @description The id of the rule */
                    id: string;
                    /**
                     * @description What the rule does with what it matches
                     * @enum {string}
                     */
                    action: "allow" | "block";
                    /**
                     * @description What the value of the rule is
                     * @enum {string}
                     */
                    kind: "ip" | "cidr" | "email" | "domain" | "phone" | "asn" | "device";
                } | null;
                /** @description The ring that the sign-up belonged to, for /v1/rings/{ring_id}; null: to none */
                ring_id: string | null;
                /**
                 * @description How the sign-up was scored
                 * @enum {string}
                 */
                via: "single" | "user" | "batch" | "compat" | "hook";
                /** @description Present when the month's quota was used up and a hook decided by local data alone: not billed, and the score is not stored */
                without_quota?: boolean;
            };
        };
        /** @description More is known of a recent sign-up, and its verdict would now be another */
        VerdictChangedEvent: {
            /**
             * @description The event
             * @enum {string}
             */
            type: "verdict.changed";
            /**
             * Format: date-time
             * @description When it happened, RFC 3339
             */
            timestamp: string;
            /** @description What happened */
            data: {
                /**
                 * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
                 * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
                 */
                request_id: string;
                /** @description Your own reference of the user; null when it was not sent */
                user_id: string | null;
                /**
                 * Format: date-time
                 * @description When the sign-up was scored, RFC 3339
                 */
                scored_at: string;
                /**
                 * @description What is known now
                 * @enum {string}
                 */
                cause: "mailbox_answered";
                /**
                 * @description The verdict that you were told last
                 * @enum {string}
                 */
                old_verdict: "allow" | "review" | "block";
                /**
                 * @description Of the stored score; null after an earlier change
                 * @example 34
                 */
                old_risk_score: number | null;
                /**
                 * @description The verdict that the sign-up would have now
                 * @enum {string}
                 */
                verdict: "allow" | "review" | "block";
                /**
                 * @description 0 to 100; higher is riskier
                 * @example 34
                 */
                risk_score: number;
            };
        };
        /** @description Sign-ups of a ring were labelled, and the verdicts of others in it would now be different */
        RingChangedEvent: {
            /**
             * @description The event
             * @enum {string}
             */
            type: "ring.changed";
            /**
             * Format: date-time
             * @description When it happened, RFC 3339
             */
            timestamp: string;
            /** @description What happened */
            data: {
                /** @description The ring, for /v1/rings/{ring_id} */
                ring_id: string;
                /** @description Sign-ups in it */
                size: number;
                /** @description Of these labelled fraud */
                labelled_fraud: number;
                /** @description Sign-ups whose verdict would now be another than you were told last */
                changed: number;
                /** @description Those sign-ups; of very many as many as a message holds. The others are in /v1/rings/{ring_id} */
                signups: {
                    /**
                     * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
                     * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
                     */
                    request_id: string;
                    /** @description Your own reference of the user; null when it was not sent */
                    user_id: string | null;
                    /**
                     * Format: date-time
                     * @description When the sign-up was scored, RFC 3339
                     */
                    scored_at: string;
                    /**
                     * @description The verdict that you were told last
                     * @enum {string}
                     */
                    old_verdict: "allow" | "review" | "block";
                    /**
                     * @description Of the stored score; null after an earlier change
                     * @example 34
                     */
                    old_risk_score: number | null;
                    /**
                     * @description The verdict that the sign-up would have now
                     * @enum {string}
                     */
                    verdict: "allow" | "review" | "block";
                    /**
                     * @description 0 to 100; higher is riskier
                     * @example 34
                     */
                    risk_score: number;
                }[];
            };
        };
        /** @description Most of the month's quota is used, or all of it */
        QuotaLowEvent: {
            /**
             * @description The event
             * @enum {string}
             */
            type: "quota.low";
            /**
             * Format: date-time
             * @description When it happened, RFC 3339
             */
            timestamp: string;
            /** @description What happened */
            data: {
                /** @description YYYY-MM, UTC */
                month: string;
                /** @description Lookups of the month so far */
                used: number;
                /** @description Lookups of a month */
                monthly_quota: number;
                /** @description The share that was passed; 80, then 100 */
                threshold_percent: number;
                /**
                 * Format: date-time
                 * @description When the next month begins, RFC 3339
                 */
                resets_at: string;
            };
        };
        /** @description A feed was not confirmed for too long */
        FeedStaleEvent: {
            /**
             * @description The event
             * @enum {string}
             */
            type: "feed.stale";
            /**
             * Format: date-time
             * @description When it happened, RFC 3339
             */
            timestamp: string;
            /** @description What happened */
            data: {
                /** @description The name of the feed, as in /v1/sources */
                feed: string;
                /** @description Seconds since it was last confirmed */
                age_seconds: number;
                /**
                 * Format: date-time
                 * @description When it was last confirmed, RFC 3339
                 */
                confirmed_at: string;
                /** @description Why the last attempt to fetch it failed; null: it did not */
                last_error: string | null;
            };
        };
        /** @description Sign-ups of the last 30 days that hang together */
        Ring: {
            /**
             * @description The id stays when rings merge: that of the older ring
             * @example ring_019a9f3c11d270008a513f2d9c0e4b17
             */
            ring_id: string;
            /**
             * @description Sign-ups, this one included
             * @example 2
             */
            size: number;
            /**
             * @description How many of them you labelled as fraud
             * @example 1
             */
            labelled_fraud: number;
            /**
             * Format: date-time
             * @description RFC 3339: when its oldest member signed up
             */
            since: string;
            /** @description What joins its members */
            via: ("device" | "phone" | "email" | "email_pattern")[];
        };
        /**
         * @description What your policy decides about an agent's request
         * @enum {string}
         */
        AgentAction: "allow" | "review" | "deny";
        /**
         * @description How the agent signs. A later version may add profiles
         * @enum {string}
         */
        AgentProfile: "web-bot-auth" | "visa-tap-browser" | "visa-tap-payer" | "mastercard-agent-pay";
        /** @description The agent of a sign-up and what your policy decides about it */
        DecidedAgent: {
            /** @description A signature was verified */
            verified: boolean;
            signature_reason: components["schemas"]["AgentReason"];
            /** @description The same as claimed_name */
            name: string | null;
            /** @description The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified */
            claimed_name: string | null;
            /** @description All that a signature proves about who sent the request: the host whose well-known directory (or configured key set) has the key, in lower case and A-labels; or the URL of the key where it is published at another place, which says nothing about the host. Null unless verified */
            host: string | null;
            /** @description As the agent's card says. Not checked */
            purpose: string | null;
            /** @description What makes the agent send requests, as its card says. Not checked */
            trigger: string | null;
            /** @description As the agent's card says. Not checked */
            rate_expectation: string | null;
            /** @description Seconds until the signature expires */
            expires_in: number | null;
            /** @description The agent publishes a card about itself */
            publishes_card: boolean;
            /**
             * @description The profile that the signature claims, verified or not; null when there is none
             * @example web-bot-auth
             */
            profile: components["schemas"]["AgentProfile"] | null;
            /** @description Where a nonce names a session that several requests share (Visa): repeats within the window. Every call counts. Null for other profiles, and when it could not be counted */
            replay: {
                /** @description How often the nonce was presented before, to any of your keys of this mode */
                seen: number;
            } | null;
            /** @description What could be checked of the objects sent as `commerce`; null when none were. The objects' own signatures are not checked: how they are serialised is published nowhere */
            commerce: {
                /**
                 * @description `verified`: nonce and key id are the signature's, and the identity token's signature, audience and time are valid. Null: there is no such object
                 * @enum {string|null}
                 */
                consumer: "verified" | "present_not_verified" | "request_not_verified" | "profile_has_no_objects" | "object_malformed" | "nonce_mismatch" | "key_mismatch" | "token_malformed" | "token_algorithm_unsupported" | "token_key_unavailable" | "token_key_unknown" | "token_signature_failed" | "token_not_yet_valid" | "token_expired" | "token_audience_mismatch" | null;
                /**
                 * @description At best `present_not_verified`. Null: there is no such object
                 * @enum {string|null}
                 */
                payment: "verified" | "present_not_verified" | "request_not_verified" | "profile_has_no_objects" | "object_malformed" | "nonce_mismatch" | "key_mismatch" | "token_malformed" | "token_algorithm_unsupported" | "token_key_unavailable" | "token_key_unknown" | "token_signature_failed" | "token_not_yet_valid" | "token_expired" | "token_audience_mismatch" | null;
            } | null;
            decision: components["schemas"]["AgentAction"];
            /**
             * @description What decided: `rule:<index>` or `default:<bucket>`
             * @example default:signature_failed
             */
            matched: string;
            /**
             * @description Why; a sentence, or the reason of your rule
             * @example created is more than 60 seconds in the future. The signature is invalid.
             */
            reason: string;
            /**
             * Format: uri
             * @description A public page that tells the agent's operator what was wrong: send it with your refusal. Null when there is nothing to refuse
             * @example https://winnow.example/agents/denied?reason=not_yet_valid&request_id=req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            help_url: string | null;
        };
        /**
         * @description The result of the verification; /docs/agents explains each. A later version may add reasons
         * @example not_yet_valid
         * @enum {string}
         */
        AgentReason: "not_web_bot_auth" | "malformed_signature" | "keyid_misspelled" | "missing_parameter" | "alg_missing" | "nonce_missing" | "unsupported_algorithm" | "not_yet_valid" | "expired" | "window_too_long" | "insufficient_coverage" | "path_not_covered" | "keyset_not_configured" | "signature_agent_missing" | "signature_agent_not_covered" | "signature_agent_invalid" | "signature_agent_blocked" | "invalid_component" | "directory_unavailable" | "directory_invalid" | "unknown_key" | "key_not_active" | "test_key" | "weak_key" | "algorithm_mismatch" | "signature_failed" | "replayed" | "verified";
        /** @description The agent of a sign-up and what your policy decided about it */
        StoredAgent: {
            /** @description A signature was verified */
            verified: boolean;
            signature_reason: components["schemas"]["AgentReason"];
            /** @description The same as claimed_name */
            name: string | null;
            /** @description The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified */
            claimed_name: string | null;
            /** @description All that a signature proves about who sent the request: the host whose well-known directory (or configured key set) has the key, in lower case and A-labels; or the URL of the key where it is published at another place, which says nothing about the host. Null unless verified */
            host: string | null;
            /** @description As the agent's card says. Not checked */
            purpose: string | null;
            /** @description What makes the agent send requests, as its card says. Not checked */
            trigger: string | null;
            /** @description As the agent's card says. Not checked */
            rate_expectation: string | null;
            /** @description Seconds until the signature expires */
            expires_in: number | null;
            /** @description The agent publishes a card about itself */
            publishes_card: boolean;
            /**
             * @description The profile that the signature claims, verified or not; null when there is none
             * @example web-bot-auth
             */
            profile: components["schemas"]["AgentProfile"] | null;
            /** @description Where a nonce names a session that several requests share (Visa): repeats within the window. Every call counts. Null for other profiles, and when it could not be counted */
            replay: {
                /** @description How often the nonce was presented before, to any of your keys of this mode */
                seen: number;
            } | null;
            /** @description What could be checked of the objects sent as `commerce`; null when none were. The objects' own signatures are not checked: how they are serialised is published nowhere */
            commerce: {
                /**
                 * @description `verified`: nonce and key id are the signature's, and the identity token's signature, audience and time are valid. Null: there is no such object
                 * @enum {string|null}
                 */
                consumer: "verified" | "present_not_verified" | "request_not_verified" | "profile_has_no_objects" | "object_malformed" | "nonce_mismatch" | "key_mismatch" | "token_malformed" | "token_algorithm_unsupported" | "token_key_unavailable" | "token_key_unknown" | "token_signature_failed" | "token_not_yet_valid" | "token_expired" | "token_audience_mismatch" | null;
                /**
                 * @description At best `present_not_verified`. Null: there is no such object
                 * @enum {string|null}
                 */
                payment: "verified" | "present_not_verified" | "request_not_verified" | "profile_has_no_objects" | "object_malformed" | "nonce_mismatch" | "key_mismatch" | "token_malformed" | "token_algorithm_unsupported" | "token_key_unavailable" | "token_key_unknown" | "token_signature_failed" | "token_not_yet_valid" | "token_expired" | "token_audience_mismatch" | null;
            } | null;
            decision: components["schemas"]["AgentAction"];
            /**
             * @description What decided: `rule:<index>` or `default:<bucket>`
             * @example default:signature_failed
             */
            matched: string;
            /**
             * @description Why; a sentence, or the reason of your rule
             * @example created is more than 60 seconds in the future. The signature is invalid.
             */
            reason: string;
        };
        /** @description What a score turned out to be */
        OutcomeLabel: {
            /**
             * @description Of the score
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description What it was; `none` removes the label, and what it had added
             * @enum {string}
             */
            outcome: "fraud" | "legit" | "none";
            /**
             * @description Values that are fraud themselves. A fraud label counts on every value of the score; it weighs in full on these, on the address and device, and on what the sign-up had `verified`
             * @example [
             *       "email"
             *     ]
             */
            values?: ("ip" | "email" | "phone" | "domain" | "device")[];
        };
        /** @description Several labels */
        OutcomeLabels: {
            /** @description The labels */
            outcomes: components["schemas"]["OutcomeLabel"][];
        };
        /** @description Several labels as a list */
        OutcomeLabelList: components["schemas"]["OutcomeListEntry"][];
        /** @description As OutcomeLabel */
        OutcomeListEntry: {
            /**
             * @description Of the score
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description What it was; `none` removes the label, and what it had added
             * @enum {string}
             */
            outcome: "fraud" | "legit" | "none";
            /**
             * @description Values that are fraud themselves. A fraud label counts on every value of the score; it weighs in full on these, on the address and device, and on what the sign-up had `verified`
             * @example [
             *       "email"
             *     ]
             */
            values?: ("ip" | "email" | "phone" | "domain" | "device")[];
        };
        /** @description The score of an IP address */
        IpResult: {
            /**
             * @description The address in canonical form
             * @example 185.220.101.1
             */
            ip: string;
            /** @description Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted */
            abuse_reports: number;
            /** @description Facts about the value. Null means unknown, never false */
            signals: {
                /** @description Exit of a commercial VPN, or of one built into a consumer platform */
                is_vpn: boolean | null;
                /** @description Open proxy */
                is_proxy: boolean | null;
                /**
                 * @description Belongs to a hosting or cloud network
                 * @example true
                 */
                is_datacenter: boolean | null;
                /** @description Tor exit node */
                is_tor: boolean | null;
                /** @description Reported or labelled as fraud in the last 30 days */
                recent_abuse: boolean | null;
                /** @description In a netblock that is listed as hijacked */
                is_hijacked_netblock: boolean | null;
            };
            /** @description Where the address is, and whose network it belongs to */
            geo: {
                /**
                 * @description ISO 3166-1 alpha-2
                 * @example DE
                 */
                country: string | null;
                /**
                 * @description Name in English
                 * @example Berlin
                 */
                city: string | null;
                /**
                 * @description Number of the autonomous system, as `AS64500`
                 * @example AS60729
                 */
                asn: string | null;
                /**
                 * @description Name of the network's owner
                 * @example Stiftung Erneuerbare Freiheit
                 */
                isp: string | null;
            };
            /** @description Name of the VPN service */
            vpn_provider: string | null;
            /** @description How likely the address is a residential or mobile proxy, by where proxies were seen lately, at even odds of a proxy and an ordinary line; null while the daily samples are not loaded */
            proxy_likelihood: number | null;
            /** @description Whether reports about the bare address concern whoever comes next */
            shared_address: {
                /** @description Many people have the address at once or in turn; null for an ordinary line */
                shared: boolean | null;
                /**
                 * @description What they share; `observed`: your own sign-ups of days before show that many people come from it. Null when it is not shared, or not known
                 * @enum {string|null}
                 */
                kind: "tor" | "proxy" | "vpn" | "relay" | "carrier_nat" | "mobile" | "carrier" | "gateway" | "education" | "library" | "resolver" | "observed" | null;
            };
            /** @description Where the claim of a hijacked netblock comes from */
            hijacked_source: string | null;
            /**
             * @description 0 to 100; higher is riskier
             * @example 34
             */
            risk_score: number;
            /**
             * @description The recommended action; branch on it, not on the score
             * @enum {string}
             */
            verdict: "allow" | "review" | "block";
            rule_applied?: components["schemas"]["RuleApplied"];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description Present when one of your rules decided the result */
        RuleApplied: {
            /** @description The id of the rule */
            id: string;
            /**
             * @description What the rule does with what it matches
             * @enum {string}
             */
            action: "allow" | "block";
            /**
             * @description What the value of the rule is
             * @enum {string}
             */
            kind: "ip" | "cidr" | "email" | "domain" | "phone" | "asn" | "device";
            /** @description What the rule matches, in canonical form */
            value: string;
            /** @description The rule was made of a `ref`: it holds a hash, and `value` is masked */
            hashed?: boolean;
        };
        /** @description RFC 9457 problem details */
        Problem: {
            /** @description URL of the page that explains the code */
            type: string;
            /** @description What the code means; a sentence */
            title: string;
            /** @description The HTTP status */
            status: number;
            /** @description What went wrong with this request; a sentence */
            detail: string;
            code: components["schemas"]["ErrorCode"];
            /**
             * @description The id of this request, for the operator's log
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /** @description The places that are wrong */
            errors?: {
                /** @description JSON Pointer into the body */
                pointer?: string;
                /** @description Name of the query or path parameter */
                parameter?: string;
                /** @description What is wrong there */
                detail: string;
            }[];
        };
        /**
         * @description Why a request failed. Branch on it: titles and details may change
         * @enum {string}
         */
        ErrorCode: "invalid_value" | "invalid_json" | "body_too_large" | "header_too_long" | "url_too_long" | "body_timeout" | "unsupported_media_type" | "too_many_items" | "key_missing" | "key_invalid" | "key_revoked" | "key_expired" | "signature_invalid" | "scope_missing" | "test_key_refused" | "account_paused" | "quota_exceeded" | "rate_limited" | "idempotency_key_reused" | "idempotency_in_progress" | "conflict" | "not_found" | "method_not_allowed" | "confirmation_required" | "forbidden" | "overloaded" | "unavailable" | "internal";
        /** @description The score of an e-mail address */
        EmailResult: {
            /**
             * @description The address as scored
             * @example jane@mailinator.com
             */
            email: string;
            /**
             * @description Without tags, and without the dots that the provider ignores: equal for addresses of one mailbox
             * @example jane@mailinator.com
             */
            normalized_email: string;
            /**
             * @description Whether mail should be sent there
             * @example do_not_mail
             * @enum {string}
             */
            status: "valid" | "invalid" | "risky" | "do_not_mail";
            sub_status: components["schemas"]["EmailSubStatus"];
            /**
             * @description 0 to 100; higher means mail is likelier to arrive. Not part of risk_score
             * @example 25
             */
            deliverability_score: number;
            /** @description The address that was probably meant; null when none is near */
            did_you_mean: string | null;
            /**
             * @description The domain in lower case and A-labels
             * @example mailinator.com
             */
            domain: string;
            /** @description Days since the domain was registered */
            domain_age_days: number | null;
            /**
             * @description Name of the provider of the domain's mail servers
             * @example Mailinator
             */
            mx_provider: string | null;
            /**
             * @description Names of the domain's mail servers, most preferred first
             * @example [
             *       "mail.mailinator.com"
             *     ]
             */
            mx_records: string[];
            /** @description Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted */
            abuse_reports: number;
            /**
             * Format: date-time
             * @description RFC 3339. As times_seen: by all accounts the operator made or admitted, for other accounts by themselves; null for test keys
             * @example 2026-11-20T09:30:01.000Z
             */
            first_seen: string | null;
            /** @description Facts about the value. Null means unknown, never false */
            signals: {
                /**
                 * @description A valid address by its form
                 * @example true
                 */
                syntax_valid: boolean | null;
                /**
                 * @description The domain accepts mail
                 * @example true
                 */
                mx_found: boolean | null;
                /**
                 * @description The domain gives out throw-away addresses
                 * @example true
                 */
                is_disposable: boolean | null;
                /** @description The domain imitates another by look-alike characters */
                is_homograph: boolean | null;
                /** @description For a role such as info or billing, not a person */
                is_role_account: boolean | null;
                /** @description At a free mail provider */
                is_free_provider: boolean | null;
                /** @description The part before the @ looks machine-generated */
                is_suspicious_handle: boolean | null;
                /** @description Has a tag, as in `jane+shop@example.org` */
                is_tagged: boolean | null;
                /** @description Under a top-level domain often used for abuse */
                is_risky_tld: boolean | null;
                /** @description The domain was registered less than 30 days ago */
                is_new_domain: boolean | null;
                /** @description The domain publishes SPF */
                has_spf: boolean | null;
                /** @description The domain publishes DMARC */
                has_dmarc: boolean | null;
                /** @description The domain has a website */
                has_website: boolean | null;
                /** @description The mail server's answer about this mailbox */
                mailbox_exists: boolean | null;
                /** @description The domain accepts mail for any address */
                is_catch_all: boolean | null;
                /** @description The address has a public avatar or is in a known breach */
                has_digital_footprint: boolean | null;
                /**
                 * @description `verified`: The mail server answered. `catch_all`: The domain accepts mail for any address, so none can be verified. `pending`: It is being checked; a later request has the answer. `unsupported`: The mail server does not tell. `unavailable`: It could not be checked. `unknown`: The request's time was up before the mailbox was checked
                 * @enum {string}
                 */
                mailbox_status: "verified" | "catch_all" | "pending" | "unsupported" | "unavailable" | "unknown";
            };
            /** @description Traces of the address elsewhere. Null where no source is configured */
            digital_footprint: {
                /** @description A public avatar belongs to the address */
                has_avatar: boolean | null;
                /** @description URL of its profile */
                avatar_profile_url: string | null;
                /** @description Known breaches that contain the address */
                breach_count: number | null;
                /** @description It is in at least one */
                seen_in_breach: boolean | null;
            };
            /**
             * @description 0 to 100; higher is riskier
             * @example 34
             */
            risk_score: number;
            /**
             * @description The recommended action; branch on it, not on the score
             * @enum {string}
             */
            verdict: "allow" | "review" | "block";
            rule_applied?: components["schemas"]["RuleApplied"];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /**
         * @description The reason for `status`. A later version may add reasons
         * @example disposable
         * @enum {string}
         */
        EmailSubStatus: "failed_syntax" | "reserved_domain" | "domain_not_found" | "does_not_accept_mail" | "disposable" | "mailbox_not_found" | "mailbox_disabled" | "typo_squat" | "homograph" | "mailbox_full" | "catch_all" | "possible_typo" | "role_account" | "suspicious_handle" | "new_domain" | "temporary_failure" | "mailbox_not_verified" | "alias_address" | "verified";
        /** @description The score of a phone number */
        PhoneResult: {
            parse_status: components["schemas"]["PhoneParseStatus"];
            /**
             * @description E.164; null when it could not be read as a number
             * @example +442079460123
             */
            phone: string | null;
            /** @description Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted */
            abuse_reports: number;
            /** @description Facts about the value. Null means unknown, never false */
            signals: {
                /**
                 * @description Matches its numbering plan
                 * @example true
                 */
                syntax_valid: boolean | null;
                /**
                 * @description Its length fits its numbering plan
                 * @example true
                 */
                is_possible: boolean | null;
                /** @description In a range for VoIP; null where the plan does not show it, for example +1 */
                is_voip: boolean | null;
                /** @description Calls to it cost extra */
                is_premium_rate: boolean | null;
                /** @description Calls to it are free */
                is_toll_free: boolean | null;
                /**
                 * @description Its area code is in use
                 * @example true
                 */
                assigned_area_code: boolean | null;
                /**
                 * @description Reserved for films, books and examples
                 * @example true
                 */
                is_fictional: boolean | null;
            };
            /** @description The number in its formats */
            number: {
                /**
                 * @description As `+442079460123`
                 * @example +442079460123
                 */
                e164: string | null;
                /**
                 * @description In the national format of its country
                 * @example 020 7946 0123
                 */
                national: string | null;
                /**
                 * @description In international format
                 * @example +44 20 7946 0123
                 */
                international: string | null;
                /**
                 * @description ISO 3166-1 alpha-2; null when the number belongs to no single country
                 * @example GB
                 */
                country: string | null;
                /**
                 * @description The kind of line, by its numbering plan
                 * @example fixed_line
                 * @enum {string|null}
                 */
                line_type: "fixed_line" | "mobile" | "fixed_line_or_mobile" | "voip" | "premium_rate" | "toll_free" | "shared_cost" | "personal_number" | "pager" | "uan" | "voicemail" | null;
            };
            /**
             * @description 0 to 100; higher is riskier
             * @example 34
             */
            risk_score: number;
            /**
             * @description The recommended action; branch on it, not on the score
             * @enum {string}
             */
            verdict: "allow" | "review" | "block";
            rule_applied?: components["schemas"]["RuleApplied"];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /**
         * @description How the number was read. `country_required`: in national format without a country; `invalid`: not in an assigned range
         * @example ok
         * @enum {string}
         */
        PhoneParseStatus: "ok" | "country_required" | "invalid_country" | "too_short" | "too_long" | "not_a_number" | "invalid";
        /** @description The score of a domain */
        DomainResult: {
            /**
             * @description In lower case and A-labels
             * @example example.org
             */
            domain: string;
            /** @description Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted */
            abuse_reports: number;
            /** @description Facts about the value. Null means unknown, never false */
            signals: {
                /**
                 * @description The domain exists in DNS
                 * @example true
                 */
                resolves: boolean | null;
                /** @description It accepts mail */
                mx_found: boolean | null;
                /**
                 * @description It publishes SPF
                 * @example true
                 */
                has_spf: boolean | null;
                /**
                 * @description It publishes DMARC
                 * @example true
                 */
                has_dmarc: boolean | null;
                /** @description It gives out throw-away mail addresses */
                is_disposable: boolean | null;
                /** @description It imitates another by look-alike characters */
                is_homograph: boolean | null;
                /** @description It is a free mail provider */
                is_free_provider: boolean | null;
                /** @description Under a top-level domain often used for abuse */
                is_risky_tld: boolean | null;
                /** @description Registered less than 30 days ago */
                newly_registered: boolean | null;
            };
            /** @description From the registry, by RDAP */
            registration: {
                /**
                 * Format: date-time
                 * @description RFC 3339: when it was registered
                 * @example 1995-08-31T04:00:00.000Z
                 */
                created_at: string | null;
                /**
                 * @description Days since then
                 * @example 11404
                 */
                age_days: number | null;
                /**
                 * @description Name of the registrar
                 * @example RESERVED-Internet Assigned Numbers Authority
                 */
                registrar: string | null;
            };
            /**
             * @description 0 to 100; higher is riskier
             * @example 34
             */
            risk_score: number;
            /**
             * @description The recommended action; branch on it, not on the score
             * @enum {string}
             */
            verdict: "allow" | "review" | "block";
            rule_applied?: components["schemas"]["RuleApplied"];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description The score of a sign-up */
        SignupResult: {
            /**
             * @description 0 to 100; higher is riskier
             * @example 34
             */
            risk_score: number;
            /**
             * @description The recommended action; branch on it, not on the score
             * @enum {string}
             */
            verdict: "allow" | "review" | "block";
            /** @description One sentence for people */
            summary: string;
            /** @description Each value that was sent, as its own endpoint returns it */
            components: {
                ip?: components["schemas"]["IpResult"];
                email?: components["schemas"]["EmailResult"];
                phone?: components["schemas"]["PhoneResult"];
                domain?: components["schemas"]["DomainResult"];
                device?: components["schemas"]["DeviceResult"];
            };
            /** @description The components that are part of the score */
            components_checked: ("ip" | "email" | "phone" | "domain" | "device")[];
            /** @description With on_invalid=review: what could not be read, and why; the verdict is then at least review, unless one of your allow rules decided. Absent otherwise */
            components_invalid?: {
                /**
                 * @description As the request names it
                 * @example ip
                 */
                field: string;
                /** @description Why it cannot be read */
                detail: string;
            }[];
            /**
             * @description The findings with the largest effect, strongest first, each as `<component>: <text>`
             * @example [
             *       "email: disposable e-mail domain"
             *     ]
             */
            top_signals: string[];
            /** @description How it relates to your earlier sign-ups. Null means unknown */
            linkage: {
                /** @description E-mail addresses seen with this device */
                device_email_count: number | null;
                /**
                 * @description Devices seen with this e-mail address
                 * @example 0
                 */
                email_device_count: number | null;
                /**
                 * @description IP addresses seen with this e-mail address
                 * @example 1
                 */
                email_ip_count: number | null;
                /**
                 * @description Sign-ups of the last hour from the /24 (IPv6: /48) of this address
                 * @example 2
                 */
                subnet_rate_1h: number | null;
                /**
                 * @description Sign-ups of the last hour with this domain
                 * @example 2
                 */
                domain_rate_1h: number | null;
                /** @description Sign-ups of the last 30 days that hang together; null for one that shares nothing */
                ring: components["schemas"]["Ring"] | null;
            };
            /**
             * @description What the device_token of the request is: `expired` is one of this service that is older than a day; absent when none was sent
             * @enum {string}
             */
            device_token?: "valid" | "expired" | "invalid";
            /** @description Who seems to be acting */
            actor: {
                /**
                 * @description Who seems to be acting; there is no type `human`
                 * @example unknown
                 * @enum {string}
                 */
                type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
                /** @description True only for a verified signature: operator is then proven */
                proven: boolean;
                /**
                 * @description What the type follows from
                 * @example none
                 * @enum {string}
                 */
                basis: "signature" | "device_signals" | "none";
                /** @description The host that the agent's signature proves, never a claimed name */
                operator: string | null;
                /** @description As the agent's card says */
                trigger: string | null;
                /**
                 * @description Why; a sentence
                 * @example No agent signature and no browser characteristics were sent, so nothing is known about who is acting.
                 */
                detail: string;
            };
            /** @description Present when the request carried an agent */
            agent?: components["schemas"]["DecidedAgent"];
            rule_applied?: components["schemas"]["RuleApplied"];
            /** @description Fields of the request that are none and were not used; absent when there are none */
            warnings?: {
                /** @description As sent */
                field: string;
                /** @description What may have been meant */
                detail: string;
            }[];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description The score of a device */
        DeviceResult: {
            /**
             * @description As sent
             * @example 9f86d081884c7d659a2feaa0c55ad015
             */
            device_id: string;
            /**
             * @description 0 to 1: how likely a program drives the browser. Not part of risk_score
             * @example 0.018
             */
            bot_probability: number | null;
            /** @description Facts about the value. Null means unknown, never false */
            signals: {
                /** @description Probably driven by a program */
                is_bot: boolean | null;
                /** @description The browser shows marks of automation */
                is_automated: boolean | null;
                /** @description The browser has no window */
                is_headless: boolean | null;
                /** @description The time zone does not match the place of the IP address */
                timezone_mismatch: boolean | null;
                /** @description Seen before. Not scored */
                repeat_device: boolean | null;
            };
            /**
             * Format: date-time
             * @description RFC 3339. As times_seen: by all accounts the operator made or admitted, for other accounts by themselves; null for test keys
             * @example 2026-11-20T09:30:01.000Z
             */
            first_seen: string | null;
            /**
             * @description How often it was scored, this time included; null for test keys
             * @example 4
             */
            times_seen: number | null;
            /** @description Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted */
            abuse_reports: number;
            /**
             * @description 0 to 100; higher is riskier
             * @example 34
             */
            risk_score: number;
            /**
             * @description The recommended action; branch on it, not on the score
             * @enum {string}
             */
            verdict: "allow" | "review" | "block";
            rule_applied?: components["schemas"]["RuleApplied"];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /**
         * @description What to do with a component that cannot be read. refuse, the default: the request is a 400. review: it is listed in components_invalid, the rest is scored, and the verdict is at least review, unless one of your allow rules decides
         * @enum {string}
         */
        OnInvalid: "refuse" | "review";
        /** @description The scores of a batch, by the type of its values */
        BatchResult: components["schemas"]["BatchIpResult"] | components["schemas"]["BatchEmailResult"] | components["schemas"]["BatchDomainResult"] | components["schemas"]["BatchPhoneResult"];
        /** @description Scores of IP addresses */
        BatchIpResult: {
            /**
             * @description As in the request (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "ip";
            /** @description Items sent */
            count: number;
            /** @description Items scored */
            succeeded: number;
            /** @description Items that could not be read */
            failed: number;
            /** @description Lookups that this request is billed; 0 for test keys */
            billable_lookups: number;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
            /** @description In the order of the items. One that failed has `error`; no other has */
            results: (components["schemas"]["BatchIpItem"] | components["schemas"]["BatchFailedItem"])[];
        };
        /** @description The result of /v1/score/ip with its input */
        BatchIpItem: components["schemas"]["IpResult"] & {
            /** @description The item as sent */
            input: string;
            /** @description What is remembered of the address was in memory */
            cached: boolean;
            /**
             * Format: date-time
             * @description RFC 3339. As times_seen: by all accounts the operator made or admitted, for other accounts by themselves; null for test keys
             * @example 2026-11-20T09:30:01.000Z
             */
            first_seen: string | null;
            /**
             * @description How often it was scored, this time included; null for test keys
             * @example 4
             */
            times_seen: number | null;
        };
        /** @description An item that could not be read. Not billed */
        BatchFailedItem: {
            /** @description The item as sent */
            input: string;
            /** @description Why it was not scored; a sentence */
            error: string;
        };
        /** @description Scores of e-mail addresses */
        BatchEmailResult: {
            /**
             * @description As in the request (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "email";
            /** @description Items sent */
            count: number;
            /** @description Items scored */
            succeeded: number;
            /** @description Items that could not be read */
            failed: number;
            /** @description Lookups that this request is billed; 0 for test keys */
            billable_lookups: number;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
            /** @description In the order of the items. One that failed has `error`; no other has */
            results: (components["schemas"]["BatchEmailItem"] | components["schemas"]["BatchFailedItem"])[];
        };
        /** @description The result of /v1/verify/email with its input */
        BatchEmailItem: components["schemas"]["EmailResult"] & {
            /** @description The item as sent */
            input: string;
        };
        /** @description Scores of domains */
        BatchDomainResult: {
            /**
             * @description As in the request (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "domain";
            /** @description Items sent */
            count: number;
            /** @description Items scored */
            succeeded: number;
            /** @description Items that could not be read */
            failed: number;
            /** @description Lookups that this request is billed; 0 for test keys */
            billable_lookups: number;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
            /** @description In the order of the items. One that failed has `error`; no other has */
            results: (components["schemas"]["BatchDomainItem"] | components["schemas"]["BatchFailedItem"])[];
        };
        /** @description The result of /v1/score/domain with its input */
        BatchDomainItem: components["schemas"]["DomainResult"] & {
            /** @description The item as sent */
            input: string;
        };
        /** @description Scores of phone numbers */
        BatchPhoneResult: {
            /**
             * @description As in the request (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "phone";
            /** @description Items sent */
            count: number;
            /** @description Items scored */
            succeeded: number;
            /** @description Items that could not be read */
            failed: number;
            /** @description Lookups that this request is billed; 0 for test keys */
            billable_lookups: number;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
            /** @description In the order of the items. One that failed has `error`; no other has */
            results: (components["schemas"]["BatchPhoneItem"] | components["schemas"]["BatchFailedItem"])[];
        };
        /** @description The result of /v1/lookup/phone with its input */
        BatchPhoneItem: components["schemas"]["PhoneResult"] & {
            /** @description The item as sent */
            input: string;
        };
        /** @description What became of each value */
        ReportResult: {
            /**
             * @description Values that were reported
             * @example 1
             */
            reported: number;
            /** @description Each of them */
            results: {
                /**
                 * @description What the values are
                 * @enum {string}
                 */
                kind: "ip" | "email" | "domain" | "phone";
                /** @description Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted */
                abuse_reports: number;
            }[];
            /**
             * @description Values that could not be read
             * @example []
             */
            skipped: {
                /** @description As sent */
                value: string;
                /** @description Why it was skipped; a sentence */
                reason: string;
            }[];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description What became of each value */
        WithdrawalResult: {
            /**
             * @description Values of which your reports were taken back
             * @example 1
             */
            withdrawn: number;
            /** @description Values that you have not reported */
            not_found: number;
            /** @description Each value that was read */
            results: {
                /**
                 * @description What the values are
                 * @enum {string}
                 */
                kind: "ip" | "email" | "domain" | "phone";
                /**
                 * @description How many of your reports were taken back
                 * @example 2
                 */
                withdrawn: number;
                /** @description Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted */
                abuse_reports: number;
            }[];
            /**
             * @description Values that could not be read
             * @example []
             */
            skipped: {
                /** @description As sent */
                value: string;
                /** @description Why it was skipped; a sentence */
                reason: string;
            }[];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description What became of each label */
        OutcomeResult: {
            /**
             * @description Labels recorded
             * @example 1
             */
            recorded: number;
            /** @description Ids of which your account has no score */
            not_found: number;
            /** @description In the order of the labels */
            results: components["schemas"]["RecordedLabel"][];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description What became of a label */
        RecordedLabel: {
            /**
             * @description As sent
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description `not_found`: your account has no such score
             * @enum {string}
             */
            status: "recorded" | "not_found";
            /**
             * @description The risk_score of the score, 0 to 100; null when it was not found
             * @example 77
             */
            our_score: number | null;
            /**
             * @description Its verdict; null when it was not found
             * @example block
             * @enum {string|null}
             */
            our_verdict: "allow" | "review" | "block" | null;
            /** @description Fraud that was allowed, or legitimate and blocked; null without a label */
            disagreement: boolean | null;
        };
        /** @description Who signed a request */
        AgentVerification: {
            /** @description A signature was verified */
            verified: boolean;
            reason: components["schemas"]["AgentReason"];
            /**
             * @description As sent; empty when missing
             * @example poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U
             */
            keyid: string;
            /** @description The same as host. Null unless verified */
            agent: string | null;
            /** @description All that a signature proves about who sent the request: the host whose well-known directory (or configured key set) has the key, in lower case and A-labels; or the URL of the key where it is published at another place, which says nothing about the host. Null unless verified */
            host: string | null;
            /** @description The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified */
            claimed_name: string | null;
            /** @description As the agent's card says. Not checked */
            purpose: string | null;
            /** @description Seconds until the signature expires */
            expires_in: number | null;
            replay_protection: components["schemas"]["ReplayProtection"];
            /** @description What the verified signature covers: components of the request (RFC 9421) and header fields. Nobody can change these afterwards. Null unless verified */
            covered: string[] | null;
            /** @description What the request has and the signature does not cover, of @method, @authority, @path, @query (or its parameters), content-digest and content-type: anybody on the way may have added or changed it. Null unless verified */
            not_covered: string[] | null;
            /**
             * @description The profile that the signature claims, verified or not; null when there is none
             * @example web-bot-auth
             */
            profile: components["schemas"]["AgentProfile"] | null;
            /** @description Where a nonce names a session that several requests share (Visa): repeats within the window. Every call counts. Null for other profiles, and when it could not be counted */
            replay: {
                /** @description How often the nonce was presented before, to any of your keys of this mode */
                seen: number;
            } | null;
            /** @description What could be checked of the objects sent as `commerce`; null when none were. The objects' own signatures are not checked: how they are serialised is published nowhere */
            commerce: {
                /**
                 * @description `verified`: nonce and key id are the signature's, and the identity token's signature, audience and time are valid. Null: there is no such object
                 * @enum {string|null}
                 */
                consumer: "verified" | "present_not_verified" | "request_not_verified" | "profile_has_no_objects" | "object_malformed" | "nonce_mismatch" | "key_mismatch" | "token_malformed" | "token_algorithm_unsupported" | "token_key_unavailable" | "token_key_unknown" | "token_signature_failed" | "token_not_yet_valid" | "token_expired" | "token_audience_mismatch" | null;
                /**
                 * @description At best `present_not_verified`. Null: there is no such object
                 * @enum {string|null}
                 */
                payment: "verified" | "present_not_verified" | "request_not_verified" | "profile_has_no_objects" | "object_malformed" | "nonce_mismatch" | "key_mismatch" | "token_malformed" | "token_algorithm_unsupported" | "token_key_unavailable" | "token_key_unknown" | "token_signature_failed" | "token_not_yet_valid" | "token_expired" | "token_audience_mismatch" | null;
            } | null;
            /**
             * Format: uri
             * @description A public page that tells the agent's operator what was wrong: send it with your refusal. Null when there is nothing to refuse
             * @example https://winnow.example/agents/denied?reason=not_yet_valid&request_id=req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            help_url: string | null;
            /**
             * Format: uri
             * @description The page that explains the result
             * @example https://winnow.example/docs/agents#not_yet_valid
             */
            docs: string;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /**
         * @description `nonce`: each signature is accepted once. `signature-window`: until it expires
         * @enum {string}
         */
        ReplayProtection: "signature-window" | "nonce";
        /** @description The inbound request as received, with its signature headers */
        AgentRequest: {
            /** @description HTTP method; GET when not given */
            method?: string | null;
            /** @description The public URL that the agent requested */
            url: string;
            /** @description The headers of the request by name */
            headers: {
                [key: string]: string | readonly string[] | undefined;
            };
            /** @description What the agent sent about its user and the payment. Checked against the signature, not stored, not scored */
            commerce?: {
                /** @description The `agenticConsumer` object of the agent's request, as received */
                consumer?: {
                    [key: string]: unknown;
                } | null;
                /** @description The `agenticPaymentContainer` object of the agent's request, as received */
                payment?: {
                    [key: string]: unknown;
                } | null;
            } | null;
        };
        /** @description What your agent policy decides about a request */
        AgentAuthorization: {
            /** @example deny */
            decision: components["schemas"]["AgentAction"];
            /**
             * @description What decided: `rule:<index>`, or `default:` and one of verified, payer, not_web_bot_auth, unverifiable, signature_failed, none
             * @example default:signature_failed
             */
            matched: string;
            /**
             * @description Why; a sentence, or the reason of your rule
             * @example created is more than 60 seconds in the future. The signature is invalid.
             */
            reason: string;
            agent: components["schemas"]["AgentBlock"];
            /** @description Requests of this agent to your account, including this one */
            requests_last_hour: number | null;
            /** @description JSON Web Signature (EdDSA, typ `agent-receipt+jwt`) with iss, iat, jti (the request_id), decision, reason (the signature's), profile, host, request_digest and mode. Its key is at /.well-known/jwks.json */
            receipt?: string;
            /**
             * Format: uri
             * @description A public page that tells the agent's operator what was wrong: send it with your refusal. Null when there is nothing to refuse
             * @example https://winnow.example/agents/denied?reason=not_yet_valid&request_id=req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            help_url: string | null;
            /**
             * Format: uri
             * @description The page that explains the result
             * @example https://winnow.example/docs/agents#not_yet_valid
             */
            docs: string;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description name, claimed_name, purpose, trigger and rate_expectation are claims of the agent's card */
        AgentBlock: {
            /** @description A signature was verified */
            verified: boolean;
            signature_reason: components["schemas"]["AgentReason"];
            /** @description The same as claimed_name */
            name: string | null;
            /** @description The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified */
            claimed_name: string | null;
            /** @description All that a signature proves about who sent the request: the host whose well-known directory (or configured key set) has the key, in lower case and A-labels; or the URL of the key where it is published at another place, which says nothing about the host. Null unless verified */
            host: string | null;
            /** @description As the agent's card says. Not checked */
            purpose: string | null;
            /** @description What makes the agent send requests, as its card says. Not checked */
            trigger: string | null;
            /** @description As the agent's card says. Not checked */
            rate_expectation: string | null;
            /** @description Seconds until the signature expires */
            expires_in: number | null;
            /** @description The agent publishes a card about itself */
            publishes_card: boolean;
            /**
             * @description The profile that the signature claims, verified or not; null when there is none
             * @example web-bot-auth
             */
            profile: components["schemas"]["AgentProfile"] | null;
            /** @description Where a nonce names a session that several requests share (Visa): repeats within the window. Every call counts. Null for other profiles, and when it could not be counted */
            replay: {
                /** @description How often the nonce was presented before, to any of your keys of this mode */
                seen: number;
            } | null;
            /** @description What could be checked of the objects sent as `commerce`; null when none were. The objects' own signatures are not checked: how they are serialised is published nowhere */
            commerce: {
                /**
                 * @description `verified`: nonce and key id are the signature's, and the identity token's signature, audience and time are valid. Null: there is no such object
                 * @enum {string|null}
                 */
                consumer: "verified" | "present_not_verified" | "request_not_verified" | "profile_has_no_objects" | "object_malformed" | "nonce_mismatch" | "key_mismatch" | "token_malformed" | "token_algorithm_unsupported" | "token_key_unavailable" | "token_key_unknown" | "token_signature_failed" | "token_not_yet_valid" | "token_expired" | "token_audience_mismatch" | null;
                /**
                 * @description At best `present_not_verified`. Null: there is no such object
                 * @enum {string|null}
                 */
                payment: "verified" | "present_not_verified" | "request_not_verified" | "profile_has_no_objects" | "object_malformed" | "nonce_mismatch" | "key_mismatch" | "token_malformed" | "token_algorithm_unsupported" | "token_key_unavailable" | "token_key_unknown" | "token_signature_failed" | "token_not_yet_valid" | "token_expired" | "token_audience_mismatch" | null;
            } | null;
        };
        /** @description The inbound request as received, with its signature headers */
        AgentAuthorizeRequest: {
            /** @description HTTP method; GET when not given */
            method?: string | null;
            /** @description The public URL that the agent requested */
            url: string;
            /** @description The headers of the request by name */
            headers: {
                [key: string]: string | readonly string[] | undefined;
            };
            /** @description What the agent sent about its user and the payment. Checked against the signature, not stored, not scored */
            commerce?: {
                /** @description The `agenticConsumer` object of the agent's request, as received */
                consumer?: {
                    [key: string]: unknown;
                } | null;
                /** @description The `agenticPaymentContainer` object of the agent's request, as received */
                payment?: {
                    [key: string]: unknown;
                } | null;
            } | null;
            /** @description true: adds a signed receipt of the decision that you may give to the agent */
            receipt?: boolean | null;
        };
        /** @description A past decision about an agent's request */
        StoredAgentDecision: {
            /**
             * @description Of the authorization or the scored sign-up
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            decided_at: string;
            /**
             * Format: date-time
             * @description RFC 3339: when the decision is deleted
             */
            expires_at: string;
            /**
             * @description An authorization, or the agent of a sign-up
             * @enum {string}
             */
            via: "authorize" | "signup";
            /**
             * @description Test keys are never billed
             * @enum {string}
             */
            mode: "live" | "test";
            /**
             * @description HTTP method of the agent's request
             * @example GET
             */
            method: string;
            /** @example deny */
            decision: components["schemas"]["AgentAction"];
            /**
             * @description What decided: `rule:<index>`, or `default:` and one of verified, payer, not_web_bot_auth, unverifiable, signature_failed, none
             * @example default:signature_failed
             */
            matched: string;
            /**
             * @description Why; a sentence, or the reason of your rule
             * @example created is more than 60 seconds in the future. The signature is invalid.
             */
            reason: string;
            agent: components["schemas"]["AgentBlock"];
            /**
             * @description As sent, the first 200 characters; empty when missing
             * @example poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U
             */
            keyid: string;
            /**
             * @description SHA-256, base64url, of method, URL, Signature-Input, Signature and Signature-Agent, each followed by a line feed. Null when it can no longer be read
             * @example 47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU
             */
            request_digest: string | null;
            /**
             * Format: uri
             * @description A public page that tells the agent's operator what was wrong: send it with your refusal. Null when there is nothing to refuse
             * @example https://winnow.example/agents/denied?reason=not_yet_valid&request_id=req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            help_url: string | null;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description A signed statement of a decision, for the agent's operator */
        AgentReceipt: {
            /**
             * @description JSON Web Signature (EdDSA, typ `agent-receipt+jwt`) with iss, iat, jti (the request_id), decision, reason (the signature's), profile, host, request_digest and mode. Its key is at /.well-known/jwks.json
             * @example eyJhbGciOiJFZERTQSJ9.eyJkZWNpc2lvbiI6ImRlbnkifQ.AAAA
             */
            receipt: string;
            /**
             * Format: uri
             * @description Where the keys of receipts are published
             * @example https://winnow.example/.well-known/jwks.json
             */
            jwks_url: string;
            /**
             * @description Of the decision
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description Your agent policy */
        AgentPolicy: {
            /**
             * @description Evaluated in order; the first match decides
             * @example [
             *       {
             *         "host": "*.agent.example",
             *         "action": "review",
             *         "reason": "Not known yet"
             *       },
             *       {
             *         "profile": "visa-tap-payer",
             *         "repeated": true,
             *         "action": "deny",
             *         "reason": "Sign each payment separately"
             *       },
             *       {
             *         "trigger": "crawler",
             *         "methods": [
             *           "POST",
             *           "PUT",
             *           "DELETE"
             *         ],
             *         "action": "deny",
             *         "reason": "Crawlers only read"
             *       },
             *       {
             *         "trigger": "fetcher",
             *         "action": "allow",
             *         "reason": "Fetchers act for a person"
             *       }
             *     ]
             */
            rules: components["schemas"]["AgentRule"][];
            /**
             * @description False: an agent that no rule matches goes to review
             * @example true
             */
            defaults_apply_when_no_rule_matches: boolean;
            replay_protection: components["schemas"]["ReplayProtection"];
            /**
             * Format: date-time
             * @description RFC 3339; null when you never set a policy
             * @example 2026-11-20T09:30:12.000Z
             */
            updated_at: string | null;
            /**
             * Format: uri
             * @description The page that explains the result
             * @example https://winnow.example/docs/agents#not_yet_valid
             */
            docs: string;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description Applies to verified agents. Without host, profile, repeated, trigger or methods it matches all */
        AgentRule: {
            /**
             * @description The host whose well-known key directory has the key, never the name in a card. A name matches that host only; `*.` in front of a name matches every host below it at any depth, but not the name itself. Saved in lower case and in A-labels (xn--). Schemes, ports, paths and IP addresses are refused
             * @example *.agent.example
             */
            host?: string;
            /**
             * @description The https URL of a key that is not in a well-known directory (a JWK Set or a card), as the agent's Signature-Agent field has it. Compared whole
             * @example https://files.example/bot/keys.json
             */
            url?: string;
            /** @description The profile of the signature */
            profile?: components["schemas"]["AgentProfile"];
            /** @description true: the signature's nonce was presented before (`replay.seen` above 0); false: it was not. Requests without `replay` match neither */
            repeated?: boolean;
            /**
             * @description As the agent's card says. An agent whose card says none does not match
             * @example crawler
             */
            trigger?: string;
            /** @description HTTP methods, in either case */
            methods?: string[];
            /** @description What happens to a request that matches */
            action: components["schemas"]["AgentAction"];
            /** @description Your own words; returned with the decision */
            reason?: string;
        };
        /** @description The policy as saved */
        AgentPolicySaved: {
            /** @description Present in a dry run: nothing was changed */
            dry_run?: boolean;
            trial?: components["schemas"]["AgentPolicyTrial"];
            /**
             * @description Number of rules that were saved; 0 in a dry run
             * @example 4
             */
            saved: number;
            /**
             * @description Evaluated in order; the first match decides
             * @example [
             *       {
             *         "host": "*.agent.example",
             *         "action": "review",
             *         "reason": "Not known yet"
             *       },
             *       {
             *         "profile": "visa-tap-payer",
             *         "repeated": true,
             *         "action": "deny",
             *         "reason": "Sign each payment separately"
             *       },
             *       {
             *         "trigger": "crawler",
             *         "methods": [
             *           "POST",
             *           "PUT",
             *           "DELETE"
             *         ],
             *         "action": "deny",
             *         "reason": "Crawlers only read"
             *       },
             *       {
             *         "trigger": "fetcher",
             *         "action": "allow",
             *         "reason": "Fetchers act for a person"
             *       }
             *     ]
             */
            rules: components["schemas"]["AgentRule"][];
            /**
             * @description False: an agent that no rule matches goes to review
             * @example true
             */
            defaults_apply_when_no_rule_matches: boolean;
            replay_protection: components["schemas"]["ReplayProtection"];
            /**
             * Format: date-time
             * @description RFC 3339; null when you never set a policy
             * @example 2026-11-20T09:30:12.000Z
             */
            updated_at: string | null;
            /**
             * @description How the policy is applied; a sentence
             * @example Rules are evaluated in order and the first match wins; they apply to verified agents only. The defaults decide what no rule matches.
             */
            note: string;
            /**
             * Format: uri
             * @description The page that explains the result
             * @example https://winnow.example/docs/agents#not_yet_valid
             */
            docs: string;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description What the rules and defaults would have decided about the agents of your authorizations and scored sign-ups. A change of replay_protection cannot be tried */
        AgentPolicyTrial: {
            /** @description Number of decisions of the last 30 days looked at, the newest 50,000 at most; not those for test keys */
            requests_checked: number;
            /** @description Number of decisions that would be others */
            would_change: number;
            /** @description Number of those that would be allow */
            would_allow: number;
            /** @description Number of those that would be review */
            would_review: number;
            /** @description Number of those that would be deny */
            would_deny: number;
        };
        /** @description Replaces the whole policy */
        AgentPolicyInput: {
            /** @description Evaluated in order; the first match decides */
            rules: components["schemas"]["AgentRule"][];
            /**
             * @description False: an agent that no rule matches goes to review
             * @default true
             */
            defaults_apply_when_no_rule_matches?: boolean | null;
            /** @description As in the policy; `signature-window` when absent */
            replay_protection?: components["schemas"]["ReplayProtection"] | null;
        };
        /** @description Your rules */
        RuleList: {
            /**
             * @description Number of rules
             * @example 1
             */
            count: number;
            /** @description The rules */
            rules: components["schemas"]["Rule"][];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description An allow or block rule */
        Rule: {
            /**
             * @description Names the rule, for /v1/rules/{rule_id}
             * @example 9e74f7a4-09e6-43b6-a342-060218959fe0
             */
            id: string;
            /**
             * @description What the rule does with what it matches
             * @example block
             * @enum {string}
             */
            action: "allow" | "block";
            /**
             * @description What the value of the rule is
             * @example cidr
             * @enum {string}
             */
            kind: "ip" | "cidr" | "email" | "domain" | "phone" | "asn" | "device";
            /**
             * @description What the rule matches, in canonical form. A domain covers its subdomains
             * @example 203.0.113.0/24
             */
            value: string;
            /** @description The rule was made of a `ref`: it holds a hash, and `value` is masked */
            hashed?: boolean;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            created_at: string;
            /** @description Your own words */
            note?: string;
            /**
             * Format: date-time
             * @description RFC 3339: from then on the rule matches nothing
             */
            expires_at?: string | null;
            /** @description The import that made the rule */
            import_id?: string;
            /** @description Set on an unusually broad rule */
            warning?: string;
        };
        /** @description The rules that were made */
        RulesAdded: {
            /**
             * @description Rules that were made
             * @example 1
             */
            added: number;
            /** @description The rules that were made */
            rules: components["schemas"]["Rule"][];
            /** @description Values that no rule was made of */
            skipped: {
                /** @description As sent */
                value: string;
                /** @description Why it was skipped; a sentence */
                reason: string;
            }[];
            /** @description Present in a dry run: nothing was changed */
            dry_run?: boolean;
            /** @description Existing rules that the new ones meet; in a dry run */
            clashes?: {
                /** @description The value of the new rule */
                value: string;
                /**
                 * @description `swallowed_by`: the existing rule is wider, with the same action. `overridden_by`: it blocks what the new one allows. `overrides`: the new one blocks what it allows
                 * @enum {string}
                 */
                type: "swallowed_by" | "overridden_by" | "overrides";
                /** @description The existing rule */
                rule: components["schemas"]["Rule"];
                /** @description Of rules of different kinds: your newest stored scores that both match */
                scores?: number;
            }[];
            trial?: components["schemas"]["RuleTrial"];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description What the rules would have changed in your stored scores of the last 30 days */
        RuleTrial: {
            /** @description Stored scores looked at */
            scores_checked: number;
            /** @description Scores whose verdict would change */
            would_change: number;
            /** @description Scores of which that cannot be told */
            unknown: number;
            /** @description Scores that would be blocked */
            would_block: number;
            /** @description Scores that would be allowed */
            would_allow: number;
            /** @description Scores you labelled as legitimate that would be blocked */
            labelled_legit_blocked: number;
            /** @description Scores you labelled as fraud that would be allowed */
            labelled_fraud_allowed: number;
            /**
             * Format: date-time
             * @description RFC 3339: scores of this time and later were looked at
             */
            since: string;
            /** @description True: there are more scores in the last 30 days; only the newest, from `since` on, were looked at */
            capped: boolean;
        };
        /** @description How many rules were deleted */
        RulesDeleted: {
            /**
             * @description Rules that were deleted
             * @example 1
             */
            deleted: number;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description What became of each line */
        RulesImported: {
            /**
             * @description As in the query; null when it names none
             * @enum {string|null}
             */
            action: "allow" | "block" | null;
            /** @description For `DELETE /v1/rules?import=<id>&confirm=true`; null when no rule was made */
            import_id: string | null;
            /** @description Lines that became rules */
            imported: number;
            /** @description Lines of which the account has the rule already */
            duplicates: number;
            /** @description Lines that repeat an earlier line */
            duplicates_in_file: number;
            /** @description The imported rules by kind */
            by_kind: {
                /** @description Rules of this kind */
                ip?: number;
                /** @description Rules of this kind */
                cidr?: number;
                /** @description Rules of this kind */
                email?: number;
                /** @description Rules of this kind */
                domain?: number;
                /** @description Rules of this kind */
                phone?: number;
                /** @description Rules of this kind */
                asn?: number;
                /** @description Rules of this kind */
                device?: number;
            };
            /** @description Lines that no rule was made of, blank lines and headers too */
            skipped: {
                /** @description Number of the line, from 1 */
                line: number;
                /** @description The line, at most 200 characters of it */
                value: string;
                /** @description Why it was skipped; a sentence */
                reason: string;
            }[];
            /** @description Values that were read as something else than written, broad rules, and existing rules whose expiry is kept or extended */
            warnings: {
                /** @description Number of the line, from 1 */
                line: number;
                /** @description As written */
                value: string;
                /** @description What it was read as */
                read_as: string;
                /** @description Of an unusually broad rule, or of one that exists: what becomes of its expiry */
                warning?: string;
            }[];
            /** @description Present in a dry run: nothing was changed */
            dry_run?: boolean;
            /** @description Existing rules that the new ones meet; in a dry run */
            clashes?: {
                /** @description The value of the new rule */
                value: string;
                /**
                 * @description `swallowed_by`: the existing rule is wider, with the same action. `overridden_by`: it blocks what the new one allows. `overrides`: the new one blocks what it allows
                 * @enum {string}
                 */
                type: "swallowed_by" | "overridden_by" | "overrides";
                /** @description The existing rule */
                rule: components["schemas"]["Rule"];
                /** @description Of rules of different kinds: your newest stored scores that both match */
                scores?: number;
            }[];
            trial?: components["schemas"]["RuleTrial"];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description A past decision with every finding and its points, and the reason for each null */
        StoredScore: {
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description What was scored; `user` is a whole sign-up
             * @example user
             * @enum {string}
             */
            subject: "ip" | "email" | "phone" | "domain" | "device" | "user";
            /**
             * @description How the request came in
             * @example user
             * @enum {string}
             */
            via: "single" | "user" | "batch" | "compat" | "hook";
            /**
             * @description Test keys are never billed
             * @enum {string}
             */
            mode: "live" | "test";
            /**
             * Format: date-time
             * @description RFC 3339
             */
            scored_at: string;
            /**
             * Format: date-time
             * @description RFC 3339: when the score is deleted
             */
            expires_at: string;
            /**
             * @description 0 to 100; higher is riskier
             * @example 34
             */
            risk_score: number;
            /**
             * @description The recommended action; branch on it, not on the score
             * @enum {string}
             */
            verdict: "allow" | "review" | "block";
            /**
             * @description 0 lenient, 1 balanced, 2 strict, 3 strictest
             * @example 1
             */
            strictness: number;
            /**
             * @description One sentence for people
             * @example High risk (78): e-mail address: disposable e-mail domain.
             */
            summary: string | null;
            /**
             * @description The findings with the largest effect, strongest first, each as `<component>: <text>`
             * @example [
             *       "email: disposable e-mail domain"
             *     ]
             */
            top_signals: string[];
            /** @description Your rule that decided; null when none did */
            rule_applied: components["schemas"]["RuleApplied"] | null;
            /** @description What your agent policy decided; null without an agent */
            agent_decision: components["schemas"]["AgentAction"] | null;
            /**
             * @description Your own reference of the user
             * @example user-81225
             */
            user_id: string | null;
            /** @description Each value that was sent */
            components: {
                /**
                 * @description What was scored
                 * @enum {string}
                 */
                kind: "ip" | "email" | "phone" | "domain" | "device";
                /**
                 * @description The value in a form that a person may see
                 * @example j•••@mailinator.com
                 */
                masked: string;
                /**
                 * @description Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it
                 * @example val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX
                 */
                ref: string | null;
                /**
                 * @description 0 to 100; higher is riskier
                 * @example 34
                 */
                risk_score: number;
                /**
                 * @description The recommended action; branch on it, not on the score
                 * @enum {string}
                 */
                verdict: "allow" | "review" | "block";
                /** @description What raised the score, strongest first */
                findings: {
                    name: components["schemas"]["FindingName"];
                    /**
                     * @description Of the findings of a group only the strongest counts
                     * @enum {string}
                     */
                    group: "address" | "age" | "bot" | "disposable" | "egress" | "existence" | "form" | "free" | "handle" | "imitation" | "mailbox" | "netblock" | "number" | "own_reports" | "place" | "proxy_line" | "recency" | "recent" | "reports" | "reputation" | "role" | "sender_policy" | "tagged" | "tld" | "website";
                    /** @description 0 to 100: what it adds in its group; 0 when a stronger one counts */
                    points: number;
                    /** @description A sentence fragment for people */
                    text: string;
                }[];
                /** @description What lowered the score */
                trust: {
                    name: components["schemas"]["TrustName"];
                    /** @description 0 to 1: the score is multiplied by it */
                    factor: number;
                    /** @description A sentence fragment for people */
                    text: string;
                }[];
                /**
                 * @description Field of the result to the reason for its null
                 * @example {
                 *       "mx_records": "offline",
                 *       "signals.mailbox_exists": "not_asked: disposable domain"
                 *     }
                 */
                unknown: {
                    [key: string]: string;
                };
                /** @description Your rule that decided; null when none did */
                rule_applied: components["schemas"]["RuleApplied"] | null;
            }[];
            /** @description What of a sign-up with on_invalid=review could not be read */
            components_invalid: {
                /**
                 * @description As the request names it
                 * @example ip
                 */
                field: string;
                /** @description Why it cannot be read */
                detail: string;
            }[];
            /** @description Of a sign-up; its ring as it was then */
            linkage: {
                /** @description E-mail addresses seen with this device */
                device_email_count: number | null;
                /**
                 * @description Devices seen with this e-mail address
                 * @example 0
                 */
                email_device_count: number | null;
                /**
                 * @description IP addresses seen with this e-mail address
                 * @example 1
                 */
                email_ip_count: number | null;
                /**
                 * @description Sign-ups of the last hour from the /24 (IPv6: /48) of this address
                 * @example 2
                 */
                subnet_rate_1h: number | null;
                /**
                 * @description Sign-ups of the last hour with this domain
                 * @example 2
                 */
                domain_rate_1h: number | null;
                /** @description Sign-ups of the last 30 days that hang together; null for one that shares nothing */
                ring: components["schemas"]["Ring"] | null;
            } | null;
            /** @description What its links to other sign-ups score, and whether that was part of the whole */
            links: {
                /**
                 * @description 0 to 100; higher is riskier
                 * @example 34
                 */
                risk_score: number;
                /** @description What raised the score, strongest first */
                findings: {
                    name: components["schemas"]["LinkageFindingName"];
                    /**
                     * @description Of the findings of a group only the strongest counts
                     * @enum {string}
                     */
                    group: "device" | "domain" | "network" | "page" | "phone" | "ring";
                    /** @description 0 to 100: what it adds in its group; 0 when a stronger one counts */
                    points: number;
                    /** @description A sentence fragment for people */
                    text: string;
                }[];
                /** @description They were part of the whole score */
                counted: boolean;
            } | null;
            /** @description What a browser without a device id added to the score; absent: nothing */
            browser?: {
                /**
                 * @description 0 to 100; higher is riskier
                 * @example 34
                 */
                risk_score: number;
                /** @description What raised the score, strongest first */
                findings: {
                    name: components["schemas"]["FindingName"];
                    /**
                     * @description Of the findings of a group only the strongest counts
                     * @enum {string}
                     */
                    group: "address" | "age" | "bot" | "disposable" | "egress" | "existence" | "form" | "free" | "handle" | "imitation" | "mailbox" | "netblock" | "number" | "own_reports" | "place" | "proxy_line" | "recency" | "recent" | "reports" | "reputation" | "role" | "sender_policy" | "tagged" | "tld" | "website";
                    /** @description 0 to 100: what it adds in its group; 0 when a stronger one counts */
                    points: number;
                    /** @description A sentence fragment for people */
                    text: string;
                }[];
            };
            /** @description Who seemed to be acting; null where no sign-up was scored */
            actor: {
                /**
                 * @description Who seems to be acting; there is no type `human`
                 * @example unknown
                 * @enum {string}
                 */
                type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
                /** @description True only for a verified signature: operator is then proven */
                proven: boolean;
                /**
                 * @description What the type follows from
                 * @example none
                 * @enum {string}
                 */
                basis: "signature" | "device_signals" | "none";
                /** @description The host that the agent's signature proves, never a claimed name */
                operator: string | null;
                /** @description As the agent's card says */
                trigger: string | null;
                /**
                 * @description Why; a sentence
                 * @example No agent signature and no browser characteristics were sent, so nothing is known about who is acting.
                 */
                detail: string;
            } | null;
            /** @description As in the response; null without an agent */
            agent: components["schemas"]["StoredAgent"] | null;
            /**
             * @description The versions of the data in force
             * @example places 2.3.2026060513, networks 2.3.2026061719, domains 1.26.0/6.0.21/2.26.0/ca3ba267, compiler 2; none
             */
            data_version: string;
            /** @description What you labelled it as; null without a label */
            label: {
                /**
                 * @description Your label
                 * @enum {string}
                 */
                outcome: "fraud" | "legit";
                /**
                 * Format: date-time
                 * @description RFC 3339
                 */
                labelled_at: string;
            } | null;
            /** @description The labels it was given, oldest first; the newest 20 */
            label_history: {
                /**
                 * @description `none`: the label was removed
                 * @enum {string}
                 */
                outcome: "fraud" | "legit" | "none";
                /**
                 * Format: date-time
                 * @description RFC 3339
                 */
                labelled_at: string;
            }[];
            /**
             * @description Your note; null without one
             * @example same screenshots as last week's ring
             */
            note: string | null;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /**
         * @description The name of a finding about a value. A later version may add names
         * @enum {string}
         */
        FindingName: "abuse_reports" | "acting_browser" | "address_literal" | "bot" | "catch_all" | "company_gateway" | "consumer_vpn" | "datacenter" | "disposable" | "disposable_suspected" | "does_not_resolve" | "domain_first_month" | "domain_first_quarter" | "domain_first_week" | "failed_syntax" | "fictional" | "first_month" | "first_quarter" | "first_week" | "fixed_line" | "fixed_line_or_mobile" | "free_provider" | "hijacked" | "homograph" | "hosting_name" | "impossible" | "machine_made_handle" | "mailbox_full" | "mailbox_rejected" | "mobile" | "no_mail" | "no_spf_no_dmarc" | "no_website" | "open_proxy" | "own_claims" | "own_reports" | "pager" | "personal_number" | "premium_rate" | "privacy_relay" | "probable_bot" | "proxy_neighbourhood" | "proxy_seen" | "quoted_handle" | "recent_abuse" | "reported" | "reserved" | "reserved_domain" | "risky_tld" | "role_account" | "shared_cost" | "tagged" | "timezone_mismatch" | "toll_free" | "tor_exit" | "typo_squat" | "uan" | "unassigned_area_code" | "unassigned_number" | "voicemail" | "voip" | "vpn_exit";
        /**
         * @description The name of a fact that lowers a score. A later version may add names
         * @enum {string}
         */
        TrustName: "aged" | "aged_domain" | "footprint" | "mailbox_verified";
        /**
         * @description The name of a finding about links to other sign-ups. A later version may add names
         * @enum {string}
         */
        LinkageFindingName: "address_flood" | "device_burst" | "device_emails" | "device_flood" | "device_repeat" | "domain_burst" | "domain_flood" | "missing_token" | "network_burst" | "network_flood" | "operator_flood" | "page_flood" | "phone_repeat" | "ring_fraud" | "ring_member";
        /** @description The note on a score */
        ScoreNote: {
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Your note; null without one
             * @example same screenshots as last week's ring
             */
            note: string | null;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description A page of stored scores */
        SearchResult: {
            /** @description The newest first */
            results: components["schemas"]["FoundScore"][];
            /** @description For the next page; null at the end */
            cursor: string | null;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description A stored score in a list */
        FoundScore: {
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            scored_at: string;
            /**
             * @description 0 to 100; higher is riskier
             * @example 34
             */
            risk_score: number;
            /**
             * @description The recommended action; branch on it, not on the score
             * @enum {string}
             */
            verdict: "allow" | "review" | "block";
            /**
             * @description Your label; null without one
             * @example fraud
             * @enum {string|null}
             */
            label: "fraud" | "legit" | null;
            /**
             * @description Your own reference of the user
             * @example user-81225
             */
            user_id: string | null;
            /**
             * @description The ring that the sign-up now belongs to
             * @example ring_019a9f3c11d270008a513f2d9c0e4b17
             */
            ring_id: string | null;
            /**
             * @description The findings with the largest effect, strongest first, each as `<component>: <text>`
             * @example [
             *       "email: disposable e-mail domain"
             *     ]
             */
            top_signals: string[];
            /** @description The values that were scored */
            values: {
                /**
                 * @description What the value is
                 * @example email
                 * @enum {string}
                 */
                kind: "ip" | "email" | "phone" | "domain" | "device" | "network";
                /**
                 * @description The value in a form that a person may see
                 * @example j•••@mailinator.com
                 */
                masked: string;
                /**
                 * @description Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it
                 * @example val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX
                 */
                ref: string | null;
            }[];
        };
        /** @description A value of your stored scores */
        StoredValue: {
            /**
             * @description Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it
             * @example val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX
             */
            ref: string;
            /**
             * @description What the value is
             * @example email
             * @enum {string}
             */
            kind: "ip" | "email" | "phone" | "domain" | "device" | "network";
            /**
             * @description The value in a form that a person may see
             * @example j•••@mailinator.com
             */
            masked: string;
            /**
             * Format: date-time
             * @description RFC 3339: the oldest of its scores
             */
            first_seen: string;
            /**
             * Format: date-time
             * @description RFC 3339: the newest of its scores
             */
            last_seen: string;
            /** @description Its scores by verdict */
            scores: {
                /**
                 * @description Scores with this verdict
                 * @example 12
                 */
                allow: number;
                /**
                 * @description Scores with this verdict
                 * @example 2
                 */
                review: number;
                /**
                 * @description Scores with this verdict
                 * @example 1
                 */
                block: number;
            };
            /** @description Its scores by label */
            labels: {
                /**
                 * @description Scores that you labelled as fraud
                 * @example 2
                 */
                fraud: number;
                /** @description Scores that you labelled as legitimate */
                legit: number;
            };
            /** @description The 50 that it was seen with most often */
            seen_with: {
                /**
                 * @description What the value is
                 * @example email
                 * @enum {string}
                 */
                kind: "ip" | "email" | "phone" | "domain" | "device" | "network";
                /**
                 * @description The value in a form that a person may see
                 * @example j•••@mailinator.com
                 */
                masked: string;
                /**
                 * @description Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it
                 * @example val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX
                 */
                ref: string | null;
                /**
                 * @description Scores that have both
                 * @example 3
                 */
                count: number;
                /**
                 * @description How many of them you labelled as fraud
                 * @example 1
                 */
                fraud: number;
            }[];
            /** @description Of its newest sign-up, as it is now */
            ring: components["schemas"]["Ring"] | null;
            /** @description It has more than 500 scores: what is counted are the newest ones */
            truncated: boolean;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description Your rings */
        RingList: {
            /**
             * @description Rings of the last 30 days, up to 20000
             * @example 1
             */
            count: number;
            /** @description In the order asked for */
            rings: components["schemas"]["RingRow"][];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description A ring in a list */
        RingRow: components["schemas"]["Ring"] & {
            /**
             * Format: date-time
             * @description RFC 3339: when its newest member signed up
             */
            last_signup: string;
        };
        /** @description A ring with its members */
        RingMembers: components["schemas"]["Ring"] & {
            /**
             * Format: date-time
             * @description RFC 3339: when its newest member signed up
             */
            last_signup: string;
            /** @description The newest 500, the newest first */
            members: components["schemas"]["FoundScore"][];
            /** @description Values that members share; for an e-mail pattern the networks that it joins in */
            links: {
                /**
                 * @description What the value is
                 * @example email
                 * @enum {string}
                 */
                kind: "ip" | "email" | "phone" | "domain" | "device" | "network";
                /**
                 * @description The value in a form that a person may see
                 * @example j•••@mailinator.com
                 */
                masked: string;
                /**
                 * @description Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it
                 * @example val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX
                 */
                ref: string | null;
                /**
                 * @description Members that have the value
                 * @example 2
                 */
                members: number;
            }[];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description This month's usage of the account */
        Usage: {
            /**
             * @description Name of the account
             * @example Tool shop
             */
            account: string;
            /**
             * @description Calendar month (UTC), as `2026-11`
             * @example 2026-11
             */
            month: string;
            /**
             * @description Lookups billed this month
             * @example 13
             */
            used: number;
            /**
             * @description Lookups per month; null: no limit
             * @example 1000
             */
            monthly_quota: number | null;
            /**
             * @description Lookups left this month; null: no limit
             * @example 987
             */
            remaining: number | null;
            /**
             * Format: date-time
             * @description RFC 3339: when the next month begins
             * @example 2026-12-01T00:00:00.000Z
             */
            resets_at: string;
            /**
             * @description Requests per minute for this key
             * @example 600
             */
            rate_limit_per_minute: number;
            /** @description The key of this request */
            key: {
                /**
                 * @description Id of the key, not the key
                 * @example key_0Zt6mDq2JkVb
                 */
                id: string;
                /**
                 * @description Test keys are never billed
                 * @enum {string}
                 */
                mode: "live" | "test";
                /**
                 * @description What the key of this request may do
                 * @example [
                 *       "score",
                 *       "feedback"
                 *     ]
                 */
                scopes: ("score" | "feedback" | "rules" | "agents" | "cases" | "console" | "admin")[];
                /**
                 * Format: date-time
                 * @description RFC 3339; null: never
                 */
                expires_at: string | null;
            };
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description The settings of the account */
        Settings: {
            /**
             * @description `score`: links between sign-ups are part of the score. `report`: they are only reported
             * @enum {string}
             */
            linkage_scoring: "report" | "score";
            /** @description How the minFraud and GeoIP2 endpoints write what is not known */
            compat: {
                /**
                 * @description `funds_remaining` and `queries_remaining`, which are not kept: `null`, or `zero` for clients that accept numbers only
                 * @enum {string}
                 */
                balance: "null" | "zero";
                /**
                 * @description Every other vendor field that is not known: `null`, or `omit` to leave it out, as the vendor does
                 * @enum {string}
                 */
                unknown: "null" | "omit";
            };
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description The hooks of the account */
        Hooks: {
            /** @description Oldest first */
            hooks: {
                /**
                 * @description Names the hook; its address ends with it
                 * @example hook_pB0cXl3nS9yQ5m1kR7wTzA
                 */
                hook_id: string;
                /**
                 * @description Where the sender posts its messages
                 * @example https://winnow.example.com/hooks/hook_pB0cXl3nS9yQ5m1kR7wTzA
                 */
                url: string;
                /**
                 * @description `supabase`: Supabase Auth asks before it creates a user, and is answered. `svix`, `standard_webhooks`: events of users that were created (Clerk, Resend and others)
                 * @enum {string}
                 */
                kind: "supabase" | "svix" | "standard_webhooks";
                /**
                 * @description `observe`: the verdict is recorded, and everybody passes. `enforce`: who is refused does not pass
                 * @enum {string}
                 */
                mode: "observe" | "enforce";
                /**
                 * @description What becomes, in mode enforce, of a sign-up with the verdict review, and of one that could not be scored: too slow, account paused. Not of one that could not be read: it is refused. When the quota is used up local data decides
                 * @enum {string}
                 */
                when_unsure: "allow" | "refuse";
                /** @description As given; null: looked for in known places */
                pointers: {
                    /** @description Where the client's address is */
                    ip: string | null;
                    /** @description Where the e-mail address is */
                    email: string | null;
                    /** @description Where the phone number is */
                    phone: string | null;
                    /** @description Where your id of the user is */
                    user_id: string | null;
                };
                /**
                 * @description The types of events that are scored; empty: all
                 * @example [
                 *       "user.created"
                 *     ]
                 */
                types: string[];
                /**
                 * Format: date-time
                 * @description RFC 3339
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description Until when a replaced secret is accepted too; null without one
                 */
                replaced_secret_until: string | null;
                /** @description Messages by what came of them */
                use: {
                    /** @description Number of messages with the verdict allow */
                    allow: number;
                    /** @description Number of messages with the verdict review */
                    review: number;
                    /** @description Number of messages with the verdict block */
                    block: number;
                    /** @description Number of events of other types, or with nothing to score */
                    ignored: number;
                    /** @description Number of messages that could not be scored */
                    failed: number;
                    /** @description Number of messages with a wrong, old or missing signature */
                    refused: number;
                    /**
                     * Format: date-time
                     * @description When the last message came whose signature was right; null without one
                     */
                    last_at: string | null;
                    /**
                     * @description What came of it
                     * @enum {string|null}
                     */
                    last_result: "allow" | "review" | "block" | "ignored" | "failed" | null;
                    /** @description Why it was ignored or failed, or quota_exceeded when it was decided by local data alone; null when it was scored */
                    last_note: string | null;
                    /**
                     * Format: date-time
                     * @description When a signature was refused; null when none was
                     */
                    last_refused_at: string | null;
                };
            }[];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description A hook as it was made or changed */
        Hook: {
            /**
             * @description Names the hook; its address ends with it
             * @example hook_pB0cXl3nS9yQ5m1kR7wTzA
             */
            hook_id: string;
            /**
             * @description Where the sender posts its messages
             * @example https://winnow.example.com/hooks/hook_pB0cXl3nS9yQ5m1kR7wTzA
             */
            url: string;
            /**
             * @description `supabase`: Supabase Auth asks before it creates a user, and is answered. `svix`, `standard_webhooks`: events of users that were created (Clerk, Resend and others)
             * @enum {string}
             */
            kind: "supabase" | "svix" | "standard_webhooks";
            /**
             * @description `observe`: the verdict is recorded, and everybody passes. `enforce`: who is refused does not pass
             * @enum {string}
             */
            mode: "observe" | "enforce";
            /**
             * @description What becomes, in mode enforce, of a sign-up with the verdict review, and of one that could not be scored: too slow, account paused. Not of one that could not be read: it is refused. When the quota is used up local data decides
             * @enum {string}
             */
            when_unsure: "allow" | "refuse";
            /** @description As given; null: looked for in known places */
            pointers: {
                /** @description Where the client's address is */
                ip: string | null;
                /** @description Where the e-mail address is */
                email: string | null;
                /** @description Where the phone number is */
                phone: string | null;
                /** @description Where your id of the user is */
                user_id: string | null;
            };
            /**
             * @description The types of events that are scored; empty: all
             * @example [
             *       "user.created"
             *     ]
             */
            types: string[];
            /**
             * Format: date-time
             * @description RFC 3339
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until when a replaced secret is accepted too; null without one
             */
            replaced_secret_until: string | null;
            /** @description Messages by what came of them */
            use: {
                /** @description Number of messages with the verdict allow */
                allow: number;
                /** @description Number of messages with the verdict review */
                review: number;
                /** @description Number of messages with the verdict block */
                block: number;
                /** @description Number of events of other types, or with nothing to score */
                ignored: number;
                /** @description Number of messages that could not be scored */
                failed: number;
                /** @description Number of messages with a wrong, old or missing signature */
                refused: number;
                /**
                 * Format: date-time
                 * @description When the last message came whose signature was right; null without one
                 */
                last_at: string | null;
                /**
                 * @description What came of it
                 * @enum {string|null}
                 */
                last_result: "allow" | "review" | "block" | "ignored" | "failed" | null;
                /** @description Why it was ignored or failed, or quota_exceeded when it was decided by local data alone; null when it was scored */
                last_note: string | null;
                /**
                 * Format: date-time
                 * @description When a signature was refused; null when none was
                 */
                last_refused_at: string | null;
            };
            /** @description The new secret, shown only here; null: it did not change */
            secret: string | null;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description The hook that was deleted */
        HookDeleted: {
            /**
             * @description Names the hook; its address ends with it
             * @example hook_pB0cXl3nS9yQ5m1kR7wTzA
             */
            hook_id: string;
            /**
             * @description It is gone
             * @example true
             */
            deleted: boolean;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description A null share means a zero denominator. Labels are rarely a representative sample of all scores; share_labelled says how many are labelled */
        OutcomeSummary: {
            /**
             * @description Days looked back
             * @example 180
             */
            days: number;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            since: string;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            until: string;
            /** @description How many scores are labelled, counted from `since` at any number. Labelled scores of test keys are not part of any other figure. `capped`: there are more labels than one summary reads, so all other figures cover the newest, from `figures_since` */
            labels: {
                /**
                 * Format: date-time
                 * @description RFC 3339: scores and labels are counted from here; later than the summary's since when not all could be counted
                 */
                since: string;
                /**
                 * @description Scores of live keys; with mode=test those of test keys
                 * @example 24
                 */
                scored: number;
                /**
                 * @description How many of them are labelled
                 * @example 18
                 */
                labelled: number;
                /**
                 * @description labelled ÷ scored, 0 to 1
                 * @example 0.75
                 */
                share_labelled: number | null;
                /** @description Labelled scores of test keys; in no other figure unless mode=test asks for them */
                test_mode: number;
                /**
                 * Format: date-time
                 * @description RFC 3339: all other figures are of the labels of scores since then
                 */
                figures_since: string;
                /** @description There are more labels than one summary reads */
                capped: boolean;
            };
            /** @description All labelled scores */
            overall: components["schemas"]["OutcomeFigures"] & {
                /** @description Scores blocked by your agent policy, at every strictness */
                agent_denied: number;
            };
            /** @description Each component by its own score and verdict, and by the label of the whole request; null when none is labelled */
            components: {
                /** @description IP addresses */
                ip: components["schemas"]["OutcomeFigures"] | null;
                /** @description E-mail addresses */
                email: components["schemas"]["OutcomeFigures"] | null;
                /** @description Phone numbers */
                phone: components["schemas"]["OutcomeFigures"] | null;
                /** @description Domains */
                domain: components["schemas"]["OutcomeFigures"] | null;
                /** @description Devices */
                device: components["schemas"]["OutcomeFigures"] | null;
            };
            /** @description Most predictive first */
            findings: {
                /**
                 * @description What the finding is about
                 * @enum {string}
                 */
                component: "ip" | "email" | "phone" | "domain" | "device" | "linkage";
                /**
                 * @description The name of a finding, or of a fact that lowers a score
                 * @enum {string}
                 */
                name: "abuse_reports" | "acting_browser" | "address_flood" | "address_literal" | "aged" | "aged_domain" | "bot" | "catch_all" | "company_gateway" | "consumer_vpn" | "datacenter" | "device_burst" | "device_emails" | "device_flood" | "device_repeat" | "disposable" | "disposable_suspected" | "does_not_resolve" | "domain_burst" | "domain_first_month" | "domain_first_quarter" | "domain_first_week" | "domain_flood" | "failed_syntax" | "fictional" | "first_month" | "first_quarter" | "first_week" | "fixed_line" | "fixed_line_or_mobile" | "footprint" | "free_provider" | "hijacked" | "homograph" | "hosting_name" | "impossible" | "machine_made_handle" | "mailbox_full" | "mailbox_rejected" | "mailbox_verified" | "missing_token" | "mobile" | "network_burst" | "network_flood" | "no_mail" | "no_spf_no_dmarc" | "no_website" | "open_proxy" | "operator_flood" | "own_claims" | "own_reports" | "page_flood" | "pager" | "personal_number" | "phone_repeat" | "premium_rate" | "privacy_relay" | "probable_bot" | "proxy_neighbourhood" | "proxy_seen" | "quoted_handle" | "recent_abuse" | "reported" | "reserved" | "reserved_domain" | "ring_fraud" | "ring_member" | "risky_tld" | "role_account" | "shared_cost" | "tagged" | "timezone_mismatch" | "toll_free" | "tor_exit" | "typo_squat" | "uan" | "unassigned_area_code" | "unassigned_number" | "voicemail" | "voip" | "vpn_exit";
                /** @description True for a fact that lowers a score: its lift should be below 1 */
                lowers: boolean;
                /** @description Fraud that has it */
                fraud: number;
                /** @description Legitimate scores that have it */
                legit: number;
                /**
                 * @description Of fraud the share that has it, 0 to 1
                 * @example 0.75
                 */
                share_of_fraud: number | null;
                /**
                 * @description Of legitimate scores the share that has it, 0 to 1
                 * @example 0.75
                 */
                share_of_legit: number | null;
                /** @description A ratio, in times: share_of_fraud ÷ share_of_legit; 1 predicts nothing. Null below 5 labels, and when no legitimate score has the finding */
                lift: number | null;
                /** @description A ratio, in times: the lower bound of the 95 % confidence interval of lift */
                lift_low: number | null;
                /** @description A ratio, in times: the upper bound of the 95 % confidence interval of lift */
                lift_high: number | null;
            }[];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description How good verdicts and scores were, by your labels */
        OutcomeFigures: {
            /**
             * @description Labelled scores
             * @example 18
             */
            labelled: number;
            /**
             * @description Scores labelled as fraud
             * @example 7
             */
            fraud: number;
            /**
             * @description Scores labelled as legitimate
             * @example 11
             */
            legit: number;
            /** @description Labelled scores that one of your rules decided; not part of any other figure */
            ruled: number;
            /**
             * @description 0 to 1. Mean squared difference between score ÷ 100 and the outcome; 0 is perfect
             * @example 0.75
             */
            brier_score: number | null;
            /**
             * @description 0 to 1. The same for a constant forecast of the share of fraud; a brier_score above it is worse than that forecast
             * @example 0.75
             */
            brier_score_of_base_rate: number | null;
            /**
             * @description By ten-point ranges of the score as returned
             * @example [
             *       {
             *         "from": 0,
             *         "to": 9,
             *         "count": 0,
             *         "fraud": 0,
             *         "mean_score": null,
             *         "share_of_fraud": null
             *       },
             *       {
             *         "from": 10,
             *         "to": 19,
             *         "count": 0,
             *         "fraud": 0,
             *         "mean_score": null,
             *         "share_of_fraud": null
             *       },
             *       {
             *         "from": 20,
             *         "to": 29,
             *         "count": 0,
             *         "fraud": 0,
             *         "mean_score": null,
             *         "share_of_fraud": null
             *       },
             *       {
             *         "from": 30,
             *         "to": 39,
             *         "count": 0,
             *         "fraud": 0,
             *         "mean_score": null,
             *         "share_of_fraud": null
             *       },
             *       {
             *         "from": 40,
             *         "to": 49,
             *         "count": 0,
             *         "fraud": 0,
             *         "mean_score": null,
             *         "share_of_fraud": null
             *       },
             *       {
             *         "from": 50,
             *         "to": 59,
             *         "count": 0,
             *         "fraud": 0,
             *         "mean_score": null,
             *         "share_of_fraud": null
             *       },
             *       {
             *         "from": 60,
             *         "to": 69,
             *         "count": 0,
             *         "fraud": 0,
             *         "mean_score": null,
             *         "share_of_fraud": null
             *       },
             *       {
             *         "from": 70,
             *         "to": 79,
             *         "count": 0,
             *         "fraud": 0,
             *         "mean_score": null,
             *         "share_of_fraud": null
             *       },
             *       {
             *         "from": 80,
             *         "to": 89,
             *         "count": 0,
             *         "fraud": 0,
             *         "mean_score": null,
             *         "share_of_fraud": null
             *       },
             *       {
             *         "from": 90,
             *         "to": 100,
             *         "count": 0,
             *         "fraud": 0,
             *         "mean_score": null,
             *         "share_of_fraud": null
             *       }
             *     ]
             */
            reliability: {
                /**
                 * @description Lowest score of the range
                 * @example 34
                 */
                from: number;
                /**
                 * @description Highest score of the range
                 * @example 34
                 */
                to: number;
                /** @description Labelled scores in the range */
                count: number;
                /** @description How many of them are fraud */
                fraud: number;
                /** @description Mean score, 0 to 100; null for an empty range */
                mean_score: number | null;
                /**
                 * @description fraud ÷ count, 0 to 1
                 * @example 0.75
                 */
                share_of_fraud: number | null;
            }[];
            /** @description The verdicts as returned, each at the strictness of its request */
            as_answered: {
                /** @description Verdicts on fraud */
                fraud: {
                    /**
                     * @description Scores with this verdict
                     * @example 11
                     */
                    allow: number;
                    /** @description Scores with this verdict */
                    review: number;
                    /**
                     * @description Scores with this verdict
                     * @example 7
                     */
                    block: number;
                };
                /** @description Verdicts on legitimate scores */
                legit: {
                    /**
                     * @description Scores with this verdict
                     * @example 11
                     */
                    allow: number;
                    /** @description Scores with this verdict */
                    review: number;
                    /**
                     * @description Scores with this verdict
                     * @example 7
                     */
                    block: number;
                };
                /**
                 * @description 0 to 1. Share of blocked scores that were fraud
                 * @example 0.75
                 */
                precision_of_block: number | null;
                /**
                 * @description 0 to 1. Share of legitimate scores that were blocked
                 * @example 0.75
                 */
                false_positive_rate: number | null;
                /**
                 * @description 0 to 1. Share of legitimate scores that were reviewed or blocked
                 * @example 0.75
                 */
                legit_disturbed: number | null;
                /**
                 * @description 0 to 1. Share of fraud that was blocked
                 * @example 0.75
                 */
                fraud_blocked: number | null;
                /**
                 * @description 0 to 1. Share of fraud that was reviewed or blocked
                 * @example 0.75
                 */
                fraud_noticed: number | null;
            };
            /** @description The same scores at strictness 0, 1, 2 and 3 */
            at_strictness: {
                /**
                 * @description 0 lenient, 1 balanced, 2 strict, 3 strictest
                 * @example 1
                 */
                strictness: number;
                /**
                 * @description Its name
                 * @enum {string}
                 */
                name: "lenient" | "balanced" | "strict" | "strictest";
                /** @description Verdicts on fraud */
                fraud: {
                    /**
                     * @description Scores with this verdict
                     * @example 11
                     */
                    allow: number;
                    /** @description Scores with this verdict */
                    review: number;
                    /**
                     * @description Scores with this verdict
                     * @example 7
                     */
                    block: number;
                };
                /** @description Verdicts on legitimate scores */
                legit: {
                    /**
                     * @description Scores with this verdict
                     * @example 11
                     */
                    allow: number;
                    /** @description Scores with this verdict */
                    review: number;
                    /**
                     * @description Scores with this verdict
                     * @example 7
                     */
                    block: number;
                };
                /**
                 * @description 0 to 1. Share of blocked scores that were fraud
                 * @example 0.75
                 */
                precision_of_block: number | null;
                /**
                 * @description 0 to 1. Share of legitimate scores that were blocked
                 * @example 0.75
                 */
                false_positive_rate: number | null;
                /**
                 * @description 0 to 1. Share of legitimate scores that were reviewed or blocked
                 * @example 0.75
                 */
                legit_disturbed: number | null;
                /**
                 * @description 0 to 1. Share of fraud that was blocked
                 * @example 0.75
                 */
                fraud_blocked: number | null;
                /**
                 * @description 0 to 1. Share of fraud that was reviewed or blocked
                 * @example 0.75
                 */
                fraud_noticed: number | null;
                /** @description Returned verdicts that would change, by their new verdict */
                would_change: {
                    /** @description Verdicts that would change */
                    count: number;
                    /** @description Of fraud, by the new verdict */
                    fraud: {
                        /**
                         * @description Scores with this verdict
                         * @example 11
                         */
                        allow: number;
                        /** @description Scores with this verdict */
                        review: number;
                        /**
                         * @description Scores with this verdict
                         * @example 7
                         */
                        block: number;
                    };
                    /** @description Of legitimate scores, by the new verdict */
                    legit: {
                        /**
                         * @description Scores with this verdict
                         * @example 11
                         */
                        allow: number;
                        /** @description Scores with this verdict */
                        review: number;
                        /**
                         * @description Scores with this verdict
                         * @example 7
                         */
                        block: number;
                    };
                    /**
                     * @description One sentence for people
                     * @example No labelled verdict would change.
                     */
                    text: string;
                };
            }[];
        };
        /** @description What the scores are based on */
        Sources: {
            /**
             * @description The versions of the data in force
             * @example places 2.3.2026060513, networks 2.3.2026061719, domains 1.26.0/6.0.21/2.26.0/ca3ba267, compiler 2; none
             */
            data_version: string;
            /** @description Every source that the service knows */
            sources: components["schemas"]["Source"][];
            /** @description What the signals can know with the sources as they are */
            coverage: components["schemas"]["Coverage"][];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description A source of data */
        Source: {
            /**
             * @description As in `winnow feeds refresh NAME`
             * @example tor-bulk-exit-list
             */
            name: string;
            /**
             * @description What the source holds
             * @enum {string}
             */
            kind: "ranges" | "asns" | "domains" | "rdap" | "confusables" | "networks" | "proxies" | "city";
            /**
             * @description `bundled`: the copy that came with the program is in use. `not_offered`: the mirror does not have it
             * @example not_loaded
             * @enum {string}
             */
            state: "fresh" | "stale" | "not_loaded" | "bundled" | "not_offered";
            /** @description Entries of the loaded copy; null when nothing is loaded */
            entries: number | null;
            /** @description Seconds since the source last confirmed the loaded copy; null when nothing is loaded */
            age_seconds: number | null;
            /**
             * Format: date-time
             * @description RFC 3339: when the loaded copy was fetched; null when nothing is loaded
             */
            fetched_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339: when it is fetched next; null: not planned
             */
            next_at: string | null;
            /** @description Why the last fetch failed; null when it did not */
            last_error: string | null;
            /** @description What was left out of the loaded copy; null: nothing */
            note: string | null;
            /**
             * @description Licence of the data
             * @example public facts
             */
            licence: string;
            /**
             * @description Who publishes it
             * @example Tor Project
             */
            credit: string;
            /**
             * @description Where it is fetched from
             * @example https://check.torproject.org/torbulkexitlist
             */
            url: string;
        };
        /** @description What share of its field a signal can know now */
        Coverage: {
            /**
             * @description The field of a result
             * @example is_tor
             */
            signal: string;
            /**
             * @description `cold`: only what came with the program. `stale`: the lists that decide it are too old
             * @enum {string}
             */
            state: "cold" | "refreshed" | "stale";
            /**
             * @description 0 to 1: how much of what `measured` names is known; null: not measured
             * @example 0
             */
            share: number | null;
            /**
             * @description What the share is of, and when it was measured
             * @example Tor exits of the day, 2026-11-22
             */
            measured: string;
        };
        /** @description The webhooks of the account */
        Webhooks: {
            /**
             * @description Number of webhooks
             * @example 1
             */
            count: number;
            /**
             * @description false: outgoing traffic is switched off here (`WINNOW_OFFLINE`), so deliveries wait
             * @example true
             */
            sending: boolean;
            /** @description Oldest first */
            webhooks: components["schemas"]["Webhook"][];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description An address that events are sent to */
        Webhook: {
            /**
             * @description Names the webhook
             * @example wh_5f0c8e7d1a420b9f3c2b7e70
             */
            webhook_id: string;
            /**
             * @description Where the events are sent
             * @example https://shop.example/webhooks/winnow
             */
            url: string;
            /** @description The events that are sent */
            events: ("signup.scored" | "verdict.changed" | "ring.changed" | "quota.low" | "feed.stale")[];
            /**
             * @description Only sign-ups with these verdicts; null: all verdicts
             * @example [
             *       "review",
             *       "block"
             *     ]
             */
            verdicts: ("allow" | "review" | "block")[] | null;
            /**
             * @description false: nothing is sent, and no further events are queued
             * @example true
             */
            enabled: boolean;
            /** @description Why the service disabled it; null: it did not */
            note: string | null;
            /**
             * Format: date-time
             * @description RFC 3339
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until then each message also has a signature by the replaced secret; null without one
             */
            old_secret_until: string | null;
            /** @description Number of deliveries that wait, 1,000 at most */
            pending: number;
            /** @description Number of events that were not queued because 1,000 were waiting */
            dropped: number;
        };
        /** @description A webhook that was created, or whose secret was replaced */
        WebhookWithSecret: components["schemas"]["Webhook"] & {
            /**
             * @description Signs the messages (Standard Webhooks). Shown only here
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwqTbLQ1vFn3E=
             */
            secret: string;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description A webhook as it was changed */
        WebhookResult: components["schemas"]["Webhook"] & {
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description The webhook was deleted */
        WebhookDeleted: {
            /**
             * @description Number of webhooks that were deleted
             * @enum {number}
             */
            deleted: 1;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description The deliveries of a webhook */
        Deliveries: {
            /**
             * @description Number of deliveries in this page
             * @example 1
             */
            count: number;
            /** @description The newest first. Ended ones are kept for 3 days, 500 of a webhook */
            deliveries: components["schemas"]["Delivery"][];
            /**
             * @description Leads to the next page; null at the end
             * @example null
             */
            next: string | null;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description An event that is sent to a webhook, or was */
        Delivery: {
            /**
             * @description Names the delivery
             * @example dlv_019a9f3c11d20000010a513f2d9c0e
             */
            delivery_id: string;
            /**
             * @description The event
             * @enum {string}
             */
            type: "signup.scored" | "verdict.changed" | "ring.changed" | "quota.low" | "feed.stale";
            /**
             * Format: date-time
             * @description When the event happened, RFC 3339
             */
            created_at: string;
            /**
             * @description `pending`: it waits, or is tried again; `failed`: it was given up
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /**
             * @description Number of attempts so far
             * @example 1
             */
            attempts: number;
            /** @description HTTP status of the last answer; null without an answer */
            last_status: number | null;
            /** @description Why the last attempt had no answer; null when it had one */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When it was delivered or given up; null while it is pending
             */
            ended_at: string | null;
            /**
             * Format: date-time
             * @description Not before this time; null when it has ended or the webhook is disabled
             */
            next_attempt_at: string | null;
        };
        /** @description The new delivery */
        Resent: {
            /**
             * @description Names the delivery
             * @example dlv_019a9f3c11d20000010a513f2d9c0e
             */
            delivery_id: string;
            /**
             * @description The event
             * @enum {string}
             */
            type: "signup.scored" | "verdict.changed" | "ring.changed" | "quota.low" | "feed.stale";
            /**
             * @description It waits in the queue
             * @enum {string}
             */
            status: "pending";
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Time the request took, in seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description A minFraud insights response */
        CompatFraudInsights: {
            /**
             * Format: uuid
             * @description The request_id without `req_`
             */
            id: string;
            /** @description 0.01 to 99: the score, which is never 0 or 100 here */
            risk_score: number;
            /** @description No balance is kept: null, or 0 as the account or the operator chooses */
            funds_remaining: number | null;
            /** @description No balance is kept: null, or 0 as the account or the operator chooses */
            queries_remaining: number | null;
            /** @description What to do */
            disposition: {
                /**
                 * @description The verdict: allow, review or block
                 * @enum {string}
                 */
                action: "accept" | "manual_review" | "reject";
                /**
                 * @description Whether one of your rules decided
                 * @enum {string}
                 */
                reason: "default" | "custom_rule";
                /** @description The value of that rule */
                rule_label?: string;
            };
            /** @description Input that was not used */
            warnings: {
                /**
                 * @description Why input was not used
                 * @enum {string}
                 */
                code: "WINNOW_INPUT_IGNORED" | "INPUT_INVALID" | "INPUT_UNKNOWN" | "IP_ADDRESS_INVALID" | "IP_ADDRESS_RESERVED" | "EMAIL_ADDRESS_UNUSABLE";
                /** @description A sentence for people */
                warning: string;
                /** @description JSON Pointer into the request */
                input_pointer: string;
            }[];
            /** @description Present when the request has an address */
            ip_address?: {
                /** @description 0.01 to 99: the score, which is never 0 or 100 here */
                risk: number;
                /** @description What raised the risk */
                risk_reasons: {
                    /**
                     * @description Of the vendor's list
                     * @enum {string}
                     */
                    code: "ANONYMOUS_IP" | "MINFRAUD_NETWORK_ACTIVITY";
                    /** @description A sentence for people */
                    reason: string;
                }[];
                /** @description The continent */
                continent?: {
                    /** @description Two letters */
                    code?: string | null;
                    /** @description The name by language: English, and what an operator's own file has; empty when not known */
                    names?: {
                        [key: string]: string;
                    };
                    /** @description Id at GeoNames; absent when not known */
                    geoname_id?: number;
                };
                /** @description The country */
                country?: {
                    /** @description ISO 3166-1 alpha-2 */
                    iso_code?: string | null;
                    /** @description The name by language: English, and what an operator's own file has; empty when not known */
                    names?: {
                        [key: string]: string;
                    };
                    /** @description Id at GeoNames; absent when not known */
                    geoname_id?: number;
                    /** @description Absent when the country is not known */
                    is_in_european_union?: boolean;
                    /** @description 0 to 100 per cent; only with insights and an operator's own file */
                    confidence?: number;
                };
                /** @description Where the network is registered; only with an operator's own file */
                registered_country?: {
                    /** @description ISO 3166-1 alpha-2 */
                    iso_code?: string | null;
                    /** @description The name by language: English, and what an operator's own file has; empty when not known */
                    names?: {
                        [key: string]: string;
                    };
                    /** @description Id at GeoNames; absent when not known */
                    geoname_id?: number;
                    /** @description Absent when the country is not known */
                    is_in_european_union?: boolean;
                    /** @description 0 to 100 per cent; only with insights and an operator's own file */
                    confidence?: number;
                };
                /** @description Whose users the network serves abroad; only with an operator's own file */
                represented_country?: {
                    /** @description ISO 3166-1 alpha-2 */
                    iso_code?: string | null;
                    /** @description The name by language: English, and what an operator's own file has; empty when not known */
                    names?: {
                        [key: string]: string;
                    };
                    /** @description Id at GeoNames; absent when not known */
                    geoname_id?: number;
                    /** @description Absent when the country is not known */
                    is_in_european_union?: boolean;
                    /** @description 0 to 100 per cent; only with insights and an operator's own file */
                    confidence?: number;
                    /** @description For example `military` */
                    type?: string;
                };
                /** @description The city */
                city?: {
                    /** @description The name by language: English, and what an operator's own file has; empty when not known */
                    names?: {
                        [key: string]: string;
                    };
                    /** @description Id at GeoNames; absent when not known */
                    geoname_id?: number;
                    /** @description 0 to 100 per cent; only with insights and an operator's own file */
                    confidence?: number;
                };
                /** @description The regions, largest first; only with an operator's own file */
                subdivisions?: {
                    /** @description ISO 3166-2 without the country */
                    iso_code?: string;
                    /** @description The name by language: English, and what an operator's own file has; empty when not known */
                    names?: {
                        [key: string]: string;
                    };
                    /** @description Id at GeoNames; absent when not known */
                    geoname_id?: number;
                    /** @description 0 to 100 per cent; only with insights and an operator's own file */
                    confidence?: number;
                }[];
                /** @description Only with an operator's own file */
                postal?: {
                    /** @description The postal code */
                    code?: string;
                    /** @description 0 to 100 per cent; only with insights and an operator's own file */
                    confidence?: number;
                };
                /** @description The position, from an operator's own file */
                location?: {
                    /**
                     * @description Degrees to the north. From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    latitude?: number | null;
                    /**
                     * @description Degrees to the east. From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    longitude?: number | null;
                    /**
                     * @description Kilometres. From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    accuracy_radius?: number | null;
                    /**
                     * @description Number of an area of the United States. From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    metro_code?: number | null;
                    /**
                     * @description From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    time_zone?: string | null;
                    /**
                     * @description People in a square kilometre. From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    population_density?: number | null;
                    /**
                     * @description US dollars in a year. From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    average_income?: number | null;
                    /**
                     * Format: date-time
                     * @description Null, or left out as the account chooses: this service does not know it
                     * @example null
                     */
                    local_time?: string | null;
                };
                /** @description Whether the address hides its user */
                anonymizer?: {
                    /**
                     * @description VPN, proxy or Tor
                     * @example null
                     */
                    is_anonymous?: boolean | null;
                    /**
                     * @description Exit of a commercial VPN
                     * @example false
                     */
                    is_anonymous_vpn?: boolean | null;
                    /**
                     * @description Belongs to a hosting or cloud network
                     * @example false
                     */
                    is_hosting_provider?: boolean | null;
                    /**
                     * @description Open proxy
                     * @example null
                     */
                    is_public_proxy?: boolean | null;
                    /**
                     * @description Null, or left out as the account chooses: this service does not know it
                     * @example null
                     */
                    is_residential_proxy?: boolean | null;
                    /**
                     * @description Tor exit node
                     * @example null
                     */
                    is_tor_exit_node?: boolean | null;
                    /**
                     * @description 0 to 99. Null, or left out as the account chooses: this service does not know it
                     * @example null
                     */
                    confidence?: number | null;
                    /**
                     * Format: date
                     * @description Null, or left out as the account chooses: this service does not know it
                     * @example null
                     */
                    network_last_seen?: string | null;
                    /**
                     * @description Name of the VPN service
                     * @example null
                     */
                    provider_name?: string | null;
                };
                /** @description Facts about the address and its network. Null means unknown */
                traits: {
                    /** @description The address */
                    ip_address: string;
                    /**
                     * @description Null, or left out as the account chooses: this service does not know it
                     * @example null
                     */
                    network?: string | null;
                    /** @description Only with an operator's own file */
                    is_anycast?: boolean;
                    /** @description Number of the autonomous system */
                    autonomous_system_number?: number | null;
                    /** @description Name of the network's owner */
                    autonomous_system_organization?: string | null;
                    /** @description Name of the network's owner */
                    isp?: string | null;
                    /** @description Name of the network's owner */
                    organization?: string | null;
                    /**
                     * @description From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    connection_type?: string | null;
                    /**
                     * @description From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    domain?: string | null;
                    /**
                     * @description From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    mobile_country_code?: string | null;
                    /**
                     * @description From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    mobile_network_code?: string | null;
                    /**
                     * @description VPN, proxy or Tor
                     * @example null
                     */
                    is_anonymous?: boolean | null;
                    /**
                     * @description Exit of a commercial VPN
                     * @example false
                     */
                    is_anonymous_vpn?: boolean | null;
                    /**
                     * @description Belongs to a hosting or cloud network
                     * @example false
                     */
                    is_hosting_provider?: boolean | null;
                    /**
                     * @description Open proxy
                     * @example null
                     */
                    is_public_proxy?: boolean | null;
                    /**
                     * @description Null, or left out as the account chooses: this service does not know it
                     * @example null
                     */
                    is_residential_proxy?: boolean | null;
                    /**
                     * @description Tor exit node
                     * @example null
                     */
                    is_tor_exit_node?: boolean | null;
                    /**
                     * @description From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    is_anonymous_proxy?: boolean | null;
                    /**
                     * @description From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    is_legitimate_proxy?: boolean | null;
                    /**
                     * @description From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    is_satellite_provider?: boolean | null;
                    /** @description 0.01 to 99: the score, which is never 0 or 100 here */
                    ip_risk_snapshot: number;
                    /**
                     * @description 0 to 100. From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    static_ip_score?: number | null;
                    /**
                     * @description How many people use the address. From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    user_count?: number | null;
                    /**
                     * @description From the operator's own city file; null, or left out as the account chooses, when not known
                     * @example null
                     */
                    user_type?: string | null;
                };
            };
            /** @description Present when the request has an e-mail address or a domain */
            email?: {
                /** @description The domain of the address */
                domain?: {
                    /**
                     * Format: date
                     * @description Null, or left out as the account chooses: this service does not know it
                     * @example null
                     */
                    first_seen?: string | null;
                    /** @description 0.01 to 99: the score, which is never 0 or 100 here */
                    risk?: number;
                };
                /**
                 * Format: date
                 * @description Date (UTC) on which the address was first scored
                 * @example 2026-11-20
                 */
                first_seen?: string | null;
                /**
                 * @description The domain gives out throw-away addresses
                 * @example false
                 */
                is_disposable?: boolean | null;
                /**
                 * @description At a free mail provider
                 * @example false
                 */
                is_free?: boolean | null;
                /** @description Its verdict is not allow */
                is_high_risk: boolean;
            };
            /**
             * @description Null, or left out as the account chooses: this service does not know it
             * @example null
             */
            credit_card?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Null, or left out as the account chooses: this service does not know it
             * @example null
             */
            billing_address?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Null, or left out as the account chooses: this service does not know it
             * @example null
             */
            shipping_address?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Null, or left out as the account chooses: this service does not know it
             * @example null
             */
            billing_phone?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Null, or left out as the account chooses: this service does not know it
             * @example null
             */
            shipping_phone?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Null, or left out as the account chooses: this service does not know it
             * @example null
             */
            subscores?: {
                [key: string]: unknown;
            } | null;
            /** @description What Winnow has in addition to the vendor's fields */
            winnow: {
                /**
                 * @description The recommended action; branch on it, not on the score
                 * @enum {string}
                 */
                verdict: "allow" | "review" | "block";
                /** @description One sentence for people */
                summary: string | null;
                /** @description The components that are part of the score */
                components_checked: ("ip" | "email" | "phone" | "domain" | "device")[];
                /**
                 * @description The findings with the largest effect, strongest first, each as `<component>: <text>`
                 * @example [
                 *       "email: disposable e-mail domain"
                 *     ]
                 */
                top_signals: string[];
                /** @description As /v1/lookup/phone returns it; null without a phone */
                phone: components["schemas"]["PhoneResult"] | null;
                /** @description As /v1/score/user returns it; null for a single address */
                linkage: {
                    /** @description E-mail addresses seen with this device */
                    device_email_count: number | null;
                    /**
                     * @description Devices seen with this e-mail address
                     * @example 0
                     */
                    email_device_count: number | null;
                    /**
                     * @description IP addresses seen with this e-mail address
                     * @example 1
                     */
                    email_ip_count: number | null;
                    /**
                     * @description Sign-ups of the last hour from the /24 (IPv6: /48) of this address
                     * @example 2
                     */
                    subnet_rate_1h: number | null;
                    /**
                     * @description Sign-ups of the last hour with this domain
                     * @example 2
                     */
                    domain_rate_1h: number | null;
                    /** @description Sign-ups of the last 30 days that hang together; null for one that shares nothing */
                    ring: components["schemas"]["Ring"] | null;
                } | null;
                /** @description As /v1/score/user returns it; null for a single address */
                actor: {
                    /**
                     * @description Who seems to be acting; there is no type `human`
                     * @example unknown
                     * @enum {string}
                     */
                    type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
                    /** @description True only for a verified signature: operator is then proven */
                    proven: boolean;
                    /**
                     * @description What the type follows from
                     * @example none
                     * @enum {string}
                     */
                    basis: "signature" | "device_signals" | "none";
                    /** @description The host that the agent's signature proves, never a claimed name */
                    operator: string | null;
                    /** @description As the agent's card says */
                    trigger: string | null;
                    /**
                     * @description Why; a sentence
                     * @example No agent signature and no browser characteristics were sent, so nothing is known about who is acting.
                     */
                    detail: string;
                } | null;
                /** @description proxy_likelihood of /v1/score/ip; null without an address, or where nothing can be said */
                residential_proxy_likelihood: number | null;
                /** @description Your rule that decided; null when none did */
                rule_applied: components["schemas"]["RuleApplied"] | null;
                /**
                 * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
                 * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
                 */
                request_id: string;
                /**
                 * @description Time the request took, in seconds
                 * @example 0.000412
                 */
                processing_time_sec: number;
            };
        };
        /** @description The vendor's error body */
        CompatError: {
            /**
             * @description Why the request was refused
             * @enum {string}
             */
            code: "AUTHORIZATION_INVALID" | "INSUFFICIENT_FUNDS" | "IP_ADDRESS_INVALID" | "IP_ADDRESS_NOT_FOUND" | "IP_ADDRESS_REQUIRED" | "IP_ADDRESS_RESERVED" | "JSON_INVALID" | "LICENSE_KEY_REQUIRED" | "MAXMIND_ID_INVALID" | "MINFRAUD_ID_INVALID" | "NOTES_INVALID" | "PARAMETER_UNKNOWN" | "PERMISSION_REQUIRED" | "REQUEST_INVALID" | "TAG_INVALID" | "TAG_REQUIRED" | "TRANSACTION_ID_REQUIRED";
            /** @description A sentence for people */
            error: string;
        };
        /** @description A minFraud request. Any part of it may be absent */
        CompatFraudRequest: {
            /** @description Where the request comes from */
            device?: ({
                /** @description IPv4 or IPv6 */
                ip_address?: string | null;
                /** @description As the browser sends it */
                user_agent?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description The e-mail address */
            email?: {
                /** @description The address, or its MD5 in hex */
                address?: string | null;
                /** @description Its domain */
                domain?: string | null;
            } | null;
            /** @description Only the phone number is used */
            billing?: ({
                /** @description Phone number, with its calling code or without */
                phone_number?: string | null;
                /** @description Country calling code, as `44` */
                phone_country_code?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description Only the transaction_id is used */
            event?: ({
                /** @description Your own id of the event, for a report of its outcome */
                transaction_id?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description Accepted and not used; the response warns of it */
            shipping?: {
                [key: string]: unknown;
            } | null;
            /** @description Accepted and not used; the response warns of it */
            order?: {
                [key: string]: unknown;
            } | null;
            /** @description Accepted and not used; the response warns of it */
            credit_card?: {
                [key: string]: unknown;
            } | null;
            /** @description Accepted and not used; the response warns of it */
            shopping_cart?: ({
                [key: string]: unknown;
            } | null)[] | null;
            /** @description Accepted and not used; the response warns of it */
            payment?: {
                [key: string]: unknown;
            } | null;
            /** @description Accepted and not used; the response warns of it */
            custom_inputs?: {
                [key: string]: unknown;
            } | null;
            /** @description Only user_id is used */
            account?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A minFraud score response */
        CompatFraudScore: {
            /**
             * Format: uuid
             * @description The request_id without `req_`
             */
            id: string;
            /** @description 0.01 to 99: the score, which is never 0 or 100 here */
            risk_score: number;
            /** @description No balance is kept: null, or 0 as the account or the operator chooses */
            funds_remaining: number | null;
            /** @description No balance is kept: null, or 0 as the account or the operator chooses */
            queries_remaining: number | null;
            /** @description What to do */
            disposition: {
                /**
                 * @description The verdict: allow, review or block
                 * @enum {string}
                 */
                action: "accept" | "manual_review" | "reject";
                /**
                 * @description Whether one of your rules decided
                 * @enum {string}
                 */
                reason: "default" | "custom_rule";
                /** @description The value of that rule */
                rule_label?: string;
            };
            /** @description Input that was not used */
            warnings: {
                /**
                 * @description Why input was not used
                 * @enum {string}
                 */
                code: "WINNOW_INPUT_IGNORED" | "INPUT_INVALID" | "INPUT_UNKNOWN" | "IP_ADDRESS_INVALID" | "IP_ADDRESS_RESERVED" | "EMAIL_ADDRESS_UNUSABLE";
                /** @description A sentence for people */
                warning: string;
                /** @description JSON Pointer into the request */
                input_pointer: string;
            }[];
            /** @description Present when the request has an address */
            ip_address?: {
                /** @description 0.01 to 99: the score, which is never 0 or 100 here */
                risk: number;
            };
            /** @description What Winnow has in addition to the vendor's fields */
            winnow: {
                /**
                 * @description The recommended action; branch on it, not on the score
                 * @enum {string}
                 */
                verdict: "allow" | "review" | "block";
                /** @description One sentence for people */
                summary: string | null;
                /** @description The components that are part of the score */
                components_checked: ("ip" | "email" | "phone" | "domain" | "device")[];
                /**
                 * @description The findings with the largest effect, strongest first, each as `<component>: <text>`
                 * @example [
                 *       "email: disposable e-mail domain"
                 *     ]
                 */
                top_signals: string[];
                /** @description As /v1/lookup/phone returns it; null without a phone */
                phone: components["schemas"]["PhoneResult"] | null;
                /** @description As /v1/score/user returns it; null for a single address */
                linkage: {
                    /** @description E-mail addresses seen with this device */
                    device_email_count: number | null;
                    /**
                     * @description Devices seen with this e-mail address
                     * @example 0
                     */
                    email_device_count: number | null;
                    /**
                     * @description IP addresses seen with this e-mail address
                     * @example 1
                     */
                    email_ip_count: number | null;
                    /**
                     * @description Sign-ups of the last hour from the /24 (IPv6: /48) of this address
                     * @example 2
                     */
                    subnet_rate_1h: number | null;
                    /**
                     * @description Sign-ups of the last hour with this domain
                     * @example 2
                     */
                    domain_rate_1h: number | null;
                    /** @description Sign-ups of the last 30 days that hang together; null for one that shares nothing */
                    ring: components["schemas"]["Ring"] | null;
                } | null;
                /** @description As /v1/score/user returns it; null for a single address */
                actor: {
                    /**
                     * @description Who seems to be acting; there is no type `human`
                     * @example unknown
                     * @enum {string}
                     */
                    type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
                    /** @description True only for a verified signature: operator is then proven */
                    proven: boolean;
                    /**
                     * @description What the type follows from
                     * @example none
                     * @enum {string}
                     */
                    basis: "signature" | "device_signals" | "none";
                    /** @description The host that the agent's signature proves, never a claimed name */
                    operator: string | null;
                    /** @description As the agent's card says */
                    trigger: string | null;
                    /**
                     * @description Why; a sentence
                     * @example No agent signature and no browser characteristics were sent, so nothing is known about who is acting.
                     */
                    detail: string;
                } | null;
                /** @description proxy_likelihood of /v1/score/ip; null without an address, or where nothing can be said */
                residential_proxy_likelihood: number | null;
                /** @description Your rule that decided; null when none did */
                rule_applied: components["schemas"]["RuleApplied"] | null;
                /**
                 * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
                 * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
                 */
                request_id: string;
                /**
                 * @description Time the request took, in seconds
                 * @example 0.000412
                 */
                processing_time_sec: number;
            };
        };
        /** @description A minFraud transaction report. One of minfraud_id, transaction_id and ip_address is needed */
        CompatTransactionReport: {
            /**
             * @description What it was; `not_fraud` labels it legitimate, `clear` removes the label
             * @enum {string}
             */
            tag: "chargeback" | "spam_or_abuse" | "suspected_fraud" | "not_fraud" | "clear";
            /**
             * Format: uuid
             * @description The id of a response
             */
            minfraud_id?: string | null;
            /** @description Your own id, as sent in event.transaction_id */
            transaction_id?: string | null;
            /** @description IPv4 or IPv6 */
            ip_address?: string | null;
            /** @description Accepted and not used */
            maxmind_id?: string | null;
            /** @description Accepted and not used */
            chargeback_code?: string | null;
            /** @description Accepted and not used */
            notes?: string | null;
        };
        /** @description A GeoIP2 country response */
        CompatGeoCountry: {
            /** @description The continent */
            continent?: {
                /** @description Two letters */
                code?: string | null;
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
            };
            /** @description The country */
            country?: {
                /** @description ISO 3166-1 alpha-2 */
                iso_code?: string | null;
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
                /** @description Absent when the country is not known */
                is_in_european_union?: boolean;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
            };
            /** @description Where the network is registered; only with an operator's own file */
            registered_country?: {
                /** @description ISO 3166-1 alpha-2 */
                iso_code?: string | null;
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
                /** @description Absent when the country is not known */
                is_in_european_union?: boolean;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
            };
            /** @description Whose users the network serves abroad; only with an operator's own file */
            represented_country?: {
                /** @description ISO 3166-1 alpha-2 */
                iso_code?: string | null;
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
                /** @description Absent when the country is not known */
                is_in_european_union?: boolean;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
                /** @description For example `military` */
                type?: string;
            };
            /** @description Facts about the address and its network. Null means unknown */
            traits: {
                /** @description The address */
                ip_address: string;
                /**
                 * @description Null, or left out as the account chooses: this service does not know it
                 * @example null
                 */
                network?: string | null;
                /** @description Only with an operator's own file */
                is_anycast?: boolean;
            };
            /** @description The vendor's balance */
            maxmind: {
                /** @description No balance is kept: null, or 0 as the account or the operator chooses */
                queries_remaining: number | null;
            };
            /** @description What Winnow has in addition to the vendor's fields */
            winnow: {
                /**
                 * @description The recommended action; branch on it, not on the score
                 * @enum {string}
                 */
                verdict: "allow" | "review" | "block";
                /** @description One sentence for people */
                summary: string | null;
                /** @description The components that are part of the score */
                components_checked: ("ip" | "email" | "phone" | "domain" | "device")[];
                /**
                 * @description The findings with the largest effect, strongest first, each as `<component>: <text>`
                 * @example [
                 *       "email: disposable e-mail domain"
                 *     ]
                 */
                top_signals: string[];
                /** @description As /v1/lookup/phone returns it; null without a phone */
                phone: components["schemas"]["PhoneResult"] | null;
                /** @description As /v1/score/user returns it; null for a single address */
                linkage: {
                    /** @description E-mail addresses seen with this device */
                    device_email_count: number | null;
                    /**
                     * @description Devices seen with this e-mail address
                     * @example 0
                     */
                    email_device_count: number | null;
                    /**
                     * @description IP addresses seen with this e-mail address
                     * @example 1
                     */
                    email_ip_count: number | null;
                    /**
                     * @description Sign-ups of the last hour from the /24 (IPv6: /48) of this address
                     * @example 2
                     */
                    subnet_rate_1h: number | null;
                    /**
                     * @description Sign-ups of the last hour with this domain
                     * @example 2
                     */
                    domain_rate_1h: number | null;
                    /** @description Sign-ups of the last 30 days that hang together; null for one that shares nothing */
                    ring: components["schemas"]["Ring"] | null;
                } | null;
                /** @description As /v1/score/user returns it; null for a single address */
                actor: {
                    /**
                     * @description Who seems to be acting; there is no type `human`
                     * @example unknown
                     * @enum {string}
                     */
                    type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
                    /** @description True only for a verified signature: operator is then proven */
                    proven: boolean;
                    /**
                     * @description What the type follows from
                     * @example none
                     * @enum {string}
                     */
                    basis: "signature" | "device_signals" | "none";
                    /** @description The host that the agent's signature proves, never a claimed name */
                    operator: string | null;
                    /** @description As the agent's card says */
                    trigger: string | null;
                    /**
                     * @description Why; a sentence
                     * @example No agent signature and no browser characteristics were sent, so nothing is known about who is acting.
                     */
                    detail: string;
                } | null;
                /** @description proxy_likelihood of /v1/score/ip; null without an address, or where nothing can be said */
                residential_proxy_likelihood: number | null;
                /** @description Your rule that decided; null when none did */
                rule_applied: components["schemas"]["RuleApplied"] | null;
                /**
                 * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
                 * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
                 */
                request_id: string;
                /**
                 * @description Time the request took, in seconds
                 * @example 0.000412
                 */
                processing_time_sec: number;
            };
        };
        /** @description A GeoIP2 city response */
        CompatGeoCity: {
            /** @description The continent */
            continent?: {
                /** @description Two letters */
                code?: string | null;
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
            };
            /** @description The country */
            country?: {
                /** @description ISO 3166-1 alpha-2 */
                iso_code?: string | null;
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
                /** @description Absent when the country is not known */
                is_in_european_union?: boolean;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
            };
            /** @description Where the network is registered; only with an operator's own file */
            registered_country?: {
                /** @description ISO 3166-1 alpha-2 */
                iso_code?: string | null;
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
                /** @description Absent when the country is not known */
                is_in_european_union?: boolean;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
            };
            /** @description Whose users the network serves abroad; only with an operator's own file */
            represented_country?: {
                /** @description ISO 3166-1 alpha-2 */
                iso_code?: string | null;
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
                /** @description Absent when the country is not known */
                is_in_european_union?: boolean;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
                /** @description For example `military` */
                type?: string;
            };
            /** @description The city */
            city?: {
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
            };
            /** @description The regions, largest first; only with an operator's own file */
            subdivisions?: {
                /** @description ISO 3166-2 without the country */
                iso_code?: string;
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
            }[];
            /** @description Only with an operator's own file */
            postal?: {
                /** @description The postal code */
                code?: string;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
            };
            /** @description The position, from an operator's own file */
            location?: {
                /**
                 * @description Degrees to the north. From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                latitude?: number | null;
                /**
                 * @description Degrees to the east. From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                longitude?: number | null;
                /**
                 * @description Kilometres. From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                accuracy_radius?: number | null;
                /**
                 * @description Number of an area of the United States. From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                metro_code?: number | null;
                /**
                 * @description From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                time_zone?: string | null;
            };
            /** @description Facts about the address and its network. Null means unknown */
            traits: {
                /** @description The address */
                ip_address: string;
                /**
                 * @description Null, or left out as the account chooses: this service does not know it
                 * @example null
                 */
                network?: string | null;
                /** @description Only with an operator's own file */
                is_anycast?: boolean;
                /** @description Number of the autonomous system */
                autonomous_system_number?: number | null;
                /** @description Name of the network's owner */
                autonomous_system_organization?: string | null;
                /** @description Name of the network's owner */
                isp?: string | null;
                /** @description Name of the network's owner */
                organization?: string | null;
                /**
                 * @description From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                connection_type?: string | null;
                /**
                 * @description From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                domain?: string | null;
                /**
                 * @description From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                mobile_country_code?: string | null;
                /**
                 * @description From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                mobile_network_code?: string | null;
            };
            /** @description The vendor's balance */
            maxmind: {
                /** @description No balance is kept: null, or 0 as the account or the operator chooses */
                queries_remaining: number | null;
            };
            /** @description What Winnow has in addition to the vendor's fields */
            winnow: {
                /**
                 * @description The recommended action; branch on it, not on the score
                 * @enum {string}
                 */
                verdict: "allow" | "review" | "block";
                /** @description One sentence for people */
                summary: string | null;
                /** @description The components that are part of the score */
                components_checked: ("ip" | "email" | "phone" | "domain" | "device")[];
                /**
                 * @description The findings with the largest effect, strongest first, each as `<component>: <text>`
                 * @example [
                 *       "email: disposable e-mail domain"
                 *     ]
                 */
                top_signals: string[];
                /** @description As /v1/lookup/phone returns it; null without a phone */
                phone: components["schemas"]["PhoneResult"] | null;
                /** @description As /v1/score/user returns it; null for a single address */
                linkage: {
                    /** @description E-mail addresses seen with this device */
                    device_email_count: number | null;
                    /**
                     * @description Devices seen with this e-mail address
                     * @example 0
                     */
                    email_device_count: number | null;
                    /**
                     * @description IP addresses seen with this e-mail address
                     * @example 1
                     */
                    email_ip_count: number | null;
                    /**
                     * @description Sign-ups of the last hour from the /24 (IPv6: /48) of this address
                     * @example 2
                     */
                    subnet_rate_1h: number | null;
                    /**
                     * @description Sign-ups of the last hour with this domain
                     * @example 2
                     */
                    domain_rate_1h: number | null;
                    /** @description Sign-ups of the last 30 days that hang together; null for one that shares nothing */
                    ring: components["schemas"]["Ring"] | null;
                } | null;
                /** @description As /v1/score/user returns it; null for a single address */
                actor: {
                    /**
                     * @description Who seems to be acting; there is no type `human`
                     * @example unknown
                     * @enum {string}
                     */
                    type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
                    /** @description True only for a verified signature: operator is then proven */
                    proven: boolean;
                    /**
                     * @description What the type follows from
                     * @example none
                     * @enum {string}
                     */
                    basis: "signature" | "device_signals" | "none";
                    /** @description The host that the agent's signature proves, never a claimed name */
                    operator: string | null;
                    /** @description As the agent's card says */
                    trigger: string | null;
                    /**
                     * @description Why; a sentence
                     * @example No agent signature and no browser characteristics were sent, so nothing is known about who is acting.
                     */
                    detail: string;
                } | null;
                /** @description proxy_likelihood of /v1/score/ip; null without an address, or where nothing can be said */
                residential_proxy_likelihood: number | null;
                /** @description Your rule that decided; null when none did */
                rule_applied: components["schemas"]["RuleApplied"] | null;
                /**
                 * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
                 * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
                 */
                request_id: string;
                /**
                 * @description Time the request took, in seconds
                 * @example 0.000412
                 */
                processing_time_sec: number;
            };
        };
        /** @description A GeoIP2 insights response */
        CompatGeoInsights: {
            /** @description The continent */
            continent?: {
                /** @description Two letters */
                code?: string | null;
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
            };
            /** @description The country */
            country?: {
                /** @description ISO 3166-1 alpha-2 */
                iso_code?: string | null;
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
                /** @description Absent when the country is not known */
                is_in_european_union?: boolean;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
            };
            /** @description Where the network is registered; only with an operator's own file */
            registered_country?: {
                /** @description ISO 3166-1 alpha-2 */
                iso_code?: string | null;
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
                /** @description Absent when the country is not known */
                is_in_european_union?: boolean;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
            };
            /** @description Whose users the network serves abroad; only with an operator's own file */
            represented_country?: {
                /** @description ISO 3166-1 alpha-2 */
                iso_code?: string | null;
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
                /** @description Absent when the country is not known */
                is_in_european_union?: boolean;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
                /** @description For example `military` */
                type?: string;
            };
            /** @description The city */
            city?: {
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
            };
            /** @description The regions, largest first; only with an operator's own file */
            subdivisions?: {
                /** @description ISO 3166-2 without the country */
                iso_code?: string;
                /** @description The name by language: English, and what an operator's own file has; empty when not known */
                names?: {
                    [key: string]: string;
                };
                /** @description Id at GeoNames; absent when not known */
                geoname_id?: number;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
            }[];
            /** @description Only with an operator's own file */
            postal?: {
                /** @description The postal code */
                code?: string;
                /** @description 0 to 100 per cent; only with insights and an operator's own file */
                confidence?: number;
            };
            /** @description The position, from an operator's own file */
            location?: {
                /**
                 * @description Degrees to the north. From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                latitude?: number | null;
                /**
                 * @description Degrees to the east. From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                longitude?: number | null;
                /**
                 * @description Kilometres. From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                accuracy_radius?: number | null;
                /**
                 * @description Number of an area of the United States. From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                metro_code?: number | null;
                /**
                 * @description From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                time_zone?: string | null;
                /**
                 * @description People in a square kilometre. From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                population_density?: number | null;
                /**
                 * @description US dollars in a year. From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                average_income?: number | null;
                /**
                 * Format: date-time
                 * @description Null, or left out as the account chooses: this service does not know it
                 * @example null
                 */
                local_time?: string | null;
            };
            /** @description Whether the address hides its user */
            anonymizer?: {
                /**
                 * @description VPN, proxy or Tor
                 * @example null
                 */
                is_anonymous?: boolean | null;
                /**
                 * @description Exit of a commercial VPN
                 * @example false
                 */
                is_anonymous_vpn?: boolean | null;
                /**
                 * @description Belongs to a hosting or cloud network
                 * @example false
                 */
                is_hosting_provider?: boolean | null;
                /**
                 * @description Open proxy
                 * @example null
                 */
                is_public_proxy?: boolean | null;
                /**
                 * @description Null, or left out as the account chooses: this service does not know it
                 * @example null
                 */
                is_residential_proxy?: boolean | null;
                /**
                 * @description Tor exit node
                 * @example null
                 */
                is_tor_exit_node?: boolean | null;
                /**
                 * @description 0 to 99. Null, or left out as the account chooses: this service does not know it
                 * @example null
                 */
                confidence?: number | null;
                /**
                 * Format: date
                 * @description Null, or left out as the account chooses: this service does not know it
                 * @example null
                 */
                network_last_seen?: string | null;
                /**
                 * @description Name of the VPN service
                 * @example null
                 */
                provider_name?: string | null;
            };
            /** @description Facts about the address and its network. Null means unknown */
            traits: {
                /** @description The address */
                ip_address: string;
                /**
                 * @description Null, or left out as the account chooses: this service does not know it
                 * @example null
                 */
                network?: string | null;
                /** @description Only with an operator's own file */
                is_anycast?: boolean;
                /** @description Number of the autonomous system */
                autonomous_system_number?: number | null;
                /** @description Name of the network's owner */
                autonomous_system_organization?: string | null;
                /** @description Name of the network's owner */
                isp?: string | null;
                /** @description Name of the network's owner */
                organization?: string | null;
                /**
                 * @description From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                connection_type?: string | null;
                /**
                 * @description From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                domain?: string | null;
                /**
                 * @description From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                mobile_country_code?: string | null;
                /**
                 * @description From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                mobile_network_code?: string | null;
                /**
                 * @description VPN, proxy or Tor
                 * @example null
                 */
                is_anonymous?: boolean | null;
                /**
                 * @description Exit of a commercial VPN
                 * @example false
                 */
                is_anonymous_vpn?: boolean | null;
                /**
                 * @description Belongs to a hosting or cloud network
                 * @example false
                 */
                is_hosting_provider?: boolean | null;
                /**
                 * @description Open proxy
                 * @example null
                 */
                is_public_proxy?: boolean | null;
                /**
                 * @description Null, or left out as the account chooses: this service does not know it
                 * @example null
                 */
                is_residential_proxy?: boolean | null;
                /**
                 * @description Tor exit node
                 * @example null
                 */
                is_tor_exit_node?: boolean | null;
                /**
                 * @description From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                is_anonymous_proxy?: boolean | null;
                /**
                 * @description From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                is_legitimate_proxy?: boolean | null;
                /**
                 * @description From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                is_satellite_provider?: boolean | null;
                /** @description 0.01 to 99: the score, which is never 0 or 100 here */
                ip_risk_snapshot: number;
                /**
                 * @description 0 to 100. From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                static_ip_score?: number | null;
                /**
                 * @description How many people use the address. From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                user_count?: number | null;
                /**
                 * @description From the operator's own city file; null, or left out as the account chooses, when not known
                 * @example null
                 */
                user_type?: string | null;
            };
            /** @description The vendor's balance */
            maxmind: {
                /** @description No balance is kept: null, or 0 as the account or the operator chooses */
                queries_remaining: number | null;
            };
            /** @description What Winnow has in addition to the vendor's fields */
            winnow: {
                /**
                 * @description The recommended action; branch on it, not on the score
                 * @enum {string}
                 */
                verdict: "allow" | "review" | "block";
                /** @description One sentence for people */
                summary: string | null;
                /** @description The components that are part of the score */
                components_checked: ("ip" | "email" | "phone" | "domain" | "device")[];
                /**
                 * @description The findings with the largest effect, strongest first, each as `<component>: <text>`
                 * @example [
                 *       "email: disposable e-mail domain"
                 *     ]
                 */
                top_signals: string[];
                /** @description As /v1/lookup/phone returns it; null without a phone */
                phone: components["schemas"]["PhoneResult"] | null;
                /** @description As /v1/score/user returns it; null for a single address */
                linkage: {
                    /** @description E-mail addresses seen with this device */
                    device_email_count: number | null;
                    /**
                     * @description Devices seen with this e-mail address
                     * @example 0
                     */
                    email_device_count: number | null;
                    /**
                     * @description IP addresses seen with this e-mail address
                     * @example 1
                     */
                    email_ip_count: number | null;
                    /**
                     * @description Sign-ups of the last hour from the /24 (IPv6: /48) of this address
                     * @example 2
                     */
                    subnet_rate_1h: number | null;
                    /**
                     * @description Sign-ups of the last hour with this domain
                     * @example 2
                     */
                    domain_rate_1h: number | null;
                    /** @description Sign-ups of the last 30 days that hang together; null for one that shares nothing */
                    ring: components["schemas"]["Ring"] | null;
                } | null;
                /** @description As /v1/score/user returns it; null for a single address */
                actor: {
                    /**
                     * @description Who seems to be acting; there is no type `human`
                     * @example unknown
                     * @enum {string}
                     */
                    type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
                    /** @description True only for a verified signature: operator is then proven */
                    proven: boolean;
                    /**
                     * @description What the type follows from
                     * @example none
                     * @enum {string}
                     */
                    basis: "signature" | "device_signals" | "none";
                    /** @description The host that the agent's signature proves, never a claimed name */
                    operator: string | null;
                    /** @description As the agent's card says */
                    trigger: string | null;
                    /**
                     * @description Why; a sentence
                     * @example No agent signature and no browser characteristics were sent, so nothing is known about who is acting.
                     */
                    detail: string;
                } | null;
                /** @description proxy_likelihood of /v1/score/ip; null without an address, or where nothing can be said */
                residential_proxy_likelihood: number | null;
                /** @description Your rule that decided; null when none did */
                rule_applied: components["schemas"]["RuleApplied"] | null;
                /**
                 * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
                 * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
                 */
                request_id: string;
                /**
                 * @description Time the request took, in seconds
                 * @example 0.000412
                 */
                processing_time_sec: number;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getScoreIp: {
        parameters: {
            query: {
                /** @description IPv4 or IPv6 */
                ip: string;
                /** @description Shifts the verdict thresholds; the findings stay the same */
                strictness?: "lenient" | "balanced" | "strict" | "strictest" | "0" | "1" | "2" | "3";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ip": "185.220.101.1",
                     *       "abuse_reports": 0,
                     *       "signals": {
                     *         "is_vpn": false,
                     *         "is_proxy": false,
                     *         "is_datacenter": true,
                     *         "is_tor": false,
                     *         "recent_abuse": false,
                     *         "is_hijacked_netblock": false
                     *       },
                     *       "geo": {
                     *         "country": "DE",
                     *         "city": "Berlin",
                     *         "asn": "AS60729",
                     *         "isp": "Stiftung Erneuerbare Freiheit"
                     *       },
                     *       "vpn_provider": null,
                     *       "proxy_likelihood": null,
                     *       "shared_address": {
                     *         "shared": false,
                     *         "kind": null
                     *       },
                     *       "hijacked_source": null,
                     *       "risk_score": 34,
                     *       "verdict": "allow",
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["IpResult"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this. `account_paused`: The account is paused */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `quota_exceeded`: The monthly quota is used up */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVerifyEmail: {
        parameters: {
            query: {
                /** @description E-mail address */
                email: string;
                /** @description Shifts the verdict thresholds; the findings stay the same */
                strictness?: "lenient" | "balanced" | "strict" | "strictest" | "0" | "1" | "2" | "3";
                /** @description Waits for the mailbox probe, which takes seconds */
                wait_for_mailbox?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "jane@mailinator.com",
                     *       "normalized_email": "jane@mailinator.com",
                     *       "status": "do_not_mail",
                     *       "sub_status": "disposable",
                     *       "deliverability_score": 25,
                     *       "did_you_mean": null,
                     *       "domain": "mailinator.com",
                     *       "domain_age_days": null,
                     *       "mx_provider": "Mailinator",
                     *       "mx_records": [
                     *         "mail.mailinator.com"
                     *       ],
                     *       "abuse_reports": 0,
                     *       "first_seen": "2026-11-20T09:30:01.000Z",
                     *       "signals": {
                     *         "syntax_valid": true,
                     *         "mx_found": true,
                     *         "is_disposable": true,
                     *         "is_homograph": false,
                     *         "is_role_account": false,
                     *         "is_free_provider": false,
                     *         "is_suspicious_handle": false,
                     *         "is_tagged": false,
                     *         "is_risky_tld": false,
                     *         "is_new_domain": false,
                     *         "has_spf": false,
                     *         "has_dmarc": false,
                     *         "has_website": false,
                     *         "mailbox_exists": false,
                     *         "is_catch_all": false,
                     *         "has_digital_footprint": false,
                     *         "mailbox_status": "verified"
                     *       },
                     *       "digital_footprint": {
                     *         "has_avatar": false,
                     *         "avatar_profile_url": null,
                     *         "breach_count": null,
                     *         "seen_in_breach": false
                     *       },
                     *       "risk_score": 78,
                     *       "verdict": "block",
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["EmailResult"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this. `account_paused`: The account is paused */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `quota_exceeded`: The monthly quota is used up */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLookupPhone: {
        parameters: {
            query: {
                /** @description E.164 recommended */
                phone: string;
                /** @description ISO 3166-1 alpha-2; required for national-format numbers */
                country?: string;
                /** @description Shifts the verdict thresholds; the findings stay the same */
                strictness?: "lenient" | "balanced" | "strict" | "strictest" | "0" | "1" | "2" | "3";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "parse_status": "ok",
                     *       "phone": "+442079460123",
                     *       "abuse_reports": 0,
                     *       "signals": {
                     *         "syntax_valid": true,
                     *         "is_possible": true,
                     *         "is_voip": false,
                     *         "is_premium_rate": false,
                     *         "is_toll_free": false,
                     *         "assigned_area_code": true,
                     *         "is_fictional": true
                     *       },
                     *       "number": {
                     *         "e164": "+442079460123",
                     *         "national": "020 7946 0123",
                     *         "international": "+44 20 7946 0123",
                     *         "country": "GB",
                     *         "line_type": "fixed_line"
                     *       },
                     *       "risk_score": 85,
                     *       "verdict": "block",
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneResult"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this. `account_paused`: The account is paused */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `quota_exceeded`: The monthly quota is used up */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getScoreDomain: {
        parameters: {
            query: {
                /** @description In Unicode or A-labels */
                domain: string;
                /** @description Shifts the verdict thresholds; the findings stay the same */
                strictness?: "lenient" | "balanced" | "strict" | "strictest" | "0" | "1" | "2" | "3";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "domain": "example.org",
                     *       "abuse_reports": 0,
                     *       "signals": {
                     *         "resolves": true,
                     *         "mx_found": false,
                     *         "has_spf": true,
                     *         "has_dmarc": true,
                     *         "is_disposable": false,
                     *         "is_homograph": false,
                     *         "is_free_provider": false,
                     *         "is_risky_tld": false,
                     *         "newly_registered": false
                     *       },
                     *       "registration": {
                     *         "created_at": "1995-08-31T04:00:00.000Z",
                     *         "age_days": 11404,
                     *         "registrar": "RESERVED-Internet Assigned Numbers Authority"
                     *       },
                     *       "risk_score": 90,
                     *       "verdict": "block",
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["DomainResult"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this. `account_paused`: The account is paused */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `quota_exceeded`: The monthly quota is used up */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getScoreUser: {
        parameters: {
            query?: {
                /** @description IPv4 or IPv6 */
                ip?: string;
                /** @description E-mail address */
                email?: string;
                /** @description Phone number; E.164 recommended */
                phone?: string;
                /** @description ISO 3166-1 alpha-2, for a phone number in national format */
                phone_country?: string;
                /** @description Domain, in Unicode or A-labels */
                domain?: string;
                /** @description Hex fingerprint from /fp.js */
                device_id?: string;
                /** @description `device_token` of `Winnow.fingerprint()`: when, and from which network, the page loaded /fp.js, signed by this service. With it a device that claims to be a common model can be believed, and many new devices from one network are noticed. One that is old or not ours is not refused: the answer's device_token says so */
                device_token?: string;
                /** @description Your own reference of the user, 1 to 128 printable characters. Stored as given, not scored; find it at /v1/scores/search */
                user_id?: string;
                /** @description Shifts the verdict thresholds; the findings stay the same */
                strictness?: "lenient" | "balanced" | "strict" | "strictest" | "0" | "1" | "2" | "3";
                /** @description What to do with a component that cannot be read. refuse, the default: the request is a 400. review: it is listed in components_invalid, the rest is scored, and the verdict is at least review, unless one of your allow rules decides */
                on_invalid?: components["schemas"]["OnInvalid"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "risk_score": 77,
                     *       "verdict": "block",
                     *       "summary": "High risk (77): e-mail address: disposable e-mail domain; IP address: datacenter address (Stiftung Erneuerbare Freiheit (Tor relays)).",
                     *       "components": {
                     *         "ip": {
                     *           "ip": "185.220.101.1",
                     *           "abuse_reports": 0,
                     *           "signals": {
                     *             "is_vpn": false,
                     *             "is_proxy": false,
                     *             "is_datacenter": true,
                     *             "is_tor": false,
                     *             "recent_abuse": false,
                     *             "is_hijacked_netblock": false
                     *           },
                     *           "geo": {
                     *             "country": "DE",
                     *             "city": "Berlin",
                     *             "asn": "AS60729",
                     *             "isp": "Stiftung Erneuerbare Freiheit"
                     *           },
                     *           "vpn_provider": null,
                     *           "proxy_likelihood": null,
                     *           "shared_address": {
                     *             "shared": false,
                     *             "kind": null
                     *           },
                     *           "hijacked_source": null,
                     *           "risk_score": 34,
                     *           "verdict": "allow",
                     *           "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *           "processing_time_sec": 0.000412
                     *         },
                     *         "email": {
                     *           "email": "jane@mailinator.com",
                     *           "normalized_email": "jane@mailinator.com",
                     *           "status": "do_not_mail",
                     *           "sub_status": "disposable",
                     *           "deliverability_score": 25,
                     *           "did_you_mean": null,
                     *           "domain": "mailinator.com",
                     *           "domain_age_days": null,
                     *           "mx_provider": "Mailinator",
                     *           "mx_records": [
                     *             "mail.mailinator.com"
                     *           ],
                     *           "abuse_reports": 0,
                     *           "first_seen": "2026-11-20T09:30:01.000Z",
                     *           "signals": {
                     *             "syntax_valid": true,
                     *             "mx_found": true,
                     *             "is_disposable": true,
                     *             "is_homograph": false,
                     *             "is_role_account": false,
                     *             "is_free_provider": false,
                     *             "is_suspicious_handle": false,
                     *             "is_tagged": false,
                     *             "is_risky_tld": false,
                     *             "is_new_domain": false,
                     *             "has_spf": false,
                     *             "has_dmarc": false,
                     *             "has_website": false,
                     *             "mailbox_exists": false,
                     *             "is_catch_all": false,
                     *             "has_digital_footprint": false,
                     *             "mailbox_status": "verified"
                     *           },
                     *           "digital_footprint": {
                     *             "has_avatar": false,
                     *             "avatar_profile_url": null,
                     *             "breach_count": null,
                     *             "seen_in_breach": false
                     *           },
                     *           "risk_score": 78,
                     *           "verdict": "block",
                     *           "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *           "processing_time_sec": 0.000412
                     *         }
                     *       },
                     *       "components_checked": [
                     *         "ip",
                     *         "email"
                     *       ],
                     *       "top_signals": [
                     *         "email: disposable e-mail domain",
                     *         "ip: datacenter address (Stiftung Erneuerbare Freiheit (Tor relays))"
                     *       ],
                     *       "linkage": {
                     *         "device_email_count": null,
                     *         "email_device_count": 0,
                     *         "email_ip_count": 1,
                     *         "subnet_rate_1h": 2,
                     *         "domain_rate_1h": 2,
                     *         "ring": null
                     *       },
                     *       "actor": {
                     *         "type": "unknown",
                     *         "proven": false,
                     *         "basis": "none",
                     *         "operator": null,
                     *         "trigger": null,
                     *         "detail": "No agent signature and no browser characteristics were sent, so nothing is known about who is acting."
                     *       },
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["SignupResult"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this. `account_paused`: The account is paused */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `quota_exceeded`: The monthly quota is used up */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postScoreUser: {
        parameters: {
            query?: {
                /** @description Shifts the verdict thresholds; the findings stay the same */
                strictness?: "lenient" | "balanced" | "strict" | "strictest" | "0" | "1" | "2" | "3";
                /** @description What to do with a component that cannot be read. refuse, the default: the request is a 400. review: it is listed in components_invalid, the rest is scored, and the verdict is at least review, unless one of your allow rules decides */
                on_invalid?: components["schemas"]["OnInvalid"];
            };
            header?: {
                /** @description Sent again with the same key and the same request within 24 hours, the request is not executed again: it gets the first one's answer, with the same request_id, and costs nothing. A UUID for each request is advised; quoted or not */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ip": "185.220.101.1",
                 *       "email": "jane@mailinator.com"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description IPv4 or IPv6
                     * @example 185.220.101.1
                     */
                    ip?: string | null;
                    /**
                     * @description E-mail address
                     * @example jane@mailinator.com
                     */
                    email?: string | null;
                    /**
                     * @description Phone number; E.164 recommended
                     * @example +442079460123
                     */
                    phone?: string | null;
                    /**
                     * @description ISO 3166-1 alpha-2, for a phone number in national format
                     * @example GB
                     */
                    phone_country?: string | null;
                    /**
                     * @description Domain, in Unicode or A-labels
                     * @example example.org
                     */
                    domain?: string | null;
                    /**
                     * @description Hex fingerprint from /fp.js
                     * @example 9f86d081884c7d659a2feaa0c55ad015
                     */
                    device_id?: string | null;
                    /** @description Browser characteristics from /fp.js. With device_id they are part of the device component. Without device_id they classify the actor and are not billed: they add points where they show automation (bot probability 0.8 and more), and the request needs another field as well */
                    device_signals?: {
                        /** @description As the browser sends it */
                        user_agent?: string | null;
                        /** @description IANA name */
                        timezone?: string | null;
                        /** @description Minutes, with the sign of JavaScript's `getTimezoneOffset()` or the opposite one */
                        timezone_offset?: number | null;
                        /** @description `WxHxDepth`, in pixels and bits */
                        screen?: string | null;
                        /** @description Number of logical processors */
                        hardware_concurrency?: number | null;
                        /** @description The browser's languages, with commas */
                        languages?: string | null;
                        /** @description Name of the graphics driver */
                        webgl_renderer?: string | null;
                    } | null;
                    /** @description Automation markers from /fp.js. With device_id they are part of the device component. Without device_id they classify the actor and are not billed: they add points where they show automation (bot probability 0.8 and more), and the request needs another field as well */
                    device_automation?: {
                        /** @description `navigator.webdriver` is true */
                        webdriver?: boolean | null;
                        /** @description The page has objects of an automation tool */
                        automation_globals?: boolean | null;
                        /** @description The user agent names a headless browser */
                        headless_ua?: boolean | null;
                        /** @description The screen has no size */
                        zero_screen?: boolean | null;
                        /** @description The browser has no plug-ins */
                        no_plugins?: boolean | null;
                        /** @description The browser has no languages */
                        no_languages?: boolean | null;
                    } | null;
                    /**
                     * @description `device_token` of `Winnow.fingerprint()`: when, and from which network, the page loaded /fp.js, signed by this service. With it a device that claims to be a common model can be believed, and many new devices from one network are noticed. One that is old or not ours is not refused: the answer's device_token says so
                     * @example 2vq1kz.3pDk0sVbXJ1yQm7c.Vh9fG2Jx0aYw4bN8rT5kLm
                     */
                    device_token?: string | null;
                    /** @description The inbound request as received, with its signature headers */
                    agent?: {
                        /** @description HTTP method; GET when not given */
                        method?: string | null;
                        /** @description The public URL that the agent requested */
                        url: string;
                        /** @description The headers of the request by name */
                        headers: {
                            [key: string]: string | readonly string[] | undefined;
                        };
                        /** @description What the agent sent about its user and the payment. Checked against the signature, not stored, not scored */
                        commerce?: {
                            /** @description The `agenticConsumer` object of the agent's request, as received */
                            consumer?: {
                                [key: string]: unknown;
                            } | null;
                            /** @description The `agenticPaymentContainer` object of the agent's request, as received */
                            payment?: {
                                [key: string]: unknown;
                            } | null;
                        } | null;
                    } | null;
                    /**
                     * @description Your own reference of the user, 1 to 128 printable characters. Stored as given, not scored; find it at /v1/scores/search
                     * @example user-81225
                     */
                    user_id?: string | null;
                    /**
                     * @description Which of the values you have verified to be the user's, for example by a confirmed link or code. A fraud label weighs in full on these and on the address and device; anybody can give somebody else's e-mail address, phone number or domain, so on others it leads to a review at most
                     * @example [
                     *       "email"
                     *     ]
                     */
                    verified?: ("email" | "phone" | "domain")[] | null;
                    /** @description 0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name */
                    strictness?: (number | null) | ("lenient" | "balanced" | "strict" | "strictest");
                    /**
                     * @description What to do with a component that cannot be read. refuse, the default: the request is a 400. review: it is listed in components_invalid, the rest is scored, and the verdict is at least review, unless one of your allow rules decides
                     * @enum {string|null}
                     */
                    on_invalid?: "refuse" | "review" | null;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    /** @description true: the answer is that of an earlier request with the same Idempotency-Key */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "risk_score": 77,
                     *       "verdict": "block",
                     *       "summary": "High risk (77): e-mail address: disposable e-mail domain; IP address: datacenter address (Stiftung Erneuerbare Freiheit (Tor relays)).",
                     *       "components": {
                     *         "ip": {
                     *           "ip": "185.220.101.1",
                     *           "abuse_reports": 0,
                     *           "signals": {
                     *             "is_vpn": false,
                     *             "is_proxy": false,
                     *             "is_datacenter": true,
                     *             "is_tor": false,
                     *             "recent_abuse": false,
                     *             "is_hijacked_netblock": false
                     *           },
                     *           "geo": {
                     *             "country": "DE",
                     *             "city": "Berlin",
                     *             "asn": "AS60729",
                     *             "isp": "Stiftung Erneuerbare Freiheit"
                     *           },
                     *           "vpn_provider": null,
                     *           "proxy_likelihood": null,
                     *           "shared_address": {
                     *             "shared": false,
                     *             "kind": null
                     *           },
                     *           "hijacked_source": null,
                     *           "risk_score": 34,
                     *           "verdict": "allow",
                     *           "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *           "processing_time_sec": 0.000412
                     *         },
                     *         "email": {
                     *           "email": "jane@mailinator.com",
                     *           "normalized_email": "jane@mailinator.com",
                     *           "status": "do_not_mail",
                     *           "sub_status": "disposable",
                     *           "deliverability_score": 25,
                     *           "did_you_mean": null,
                     *           "domain": "mailinator.com",
                     *           "domain_age_days": null,
                     *           "mx_provider": "Mailinator",
                     *           "mx_records": [
                     *             "mail.mailinator.com"
                     *           ],
                     *           "abuse_reports": 0,
                     *           "first_seen": "2026-11-20T09:30:01.000Z",
                     *           "signals": {
                     *             "syntax_valid": true,
                     *             "mx_found": true,
                     *             "is_disposable": true,
                     *             "is_homograph": false,
                     *             "is_role_account": false,
                     *             "is_free_provider": false,
                     *             "is_suspicious_handle": false,
                     *             "is_tagged": false,
                     *             "is_risky_tld": false,
                     *             "is_new_domain": false,
                     *             "has_spf": false,
                     *             "has_dmarc": false,
                     *             "has_website": false,
                     *             "mailbox_exists": false,
                     *             "is_catch_all": false,
                     *             "has_digital_footprint": false,
                     *             "mailbox_status": "verified"
                     *           },
                     *           "digital_footprint": {
                     *             "has_avatar": false,
                     *             "avatar_profile_url": null,
                     *             "breach_count": null,
                     *             "seen_in_breach": false
                     *           },
                     *           "risk_score": 78,
                     *           "verdict": "block",
                     *           "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *           "processing_time_sec": 0.000412
                     *         }
                     *       },
                     *       "components_checked": [
                     *         "ip",
                     *         "email"
                     *       ],
                     *       "top_signals": [
                     *         "email: disposable e-mail domain",
                     *         "ip: datacenter address (Stiftung Erneuerbare Freiheit (Tor relays))"
                     *       ],
                     *       "linkage": {
                     *         "device_email_count": null,
                     *         "email_device_count": 0,
                     *         "email_ip_count": 1,
                     *         "subnet_rate_1h": 2,
                     *         "domain_rate_1h": 2,
                     *         "ring": null
                     *       },
                     *       "actor": {
                     *         "type": "unknown",
                     *         "proven": false,
                     *         "basis": "none",
                     *         "operator": null,
                     *         "trigger": null,
                     *         "detail": "No agent signature and no browser characteristics were sent, so nothing is known about who is acting."
                     *       },
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["SignupResult"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this. `account_paused`: The account is paused */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: A request with this Idempotency-Key is still in progress */
            409: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was sent with another request before */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `quota_exceeded`: The monthly quota is used up */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postScoreDevice: {
        parameters: {
            query?: {
                /** @description Shifts the verdict thresholds; the findings stay the same */
                strictness?: "lenient" | "balanced" | "strict" | "strictest" | "0" | "1" | "2" | "3";
            };
            header?: {
                /** @description Sent again with the same key and the same request within 24 hours, the request is not executed again: it gets the first one's answer, with the same request_id, and costs nothing. A UUID for each request is advised; quoted or not */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "device_id": "9f86d081884c7d659a2feaa0c55ad015",
                 *       "ip": "203.0.113.7",
                 *       "signals": {
                 *         "timezone": "Europe/Berlin",
                 *         "timezone_offset": -60,
                 *         "screen": "1920x1080x24"
                 *       },
                 *       "automation": {
                 *         "webdriver": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Hex fingerprint from /fp.js
                     * @example 9f86d081884c7d659a2feaa0c55ad015
                     */
                    device_id: string;
                    /**
                     * @description The address of the browser, to compare places
                     * @example 203.0.113.7
                     */
                    ip?: string | null;
                    /** @description Browser characteristics from /fp.js */
                    signals?: {
                        /** @description As the browser sends it */
                        user_agent?: string | null;
                        /** @description IANA name */
                        timezone?: string | null;
                        /** @description Minutes, with the sign of JavaScript's `getTimezoneOffset()` or the opposite one */
                        timezone_offset?: number | null;
                        /** @description `WxHxDepth`, in pixels and bits */
                        screen?: string | null;
                        /** @description Number of logical processors */
                        hardware_concurrency?: number | null;
                        /** @description The browser's languages, with commas */
                        languages?: string | null;
                        /** @description Name of the graphics driver */
                        webgl_renderer?: string | null;
                    } | null;
                    /** @description Automation markers from /fp.js */
                    automation?: {
                        /** @description `navigator.webdriver` is true */
                        webdriver?: boolean | null;
                        /** @description The page has objects of an automation tool */
                        automation_globals?: boolean | null;
                        /** @description The user agent names a headless browser */
                        headless_ua?: boolean | null;
                        /** @description The screen has no size */
                        zero_screen?: boolean | null;
                        /** @description The browser has no plug-ins */
                        no_plugins?: boolean | null;
                        /** @description The browser has no languages */
                        no_languages?: boolean | null;
                    } | null;
                    /** @description 0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name */
                    strictness?: (number | null) | ("lenient" | "balanced" | "strict" | "strictest");
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    /** @description true: the answer is that of an earlier request with the same Idempotency-Key */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "device_id": "9f86d081884c7d659a2feaa0c55ad015",
                     *       "bot_probability": 0.018,
                     *       "signals": {
                     *         "is_bot": false,
                     *         "is_automated": false,
                     *         "is_headless": false,
                     *         "timezone_mismatch": false,
                     *         "repeat_device": false
                     *       },
                     *       "first_seen": "2026-11-20T09:30:01.000Z",
                     *       "times_seen": 1,
                     *       "abuse_reports": 0,
                     *       "risk_score": 0,
                     *       "verdict": "allow",
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceResult"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this. `account_paused`: The account is paused */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: A request with this Idempotency-Key is still in progress */
            409: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was sent with another request before */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `quota_exceeded`: The monthly quota is used up */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postBatch: {
        parameters: {
            query?: {
                /** @description Shifts the verdict thresholds; the findings stay the same */
                strictness?: "lenient" | "balanced" | "strict" | "strictest" | "0" | "1" | "2" | "3";
            };
            header?: {
                /** @description Sent again with the same key and the same request within 24 hours, the request is not executed again: it gets the first one's answer, with the same request_id, and costs nothing. A UUID for each request is advised; quoted or not */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "ip",
                 *       "items": [
                 *         "185.220.101.1",
                 *         "not an address"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the values are
                     * @enum {string}
                     */
                    type: "ip" | "email" | "domain" | "phone";
                    /**
                     * @description The values, all of the same type
                     * @example [
                     *       "185.220.101.1",
                     *       "8.8.8.8"
                     *     ]
                     */
                    items: string[];
                    /** @description 0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name */
                    strictness?: (number | null) | ("lenient" | "balanced" | "strict" | "strictest");
                    /**
                     * @description ISO 3166-1 alpha-2, for phone numbers in national format
                     * @example GB
                     */
                    phone_country?: string | null;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    /** @description true: the answer is that of an earlier request with the same Idempotency-Key */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "ip",
                     *       "count": 2,
                     *       "succeeded": 1,
                     *       "failed": 1,
                     *       "billable_lookups": 1,
                     *       "processing_time_sec": 0.000412,
                     *       "results": [
                     *         {
                     *           "ip": "185.220.101.1",
                     *           "abuse_reports": 0,
                     *           "signals": {
                     *             "is_vpn": false,
                     *             "is_proxy": false,
                     *             "is_datacenter": true,
                     *             "is_tor": false,
                     *             "recent_abuse": false,
                     *             "is_hijacked_netblock": false
                     *           },
                     *           "geo": {
                     *             "country": "DE",
                     *             "city": "Berlin",
                     *             "asn": "AS60729",
                     *             "isp": "Stiftung Erneuerbare Freiheit"
                     *           },
                     *           "vpn_provider": null,
                     *           "proxy_likelihood": null,
                     *           "shared_address": {
                     *             "shared": false,
                     *             "kind": null
                     *           },
                     *           "hijacked_source": null,
                     *           "risk_score": 34,
                     *           "verdict": "allow",
                     *           "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *           "processing_time_sec": 0.000412,
                     *           "input": "185.220.101.1",
                     *           "cached": true,
                     *           "first_seen": "2026-11-20T09:30:01.000Z",
                     *           "times_seen": 4
                     *         },
                     *         {
                     *           "input": "not an address",
                     *           "error": "this is not a valid IP address: is not an IPv4 or IPv6 address"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BatchResult"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON. `too_many_items`: Too many items in one request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account_paused`: The account is paused. `quota_exceeded`: The monthly quota is used up */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: A request with this Idempotency-Key is still in progress */
            409: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was sent with another request before */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and the same request within 24 hours, the request is not executed again: it gets the first one's answer, with the same request_id, and costs nothing. A UUID for each request is advised; quoted or not */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "email",
                 *       "value": "fraudster@example.org"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the values are
                     * @enum {string}
                     */
                    kind: "ip" | "email" | "domain" | "phone";
                    /**
                     * @description One value
                     * @example fraudster@example.org
                     */
                    value?: string | null;
                    /** @description Several values */
                    values?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    /** @description true: the answer is that of an earlier request with the same Idempotency-Key */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "reported": 1,
                     *       "results": [
                     *         {
                     *           "kind": "email",
                     *           "abuse_reports": 1
                     *         }
                     *       ],
                     *       "skipped": [],
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["ReportResult"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON. `too_many_items`: Too many items in one request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account_paused`: The account is paused. `quota_exceeded`: The monthly quota is used up */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: A request with this Idempotency-Key is still in progress */
            409: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was sent with another request before */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteReport: {
        parameters: {
            query?: {
                /** @description What the values are */
                kind?: "ip" | "email" | "domain" | "phone";
                /** @description May be repeated */
                value?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "kind": "email",
                 *       "value": "fraudster@example.org"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the values are
                     * @enum {string|null}
                     */
                    kind?: "ip" | "email" | "domain" | "phone" | null;
                    /**
                     * @description One value
                     * @example fraudster@example.org
                     */
                    value?: string | null;
                    /** @description Several values */
                    values?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "withdrawn": 1,
                     *       "not_found": 0,
                     *       "results": [
                     *         {
                     *           "kind": "email",
                     *           "withdrawn": 2,
                     *           "abuse_reports": 3
                     *         }
                     *       ],
                     *       "skipped": [],
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["WithdrawalResult"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON. `too_many_items`: Too many items in one request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account_paused`: The account is paused */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postOutcome: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and the same request within 24 hours, the request is not executed again: it gets the first one's answer, with the same request_id, and costs nothing. A UUID for each request is advised; quoted or not */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                 *       "outcome": "fraud"
                 *     }
                 */
                "application/json": components["schemas"]["OutcomeLabel"] | components["schemas"]["OutcomeLabelList"] | components["schemas"]["OutcomeLabels"];
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    /** @description true: the answer is that of an earlier request with the same Idempotency-Key */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recorded": 1,
                     *       "not_found": 0,
                     *       "results": [
                     *         {
                     *           "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *           "status": "recorded",
                     *           "our_score": 77,
                     *           "our_verdict": "block",
                     *           "disagreement": false
                     *         }
                     *       ],
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["OutcomeResult"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON. `too_many_items`: Too many items in one request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account_paused`: The account is paused */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: A request with this Idempotency-Key is still in progress */
            409: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was sent with another request before */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVerifyAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and the same request within 24 hours, the request is not executed again: it gets the first one's answer, with the same request_id, and costs nothing. A UUID for each request is advised; quoted or not */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "GET",
                 *       "url": "https://shop.example/products?page=2",
                 *       "headers": {
                 *         "Signature-Agent": "sig1=\"https://agent.example\"",
                 *         "Signature-Input": "sig1=(\"@authority\" \"@method\" \"@path\" \"signature-agent\";key=\"sig1\");created=1800000000;expires=1800000060;keyid=\"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U\";tag=\"web-bot-auth\"",
                 *         "Signature": "sig1=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==:"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AgentRequest"];
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    /** @description true: the answer is that of an earlier request with the same Idempotency-Key */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verified": false,
                     *       "reason": "not_yet_valid",
                     *       "keyid": "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U",
                     *       "agent": null,
                     *       "host": null,
                     *       "claimed_name": null,
                     *       "purpose": null,
                     *       "expires_in": null,
                     *       "replay_protection": "signature-window",
                     *       "covered": null,
                     *       "not_covered": null,
                     *       "profile": "web-bot-auth",
                     *       "replay": null,
                     *       "commerce": null,
                     *       "help_url": "https://winnow.example/agents/denied?reason=not_yet_valid&request_id=req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "docs": "https://winnow.example/docs/agents#not_yet_valid",
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["AgentVerification"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account_paused`: The account is paused. `quota_exceeded`: The monthly quota is used up */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: A request with this Idempotency-Key is still in progress */
            409: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was sent with another request before */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAgentAuthorize: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and the same request within 24 hours, the request is not executed again: it gets the first one's answer, with the same request_id, and costs nothing. A UUID for each request is advised; quoted or not */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "GET",
                 *       "url": "https://shop.example/products?page=2",
                 *       "headers": {
                 *         "Signature-Agent": "sig1=\"https://agent.example\"",
                 *         "Signature-Input": "sig1=(\"@authority\" \"@method\" \"@path\" \"signature-agent\";key=\"sig1\");created=1800000000;expires=1800000060;keyid=\"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U\";tag=\"web-bot-auth\"",
                 *         "Signature": "sig1=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==:"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AgentAuthorizeRequest"];
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    /** @description true: the answer is that of an earlier request with the same Idempotency-Key */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decision": "deny",
                     *       "matched": "default:signature_failed",
                     *       "reason": "created is more than 60 seconds in the future. The signature is invalid.",
                     *       "agent": {
                     *         "verified": false,
                     *         "signature_reason": "not_yet_valid",
                     *         "name": null,
                     *         "claimed_name": null,
                     *         "host": null,
                     *         "purpose": null,
                     *         "trigger": null,
                     *         "rate_expectation": null,
                     *         "expires_in": null,
                     *         "publishes_card": false,
                     *         "profile": "web-bot-auth",
                     *         "replay": null,
                     *         "commerce": null
                     *       },
                     *       "requests_last_hour": null,
                     *       "help_url": "https://winnow.example/agents/denied?reason=not_yet_valid&request_id=req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "docs": "https://winnow.example/docs/agents#not_yet_valid",
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["AgentAuthorization"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account_paused`: The account is paused. `quota_exceeded`: The monthly quota is used up */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: A request with this Idempotency-Key is still in progress */
            409: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was sent with another request before */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAgentDecisionsRequestId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id} */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "decided_at": "2026-11-22T10:00:00.000Z",
                     *       "expires_at": "2026-11-22T10:00:00.000Z",
                     *       "via": "authorize",
                     *       "mode": "live",
                     *       "method": "GET",
                     *       "decision": "deny",
                     *       "matched": "default:signature_failed",
                     *       "reason": "created is more than 60 seconds in the future. The signature is invalid.",
                     *       "agent": {
                     *         "verified": false,
                     *         "signature_reason": "not_yet_valid",
                     *         "name": null,
                     *         "claimed_name": null,
                     *         "host": null,
                     *         "purpose": null,
                     *         "trigger": null,
                     *         "rate_expectation": null,
                     *         "expires_in": null,
                     *         "publishes_card": false,
                     *         "profile": "web-bot-auth",
                     *         "replay": null,
                     *         "commerce": null
                     *       },
                     *       "keyid": "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U",
                     *       "request_digest": "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
                     *       "help_url": "https://winnow.example/agents/denied?reason=not_yet_valid&request_id=req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["StoredAgentDecision"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAgentDecisionsRequestIdReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id} */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "receipt": "eyJhbGciOiJFZERTQSJ9.eyJkZWNpc2lvbiI6ImRlbnkifQ.AAAA",
                     *       "jwks_url": "https://winnow.example/.well-known/jwks.json",
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["AgentReceipt"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAgentPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rules": [
                     *         {
                     *           "host": "*.agent.example",
                     *           "action": "review",
                     *           "reason": "Not known yet"
                     *         },
                     *         {
                     *           "profile": "visa-tap-payer",
                     *           "repeated": true,
                     *           "action": "deny",
                     *           "reason": "Sign each payment separately"
                     *         },
                     *         {
                     *           "trigger": "crawler",
                     *           "methods": [
                     *             "POST",
                     *             "PUT",
                     *             "DELETE"
                     *           ],
                     *           "action": "deny",
                     *           "reason": "Crawlers only read"
                     *         },
                     *         {
                     *           "trigger": "fetcher",
                     *           "action": "allow",
                     *           "reason": "Fetchers act for a person"
                     *         }
                     *       ],
                     *       "defaults_apply_when_no_rule_matches": true,
                     *       "replay_protection": "signature-window",
                     *       "updated_at": "2026-11-20T09:30:12.000Z",
                     *       "docs": "https://winnow.example/docs/agents#policy",
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["AgentPolicy"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putAgentPolicy: {
        parameters: {
            query?: {
                /** @description true: tries the policy and changes nothing */
                dry_run?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rules": [
                 *         {
                 *           "host": "*.agent.example",
                 *           "action": "review",
                 *           "reason": "Not known yet"
                 *         },
                 *         {
                 *           "profile": "visa-tap-payer",
                 *           "repeated": true,
                 *           "action": "deny",
                 *           "reason": "Sign each payment separately"
                 *         },
                 *         {
                 *           "trigger": "crawler",
                 *           "methods": [
                 *             "POST",
                 *             "PUT",
                 *             "DELETE"
                 *           ],
                 *           "action": "deny",
                 *           "reason": "Crawlers only read"
                 *         },
                 *         {
                 *           "trigger": "fetcher",
                 *           "action": "allow",
                 *           "reason": "Fetchers act for a person"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AgentPolicyInput"];
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "saved": 4,
                     *       "rules": [
                     *         {
                     *           "host": "*.agent.example",
                     *           "action": "review",
                     *           "reason": "Not known yet"
                     *         },
                     *         {
                     *           "profile": "visa-tap-payer",
                     *           "repeated": true,
                     *           "action": "deny",
                     *           "reason": "Sign each payment separately"
                     *         },
                     *         {
                     *           "trigger": "crawler",
                     *           "methods": [
                     *             "POST",
                     *             "PUT",
                     *             "DELETE"
                     *           ],
                     *           "action": "deny",
                     *           "reason": "Crawlers only read"
                     *         },
                     *         {
                     *           "trigger": "fetcher",
                     *           "action": "allow",
                     *           "reason": "Fetchers act for a person"
                     *         }
                     *       ],
                     *       "defaults_apply_when_no_rule_matches": true,
                     *       "replay_protection": "signature-window",
                     *       "updated_at": "2026-11-20T09:30:12.000Z",
                     *       "note": "Rules are evaluated in order and the first match wins; they apply to verified agents only. The defaults decide what no rule matches.",
                     *       "docs": "https://winnow.example/docs/agents#policy",
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["AgentPolicySaved"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON. `too_many_items`: Too many items in one request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 2,
                     *       "rules": [
                     *         {
                     *           "id": "9e74f7a4-09e6-43b6-a342-060218959fe0",
                     *           "action": "block",
                     *           "kind": "cidr",
                     *           "value": "203.0.113.0/24",
                     *           "created_at": "2026-11-22T10:00:00.000Z",
                     *           "note": "abuse desk"
                     *         },
                     *         {
                     *           "id": "9e74f7a4-09e6-43b6-a342-060218959fe0",
                     *           "action": "block",
                     *           "kind": "domain",
                     *           "value": "example.org",
                     *           "created_at": "2026-11-22T10:00:00.000Z",
                     *           "note": "abuse desk"
                     *         }
                     *       ],
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["RuleList"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postRules: {
        parameters: {
            query?: {
                /** @description true: previews the result and changes nothing */
                dry_run?: boolean;
            };
            header?: {
                /** @description Sent again with the same key and the same request within 24 hours, the request is not executed again: it gets the first one's answer, with the same request_id, and costs nothing. A UUID for each request is advised; quoted or not */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "block",
                 *       "values": [
                 *         "203.0.113.0/24",
                 *         "example.org"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the rule does with what it matches
                     * @enum {string}
                     */
                    action: "allow" | "block";
                    /**
                     * @description What the rules match; the kind of each is detected
                     * @example [
                     *       "203.0.113.0/24",
                     *       "example.org",
                     *       "AS64500"
                     *     ]
                     */
                    values?: string[] | null;
                    /** @description Values of your stored scores, as search answers and stored scores name them (`val_…`) */
                    refs?: string[] | null;
                    /** @description Your own words */
                    note?: string | null;
                    /**
                     * Format: date-time
                     * @description RFC 3339: from then on the rules match nothing
                     */
                    expires_at?: string | null;
                    /** @description Same as in the query */
                    dry_run?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    /** @description true: the answer is that of an earlier request with the same Idempotency-Key */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "added": 2,
                     *       "rules": [
                     *         {
                     *           "id": "9e74f7a4-09e6-43b6-a342-060218959fe0",
                     *           "action": "block",
                     *           "kind": "cidr",
                     *           "value": "203.0.113.0/24",
                     *           "created_at": "2026-11-22T10:00:00.000Z",
                     *           "note": "abuse desk"
                     *         },
                     *         {
                     *           "id": "9e74f7a4-09e6-43b6-a342-060218959fe0",
                     *           "action": "block",
                     *           "kind": "domain",
                     *           "value": "example.org",
                     *           "created_at": "2026-11-22T10:00:00.000Z",
                     *           "note": "abuse desk"
                     *         }
                     *       ],
                     *       "skipped": [],
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["RulesAdded"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON. `too_many_items`: Too many items in one request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: A request with this Idempotency-Key is still in progress */
            409: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was sent with another request before */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteRules: {
        parameters: {
            query: {
                /** @description The `import_id` of an import: deletes the rules that it made and that are still there */
                import?: string;
                /** @description Same as `import` */
                import_id?: string;
                /** @description Must be true, otherwise nothing is deleted */
                confirm: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": 1,
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["RulesDeleted"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `confirmation_required`: Deleting everything requires confirm=true */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteRulesRuleId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the rule */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": 1,
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["RulesDeleted"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postRulesImport: {
        parameters: {
            query?: {
                /** @description Of the lines that name no action; required unless all do */
                action?: "allow" | "block";
                /** @description true: previews the result and changes nothing */
                dry_run?: boolean;
            };
            header?: {
                /** @description Sent again with the same key and the same request within 24 hours, the request is not executed again: it gets the first one's answer, with the same request_id, and costs nothing. A UUID for each request is advised; quoted or not */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file as it is: one entry per line, at most 10,000 */
        requestBody: {
            content: {
                /**
                 * @example 198.51.100.7
                 *     fraud.example
                 *     AS64500
                 */
                "text/plain": string;
                /**
                 * @example 198.51.100.7
                 *     fraud.example
                 *     AS64500
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    /** @description true: the answer is that of an earlier request with the same Idempotency-Key */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "action": "block",
                     *       "import_id": "imp_3f2d9c0e4b17a1c25d6e7f80",
                     *       "imported": 2,
                     *       "duplicates": 0,
                     *       "duplicates_in_file": 1,
                     *       "by_kind": {
                     *         "ip": 1,
                     *         "domain": 1
                     *       },
                     *       "skipped": [
                     *         {
                     *           "line": 1,
                     *           "value": "value",
                     *           "reason": "header"
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "line": 3,
                     *           "value": "*.fraud.example",
                     *           "read_as": "fraud.example"
                     *         }
                     *       ],
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["RulesImported"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `too_many_items`: Too many items in one request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired. `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_in_progress`: A request with this Idempotency-Key is still in progress */
            409: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was sent with another request before */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getScoreRequestId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id} */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "subject": "user",
                     *       "via": "user",
                     *       "mode": "live",
                     *       "scored_at": "2026-11-22T10:00:00.000Z",
                     *       "expires_at": "2026-11-22T10:00:00.000Z",
                     *       "risk_score": 78,
                     *       "verdict": "block",
                     *       "strictness": 1,
                     *       "summary": "High risk (78): e-mail address: disposable e-mail domain.",
                     *       "top_signals": [
                     *         "email: disposable e-mail domain"
                     *       ],
                     *       "rule_applied": null,
                     *       "agent_decision": null,
                     *       "user_id": "user-81225",
                     *       "components": [
                     *         {
                     *           "kind": "email",
                     *           "masked": "j•••@mailinator.com",
                     *           "ref": "val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX",
                     *           "risk_score": 78,
                     *           "verdict": "block",
                     *           "findings": [
                     *             {
                     *               "name": "disposable",
                     *               "group": "disposable",
                     *               "points": 78,
                     *               "text": "disposable e-mail domain"
                     *             }
                     *           ],
                     *           "trust": [],
                     *           "unknown": {
                     *             "mx_records": "offline",
                     *             "signals.mailbox_exists": "not_asked: disposable domain"
                     *           },
                     *           "rule_applied": null
                     *         }
                     *       ],
                     *       "components_invalid": [],
                     *       "linkage": {
                     *         "device_email_count": null,
                     *         "email_device_count": 0,
                     *         "email_ip_count": 1,
                     *         "subnet_rate_1h": 2,
                     *         "domain_rate_1h": 2,
                     *         "ring": {
                     *           "ring_id": "ring_019a9f3c11d270008a513f2d9c0e4b17",
                     *           "size": 2,
                     *           "labelled_fraud": 1,
                     *           "since": "2026-11-22T10:00:00.000Z",
                     *           "via": [
                     *             "device"
                     *           ]
                     *         }
                     *       },
                     *       "links": {
                     *         "risk_score": 0,
                     *         "findings": [],
                     *         "counted": false
                     *       },
                     *       "actor": {
                     *         "type": "unknown",
                     *         "proven": false,
                     *         "basis": "none",
                     *         "operator": null,
                     *         "trigger": null,
                     *         "detail": "No agent signature and no browser characteristics were sent, so nothing is known about who is acting."
                     *       },
                     *       "agent": null,
                     *       "data_version": "places 2.3.2026060513, networks 2.3.2026061719, domains 1.26.0/6.0.21/2.26.0/ca3ba267, compiler 2; none",
                     *       "label": {
                     *         "outcome": "fraud",
                     *         "labelled_at": "2026-11-22T10:00:00.000Z"
                     *       },
                     *       "label_history": [
                     *         {
                     *           "outcome": "fraud",
                     *           "labelled_at": "2026-11-22T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "note": "same screenshots as last week's ring",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["StoredScore"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putScoreRequestIdNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id} */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "same screenshots as last week's ring"
                 *     }
                 */
                "application/json": {
                    /** @description Empty removes it */
                    note: string;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "note": "same screenshots as last week's ring",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["ScoreNote"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postScoresSearch: {
        parameters: {
            query?: {
                /** @description Scores of live or of test keys. Live keys see live data by default; test keys see test data only */
                mode?: "live" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "jane@mailinator.com",
                 *       "limit": 20
                 *     }
                 */
                "application/json": {
                    /**
                     * @description An address, network, e-mail address, phone number, domain, device, request id, user id or ref. A domain is found with its subdomains and the mail addresses there; a network by its /16 or /24, IPv6 /32 or /48
                     * @example jane@mailinator.com
                     */
                    value?: string | null;
                    /**
                     * @description Of the value; told by the value itself when absent
                     * @enum {string|null}
                     */
                    kind?: "ip" | "network" | "asn" | "email" | "phone" | "domain" | "device" | "user_id" | "request_id" | null;
                    /** @description Your own reference of the user */
                    user_id?: string | null;
                    /** @description Members of this ring */
                    ring_id?: string | null;
                    /**
                     * @description Scores with this verdict
                     * @enum {string|null}
                     */
                    verdict?: "allow" | "review" | "block" | null;
                    /**
                     * @description Scores that you labelled so; `none`: without a label
                     * @enum {string|null}
                     */
                    label?: "fraud" | "legit" | "none" | null;
                    /**
                     * @description The name of a finding of any component, for example disposable
                     * @enum {string|null}
                     */
                    finding?: "abuse_reports" | "acting_browser" | "address_flood" | "address_literal" | "bot" | "catch_all" | "company_gateway" | "consumer_vpn" | "datacenter" | "device_burst" | "device_emails" | "device_flood" | "device_repeat" | "disposable" | "disposable_suspected" | "does_not_resolve" | "domain_burst" | "domain_first_month" | "domain_first_quarter" | "domain_first_week" | "domain_flood" | "failed_syntax" | "fictional" | "first_month" | "first_quarter" | "first_week" | "fixed_line" | "fixed_line_or_mobile" | "free_provider" | "hijacked" | "homograph" | "hosting_name" | "impossible" | "machine_made_handle" | "mailbox_full" | "mailbox_rejected" | "missing_token" | "mobile" | "network_burst" | "network_flood" | "no_mail" | "no_spf_no_dmarc" | "no_website" | "open_proxy" | "operator_flood" | "own_claims" | "own_reports" | "page_flood" | "pager" | "personal_number" | "phone_repeat" | "premium_rate" | "privacy_relay" | "probable_bot" | "proxy_neighbourhood" | "proxy_seen" | "quoted_handle" | "recent_abuse" | "reported" | "reserved" | "reserved_domain" | "ring_fraud" | "ring_member" | "risky_tld" | "role_account" | "shared_cost" | "tagged" | "timezone_mismatch" | "toll_free" | "tor_exit" | "typo_squat" | "uan" | "unassigned_area_code" | "unassigned_number" | "voicemail" | "voip" | "vpn_exit" | null;
                    /**
                     * Format: date-time
                     * @description RFC 3339: from this time on
                     */
                    from?: string | null;
                    /**
                     * Format: date-time
                     * @description RFC 3339: before this time
                     */
                    to?: string | null;
                    /**
                     * @description As `mode` in the query
                     * @enum {string|null}
                     */
                    mode?: "live" | "test" | null;
                    /**
                     * @description Scores per page
                     * @default 50
                     */
                    limit?: number | null;
                    /** @description Of the page before, with the same filters */
                    cursor?: string | null;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *           "scored_at": "2026-11-22T10:00:00.000Z",
                     *           "risk_score": 84,
                     *           "verdict": "block",
                     *           "label": "fraud",
                     *           "user_id": "user-81225",
                     *           "ring_id": "ring_019a9f3c11d270008a513f2d9c0e4b17",
                     *           "top_signals": [
                     *             "email: disposable e-mail domain"
                     *           ],
                     *           "values": [
                     *             {
                     *               "kind": "email",
                     *               "masked": "j•••@mailinator.com",
                     *               "ref": "val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "cursor": null,
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["SearchResult"];
                    /**
                     * @example request_id,scored_at,risk_score,verdict,label,user_id,ring_id,top_signals,ip,email,phone,domain,device
                     *     req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17,2026-11-22T09:30:00.000Z,84,block,fraud,user-81225,,email: disposable address,,j•••@mailinator.com,,,
                     */
                    "text/csv": string;
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getValuesRef: {
        parameters: {
            query?: {
                /** @description Scores of live or of test keys. Live keys see live data by default; test keys see test data only */
                mode?: "live" | "test";
            };
            header?: never;
            path: {
                /** @description Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ref": "val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX",
                     *       "kind": "email",
                     *       "masked": "j•••@mailinator.com",
                     *       "first_seen": "2026-11-22T10:00:00.000Z",
                     *       "last_seen": "2026-11-22T10:00:00.000Z",
                     *       "scores": {
                     *         "allow": 12,
                     *         "review": 2,
                     *         "block": 1
                     *       },
                     *       "labels": {
                     *         "fraud": 2,
                     *         "legit": 0
                     *       },
                     *       "seen_with": [
                     *         {
                     *           "kind": "email",
                     *           "masked": "j•••@mailinator.com",
                     *           "ref": "val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX",
                     *           "count": 3,
                     *           "fraud": 1
                     *         }
                     *       ],
                     *       "ring": null,
                     *       "truncated": false,
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["StoredValue"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRings: {
        parameters: {
            query?: {
                /** @description Scores of live or of test keys. Live keys see live data by default; test keys see test data only */
                mode?: "live" | "test";
                /** @description The largest first, or those with the newest member */
                sort?: "size" | "newest";
                /** @description Rings to return */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "rings": [
                     *         {
                     *           "ring_id": "ring_019a9f3c11d270008a513f2d9c0e4b17",
                     *           "size": 2,
                     *           "labelled_fraud": 1,
                     *           "since": "2026-11-22T10:00:00.000Z",
                     *           "via": [
                     *             "device"
                     *           ],
                     *           "last_signup": "2026-11-22T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["RingList"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRingsRingId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As in scores and lists */
                ring_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ring_id": "ring_019a9f3c11d270008a513f2d9c0e4b17",
                     *       "size": 2,
                     *       "labelled_fraud": 1,
                     *       "since": "2026-11-22T10:00:00.000Z",
                     *       "via": [
                     *         "device"
                     *       ],
                     *       "last_signup": "2026-11-22T10:00:00.000Z",
                     *       "members": [
                     *         {
                     *           "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *           "scored_at": "2026-11-22T10:00:00.000Z",
                     *           "risk_score": 34,
                     *           "verdict": "allow",
                     *           "label": "fraud",
                     *           "user_id": "user-81225",
                     *           "ring_id": "ring_019a9f3c11d270008a513f2d9c0e4b17",
                     *           "top_signals": [
                     *             "email: disposable e-mail domain"
                     *           ],
                     *           "values": [
                     *             {
                     *               "kind": "email",
                     *               "masked": "j•••@mailinator.com",
                     *               "ref": "val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "links": [
                     *         {
                     *           "kind": "email",
                     *           "masked": "j•••@mailinator.com",
                     *           "ref": "val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX",
                     *           "members": 2
                     *         }
                     *       ],
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["RingMembers"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": "Tool shop",
                     *       "month": "2026-11",
                     *       "used": 13,
                     *       "monthly_quota": 1000,
                     *       "remaining": 987,
                     *       "resets_at": "2026-12-01T00:00:00.000Z",
                     *       "rate_limit_per_minute": 600,
                     *       "key": {
                     *         "id": "key_0Zt6mDq2JkVb",
                     *         "mode": "live",
                     *         "scopes": [
                     *           "score",
                     *           "feedback"
                     *         ],
                     *         "expires_at": null
                     *       },
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "linkage_scoring": "report",
                     *       "compat": {
                     *         "balance": "null",
                     *         "unknown": "null"
                     *       },
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "linkage_scoring": "score"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `score`: links between sign-ups are part of the score. `report`: they are only reported
                     * @enum {string}
                     */
                    linkage_scoring?: "report" | "score";
                    /** @description How the minFraud and GeoIP2 endpoints write what is not known; what is not named stays as it is */
                    compat?: {
                        /**
                         * @description `funds_remaining` and `queries_remaining`, which are not kept: `null`, or `zero` for clients that accept numbers only
                         * @enum {string}
                         */
                        balance?: "null" | "zero";
                        /**
                         * @description Every other vendor field that is not known: `null`, or `omit` to leave it out, as the vendor does
                         * @enum {string}
                         */
                        unknown?: "null" | "omit";
                    };
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "linkage_scoring": "report",
                     *       "compat": {
                     *         "balance": "null",
                     *         "unknown": "null"
                     *       },
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "hooks": [
                     *         {
                     *           "hook_id": "hook_pB0cXl3nS9yQ5m1kR7wTzA",
                     *           "url": "https://winnow.example.com/hooks/hook_pB0cXl3nS9yQ5m1kR7wTzA",
                     *           "kind": "supabase",
                     *           "mode": "observe",
                     *           "when_unsure": "allow",
                     *           "pointers": {
                     *             "ip": null,
                     *             "email": null,
                     *             "phone": null,
                     *             "user_id": null
                     *           },
                     *           "types": [
                     *             "user.created"
                     *           ],
                     *           "created_at": "2026-11-22T10:00:00.000Z",
                     *           "replaced_secret_until": null,
                     *           "use": {
                     *             "allow": 0,
                     *             "review": 0,
                     *             "block": 0,
                     *             "ignored": 0,
                     *             "failed": 0,
                     *             "refused": 0,
                     *             "last_at": null,
                     *             "last_result": null,
                     *             "last_note": null,
                     *             "last_refused_at": null
                     *           }
                     *         }
                     *       ],
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["Hooks"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postHooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "supabase",
                 *       "mode": "observe",
                 *       "when_unsure": "allow"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `supabase`: Supabase Auth asks before it creates a user, and is answered. `svix`, `standard_webhooks`: events of users that were created (Clerk, Resend and others)
                     * @enum {string}
                     */
                    kind: "supabase" | "svix" | "standard_webhooks";
                    /**
                     * @description `observe`: the verdict is recorded, and everybody passes. `enforce`: who is refused does not pass
                     * @enum {string}
                     */
                    mode: "observe" | "enforce";
                    /**
                     * @description What becomes, in mode enforce, of a sign-up with the verdict review, and of one that could not be scored: too slow, account paused. Not of one that could not be read: it is refused. When the quota is used up local data decides
                     * @enum {string}
                     */
                    when_unsure: "allow" | "refuse";
                    /**
                     * @description `whsec_…` or `v1,whsec_…`, with 24 to 64 bytes; asymmetric secrets (`v1a`) are refused. Without one, a new hook gets one
                     * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                     */
                    secret?: string | null;
                    /**
                     * @description Where a message has these values, as JSON Pointers (RFC 6901). A field without one is looked for where Clerk has it, then in `data`
                     * @example {
                     *       "email": "/data/email",
                     *       "user_id": "/data/id"
                     *     }
                     */
                    pointers?: {
                        /** @description Where the client's address is */
                        ip?: string | null;
                        /** @description Where the e-mail address is */
                        email?: string | null;
                        /** @description Where the phone number is */
                        phone?: string | null;
                        /** @description Where your id of the user is */
                        user_id?: string | null;
                    } | null;
                    /**
                     * @description The types of events that are scored; others are acknowledged and ignored. Empty: all
                     * @example [
                     *       "user.created"
                     *     ]
                     */
                    types?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "hook_id": "hook_pB0cXl3nS9yQ5m1kR7wTzA",
                     *       "url": "https://winnow.example.com/hooks/hook_pB0cXl3nS9yQ5m1kR7wTzA",
                     *       "kind": "supabase",
                     *       "mode": "observe",
                     *       "when_unsure": "allow",
                     *       "pointers": {
                     *         "ip": null,
                     *         "email": null,
                     *         "phone": null,
                     *         "user_id": null
                     *       },
                     *       "types": [
                     *         "user.created"
                     *       ],
                     *       "created_at": "2026-11-22T10:00:00.000Z",
                     *       "replaced_secret_until": null,
                     *       "use": {
                     *         "allow": 0,
                     *         "review": 0,
                     *         "block": 0,
                     *         "ignored": 0,
                     *         "failed": 0,
                     *         "refused": 0,
                     *         "last_at": null,
                     *         "last_result": null,
                     *         "last_note": null,
                     *         "last_refused_at": null
                     *       },
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDuP4FD4hxjAU=",
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["Hook"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: It conflicts with what exists already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteHooksHookId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Names the hook; its address ends with it */
                hook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "hook_id": "hook_pB0cXl3nS9yQ5m1kR7wTzA",
                     *       "deleted": true,
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["HookDeleted"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchHooksHookId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Names the hook; its address ends with it */
                hook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "enforce"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `observe`: the verdict is recorded, and everybody passes. `enforce`: who is refused does not pass
                     * @enum {string}
                     */
                    mode?: "observe" | "enforce";
                    /**
                     * @description What becomes, in mode enforce, of a sign-up with the verdict review, and of one that could not be scored: too slow, account paused. Not of one that could not be read: it is refused. When the quota is used up local data decides
                     * @enum {string}
                     */
                    when_unsure?: "allow" | "refuse";
                    /**
                     * @description `whsec_…` or `v1,whsec_…`, with 24 to 64 bytes; asymmetric secrets (`v1a`) are refused. Without one, a new hook gets one
                     * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                     */
                    secret?: string | null;
                    /** @description Makes a new secret, which the response shows once */
                    rotate?: boolean;
                    /**
                     * @description Where a message has these values, as JSON Pointers (RFC 6901). A field without one is looked for where Clerk has it, then in `data`
                     * @example {
                     *       "email": "/data/email",
                     *       "user_id": "/data/id"
                     *     }
                     */
                    pointers?: {
                        /** @description Where the client's address is */
                        ip?: string | null;
                        /** @description Where the e-mail address is */
                        email?: string | null;
                        /** @description Where the phone number is */
                        phone?: string | null;
                        /** @description Where your id of the user is */
                        user_id?: string | null;
                    } | null;
                    /**
                     * @description The types of events that are scored; others are acknowledged and ignored. Empty: all
                     * @example [
                     *       "user.created"
                     *     ]
                     */
                    types?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "hook_id": "hook_pB0cXl3nS9yQ5m1kR7wTzA",
                     *       "url": "https://winnow.example.com/hooks/hook_pB0cXl3nS9yQ5m1kR7wTzA",
                     *       "kind": "supabase",
                     *       "mode": "enforce",
                     *       "when_unsure": "allow",
                     *       "pointers": {
                     *         "ip": null,
                     *         "email": null,
                     *         "phone": null,
                     *         "user_id": null
                     *       },
                     *       "types": [
                     *         "user.created"
                     *       ],
                     *       "created_at": "2026-11-22T10:00:00.000Z",
                     *       "replaced_secret_until": null,
                     *       "use": {
                     *         "allow": 0,
                     *         "review": 0,
                     *         "block": 0,
                     *         "ignored": 0,
                     *         "failed": 0,
                     *         "refused": 0,
                     *         "last_at": null,
                     *         "last_result": null,
                     *         "last_note": null,
                     *         "last_refused_at": null
                     *       },
                     *       "secret": null,
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["Hook"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOutcomesSummary: {
        parameters: {
            query?: {
                /** @description Number of days to look back */
                days?: number;
                /** @description Scores of live or of test keys. Live keys see live data by default; test keys see test data only */
                mode?: "live" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": 180,
                     *       "since": "2026-05-26T10:00:00.000Z",
                     *       "until": "2026-11-22T10:00:00.000Z",
                     *       "labels": {
                     *         "since": "2026-11-22T10:00:00.000Z",
                     *         "scored": 24,
                     *         "labelled": 18,
                     *         "share_labelled": 0.75,
                     *         "test_mode": 0,
                     *         "figures_since": "2026-11-22T10:00:00.000Z",
                     *         "capped": false
                     *       },
                     *       "overall": {
                     *         "labelled": 18,
                     *         "fraud": 7,
                     *         "legit": 11,
                     *         "ruled": 0,
                     *         "brier_score": 0.75,
                     *         "brier_score_of_base_rate": 0.75,
                     *         "reliability": [
                     *           {
                     *             "from": 0,
                     *             "to": 9,
                     *             "count": 0,
                     *             "fraud": 0,
                     *             "mean_score": null,
                     *             "share_of_fraud": null
                     *           },
                     *           {
                     *             "from": 10,
                     *             "to": 19,
                     *             "count": 0,
                     *             "fraud": 0,
                     *             "mean_score": null,
                     *             "share_of_fraud": null
                     *           },
                     *           {
                     *             "from": 20,
                     *             "to": 29,
                     *             "count": 0,
                     *             "fraud": 0,
                     *             "mean_score": null,
                     *             "share_of_fraud": null
                     *           },
                     *           {
                     *             "from": 30,
                     *             "to": 39,
                     *             "count": 0,
                     *             "fraud": 0,
                     *             "mean_score": null,
                     *             "share_of_fraud": null
                     *           },
                     *           {
                     *             "from": 40,
                     *             "to": 49,
                     *             "count": 0,
                     *             "fraud": 0,
                     *             "mean_score": null,
                     *             "share_of_fraud": null
                     *           },
                     *           {
                     *             "from": 50,
                     *             "to": 59,
                     *             "count": 0,
                     *             "fraud": 0,
                     *             "mean_score": null,
                     *             "share_of_fraud": null
                     *           },
                     *           {
                     *             "from": 60,
                     *             "to": 69,
                     *             "count": 0,
                     *             "fraud": 0,
                     *             "mean_score": null,
                     *             "share_of_fraud": null
                     *           },
                     *           {
                     *             "from": 70,
                     *             "to": 79,
                     *             "count": 0,
                     *             "fraud": 0,
                     *             "mean_score": null,
                     *             "share_of_fraud": null
                     *           },
                     *           {
                     *             "from": 80,
                     *             "to": 89,
                     *             "count": 0,
                     *             "fraud": 0,
                     *             "mean_score": null,
                     *             "share_of_fraud": null
                     *           },
                     *           {
                     *             "from": 90,
                     *             "to": 100,
                     *             "count": 0,
                     *             "fraud": 0,
                     *             "mean_score": null,
                     *             "share_of_fraud": null
                     *           }
                     *         ],
                     *         "as_answered": {
                     *           "fraud": {
                     *             "allow": 11,
                     *             "review": 0,
                     *             "block": 7
                     *           },
                     *           "legit": {
                     *             "allow": 11,
                     *             "review": 0,
                     *             "block": 7
                     *           },
                     *           "precision_of_block": 0.75,
                     *           "false_positive_rate": 0.75,
                     *           "legit_disturbed": 0.75,
                     *           "fraud_blocked": 0.75,
                     *           "fraud_noticed": 0.75
                     *         },
                     *         "at_strictness": [
                     *           {
                     *             "strictness": 0,
                     *             "name": "lenient",
                     *             "fraud": {
                     *               "allow": 11,
                     *               "review": 0,
                     *               "block": 7
                     *             },
                     *             "legit": {
                     *               "allow": 11,
                     *               "review": 0,
                     *               "block": 7
                     *             },
                     *             "precision_of_block": 0.75,
                     *             "false_positive_rate": 0.75,
                     *             "legit_disturbed": 0.75,
                     *             "fraud_blocked": 0.75,
                     *             "fraud_noticed": 0.75,
                     *             "would_change": {
                     *               "count": 0,
                     *               "fraud": {
                     *                 "allow": 11,
                     *                 "review": 0,
                     *                 "block": 7
                     *               },
                     *               "legit": {
                     *                 "allow": 11,
                     *                 "review": 0,
                     *                 "block": 7
                     *               },
                     *               "text": "No labelled verdict would change."
                     *             }
                     *           },
                     *           {
                     *             "strictness": 1,
                     *             "name": "balanced",
                     *             "fraud": {
                     *               "allow": 11,
                     *               "review": 0,
                     *               "block": 7
                     *             },
                     *             "legit": {
                     *               "allow": 11,
                     *               "review": 0,
                     *               "block": 7
                     *             },
                     *             "precision_of_block": 0.75,
                     *             "false_positive_rate": 0.75,
                     *             "legit_disturbed": 0.75,
                     *             "fraud_blocked": 0.75,
                     *             "fraud_noticed": 0.75,
                     *             "would_change": {
                     *               "count": 0,
                     *               "fraud": {
                     *                 "allow": 11,
                     *                 "review": 0,
                     *                 "block": 7
                     *               },
                     *               "legit": {
                     *                 "allow": 11,
                     *                 "review": 0,
                     *                 "block": 7
                     *               },
                     *               "text": "No labelled verdict would change."
                     *             }
                     *           },
                     *           {
                     *             "strictness": 2,
                     *             "name": "strict",
                     *             "fraud": {
                     *               "allow": 11,
                     *               "review": 0,
                     *               "block": 7
                     *             },
                     *             "legit": {
                     *               "allow": 11,
                     *               "review": 0,
                     *               "block": 7
                     *             },
                     *             "precision_of_block": 0.75,
                     *             "false_positive_rate": 0.75,
                     *             "legit_disturbed": 0.75,
                     *             "fraud_blocked": 0.75,
                     *             "fraud_noticed": 0.75,
                     *             "would_change": {
                     *               "count": 0,
                     *               "fraud": {
                     *                 "allow": 11,
                     *                 "review": 0,
                     *                 "block": 7
                     *               },
                     *               "legit": {
                     *                 "allow": 11,
                     *                 "review": 0,
                     *                 "block": 7
                     *               },
                     *               "text": "No labelled verdict would change."
                     *             }
                     *           },
                     *           {
                     *             "strictness": 3,
                     *             "name": "strictest",
                     *             "fraud": {
                     *               "allow": 11,
                     *               "review": 0,
                     *               "block": 7
                     *             },
                     *             "legit": {
                     *               "allow": 11,
                     *               "review": 0,
                     *               "block": 7
                     *             },
                     *             "precision_of_block": 0.75,
                     *             "false_positive_rate": 0.75,
                     *             "legit_disturbed": 0.75,
                     *             "fraud_blocked": 0.75,
                     *             "fraud_noticed": 0.75,
                     *             "would_change": {
                     *               "count": 0,
                     *               "fraud": {
                     *                 "allow": 11,
                     *                 "review": 0,
                     *                 "block": 7
                     *               },
                     *               "legit": {
                     *                 "allow": 11,
                     *                 "review": 0,
                     *                 "block": 7
                     *               },
                     *               "text": "No labelled verdict would change."
                     *             }
                     *           }
                     *         ],
                     *         "agent_denied": 0
                     *       },
                     *       "components": {
                     *         "ip": null,
                     *         "email": null,
                     *         "phone": null,
                     *         "domain": null,
                     *         "device": null
                     *       },
                     *       "findings": [
                     *         {
                     *           "component": "email",
                     *           "name": "disposable",
                     *           "lowers": false,
                     *           "fraud": 7,
                     *           "legit": 5,
                     *           "share_of_fraud": 1,
                     *           "share_of_legit": 0.4545,
                     *           "lift": 2.2,
                     *           "lift_low": 1.0779,
                     *           "lift_high": 3.8814
                     *         }
                     *       ],
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["OutcomeSummary"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data_version": "places 2.3.2026060513, networks 2.3.2026061719, domains 1.26.0/6.0.21/2.26.0/ca3ba267, compiler 2; none",
                     *       "sources": [
                     *         {
                     *           "name": "tor-bulk-exit-list",
                     *           "kind": "ranges",
                     *           "state": "not_loaded",
                     *           "entries": null,
                     *           "age_seconds": null,
                     *           "fetched_at": null,
                     *           "next_at": null,
                     *           "last_error": null,
                     *           "note": null,
                     *           "licence": "public facts",
                     *           "credit": "Tor Project",
                     *           "url": "https://check.torproject.org/torbulkexitlist"
                     *         }
                     *       ],
                     *       "coverage": [
                     *         {
                     *           "signal": "is_tor",
                     *           "state": "cold",
                     *           "share": 0,
                     *           "measured": "Tor exits of the day, 2026-11-22"
                     *         }
                     *       ],
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["Sources"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "sending": true,
                     *       "webhooks": [
                     *         {
                     *           "webhook_id": "wh_5f0c8e7d1a420b9f3c2b7e70",
                     *           "url": "https://shop.example/webhooks/winnow",
                     *           "events": [
                     *             "signup.scored"
                     *           ],
                     *           "verdicts": [
                     *             "review",
                     *             "block"
                     *           ],
                     *           "enabled": true,
                     *           "note": null,
                     *           "created_at": "2026-11-22T10:00:00.000Z",
                     *           "old_secret_until": null,
                     *           "pending": 0,
                     *           "dropped": 0
                     *         }
                     *       ],
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/webhooks/winnow",
                 *       "events": [
                 *         "signup.scored"
                 *       ],
                 *       "verdicts": [
                 *         "review",
                 *         "block"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description An https URL that is reached from the internet. Other addresses, and http, only where the operator allows them (`WINNOW_EGRESS_ALLOW`)
                     * @example https://shop.example/webhooks/winnow
                     */
                    url: string;
                    /**
                     * @description The events that are sent
                     * @example [
                     *       "signup.scored"
                     *     ]
                     */
                    events: ("signup.scored" | "verdict.changed" | "ring.changed" | "quota.low" | "feed.stale")[];
                    /**
                     * @description Only sign-ups with these verdicts, for `verdict.changed` and `ring.changed` the new ones; null, the default: all verdicts
                     * @example [
                     *       "review",
                     *       "block"
                     *     ]
                     */
                    verdicts?: ("allow" | "review" | "block")[] | null;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_id": "wh_5f0c8e7d1a420b9f3c2b7e70",
                     *       "url": "https://shop.example/webhooks/winnow",
                     *       "events": [
                     *         "signup.scored"
                     *       ],
                     *       "verdicts": [
                     *         "review",
                     *         "block"
                     *       ],
                     *       "enabled": true,
                     *       "note": null,
                     *       "created_at": "2026-11-22T10:00:00.000Z",
                     *       "old_secret_until": null,
                     *       "pending": 0,
                     *       "dropped": 0,
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwqTbLQ1vFn3E=",
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: It conflicts with what exists already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhooksWebhookId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Names the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": 1,
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeleted"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchWebhooksWebhookId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Names the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description An https URL that is reached from the internet. Other addresses, and http, only where the operator allows them (`WINNOW_EGRESS_ALLOW`)
                     * @example https://shop.example/webhooks/winnow
                     */
                    url?: string;
                    /**
                     * @description The events that are sent
                     * @example [
                     *       "signup.scored"
                     *     ]
                     */
                    events?: ("signup.scored" | "verdict.changed" | "ring.changed" | "quota.low" | "feed.stale")[];
                    /**
                     * @description Only sign-ups with these verdicts, for `verdict.changed` and `ring.changed` the new ones; null, the default: all verdicts
                     * @example [
                     *       "review",
                     *       "block"
                     *     ]
                     */
                    verdicts?: ("allow" | "review" | "block")[] | null;
                    /** @description false: nothing is sent, and no further events are queued; those that wait are kept for 7 days */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_id": "wh_5f0c8e7d1a420b9f3c2b7e70",
                     *       "url": "https://shop.example/webhooks/winnow",
                     *       "events": [
                     *         "signup.scored"
                     *       ],
                     *       "verdicts": [
                     *         "review",
                     *         "block"
                     *       ],
                     *       "enabled": true,
                     *       "note": null,
                     *       "created_at": "2026-11-22T10:00:00.000Z",
                     *       "old_secret_until": null,
                     *       "pending": 0,
                     *       "dropped": 0,
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookResult"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range. `invalid_json`: The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_timeout`: The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `conflict`: It conflicts with what exists already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: The body is larger than this endpoint accepts */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The media type of the body is not accepted */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postWebhooksWebhookIdRotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Names the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_id": "wh_5f0c8e7d1a420b9f3c2b7e70",
                     *       "url": "https://shop.example/webhooks/winnow",
                     *       "events": [
                     *         "signup.scored"
                     *       ],
                     *       "verdicts": [
                     *         "review",
                     *         "block"
                     *       ],
                     *       "enabled": true,
                     *       "note": null,
                     *       "created_at": "2026-11-22T10:00:00.000Z",
                     *       "old_secret_until": "2026-11-23T10:00:00.000Z",
                     *       "pending": 0,
                     *       "dropped": 0,
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwqTbLQ1vFn3E=",
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhooksWebhookIdDeliveries: {
        parameters: {
            query?: {
                /** @description Number of deliveries in a page */
                limit?: number;
                /** @description `next` of the page before */
                before?: string;
            };
            header?: never;
            path: {
                /** @description Names the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "deliveries": [
                     *         {
                     *           "delivery_id": "dlv_019a9f3c11d20000010a513f2d9c0e",
                     *           "type": "signup.scored",
                     *           "created_at": "2026-11-22T10:00:00.000Z",
                     *           "status": "delivered",
                     *           "attempts": 1,
                     *           "last_status": 204,
                     *           "last_error": null,
                     *           "ended_at": "2026-11-22T10:00:00.214Z",
                     *           "next_attempt_at": null
                     *         }
                     *       ],
                     *       "next": null,
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["Deliveries"];
                };
            };
            /** @description `invalid_value`: A value is missing, malformed or out of range */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postWebhooksWebhookIdDeliveriesDeliveryIdResend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Names the webhook */
                webhook_id: string;
                /** @description Names the delivery */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work */
                    "X-RateLimit-Limit": number;
                    /** @description What is left of it */
                    "X-RateLimit-Remaining": number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy": string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery_id": "dlv_019a9f3c11d20000010a513f2d9c0e",
                     *       "type": "signup.scored",
                     *       "status": "pending",
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.000412
                     *     }
                     */
                    "application/json": components["schemas"]["Resent"];
                };
            };
            /** @description `too_many_items`: Too many items in one request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The API key lacks the scope for this. `test_key_refused`: Test-mode keys cannot do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: No such endpoint or id */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `url_too_long`: The URL is longer than this service reads */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `header_too_long`: A header is longer than this service reads */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many requests are in progress. `unavailable`: The service is temporarily unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    compatFraudInsights: {
        parameters: {
            query?: {
                /** @description Shifts the verdict thresholds; the findings stay the same */
                strictness?: "lenient" | "balanced" | "strict" | "strictest" | "0" | "1" | "2" | "3";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "device": {
                 *         "ip_address": "81.2.69.160"
                 *       },
                 *       "email": {
                 *         "address": "jane@example.org"
                 *       },
                 *       "event": {
                 *         "transaction_id": "txn-3134133"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CompatFraudRequest"];
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "risk_score": 81,
                     *       "funds_remaining": null,
                     *       "queries_remaining": null,
                     *       "disposition": {
                     *         "action": "reject",
                     *         "reason": "default"
                     *       },
                     *       "warnings": [],
                     *       "ip_address": {
                     *         "risk": 0.01,
                     *         "risk_reasons": [],
                     *         "continent": {
                     *           "code": "EU",
                     *           "names": {
                     *             "en": "Europe"
                     *           },
                     *           "geoname_id": 6255148
                     *         },
                     *         "country": {
                     *           "iso_code": "GB",
                     *           "names": {
                     *             "en": "United Kingdom"
                     *           },
                     *           "geoname_id": 2635167,
                     *           "is_in_european_union": false
                     *         },
                     *         "city": {
                     *           "names": {
                     *             "en": "London"
                     *           }
                     *         },
                     *         "location": {
                     *           "latitude": null,
                     *           "longitude": null,
                     *           "accuracy_radius": null,
                     *           "metro_code": null,
                     *           "time_zone": null,
                     *           "population_density": null,
                     *           "average_income": null,
                     *           "local_time": null
                     *         },
                     *         "anonymizer": {
                     *           "is_anonymous": null,
                     *           "is_anonymous_vpn": false,
                     *           "is_hosting_provider": false,
                     *           "is_public_proxy": null,
                     *           "is_residential_proxy": null,
                     *           "is_tor_exit_node": null,
                     *           "confidence": null,
                     *           "network_last_seen": null,
                     *           "provider_name": null
                     *         },
                     *         "traits": {
                     *           "ip_address": "81.2.69.160",
                     *           "network": null,
                     *           "autonomous_system_number": 20712,
                     *           "autonomous_system_organization": "Andrews & Arnold Ltd",
                     *           "isp": "Andrews & Arnold Ltd",
                     *           "organization": "Andrews & Arnold Ltd",
                     *           "connection_type": null,
                     *           "domain": null,
                     *           "mobile_country_code": null,
                     *           "mobile_network_code": null,
                     *           "is_anonymous": null,
                     *           "is_anonymous_vpn": false,
                     *           "is_hosting_provider": false,
                     *           "is_public_proxy": null,
                     *           "is_residential_proxy": null,
                     *           "is_tor_exit_node": null,
                     *           "is_anonymous_proxy": null,
                     *           "is_legitimate_proxy": null,
                     *           "is_satellite_provider": null,
                     *           "ip_risk_snapshot": 0.01,
                     *           "static_ip_score": null,
                     *           "user_count": null,
                     *           "user_type": null
                     *         }
                     *       },
                     *       "email": {
                     *         "domain": {
                     *           "first_seen": null
                     *         },
                     *         "first_seen": "2026-11-20",
                     *         "is_disposable": false,
                     *         "is_free": false,
                     *         "is_high_risk": true
                     *       },
                     *       "credit_card": null,
                     *       "billing_address": null,
                     *       "shipping_address": null,
                     *       "billing_phone": null,
                     *       "shipping_phone": null,
                     *       "subscores": null,
                     *       "winnow": {
                     *         "verdict": "block",
                     *         "summary": "High risk (81): e-mail address: domain reserved for examples and private use.",
                     *         "components_checked": [
                     *           "ip",
                     *           "email"
                     *         ],
                     *         "top_signals": [
                     *           "email: domain reserved for examples and private use"
                     *         ],
                     *         "phone": null,
                     *         "linkage": {
                     *           "device_email_count": null,
                     *           "email_device_count": 0,
                     *           "email_ip_count": 1,
                     *           "subnet_rate_1h": 2,
                     *           "domain_rate_1h": 2,
                     *           "ring": null
                     *         },
                     *         "actor": {
                     *           "type": "unknown",
                     *           "proven": false,
                     *           "basis": "none",
                     *           "operator": null,
                     *           "trigger": null,
                     *           "detail": "No agent signature and no browser characteristics were sent, so nothing is known about who is acting."
                     *         },
                     *         "residential_proxy_likelihood": null,
                     *         "rule_applied": null,
                     *         "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *         "processing_time_sec": 0.000412
                     *       }
                     *     }
                     */
                    "application/vnd.maxmind.com-minfraud-insights+json": components["schemas"]["CompatFraudInsights"];
                };
            };
            /** @description `REQUEST_INVALID`, `JSON_INVALID` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `LICENSE_KEY_REQUIRED`, `AUTHORIZATION_INVALID` */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `INSUFFICIENT_FUNDS` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `PERMISSION_REQUIRED`, `REQUEST_INVALID` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `INSUFFICIENT_FUNDS` */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description The service failed; without a body */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service is overloaded or not ready; without a body */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    compatFraudScore: {
        parameters: {
            query?: {
                /** @description Shifts the verdict thresholds; the findings stay the same */
                strictness?: "lenient" | "balanced" | "strict" | "strictest" | "0" | "1" | "2" | "3";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "device": {
                 *         "ip_address": "81.2.69.160"
                 *       },
                 *       "email": {
                 *         "address": "jane@example.org"
                 *       },
                 *       "event": {
                 *         "transaction_id": "txn-3134133"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CompatFraudRequest"];
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "risk_score": 81,
                     *       "funds_remaining": null,
                     *       "queries_remaining": null,
                     *       "disposition": {
                     *         "action": "reject",
                     *         "reason": "default"
                     *       },
                     *       "warnings": [],
                     *       "ip_address": {
                     *         "risk": 0.01
                     *       },
                     *       "winnow": {
                     *         "verdict": "block",
                     *         "summary": "High risk (81): e-mail address: domain reserved for examples and private use.",
                     *         "components_checked": [
                     *           "ip",
                     *           "email"
                     *         ],
                     *         "top_signals": [
                     *           "email: domain reserved for examples and private use"
                     *         ],
                     *         "phone": null,
                     *         "linkage": {
                     *           "device_email_count": null,
                     *           "email_device_count": 0,
                     *           "email_ip_count": 1,
                     *           "subnet_rate_1h": 2,
                     *           "domain_rate_1h": 2,
                     *           "ring": null
                     *         },
                     *         "actor": {
                     *           "type": "unknown",
                     *           "proven": false,
                     *           "basis": "none",
                     *           "operator": null,
                     *           "trigger": null,
                     *           "detail": "No agent signature and no browser characteristics were sent, so nothing is known about who is acting."
                     *         },
                     *         "residential_proxy_likelihood": null,
                     *         "rule_applied": null,
                     *         "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *         "processing_time_sec": 0.000412
                     *       }
                     *     }
                     */
                    "application/vnd.maxmind.com-minfraud-score+json": components["schemas"]["CompatFraudScore"];
                };
            };
            /** @description `REQUEST_INVALID`, `JSON_INVALID` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `LICENSE_KEY_REQUIRED`, `AUTHORIZATION_INVALID` */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `INSUFFICIENT_FUNDS` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `PERMISSION_REQUIRED`, `REQUEST_INVALID` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `INSUFFICIENT_FUNDS` */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description The service failed; without a body */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service is overloaded or not ready; without a body */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    compatReport: {
        parameters: {
            query?: {
                /** @description Shifts the verdict thresholds; the findings stay the same */
                strictness?: "lenient" | "balanced" | "strict" | "strictest" | "0" | "1" | "2" | "3";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ip_address": "81.2.69.160",
                 *       "tag": "not_fraud"
                 *     }
                 */
                "application/json": components["schemas"]["CompatTransactionReport"];
            };
        };
        responses: {
            /** @description Recorded */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `REQUEST_INVALID`, `JSON_INVALID`, `PARAMETER_UNKNOWN`, `TAG_REQUIRED`, `TAG_INVALID`, `IP_ADDRESS_INVALID`, `IP_ADDRESS_RESERVED`, `MAXMIND_ID_INVALID`, `MINFRAUD_ID_INVALID`, `NOTES_INVALID`, `TRANSACTION_ID_REQUIRED` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `LICENSE_KEY_REQUIRED`, `AUTHORIZATION_INVALID` */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `INSUFFICIENT_FUNDS` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `PERMISSION_REQUIRED`, `REQUEST_INVALID` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `INSUFFICIENT_FUNDS` */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description The service failed; without a body */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service is overloaded or not ready; without a body */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    compatGeoCountry: {
        parameters: {
            query?: {
                /** @description Shifts the verdict thresholds; the findings stay the same */
                strictness?: "lenient" | "balanced" | "strict" | "strictest" | "0" | "1" | "2" | "3";
            };
            header?: never;
            path: {
                /** @description An IP address, or `me` */
                ip: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "continent": {
                     *         "code": "EU",
                     *         "names": {
                     *           "en": "Europe"
                     *         },
                     *         "geoname_id": 6255148
                     *       },
                     *       "country": {
                     *         "iso_code": "GB",
                     *         "names": {
                     *           "en": "United Kingdom"
                     *         },
                     *         "geoname_id": 2635167,
                     *         "is_in_european_union": false
                     *       },
                     *       "traits": {
                     *         "ip_address": "81.2.69.160",
                     *         "network": null
                     *       },
                     *       "maxmind": {
                     *         "queries_remaining": null
                     *       },
                     *       "winnow": {
                     *         "verdict": "allow",
                     *         "summary": "Low risk (0): nothing suspicious about the IP address.",
                     *         "components_checked": [
                     *           "ip"
                     *         ],
                     *         "top_signals": [],
                     *         "phone": null,
                     *         "linkage": null,
                     *         "actor": null,
                     *         "residential_proxy_likelihood": null,
                     *         "rule_applied": null,
                     *         "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *         "processing_time_sec": 0.000412
                     *       }
                     *     }
                     */
                    "application/vnd.maxmind.com-country+json": components["schemas"]["CompatGeoCountry"];
                };
            };
            /** @description `REQUEST_INVALID`, `IP_ADDRESS_REQUIRED`, `IP_ADDRESS_INVALID`, `IP_ADDRESS_RESERVED` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `LICENSE_KEY_REQUIRED`, `AUTHORIZATION_INVALID` */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `INSUFFICIENT_FUNDS` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `PERMISSION_REQUIRED` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `IP_ADDRESS_NOT_FOUND` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `INSUFFICIENT_FUNDS` */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description The service failed; without a body */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service is overloaded or not ready; without a body */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    compatGeoCity: {
        parameters: {
            query?: {
                /** @description Shifts the verdict thresholds; the findings stay the same */
                strictness?: "lenient" | "balanced" | "strict" | "strictest" | "0" | "1" | "2" | "3";
            };
            header?: never;
            path: {
                /** @description An IP address, or `me` */
                ip: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "continent": {
                     *         "code": "EU",
                     *         "names": {
                     *           "en": "Europe"
                     *         },
                     *         "geoname_id": 6255148
                     *       },
                     *       "country": {
                     *         "iso_code": "GB",
                     *         "names": {
                     *           "en": "United Kingdom"
                     *         },
                     *         "geoname_id": 2635167,
                     *         "is_in_european_union": false
                     *       },
                     *       "city": {
                     *         "names": {
                     *           "en": "London"
                     *         }
                     *       },
                     *       "location": {
                     *         "latitude": null,
                     *         "longitude": null,
                     *         "accuracy_radius": null,
                     *         "metro_code": null,
                     *         "time_zone": null
                     *       },
                     *       "traits": {
                     *         "ip_address": "81.2.69.160",
                     *         "network": null,
                     *         "autonomous_system_number": 20712,
                     *         "autonomous_system_organization": "Andrews & Arnold Ltd",
                     *         "isp": "Andrews & Arnold Ltd",
                     *         "organization": "Andrews & Arnold Ltd",
                     *         "connection_type": null,
                     *         "domain": null,
                     *         "mobile_country_code": null,
                     *         "mobile_network_code": null
                     *       },
                     *       "maxmind": {
                     *         "queries_remaining": null
                     *       },
                     *       "winnow": {
                     *         "verdict": "allow",
                     *         "summary": "Low risk (0): nothing suspicious about the IP address.",
                     *         "components_checked": [
                     *           "ip"
                     *         ],
                     *         "top_signals": [],
                     *         "phone": null,
                     *         "linkage": null,
                     *         "actor": null,
                     *         "residential_proxy_likelihood": null,
                     *         "rule_applied": null,
                     *         "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *         "processing_time_sec": 0.000412
                     *       }
                     *     }
                     */
                    "application/vnd.maxmind.com-city+json": components["schemas"]["CompatGeoCity"];
                };
            };
            /** @description `REQUEST_INVALID`, `IP_ADDRESS_REQUIRED`, `IP_ADDRESS_INVALID`, `IP_ADDRESS_RESERVED` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `LICENSE_KEY_REQUIRED`, `AUTHORIZATION_INVALID` */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `INSUFFICIENT_FUNDS` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `PERMISSION_REQUIRED` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `IP_ADDRESS_NOT_FOUND` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `INSUFFICIENT_FUNDS` */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description The service failed; without a body */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service is overloaded or not ready; without a body */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    compatGeoInsights: {
        parameters: {
            query?: {
                /** @description Shifts the verdict thresholds; the findings stay the same */
                strictness?: "lenient" | "balanced" | "strict" | "strictest" | "0" | "1" | "2" | "3";
            };
            header?: never;
            path: {
                /** @description An IP address, or `me` */
                ip: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "continent": {
                     *         "code": "EU",
                     *         "names": {
                     *           "en": "Europe"
                     *         },
                     *         "geoname_id": 6255148
                     *       },
                     *       "country": {
                     *         "iso_code": "GB",
                     *         "names": {
                     *           "en": "United Kingdom"
                     *         },
                     *         "geoname_id": 2635167,
                     *         "is_in_european_union": false
                     *       },
                     *       "city": {
                     *         "names": {
                     *           "en": "London"
                     *         }
                     *       },
                     *       "location": {
                     *         "latitude": null,
                     *         "longitude": null,
                     *         "accuracy_radius": null,
                     *         "metro_code": null,
                     *         "time_zone": null,
                     *         "population_density": null,
                     *         "average_income": null,
                     *         "local_time": null
                     *       },
                     *       "anonymizer": {
                     *         "is_anonymous": null,
                     *         "is_anonymous_vpn": false,
                     *         "is_hosting_provider": false,
                     *         "is_public_proxy": null,
                     *         "is_residential_proxy": null,
                     *         "is_tor_exit_node": null,
                     *         "confidence": null,
                     *         "network_last_seen": null,
                     *         "provider_name": null
                     *       },
                     *       "traits": {
                     *         "ip_address": "81.2.69.160",
                     *         "network": null,
                     *         "autonomous_system_number": 20712,
                     *         "autonomous_system_organization": "Andrews & Arnold Ltd",
                     *         "isp": "Andrews & Arnold Ltd",
                     *         "organization": "Andrews & Arnold Ltd",
                     *         "connection_type": null,
                     *         "domain": null,
                     *         "mobile_country_code": null,
                     *         "mobile_network_code": null,
                     *         "is_anonymous": null,
                     *         "is_anonymous_vpn": false,
                     *         "is_hosting_provider": false,
                     *         "is_public_proxy": null,
                     *         "is_residential_proxy": null,
                     *         "is_tor_exit_node": null,
                     *         "is_anonymous_proxy": null,
                     *         "is_legitimate_proxy": null,
                     *         "is_satellite_provider": null,
                     *         "ip_risk_snapshot": 0.01,
                     *         "static_ip_score": null,
                     *         "user_count": null,
                     *         "user_type": null
                     *       },
                     *       "maxmind": {
                     *         "queries_remaining": null
                     *       },
                     *       "winnow": {
                     *         "verdict": "allow",
                     *         "summary": "Low risk (0): nothing suspicious about the IP address.",
                     *         "components_checked": [
                     *           "ip"
                     *         ],
                     *         "top_signals": [],
                     *         "phone": null,
                     *         "linkage": null,
                     *         "actor": null,
                     *         "residential_proxy_likelihood": null,
                     *         "rule_applied": null,
                     *         "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *         "processing_time_sec": 0.000412
                     *       }
                     *     }
                     */
                    "application/vnd.maxmind.com-insights+json": components["schemas"]["CompatGeoInsights"];
                };
            };
            /** @description `REQUEST_INVALID`, `IP_ADDRESS_REQUIRED`, `IP_ADDRESS_INVALID`, `IP_ADDRESS_RESERVED` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `LICENSE_KEY_REQUIRED`, `AUTHORIZATION_INVALID` */
            401: {
                headers: {
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `INSUFFICIENT_FUNDS` */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `PERMISSION_REQUIRED` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `IP_ADDRESS_NOT_FOUND` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `INSUFFICIENT_FUNDS` */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description `REQUEST_INVALID` */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.maxmind.com-error+json": components["schemas"]["CompatError"];
                };
            };
            /** @description The service failed; without a body */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service is overloaded or not ready; without a body */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    eventSignupScored: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the message: the same for all attempts */
                "webhook-id": string;
                /** @description When this attempt was sent, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` and a signature in Base64, for each secret that is valid */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "signup.scored",
                 *       "timestamp": "2026-11-22T10:15:31.004Z",
                 *       "data": {
                 *         "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                 *         "user_id": "user-1042",
                 *         "scored_at": "2026-11-22T10:15:30.123Z",
                 *         "verdict": "review",
                 *         "risk_score": 46,
                 *         "summary": "The e-mail address is disposable.",
                 *         "top_signals": [
                 *           "email: disposable domain"
                 *         ],
                 *         "rule_applied": null,
                 *         "ring_id": null,
                 *         "via": "user"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SignupScoredEvent"];
            };
        };
        responses: {
            /** @description Received: it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 24 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    eventVerdictChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the message: the same for all attempts */
                "webhook-id": string;
                /** @description When this attempt was sent, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` and a signature in Base64, for each secret that is valid */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "verdict.changed",
                 *       "timestamp": "2026-11-22T10:15:31.004Z",
                 *       "data": {
                 *         "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                 *         "user_id": "user-1042",
                 *         "scored_at": "2026-11-22T10:15:30.123Z",
                 *         "cause": "mailbox_answered",
                 *         "old_verdict": "allow",
                 *         "old_risk_score": 18,
                 *         "verdict": "review",
                 *         "risk_score": 44
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["VerdictChangedEvent"];
            };
        };
        responses: {
            /** @description Received: it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 24 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    eventRingChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the message: the same for all attempts */
                "webhook-id": string;
                /** @description When this attempt was sent, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` and a signature in Base64, for each secret that is valid */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "ring.changed",
                 *       "timestamp": "2026-11-22T10:15:31.004Z",
                 *       "data": {
                 *         "ring_id": "ring_019a9f3c11d270008a513f2d9c0e4b17",
                 *         "size": 9,
                 *         "labelled_fraud": 3,
                 *         "changed": 1,
                 *         "signups": [
                 *           {
                 *             "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                 *             "user_id": "user-1042",
                 *             "scored_at": "2026-11-22T10:15:30.123Z",
                 *             "old_verdict": "allow",
                 *             "old_risk_score": 18,
                 *             "verdict": "review",
                 *             "risk_score": 44
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RingChangedEvent"];
            };
        };
        responses: {
            /** @description Received: it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 24 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    eventQuotaLow: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the message: the same for all attempts */
                "webhook-id": string;
                /** @description When this attempt was sent, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` and a signature in Base64, for each secret that is valid */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "quota.low",
                 *       "timestamp": "2026-11-22T10:15:31.004Z",
                 *       "data": {
                 *         "month": "2026-11",
                 *         "used": 8000,
                 *         "monthly_quota": 10000,
                 *         "threshold_percent": 80,
                 *         "resets_at": "2026-12-01T00:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["QuotaLowEvent"];
            };
        };
        responses: {
            /** @description Received: it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 24 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    eventFeedStale: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the message: the same for all attempts */
                "webhook-id": string;
                /** @description When this attempt was sent, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` and a signature in Base64, for each secret that is valid */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "feed.stale",
                 *       "timestamp": "2026-11-22T10:15:31.004Z",
                 *       "data": {
                 *         "feed": "tor-bulk-exit-list",
                 *         "age_seconds": 345600,
                 *         "confirmed_at": "2026-11-18T10:15:30.000Z",
                 *         "last_error": "the server answered 503"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FeedStaleEvent"];
            };
        };
        responses: {
            /** @description Received: it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 24 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
