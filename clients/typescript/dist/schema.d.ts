/** Generated from the OpenAPI document by `deno task clients`. */
export interface paths {
    "/v1/score/ip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Score an IP address */
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
        /** Verify and score an e-mail address */
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
        /** Validate and score a phone number */
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
        /** Score a domain */
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
        /** Score a sign-up by query */
        get: operations["getScoreUser"];
        put?: never;
        /** Score a sign-up */
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
         * @description One lookup for any number of values. Resend an interrupted report within 24 hours to resume it; resending a completed report counts it again.
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
        /** Label past scores as fraud or legitimate */
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
         * @description Verifies the signature and applies your agent policy. The agent's request body is not sent to this API, so a covered Content-Digest proves the header field, not the content. `@authority` and the other derived components come from `url`: send the public URL that the agent requested.
         */
        post: operations["postAgentAuthorize"];
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
        /** Get the agent policy */
        get: operations["getAgentPolicy"];
        /**
         * Replace the agent policy
         * @description Replaces the whole policy. Rules are evaluated in order and the first match wins.
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
        /** List rules */
        get: operations["getRules"];
        put?: never;
        /** Create rules */
        post: operations["postRules"];
        /** Delete all rules, or those of an import */
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
        /** Delete one rule */
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
        /** Get a past decision */
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
         * @description Your stored scores that fit all filters, the newest first; without filters all of them. Values are masked. A page that looked at many scores which do not fit ends early: it may have fewer results than `limit`, and goes on by its `cursor` until that is null. With `Accept: text/csv` all matches are sent as CSV, whatever the limit.
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
        /** Get this month's usage */
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
        /** Get the settings of your account */
        get: operations["getSettings"];
        /**
         * Change the settings of your account
         * @description With `linkage_scoring` `score`, links between sign-ups are part of the score: a second sign-up on a device or with a phone number within the hour, membership in a ring, links to sign-ups that you labelled as fraud, bursts. With `report`, the default, they are only reported.
         */
        put: operations["putSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
        /** List data sources with their entries and age */
        get: operations["getSources"];
        put?: never;
        post?: never;
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
         * @description Also served without the prefix, for clients that only take a host.
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
         * @description Also served without the prefix, for clients that only take a host.
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
         * @description Also served without the prefix, for clients that only take a host.
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
         * @description Also served without the prefix, for clients that only take a host.
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
         * @description Also served without the prefix, for clients that only take a host.
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
         * @description Also served without the prefix, for clients that only take a host.
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
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        IpResult: {
            ip: string;
            abuse_reports: number;
            signals: {
                is_vpn: boolean | null;
                is_proxy: boolean | null;
                is_datacenter: boolean | null;
                is_tor: boolean | null;
                recent_abuse: boolean | null;
                is_hijacked_netblock: boolean | null;
            };
            geo: {
                country: string | null;
                city: string | null;
                asn: string | null;
                isp: string | null;
            };
            vpn_provider: string | null;
            hijacked_source: string | null;
            risk_score: number;
            /** @enum {string} */
            verdict: "allow" | "review" | "block";
            rule_applied?: components["schemas"]["RuleApplied"];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description Present when one of your rules decided the result */
        RuleApplied: {
            id: string;
            /** @enum {string} */
            action: "allow" | "block";
            /** @enum {string} */
            kind: "ip" | "cidr" | "email" | "domain" | "phone" | "asn" | "device";
            value: string;
            /**
             * @description The rule was made of a `ref`: it holds a hash, and `value` is masked
             * @enum {boolean}
             */
            hashed?: true;
        };
        /** @description RFC 9457 problem details */
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            code: string;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            errors?: {
                /** @description JSON Pointer into the body */
                pointer?: string;
                /** @description Name of the query or path parameter */
                parameter?: string;
                detail: string;
            }[];
        };
        EmailResult: {
            email: string;
            normalized_email: string;
            /** @enum {string} */
            status: "valid" | "invalid" | "risky" | "do_not_mail";
            sub_status: string;
            deliverability_score: number;
            did_you_mean: string | null;
            domain: string;
            domain_age_days: number | null;
            mx_provider: string | null;
            mx_records: string[];
            abuse_reports: number;
            /**
             * Format: date-time
             * @description As times_seen: by all accounts the operator made or admitted, for other accounts by themselves; null for test keys
             */
            first_seen: string | null;
            signals: {
                syntax_valid: boolean | null;
                mx_found: boolean | null;
                is_disposable: boolean | null;
                is_homograph: boolean | null;
                is_role_account: boolean | null;
                is_free_provider: boolean | null;
                is_suspicious_handle: boolean | null;
                is_tagged: boolean | null;
                is_risky_tld: boolean | null;
                is_new_domain: boolean | null;
                has_spf: boolean | null;
                has_dmarc: boolean | null;
                has_website: boolean | null;
                mailbox_exists: boolean | null;
                is_catch_all: boolean | null;
                has_digital_footprint: boolean | null;
                /** @enum {string} */
                mailbox_status: "verified" | "catch_all" | "pending" | "unsupported" | "unavailable" | "unknown";
            };
            digital_footprint: {
                has_avatar: boolean | null;
                avatar_profile_url: string | null;
                breach_count: number | null;
                seen_in_breach: boolean | null;
            };
            risk_score: number;
            /** @enum {string} */
            verdict: "allow" | "review" | "block";
            rule_applied?: components["schemas"]["RuleApplied"];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        PhoneResult: {
            parse_status: string;
            phone: string | null;
            abuse_reports: number;
            signals: {
                syntax_valid: boolean | null;
                is_possible: boolean | null;
                is_voip: boolean | null;
                is_premium_rate: boolean | null;
                is_toll_free: boolean | null;
                assigned_area_code: boolean | null;
                is_fictional: boolean | null;
            };
            number: {
                e164: string | null;
                national: string | null;
                international: string | null;
                country: string | null;
                line_type: string | null;
            };
            risk_score: number;
            /** @enum {string} */
            verdict: "allow" | "review" | "block";
            rule_applied?: components["schemas"]["RuleApplied"];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        DomainResult: {
            domain: string;
            abuse_reports: number;
            signals: {
                resolves: boolean | null;
                mx_found: boolean | null;
                has_spf: boolean | null;
                has_dmarc: boolean | null;
                is_disposable: boolean | null;
                is_homograph: boolean | null;
                is_free_provider: boolean | null;
                is_risky_tld: boolean | null;
                newly_registered: boolean | null;
            };
            registration: {
                /** Format: date-time */
                created_at: string | null;
                age_days: number | null;
                registrar: string | null;
            };
            risk_score: number;
            /** @enum {string} */
            verdict: "allow" | "review" | "block";
            rule_applied?: components["schemas"]["RuleApplied"];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        SignupResult: {
            risk_score: number;
            /** @enum {string} */
            verdict: "allow" | "review" | "block";
            summary: string;
            components: {
                ip?: components["schemas"]["IpResult"];
                email?: components["schemas"]["EmailResult"];
                phone?: components["schemas"]["PhoneResult"];
                domain?: components["schemas"]["DomainResult"];
                device?: components["schemas"]["DeviceResult"];
            };
            components_checked: ("ip" | "email" | "phone" | "domain" | "device")[];
            top_signals: string[];
            linkage: {
                device_email_count: number | null;
                email_device_count: number | null;
                email_ip_count: number | null;
                subnet_rate_1h: number | null;
                domain_rate_1h: number | null;
                ring: components["schemas"]["Ring"];
            };
            actor: {
                /** @enum {string} */
                type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
                /** @description True only for a verified signature: operator is then proven */
                proven: boolean;
                /** @enum {string} */
                basis: "signature" | "device_signals" | "none";
                /** @description The host that the agent's signature proves, never a claimed name */
                operator: string | null;
                /** @description As the agent's card says */
                trigger: string | null;
                detail: string;
            };
            /** @description name, claimed_name, purpose, trigger and rate_expectation are claims of the agent's card */
            agent?: components["schemas"]["AgentBlock"] & {
                /** @enum {string} */
                decision: "allow" | "review" | "deny";
                matched: string;
                reason: string;
            };
            rule_applied?: components["schemas"]["RuleApplied"];
            /** @description Fields of the request that are none and were not used; absent when there are none */
            warnings?: {
                field: string;
                detail: string;
            }[];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        DeviceResult: {
            device_id: string;
            /** @description Not part of risk_score */
            bot_probability: number | null;
            signals: {
                is_bot: boolean | null;
                is_automated: boolean | null;
                is_headless: boolean | null;
                timezone_mismatch: boolean | null;
                repeat_device: boolean | null;
            };
            /**
             * Format: date-time
             * @description As times_seen: by all accounts the operator made or admitted, for other accounts by themselves; null for test keys
             */
            first_seen: string | null;
            times_seen: number | null;
            abuse_reports: number;
            risk_score: number;
            /** @enum {string} */
            verdict: "allow" | "review" | "block";
            rule_applied?: components["schemas"]["RuleApplied"];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description Sign-ups of the last 30 days that hang together; null for one that shares nothing */
        Ring: {
            /** @description The id stays when rings merge: that of the older ring */
            ring_id: string;
            /** @description Sign-ups, this one included */
            size: number;
            /** @description How many of them you labelled as fraud */
            labelled_fraud: number;
            /** @description RFC 3339: when its oldest member signed up */
            since: string;
            /** @description What joins its members */
            via: ("device" | "phone" | "email" | "email_pattern")[];
        } | null;
        /** @description name, claimed_name, purpose, trigger and rate_expectation are claims of the agent's card */
        AgentBlock: {
            verified: boolean;
            signature_reason: string;
            /** @description The same as claimed_name */
            name: string | null;
            /** @description The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified */
            claimed_name: string | null;
            /** @description The host that published the key: all that a signature proves about who sent the request. In lower case and A-labels; null unless verified */
            host: string | null;
            purpose: string | null;
            trigger: string | null;
            rate_expectation: string | null;
            /** @description Seconds until the signature expires */
            expires_in: number | null;
            publishes_card: boolean;
        };
        BatchResult: {
            /** @enum {string} */
            type: "ip" | "email" | "domain" | "phone";
            count: number;
            succeeded: number;
            failed: number;
            billable_lookups: number;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
            /** @description In the order of the items: the result of the single endpoint plus `input`, or `input` and `error` */
            results: ({
                input: string;
                error?: string;
            } & {
                [key: string]: unknown;
            })[];
        };
        ReportResult: {
            reported: number;
            results: {
                /** @enum {string} */
                kind: "ip" | "email" | "domain" | "phone";
                abuse_reports: number;
            }[];
            skipped: {
                value: string;
                reason: string;
            }[];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        WithdrawalResult: {
            /** @description Values of which your reports were taken back */
            withdrawn: number;
            /** @description Values that you have not reported */
            not_found: number;
            results: {
                /** @enum {string} */
                kind: "ip" | "email" | "domain" | "phone";
                /** @description How many of your reports were taken back */
                withdrawn: number;
                abuse_reports: number;
            }[];
            skipped: {
                value: string;
                reason: string;
            }[];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        OutcomeResult: {
            recorded: number;
            not_found: number;
            results: {
                request_id: string;
                /** @enum {string} */
                status: "recorded" | "not_found";
                our_score: number | null;
                /** @enum {string|null} */
                our_verdict: "allow" | "review" | "block" | null;
                disagreement: boolean | null;
            }[];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        AgentVerification: {
            verified: boolean;
            /** @example not_web_bot_auth */
            reason: string;
            /** @description As sent; empty when missing */
            keyid: string;
            /** @description The same as host. Null unless verified */
            agent: string | null;
            /**
             * @description The host that published the key: all that a signature proves about who sent the request. In lower case and A-labels; null unless verified
             * @example agent.example
             */
            host: string | null;
            /** @description The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified */
            claimed_name: string | null;
            /** @description As the agent's card says. Not checked */
            purpose: string | null;
            /** @description Seconds until the signature expires */
            expires_in: number | null;
            /** @enum {string} */
            replay_protection: "signature-window" | "nonce";
            /** Format: uri */
            docs: string;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description The inbound request as received, with its signature headers */
        AgentRequest: {
            method?: string | null;
            url: string;
            headers: {
                [key: string]: string;
            };
        };
        AgentAuthorization: {
            /** @enum {string} */
            decision: "allow" | "review" | "deny";
            /**
             * @description rule:<index> or default:<bucket>
             * @example default:verified
             */
            matched: string;
            reason: string;
            agent: components["schemas"]["AgentBlock"];
            /** @description Requests of this agent to your account, including this one */
            requests_last_hour: number | null;
            /** Format: uri */
            docs: string;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        AgentPolicy: {
            rules: components["schemas"]["AgentRule"][];
            defaults_apply_when_no_rule_matches: boolean;
            /** @enum {string} */
            replay_protection: "signature-window" | "nonce";
            /** Format: date-time */
            updated_at: string | null;
            /** Format: uri */
            docs: string;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description Applies to verified agents. Without host, trigger or methods it matches all */
        AgentRule: {
            /**
             * @description The host that the signature proves, never the name in a card. A name matches that host only; `*.` in front of a name matches every host below it at any depth, but not the name itself. Saved in lower case and in A-labels (xn--). Schemes, ports, paths and IP addresses are refused
             * @example *.agent.example
             */
            host?: string;
            /**
             * @description As the agent's card says. An agent whose card says none does not match
             * @example crawler
             */
            trigger?: string;
            methods?: string[];
            /** @enum {string} */
            action: "allow" | "review" | "deny";
            reason?: string;
        };
        AgentPolicySaved: {
            saved: number;
            rules: components["schemas"]["AgentRule"][];
            defaults_apply_when_no_rule_matches: boolean;
            /** @enum {string} */
            replay_protection: "signature-window" | "nonce";
            /** Format: date-time */
            updated_at: string | null;
            note: string;
            /** Format: uri */
            docs: string;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        AgentPolicyInput: {
            rules: components["schemas"]["AgentRule"][];
            /** @default true */
            defaults_apply_when_no_rule_matches: boolean;
            /**
             * @default signature-window
             * @enum {string}
             */
            replay_protection: "signature-window" | "nonce";
        };
        RuleList: {
            count: number;
            rules: components["schemas"]["Rule"][];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        Rule: {
            id: string;
            /** @enum {string} */
            action: "allow" | "block";
            /** @enum {string} */
            kind: "ip" | "cidr" | "email" | "domain" | "phone" | "asn" | "device";
            value: string;
            /**
             * @description The rule was made of a `ref`: it holds a hash, and `value` is masked
             * @enum {boolean}
             */
            hashed?: true;
            /** Format: date-time */
            created_at: string;
            note?: string;
            /** Format: date-time */
            expires_at?: string | null;
            /** @description The import that made the rule */
            import_id?: string;
            /** @description Set on an unusually broad rule */
            warning?: string;
        };
        RulesAdded: {
            added: number;
            rules: components["schemas"]["Rule"][];
            skipped: {
                value: string;
                reason: string;
            }[];
            dry_run?: boolean;
            clashes?: {
                value: string;
                type: string;
                rule: components["schemas"]["Rule"];
            }[];
            trial?: components["schemas"]["RuleTrial"];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description What the rules would have changed in your stored scores of the last 30 days */
        RuleTrial: {
            scores_checked: number;
            would_change: number;
            unknown: number;
            would_block: number;
            would_allow: number;
            labelled_legit_blocked: number;
            labelled_fraud_allowed: number;
        };
        RulesDeleted: {
            deleted: number;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        RulesImported: {
            /**
             * @description As in the query; null when it names none
             * @enum {string|null}
             */
            action: "allow" | "block" | null;
            /** @description For `DELETE /v1/rules?import=<id>&confirm=true`; null when no rule was made */
            import_id: string | null;
            imported: number;
            duplicates: number;
            duplicates_in_file: number;
            by_kind: {
                [key: string]: number;
            };
            skipped: {
                line: number;
                value: string;
                reason: string;
            }[];
            /** @description Values that were read as something else than written, and broad rules */
            warnings: {
                line: number;
                value: string;
                read_as: string;
                /** @description Of an unusually broad rule */
                warning?: string;
            }[];
            dry_run?: boolean;
            clashes?: {
                value: string;
                type: string;
                rule: components["schemas"]["Rule"];
            }[];
            trial?: components["schemas"]["RuleTrial"];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
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
            /** @enum {string} */
            subject: "ip" | "email" | "phone" | "domain" | "device" | "user";
            via: string;
            /** @enum {string} */
            mode: "live" | "test";
            /** Format: date-time */
            scored_at: string;
            /** Format: date-time */
            expires_at: string;
            risk_score: number;
            /** @enum {string} */
            verdict: "allow" | "review" | "block";
            strictness: number;
            summary: string | null;
            top_signals: string[];
            rule_applied: components["schemas"]["RuleApplied"] | null;
            agent_decision: string | null;
            user_id: string | null;
            components: {
                /** @enum {string} */
                kind: "ip" | "email" | "phone" | "domain" | "device";
                masked: string;
                /**
                 * @description Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it
                 * @example val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX
                 */
                ref: string | null;
                risk_score: number;
                /** @enum {string} */
                verdict: "allow" | "review" | "block";
                findings: {
                    name: string;
                    group: string;
                    points: number;
                    text: string;
                }[];
                trust: {
                    name: string;
                    factor: number;
                    text: string;
                }[];
                unknown: {
                    [key: string]: string;
                };
                rule_applied: components["schemas"]["RuleApplied"] | null;
            }[];
            /** @description Of a sign-up; its ring as it was then */
            linkage: {
                device_email_count: number | null;
                email_device_count: number | null;
                email_ip_count: number | null;
                subnet_rate_1h: number | null;
                domain_rate_1h: number | null;
                ring: components["schemas"]["Ring"];
            } | null;
            /** @description What its links to other sign-ups score, and whether that was part of the whole */
            links: {
                risk_score: number;
                findings: {
                    name: string;
                    group: string;
                    points: number;
                    text: string;
                }[];
                counted: boolean;
            } | null;
            actor: {
                /** @enum {string} */
                type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
                /** @description True only for a verified signature: operator is then proven */
                proven: boolean;
                /** @enum {string} */
                basis: "signature" | "device_signals" | "none";
                /** @description The host that the agent's signature proves, never a claimed name */
                operator: string | null;
                /** @description As the agent's card says */
                trigger: string | null;
                detail: string;
            } | null;
            agent: {
                [key: string]: unknown;
            } | null;
            data_version: string;
            label: {
                /** @enum {string} */
                outcome: "fraud" | "legit";
                /** Format: date-time */
                labelled_at: string;
            } | null;
            /** @description The labels it was given, oldest first; the newest 20 */
            label_history: {
                /** @enum {string} */
                outcome: "fraud" | "legit" | "none";
                /** Format: date-time */
                labelled_at: string;
            }[];
            note: string | null;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        ScoreNote: {
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            note: string | null;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        SearchResult: {
            results: components["schemas"]["FoundScore"][];
            /** @description For the next page; null at the end */
            cursor: string | null;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        FoundScore: {
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /** Format: date-time */
            scored_at: string;
            risk_score: number;
            /** @enum {string} */
            verdict: "allow" | "review" | "block";
            /** @enum {string|null} */
            label: "fraud" | "legit" | null;
            user_id: string | null;
            /** @description The ring that the sign-up now belongs to */
            ring_id: string | null;
            top_signals: string[];
            values: {
                /** @enum {string} */
                kind: "ip" | "email" | "phone" | "domain" | "device" | "network";
                masked: string;
                /**
                 * @description Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it
                 * @example val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX
                 */
                ref: string | null;
            }[];
        };
        StoredValue: {
            /**
             * @description Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it
             * @example val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX
             */
            ref: string;
            /** @enum {string} */
            kind: "ip" | "email" | "phone" | "domain" | "device" | "network";
            masked: string;
            /** Format: date-time */
            first_seen: string;
            /** Format: date-time */
            last_seen: string;
            /** @description By verdict */
            scores: {
                allow: number;
                review: number;
                block: number;
            };
            labels: {
                fraud: number;
                legit: number;
            };
            /** @description The 50 that it was seen with most often */
            seen_with: {
                /** @enum {string} */
                kind: "ip" | "email" | "phone" | "domain" | "device" | "network";
                masked: string;
                /**
                 * @description Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it
                 * @example val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX
                 */
                ref: string | null;
                /** @description Scores that have both */
                count: number;
                /** @description How many of them you labelled as fraud */
                fraud: number;
            }[];
            ring: components["schemas"]["Ring"] & unknown;
            /** @description It has more than 500 scores: what is counted are the newest ones */
            truncated: boolean;
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        RingList: {
            /** @description Rings of the last 30 days, up to 20000 */
            count: number;
            rings: components["schemas"]["RingRow"][];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        RingRow: components["schemas"]["Ring"] & {
            /**
             * Format: date-time
             * @description When its newest member signed up
             */
            last_signup: string;
        };
        RingMembers: components["schemas"]["Ring"] & {
            /**
             * Format: date-time
             * @description When its newest member signed up
             */
            last_signup: string;
            /** @description The newest 500, the newest first */
            members: components["schemas"]["FoundScore"][];
            /** @description Values that members share; for an e-mail pattern the networks that it joins in */
            links: {
                /** @enum {string} */
                kind: "ip" | "email" | "phone" | "domain" | "device" | "network";
                masked: string;
                /**
                 * @description Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it
                 * @example val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX
                 */
                ref: string | null;
                members: number;
            }[];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        Usage: {
            account: string;
            month: string;
            used: number;
            monthly_quota: number;
            remaining: number;
            /** Format: date-time */
            resets_at: string;
            rate_limit_per_minute: number;
            key: {
                id: string;
                /** @enum {string} */
                mode: "live" | "test";
                /** @description What the key of this request may do */
                scopes: ("score" | "feedback" | "rules" | "agents" | "console")[];
                /** Format: date-time */
                expires_at: string | null;
            };
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        Settings: {
            /**
             * @description `score`: links between sign-ups are part of the score. `report`: they are only reported
             * @enum {string}
             */
            linkage_scoring: "report" | "score";
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        /** @description A null share means a zero denominator. Labels are rarely a representative sample of all scores; share_labelled says how many are labelled */
        OutcomeSummary: {
            days: number;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            until: string;
            /** @description How many scores are labelled, counted from `since`. Labelled scores of test keys are not part of any other figure. `capped`: there are more labels than one summary reads, so all figures cover the newest */
            labels: {
                /** Format: date-time */
                since: string;
                scored: number;
                labelled: number;
                share_labelled: number | null;
                test_mode: number;
                capped: boolean;
            };
            overall: components["schemas"]["OutcomeFigures"] & {
                /** @description Blocked by your agent policy at every strictness */
                agent_denied: number;
            };
            /** @description Each component by its own score and verdict, and by the label of the whole request; null when none is labelled */
            components: {
                ip: components["schemas"]["OutcomeFigures"] | null;
                email: components["schemas"]["OutcomeFigures"] | null;
                phone: components["schemas"]["OutcomeFigures"] | null;
                domain: components["schemas"]["OutcomeFigures"] | null;
                device: components["schemas"]["OutcomeFigures"] | null;
            };
            /** @description Most predictive first */
            findings: {
                /** @enum {string} */
                component: "ip" | "email" | "phone" | "domain" | "device";
                name: string;
                /** @description True for a fact that lowers a score: its lift should be below 1 */
                lowers: boolean;
                fraud: number;
                legit: number;
                share_of_fraud: number | null;
                share_of_legit: number | null;
                /** @description share_of_fraud ÷ share_of_legit; null below 5 labels, and when no legitimate score has the finding */
                lift: number | null;
                /** @description Lower bound of the 95 % confidence interval */
                lift_low: number | null;
                /** @description Upper bound */
                lift_high: number | null;
            }[];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        OutcomeFigures: {
            labelled: number;
            fraud: number;
            legit: number;
            /** @description Labelled scores that one of your rules decided; not part of any other figure */
            ruled: number;
            /** @description Mean squared difference between score ÷ 100 and the outcome; 0 is perfect */
            brier_score: number | null;
            /** @description The same for a constant forecast of the share of fraud; a brier_score above it is worse than that forecast */
            brier_score_of_base_rate: number | null;
            /** @description By ten-point ranges of the score as returned */
            reliability: {
                from: number;
                to: number;
                count: number;
                fraud: number;
                mean_score: number | null;
                share_of_fraud: number | null;
            }[];
            /** @description The verdicts as returned, each at the strictness of its request */
            as_answered: {
                fraud: {
                    allow: number;
                    review: number;
                    block: number;
                };
                legit: {
                    allow: number;
                    review: number;
                    block: number;
                };
                /** @description Share of blocked scores that were fraud */
                precision_of_block: number | null;
                /** @description Share of legitimate scores that were blocked */
                false_positive_rate: number | null;
                /** @description Share of legitimate scores that were reviewed or blocked */
                legit_disturbed: number | null;
                /** @description Share of fraud that was blocked */
                fraud_blocked: number | null;
                /** @description Share of fraud that was reviewed or blocked */
                fraud_noticed: number | null;
            };
            /** @description The same scores at strictness 0, 1, 2 and 3 */
            at_strictness: {
                strictness: number;
                name: string;
                fraud: {
                    allow: number;
                    review: number;
                    block: number;
                };
                legit: {
                    allow: number;
                    review: number;
                    block: number;
                };
                /** @description Share of blocked scores that were fraud */
                precision_of_block: number | null;
                /** @description Share of legitimate scores that were blocked */
                false_positive_rate: number | null;
                /** @description Share of legitimate scores that were reviewed or blocked */
                legit_disturbed: number | null;
                /** @description Share of fraud that was blocked */
                fraud_blocked: number | null;
                /** @description Share of fraud that was reviewed or blocked */
                fraud_noticed: number | null;
                /** @description Returned verdicts that would change, by their new verdict */
                would_change: {
                    count: number;
                    fraud: {
                        allow: number;
                        review: number;
                        block: number;
                    };
                    legit: {
                        allow: number;
                        review: number;
                        block: number;
                    };
                    text: string;
                };
            }[];
        };
        Sources: {
            data_version: string;
            sources: components["schemas"]["Source"][];
            /**
             * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
             * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
             */
            request_id: string;
            /**
             * @description Seconds
             * @example 0.000412
             */
            processing_time_sec: number;
        };
        Source: {
            name: string;
            kind: string;
            /** @enum {string} */
            state: "fresh" | "stale" | "not_loaded" | "bundled" | "not_offered";
            entries: number | null;
            age_seconds: number | null;
            /** Format: date-time */
            fetched_at: string | null;
            /** Format: date-time */
            next_at: string | null;
            last_error: string | null;
            note: string | null;
            licence: string;
            credit: string;
            url: string;
        };
        CompatFraudInsights: {
            /**
             * Format: uuid
             * @description The request_id without `req_`
             */
            id: string;
            risk_score: number;
            funds_remaining: number | null;
            queries_remaining: number | null;
            disposition: {
                /** @enum {string} */
                action: "accept" | "manual_review" | "reject";
                /** @enum {string} */
                reason: "default" | "custom_rule";
                rule_label?: string;
            };
            warnings: {
                code: string;
                warning: string;
                input_pointer: string;
            }[];
            ip_address?: {
                risk: number;
                risk_reasons: {
                    code: string;
                    reason: string;
                }[];
                continent: {
                    code: string | null;
                    geoname_id?: number;
                    names: {
                        en?: string;
                    };
                };
                country: {
                    iso_code: string | null;
                    geoname_id?: number;
                    is_in_european_union?: boolean;
                    names: {
                        en?: string;
                    };
                };
                city: {
                    names: {
                        en?: string;
                    };
                };
                subdivisions?: {
                    names: {
                        en?: string;
                    };
                }[];
                location: {
                    latitude: null;
                    longitude: null;
                    accuracy_radius: null;
                    time_zone: null;
                    metro_code: null;
                    population_density: null;
                    average_income: null;
                    local_time: null;
                };
                anonymizer: {
                    is_anonymous: boolean | null;
                    is_anonymous_vpn: boolean | null;
                    is_hosting_provider: boolean | null;
                    is_public_proxy: boolean | null;
                    is_residential_proxy: null;
                    is_tor_exit_node: boolean | null;
                    confidence: null;
                    network_last_seen: null;
                    provider_name: string | null;
                };
                traits: {
                    ip_address: string;
                    network: null;
                    autonomous_system_number: number | null;
                    autonomous_system_organization: string | null;
                    isp: string | null;
                    organization: string | null;
                    connection_type: null;
                    domain: null;
                    mobile_country_code: null;
                    mobile_network_code: null;
                    is_anonymous: boolean | null;
                    is_anonymous_vpn: boolean | null;
                    is_hosting_provider: boolean | null;
                    is_public_proxy: boolean | null;
                    is_residential_proxy: null;
                    is_tor_exit_node: boolean | null;
                    is_anonymous_proxy: null;
                    is_legitimate_proxy: null;
                    is_satellite_provider: null;
                    ip_risk_snapshot: number;
                    static_ip_score: null;
                    user_count: null;
                    user_type: null;
                };
            };
            email?: {
                domain: {
                    first_seen: null;
                    risk?: number;
                };
                /** Format: date */
                first_seen: string | null;
                is_disposable: boolean | null;
                is_free: boolean | null;
                is_high_risk: boolean;
            };
            credit_card: null;
            billing_address: null;
            shipping_address: null;
            billing_phone: null;
            shipping_phone: null;
            subscores: null;
            winnow: {
                /** @enum {string} */
                verdict: "allow" | "review" | "block";
                summary: string | null;
                components_checked: ("ip" | "email" | "phone" | "domain" | "device")[];
                top_signals: string[];
                phone: components["schemas"]["PhoneResult"] | null;
                linkage: {
                    device_email_count: number | null;
                    email_device_count: number | null;
                    email_ip_count: number | null;
                    subnet_rate_1h: number | null;
                    domain_rate_1h: number | null;
                    ring: components["schemas"]["Ring"];
                } | null;
                actor: {
                    /** @enum {string} */
                    type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
                    /** @description True only for a verified signature: operator is then proven */
                    proven: boolean;
                    /** @enum {string} */
                    basis: "signature" | "device_signals" | "none";
                    /** @description The host that the agent's signature proves, never a claimed name */
                    operator: string | null;
                    /** @description As the agent's card says */
                    trigger: string | null;
                    detail: string;
                } | null;
                rule_applied: components["schemas"]["RuleApplied"] | null;
                /**
                 * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
                 * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
                 */
                request_id: string;
                /**
                 * @description Seconds
                 * @example 0.000412
                 */
                processing_time_sec: number;
            };
        };
        CompatError: {
            code: string;
            error: string;
        };
        CompatFraudRequest: {
            device?: {
                ip_address?: string;
                user_agent?: string;
            } & {
                [key: string]: unknown;
            };
            email?: {
                /** @description The address, or its MD5 in hex */
                address?: string;
                domain?: string;
            };
            billing?: {
                phone_number?: string;
                phone_country_code?: string;
            } & {
                [key: string]: unknown;
            };
            event?: {
                transaction_id?: string;
            } & {
                [key: string]: unknown;
            };
            shipping?: {
                [key: string]: unknown;
            };
            order?: {
                [key: string]: unknown;
            };
            credit_card?: {
                [key: string]: unknown;
            };
            shopping_cart?: {
                [key: string]: unknown;
            }[];
            payment?: {
                [key: string]: unknown;
            };
            custom_inputs?: {
                [key: string]: unknown;
            };
            account?: {
                [key: string]: unknown;
            };
        };
        CompatFraudScore: {
            /**
             * Format: uuid
             * @description The request_id without `req_`
             */
            id: string;
            risk_score: number;
            funds_remaining: number | null;
            queries_remaining: number | null;
            disposition: {
                /** @enum {string} */
                action: "accept" | "manual_review" | "reject";
                /** @enum {string} */
                reason: "default" | "custom_rule";
                rule_label?: string;
            };
            warnings: {
                code: string;
                warning: string;
                input_pointer: string;
            }[];
            ip_address?: {
                risk: number;
            };
            winnow: {
                /** @enum {string} */
                verdict: "allow" | "review" | "block";
                summary: string | null;
                components_checked: ("ip" | "email" | "phone" | "domain" | "device")[];
                top_signals: string[];
                phone: components["schemas"]["PhoneResult"] | null;
                linkage: {
                    device_email_count: number | null;
                    email_device_count: number | null;
                    email_ip_count: number | null;
                    subnet_rate_1h: number | null;
                    domain_rate_1h: number | null;
                    ring: components["schemas"]["Ring"];
                } | null;
                actor: {
                    /** @enum {string} */
                    type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
                    /** @description True only for a verified signature: operator is then proven */
                    proven: boolean;
                    /** @enum {string} */
                    basis: "signature" | "device_signals" | "none";
                    /** @description The host that the agent's signature proves, never a claimed name */
                    operator: string | null;
                    /** @description As the agent's card says */
                    trigger: string | null;
                    detail: string;
                } | null;
                rule_applied: components["schemas"]["RuleApplied"] | null;
                /**
                 * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
                 * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
                 */
                request_id: string;
                /**
                 * @description Seconds
                 * @example 0.000412
                 */
                processing_time_sec: number;
            };
        };
        CompatTransactionReport: {
            /** @enum {string} */
            tag: "chargeback" | "spam_or_abuse" | "suspected_fraud" | "not_fraud" | "clear";
            /** Format: uuid */
            minfraud_id?: string;
            transaction_id?: string;
            ip_address?: string;
            maxmind_id?: string;
            chargeback_code?: string;
            notes?: string;
        };
        CompatGeoCountry: {
            continent: {
                code: string | null;
                geoname_id?: number;
                names: {
                    en?: string;
                };
            };
            country: {
                iso_code: string | null;
                geoname_id?: number;
                is_in_european_union?: boolean;
                names: {
                    en?: string;
                };
            };
            traits: {
                ip_address: string;
                network: null;
            };
            maxmind: {
                queries_remaining: number | null;
            };
            winnow: {
                /** @enum {string} */
                verdict: "allow" | "review" | "block";
                summary: string | null;
                components_checked: ("ip" | "email" | "phone" | "domain" | "device")[];
                top_signals: string[];
                phone: components["schemas"]["PhoneResult"] | null;
                linkage: {
                    device_email_count: number | null;
                    email_device_count: number | null;
                    email_ip_count: number | null;
                    subnet_rate_1h: number | null;
                    domain_rate_1h: number | null;
                    ring: components["schemas"]["Ring"];
                } | null;
                actor: {
                    /** @enum {string} */
                    type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
                    /** @description True only for a verified signature: operator is then proven */
                    proven: boolean;
                    /** @enum {string} */
                    basis: "signature" | "device_signals" | "none";
                    /** @description The host that the agent's signature proves, never a claimed name */
                    operator: string | null;
                    /** @description As the agent's card says */
                    trigger: string | null;
                    detail: string;
                } | null;
                rule_applied: components["schemas"]["RuleApplied"] | null;
                /**
                 * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
                 * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
                 */
                request_id: string;
                /**
                 * @description Seconds
                 * @example 0.000412
                 */
                processing_time_sec: number;
            };
        };
        CompatGeoCity: {
            continent: {
                code: string | null;
                geoname_id?: number;
                names: {
                    en?: string;
                };
            };
            country: {
                iso_code: string | null;
                geoname_id?: number;
                is_in_european_union?: boolean;
                names: {
                    en?: string;
                };
            };
            city: {
                names: {
                    en?: string;
                };
            };
            subdivisions?: {
                names: {
                    en?: string;
                };
            }[];
            location: {
                latitude: null;
                longitude: null;
                accuracy_radius: null;
                time_zone: null;
                metro_code: null;
            };
            traits: {
                ip_address: string;
                network: null;
                autonomous_system_number: number | null;
                autonomous_system_organization: string | null;
                isp: string | null;
                organization: string | null;
                connection_type: null;
                domain: null;
                mobile_country_code: null;
                mobile_network_code: null;
            };
            maxmind: {
                queries_remaining: number | null;
            };
            winnow: {
                /** @enum {string} */
                verdict: "allow" | "review" | "block";
                summary: string | null;
                components_checked: ("ip" | "email" | "phone" | "domain" | "device")[];
                top_signals: string[];
                phone: components["schemas"]["PhoneResult"] | null;
                linkage: {
                    device_email_count: number | null;
                    email_device_count: number | null;
                    email_ip_count: number | null;
                    subnet_rate_1h: number | null;
                    domain_rate_1h: number | null;
                    ring: components["schemas"]["Ring"];
                } | null;
                actor: {
                    /** @enum {string} */
                    type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
                    /** @description True only for a verified signature: operator is then proven */
                    proven: boolean;
                    /** @enum {string} */
                    basis: "signature" | "device_signals" | "none";
                    /** @description The host that the agent's signature proves, never a claimed name */
                    operator: string | null;
                    /** @description As the agent's card says */
                    trigger: string | null;
                    detail: string;
                } | null;
                rule_applied: components["schemas"]["RuleApplied"] | null;
                /**
                 * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
                 * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
                 */
                request_id: string;
                /**
                 * @description Seconds
                 * @example 0.000412
                 */
                processing_time_sec: number;
            };
        };
        CompatGeoInsights: {
            continent: {
                code: string | null;
                geoname_id?: number;
                names: {
                    en?: string;
                };
            };
            country: {
                iso_code: string | null;
                geoname_id?: number;
                is_in_european_union?: boolean;
                names: {
                    en?: string;
                };
            };
            city: {
                names: {
                    en?: string;
                };
            };
            subdivisions?: {
                names: {
                    en?: string;
                };
            }[];
            location: {
                latitude: null;
                longitude: null;
                accuracy_radius: null;
                time_zone: null;
                metro_code: null;
                population_density: null;
                average_income: null;
                local_time: null;
            };
            anonymizer: {
                is_anonymous: boolean | null;
                is_anonymous_vpn: boolean | null;
                is_hosting_provider: boolean | null;
                is_public_proxy: boolean | null;
                is_residential_proxy: null;
                is_tor_exit_node: boolean | null;
                confidence: null;
                network_last_seen: null;
                provider_name: string | null;
            };
            traits: {
                ip_address: string;
                network: null;
                autonomous_system_number: number | null;
                autonomous_system_organization: string | null;
                isp: string | null;
                organization: string | null;
                connection_type: null;
                domain: null;
                mobile_country_code: null;
                mobile_network_code: null;
                is_anonymous: boolean | null;
                is_anonymous_vpn: boolean | null;
                is_hosting_provider: boolean | null;
                is_public_proxy: boolean | null;
                is_residential_proxy: null;
                is_tor_exit_node: boolean | null;
                is_anonymous_proxy: null;
                is_legitimate_proxy: null;
                is_satellite_provider: null;
                ip_risk_snapshot: number;
                static_ip_score: null;
                user_count: null;
                user_type: null;
            };
            maxmind: {
                queries_remaining: number | null;
            };
            winnow: {
                /** @enum {string} */
                verdict: "allow" | "review" | "block";
                summary: string | null;
                components_checked: ("ip" | "email" | "phone" | "domain" | "device")[];
                top_signals: string[];
                phone: components["schemas"]["PhoneResult"] | null;
                linkage: {
                    device_email_count: number | null;
                    email_device_count: number | null;
                    email_ip_count: number | null;
                    subnet_rate_1h: number | null;
                    domain_rate_1h: number | null;
                    ring: components["schemas"]["Ring"];
                } | null;
                actor: {
                    /** @enum {string} */
                    type: "verified_agent" | "impersonated_agent" | "automation" | "likely_human" | "unknown";
                    /** @description True only for a verified signature: operator is then proven */
                    proven: boolean;
                    /** @enum {string} */
                    basis: "signature" | "device_signals" | "none";
                    /** @description The host that the agent's signature proves, never a claimed name */
                    operator: string | null;
                    /** @description As the agent's card says */
                    trigger: string | null;
                    detail: string;
                } | null;
                rule_applied: components["schemas"]["RuleApplied"] | null;
                /**
                 * @description Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}
                 * @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17
                 */
                request_id: string;
                /**
                 * @description Seconds
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ip": "185.220.101.1",
                     *       "abuse_reports": 0,
                     *       "signals": {
                     *         "is_vpn": false,
                     *         "is_proxy": null,
                     *         "is_datacenter": true,
                     *         "is_tor": null,
                     *         "recent_abuse": false,
                     *         "is_hijacked_netblock": null
                     *       },
                     *       "geo": {
                     *         "country": "DE",
                     *         "city": "Berlin",
                     *         "asn": "AS60729",
                     *         "isp": "Stiftung Erneuerbare Freiheit"
                     *       },
                     *       "vpn_provider": null,
                     *       "hijacked_source": null,
                     *       "risk_score": 34,
                     *       "verdict": "allow",
                     *       "request_id": "req_01a1f84a-95c0-7000-9dd5-55914f344ee3",
                     *       "processing_time_sec": 0.020449
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "jane.doe@gmail.com",
                     *       "normalized_email": "janedoe@gmail.com",
                     *       "status": "valid",
                     *       "sub_status": "mailbox_not_verified",
                     *       "deliverability_score": 80,
                     *       "did_you_mean": null,
                     *       "domain": "gmail.com",
                     *       "domain_age_days": 11421,
                     *       "mx_provider": "Google",
                     *       "mx_records": [
                     *         "gmail-smtp-in.l.google.com",
                     *         "alt1.gmail-smtp-in.l.google.com"
                     *       ],
                     *       "abuse_reports": 0,
                     *       "first_seen": "2026-11-20T09:30:01.000Z",
                     *       "signals": {
                     *         "syntax_valid": true,
                     *         "mx_found": true,
                     *         "is_disposable": false,
                     *         "is_homograph": false,
                     *         "is_role_account": false,
                     *         "is_free_provider": true,
                     *         "is_suspicious_handle": false,
                     *         "is_tagged": false,
                     *         "is_risky_tld": false,
                     *         "is_new_domain": false,
                     *         "has_spf": true,
                     *         "has_dmarc": true,
                     *         "has_website": true,
                     *         "mailbox_exists": null,
                     *         "is_catch_all": null,
                     *         "has_digital_footprint": null,
                     *         "mailbox_status": "unavailable"
                     *       },
                     *       "digital_footprint": {
                     *         "has_avatar": null,
                     *         "avatar_profile_url": null,
                     *         "breach_count": null,
                     *         "seen_in_breach": null
                     *       },
                     *       "risk_score": 4,
                     *       "verdict": "allow",
                     *       "request_id": "req_01a1f84a-99a8-7000-85dd-18ad8cbe5724",
                     *       "processing_time_sec": 0.020201
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *       "request_id": "req_01a1f84a-9d90-7000-b212-71ba977ba399",
                     *       "processing_time_sec": 0.010215
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *       "request_id": "req_01a1f84a-a178-7000-8a12-0e6e8ce6e4fe",
                     *       "processing_time_sec": 0.003545
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                ip?: string;
                email?: string;
                phone?: string;
                phone_country?: string;
                domain?: string;
                device_id?: string;
                /** @description Your own reference of the user, 1 to 128 printable characters. Stored as given, not scored; find it at /v1/scores/search */
                user_id?: string;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *             "is_proxy": null,
                     *             "is_datacenter": true,
                     *             "is_tor": null,
                     *             "recent_abuse": false,
                     *             "is_hijacked_netblock": null
                     *           },
                     *           "geo": {
                     *             "country": "DE",
                     *             "city": "Berlin",
                     *             "asn": "AS60729",
                     *             "isp": "Stiftung Erneuerbare Freiheit"
                     *           },
                     *           "vpn_provider": null,
                     *           "hijacked_source": null,
                     *           "risk_score": 34,
                     *           "verdict": "allow",
                     *           "request_id": "req_01a1f84a-a948-7000-8605-5ecdc4c6d07d",
                     *           "processing_time_sec": 0.004906
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
                     *           "mx_provider": null,
                     *           "mx_records": [],
                     *           "abuse_reports": 0,
                     *           "first_seen": "2026-11-20T09:30:04.000Z",
                     *           "signals": {
                     *             "syntax_valid": true,
                     *             "mx_found": null,
                     *             "is_disposable": true,
                     *             "is_homograph": false,
                     *             "is_role_account": false,
                     *             "is_free_provider": false,
                     *             "is_suspicious_handle": null,
                     *             "is_tagged": false,
                     *             "is_risky_tld": false,
                     *             "is_new_domain": null,
                     *             "has_spf": null,
                     *             "has_dmarc": null,
                     *             "has_website": null,
                     *             "mailbox_exists": null,
                     *             "is_catch_all": null,
                     *             "has_digital_footprint": null,
                     *             "mailbox_status": "unsupported"
                     *           },
                     *           "digital_footprint": {
                     *             "has_avatar": null,
                     *             "avatar_profile_url": null,
                     *             "breach_count": null,
                     *             "seen_in_breach": null
                     *           },
                     *           "risk_score": 78,
                     *           "verdict": "block",
                     *           "request_id": "req_01a1f84a-a948-7000-8605-5ecdc4c6d07d",
                     *           "processing_time_sec": 0.004906
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
                     *       "request_id": "req_01a1f84a-a948-7000-8605-5ecdc4c6d07d",
                     *       "processing_time_sec": 0.004906
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
            };
            header?: never;
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
                    /** @example 185.220.101.1 */
                    ip?: string;
                    /** @example jane@mailinator.com */
                    email?: string;
                    /** @example +442079460123 */
                    phone?: string;
                    /** @example GB */
                    phone_country?: string;
                    /** @example example.org */
                    domain?: string;
                    /** @example 9f86d081884c7d659a2feaa0c55ad015 */
                    device_id?: string;
                    /** @description Browser characteristics from /fp.js. With device_id they are part of the device component. Without device_id they only classify the actor: they are not scored or billed, and the request needs another field as well */
                    device_signals?: {
                        user_agent?: string | null;
                        timezone?: string | null;
                        timezone_offset?: number | null;
                        screen?: string | null;
                        hardware_concurrency?: number | null;
                        languages?: string | null;
                        webgl_renderer?: string | null;
                    } | null;
                    /** @description Automation markers from /fp.js. With device_id they are part of the device component. Without device_id they only classify the actor: they are not scored or billed, and the request needs another field as well */
                    device_automation?: {
                        webdriver?: boolean | null;
                        automation_globals?: boolean | null;
                        headless_ua?: boolean | null;
                        zero_screen?: boolean | null;
                        no_plugins?: boolean | null;
                        no_languages?: boolean | null;
                    } | null;
                    /** @description The inbound request as received, with its signature headers */
                    agent?: {
                        method?: string | null;
                        url: string;
                        headers: {
                            [key: string]: string;
                        };
                    } | null;
                    /**
                     * @description Your own reference of the user, 1 to 128 printable characters. Stored as given, not scored; find it at /v1/scores/search
                     * @example user-81225
                     */
                    user_id?: string;
                    /** @description 0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name */
                    strictness?: number | ("lenient" | "balanced" | "strict" | "strictest");
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *             "is_proxy": null,
                     *             "is_datacenter": true,
                     *             "is_tor": null,
                     *             "recent_abuse": false,
                     *             "is_hijacked_netblock": null
                     *           },
                     *           "geo": {
                     *             "country": "DE",
                     *             "city": "Berlin",
                     *             "asn": "AS60729",
                     *             "isp": "Stiftung Erneuerbare Freiheit"
                     *           },
                     *           "vpn_provider": null,
                     *           "hijacked_source": null,
                     *           "risk_score": 34,
                     *           "verdict": "allow",
                     *           "request_id": "req_01a1f84a-a560-7000-bfb3-e53c3c7ab86b",
                     *           "processing_time_sec": 0.014834
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
                     *           "mx_provider": null,
                     *           "mx_records": [],
                     *           "abuse_reports": 0,
                     *           "first_seen": "2026-11-20T09:30:04.000Z",
                     *           "signals": {
                     *             "syntax_valid": true,
                     *             "mx_found": null,
                     *             "is_disposable": true,
                     *             "is_homograph": false,
                     *             "is_role_account": false,
                     *             "is_free_provider": false,
                     *             "is_suspicious_handle": null,
                     *             "is_tagged": false,
                     *             "is_risky_tld": false,
                     *             "is_new_domain": null,
                     *             "has_spf": null,
                     *             "has_dmarc": null,
                     *             "has_website": null,
                     *             "mailbox_exists": null,
                     *             "is_catch_all": null,
                     *             "has_digital_footprint": null,
                     *             "mailbox_status": "unsupported"
                     *           },
                     *           "digital_footprint": {
                     *             "has_avatar": null,
                     *             "avatar_profile_url": null,
                     *             "breach_count": null,
                     *             "seen_in_breach": null
                     *           },
                     *           "risk_score": 78,
                     *           "verdict": "block",
                     *           "request_id": "req_01a1f84a-a560-7000-bfb3-e53c3c7ab86b",
                     *           "processing_time_sec": 0.014834
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
                     *         "subnet_rate_1h": 1,
                     *         "domain_rate_1h": 1,
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
                     *       "request_id": "req_01a1f84a-a560-7000-bfb3-e53c3c7ab86b",
                     *       "processing_time_sec": 0.014834
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
            /** @description `rate_limited`: Too many requests. `quota_exceeded`: The monthly quota is used up */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
            header?: never;
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
                    /** @example 203.0.113.7 */
                    ip?: string;
                    signals?: {
                        user_agent?: string | null;
                        timezone?: string | null;
                        timezone_offset?: number | null;
                        screen?: string | null;
                        hardware_concurrency?: number | null;
                        languages?: string | null;
                        webgl_renderer?: string | null;
                    } | null;
                    automation?: {
                        webdriver?: boolean | null;
                        automation_globals?: boolean | null;
                        headless_ua?: boolean | null;
                        zero_screen?: boolean | null;
                        no_plugins?: boolean | null;
                        no_languages?: boolean | null;
                    } | null;
                    /** @description 0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name */
                    strictness?: number | ("lenient" | "balanced" | "strict" | "strictest");
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "device_id": "9f86d081884c7d659a2feaa0c55ad015",
                     *       "bot_probability": 0.018,
                     *       "signals": {
                     *         "is_bot": false,
                     *         "is_automated": null,
                     *         "is_headless": false,
                     *         "timezone_mismatch": null,
                     *         "repeat_device": false
                     *       },
                     *       "first_seen": "2026-11-20T09:30:06.000Z",
                     *       "times_seen": 1,
                     *       "abuse_reports": 0,
                     *       "risk_score": 0,
                     *       "verdict": "allow",
                     *       "request_id": "req_01a1f84a-ad30-7000-ab75-d39e1b49cd2b",
                     *       "processing_time_sec": 0.025296
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
            /** @description `rate_limited`: Too many requests. `quota_exceeded`: The monthly quota is used up */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
            header?: never;
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
                    /** @enum {string} */
                    type: "ip" | "email" | "domain" | "phone";
                    /**
                     * @example [
                     *       "185.220.101.1",
                     *       "8.8.8.8"
                     *     ]
                     */
                    items: string[];
                    /** @description 0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name */
                    strictness?: number | ("lenient" | "balanced" | "strict" | "strictest");
                    /** @example GB */
                    phone_country?: string;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *       "processing_time_sec": 0.005173,
                     *       "results": [
                     *         {
                     *           "input": "185.220.101.1",
                     *           "cached": true,
                     *           "first_seen": "2026-11-20T09:30:00.000Z",
                     *           "times_seen": 4,
                     *           "ip": "185.220.101.1",
                     *           "abuse_reports": 0,
                     *           "signals": {
                     *             "is_vpn": false,
                     *             "is_proxy": null,
                     *             "is_datacenter": true,
                     *             "is_tor": null,
                     *             "recent_abuse": false,
                     *             "is_hijacked_netblock": null
                     *           },
                     *           "geo": {
                     *             "country": "DE",
                     *             "city": "Berlin",
                     *             "asn": "AS60729",
                     *             "isp": "Stiftung Erneuerbare Freiheit"
                     *           },
                     *           "vpn_provider": null,
                     *           "hijacked_source": null,
                     *           "risk_score": 34,
                     *           "verdict": "allow",
                     *           "request_id": "req_01a1f84a-b118-7000-bbc2-29a46cd4c722",
                     *           "processing_time_sec": 0.005015
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
            header?: never;
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
                    /** @enum {string} */
                    kind: "ip" | "email" | "domain" | "phone";
                    /** @example fraudster@example.org */
                    value?: string;
                    values?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *       "request_id": "req_0321b2ad-9dcd-4955-b001-49c4a220fd1f",
                     *       "processing_time_sec": 0.003491
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                    /** @enum {string|null} */
                    kind?: "ip" | "email" | "domain" | "phone" | null;
                    /** @example fraudster@example.org */
                    value?: string;
                    values?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *       "processing_time_sec": 0.001204
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
            header?: never;
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
                "application/json": {
                    /** @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17 */
                    request_id: string;
                    /**
                     * @description none removes the label, and what it had added
                     * @enum {string}
                     */
                    outcome: "fraud" | "legit" | "none";
                } | {
                    /** @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17 */
                    request_id: string;
                    /**
                     * @description none removes the label, and what it had added
                     * @enum {string}
                     */
                    outcome: "fraud" | "legit" | "none";
                }[] | {
                    outcomes: {
                        /** @example req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17 */
                        request_id: string;
                        /**
                         * @description none removes the label, and what it had added
                         * @enum {string}
                         */
                        outcome: "fraud" | "legit" | "none";
                    }[];
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recorded": 1,
                     *       "not_found": 0,
                     *       "results": [
                     *         {
                     *           "request_id": "req_01a1f84a-a560-7000-bfb3-e53c3c7ab86b",
                     *           "status": "recorded",
                     *           "our_score": 77,
                     *           "our_verdict": "block",
                     *           "disagreement": false
                     *         }
                     *       ],
                     *       "request_id": "req_b6b31b27-bbce-490e-839c-2a2fd45c091e",
                     *       "processing_time_sec": 0.004904
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
            header?: never;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *       "docs": "https://winnow.example/docs/agents#not_yet_valid",
                     *       "request_id": "req_51d32a76-ba57-406a-95ae-a09ca663f1f3",
                     *       "processing_time_sec": 0.006386
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
            header?: never;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *         "publishes_card": false
                     *       },
                     *       "requests_last_hour": null,
                     *       "docs": "https://winnow.example/docs/agents#not_yet_valid",
                     *       "request_id": "req_150cccce-3459-4a59-9580-a324c52a28fa",
                     *       "processing_time_sec": 0.003109
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *           "trigger": "crawler",
                     *           "action": "deny",
                     *           "methods": [
                     *             "POST",
                     *             "PUT",
                     *             "DELETE"
                     *           ],
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
                     *       "request_id": "req_ca8968e6-730e-4e94-b1d5-641ec4a24ad1",
                     *       "processing_time_sec": 0.0004
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
            query?: never;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "saved": 3,
                     *       "rules": [
                     *         {
                     *           "host": "*.agent.example",
                     *           "action": "review",
                     *           "reason": "Not known yet"
                     *         },
                     *         {
                     *           "trigger": "crawler",
                     *           "action": "deny",
                     *           "methods": [
                     *             "POST",
                     *             "PUT",
                     *             "DELETE"
                     *           ],
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
                     *       "request_id": "req_71e9a7f5-61e9-492d-ae5d-b2995eaec0b2",
                     *       "processing_time_sec": 0.0029
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *           "created_at": "2026-11-20T09:30:14.000Z",
                     *           "note": "abuse desk"
                     *         },
                     *         {
                     *           "id": "7198fa77-09bf-44ad-aae6-2f0f1ea6fbfa",
                     *           "action": "block",
                     *           "kind": "domain",
                     *           "value": "example.org",
                     *           "created_at": "2026-11-20T09:30:14.000Z",
                     *           "note": "abuse desk"
                     *         }
                     *       ],
                     *       "request_id": "req_d62e2025-e0ee-42f9-b40b-0d0bde1524c2",
                     *       "processing_time_sec": 0.000306
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
            header?: never;
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
                    /** @enum {string} */
                    action: "allow" | "block";
                    /**
                     * @example [
                     *       "203.0.113.0/24",
                     *       "example.org",
                     *       "AS64500"
                     *     ]
                     */
                    values?: string[] | null;
                    /** @description Values of your stored scores, as search answers and stored scores name them (`val_…`) */
                    refs?: string[] | null;
                    note?: string | null;
                    /** Format: date-time */
                    expires_at?: string | null;
                    /** @description Same as in the query */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *           "created_at": "2026-11-20T09:30:14.000Z",
                     *           "note": "abuse desk"
                     *         },
                     *         {
                     *           "id": "7198fa77-09bf-44ad-aae6-2f0f1ea6fbfa",
                     *           "action": "block",
                     *           "kind": "domain",
                     *           "value": "example.org",
                     *           "created_at": "2026-11-20T09:30:14.000Z",
                     *           "note": "abuse desk"
                     *         }
                     *       ],
                     *       "skipped": [],
                     *       "request_id": "req_4c8bd4bf-204c-4722-bcff-045eeb47540d",
                     *       "processing_time_sec": 0.008447
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": 3,
                     *       "request_id": "req_5af9fb74-5b9d-41e3-a471-d3acdb251147",
                     *       "processing_time_sec": 0.002109
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": 1,
                     *       "request_id": "req_81d2d3b1-fa85-4920-b1db-4bd02edc3d19",
                     *       "processing_time_sec": 0.003165
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
            header?: never;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *         },
                     *         {
                     *           "line": 5,
                     *           "value": "not a value",
                     *           "reason": "not an IP address, CIDR, e-mail address, domain, phone number or AS number"
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "line": 3,
                     *           "value": "*.fraud.example",
                     *           "read_as": "fraud.example"
                     *         }
                     *       ],
                     *       "request_id": "req_314431ef-641f-4953-bb1a-333afa724cd7",
                     *       "processing_time_sec": 0.007099
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "req_01a1f84a-a560-7000-bfb3-e53c3c7ab86b",
                     *       "subject": "user",
                     *       "via": "user",
                     *       "mode": "live",
                     *       "scored_at": "2026-11-20T09:30:04.000Z",
                     *       "expires_at": "2027-05-19T09:30:04.000Z",
                     *       "risk_score": 77,
                     *       "verdict": "block",
                     *       "strictness": 1,
                     *       "summary": "High risk (77): e-mail address: disposable e-mail domain; IP address: datacenter address (Stiftung Erneuerbare Freiheit (Tor relays)).",
                     *       "top_signals": [
                     *         "email: disposable e-mail domain",
                     *         "ip: datacenter address (Stiftung Erneuerbare Freiheit (Tor relays))"
                     *       ],
                     *       "rule_applied": null,
                     *       "agent_decision": null,
                     *       "user_id": "user-81225",
                     *       "components": [
                     *         {
                     *           "kind": "ip",
                     *           "masked": "185.220.101.•",
                     *           "ref": "val_iQ7x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX",
                     *           "risk_score": 34,
                     *           "verdict": "allow",
                     *           "findings": [
                     *             {
                     *               "name": "datacenter",
                     *               "group": "egress",
                     *               "points": 34,
                     *               "text": "datacenter address (Stiftung Erneuerbare Freiheit (Tor relays))"
                     *             }
                     *           ],
                     *           "trust": [],
                     *           "unknown": {
                     *             "signals.is_proxy": "not_loaded",
                     *             "signals.is_tor": "not_loaded",
                     *             "signals.is_hijacked_netblock": "not_loaded",
                     *             "hijacked_source": "not_loaded"
                     *           },
                     *           "rule_applied": null
                     *         },
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
                     *             "domain_age_days": "offline",
                     *             "mx_provider": "offline",
                     *             "mx_records": "offline",
                     *             "signals.mx_found": "offline",
                     *             "signals.is_suspicious_handle": "not_supported: too short to judge",
                     *             "signals.is_new_domain": "offline",
                     *             "signals.has_spf": "offline",
                     *             "signals.has_dmarc": "offline",
                     *             "signals.has_website": "offline",
                     *             "signals.mailbox_exists": "not_asked: disposable domain",
                     *             "signals.is_catch_all": "not_asked: disposable domain",
                     *             "signals.has_digital_footprint": "disabled",
                     *             "digital_footprint.has_avatar": "disabled",
                     *             "digital_footprint.avatar_profile_url": "disabled",
                     *             "digital_footprint.breach_count": "disabled",
                     *             "digital_footprint.seen_in_breach": "disabled"
                     *           },
                     *           "rule_applied": null
                     *         }
                     *       ],
                     *       "linkage": {
                     *         "device_email_count": null,
                     *         "email_device_count": null,
                     *         "email_ip_count": 1,
                     *         "subnet_rate_1h": 2,
                     *         "domain_rate_1h": 2,
                     *         "ring": {
                     *           "ring_id": "ring_01a1f84811d270008a513f2d9c0e4b17",
                     *           "size": 2,
                     *           "labelled_fraud": 1,
                     *           "since": "2026-11-20T09:27:36.000Z",
                     *           "via": [
                     *             "email_pattern"
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
                     *         "detail": "Nothing in the request shows who is acting"
                     *       },
                     *       "agent": null,
                     *       "data_version": "places 2.3.2026060513, networks 2.3.2026061719, domains 1.26.0/6.0.21/2.26.0/ca3ba267, compiler 2; none",
                     *       "label": {
                     *         "outcome": "fraud",
                     *         "labelled_at": "2026-11-20T09:30:09.000Z"
                     *       },
                     *       "label_history": [
                     *         {
                     *           "outcome": "fraud",
                     *           "labelled_at": "2026-11-20T09:30:09.000Z"
                     *         }
                     *       ],
                     *       "note": "same screenshots as last week's ring",
                     *       "processing_time_sec": 0.001452
                     *     }
                     */
                    "application/json": components["schemas"]["StoredScore"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *       "note": "same screenshots as last week's ring",
                     *       "processing_time_sec": 0.001204
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
            query?: never;
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
                    value?: string;
                    /**
                     * @description Of the value; told by the value itself when absent
                     * @enum {string}
                     */
                    kind?: "ip" | "network" | "asn" | "email" | "phone" | "domain" | "device" | "user_id" | "request_id";
                    user_id?: string;
                    ring_id?: string;
                    /** @enum {string} */
                    verdict?: "allow" | "review" | "block";
                    /** @enum {string} */
                    label?: "fraud" | "legit" | "none";
                    /** @description The name of a finding of any component, for example disposable */
                    finding?: string;
                    /** Format: date-time */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Before this time
                     */
                    to?: string;
                    /** @default 50 */
                    limit?: number;
                    /** @description Of the page before, with the same filters */
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *           "scored_at": "2026-11-22T09:30:00.000Z",
                     *           "risk_score": 84,
                     *           "verdict": "block",
                     *           "label": "fraud",
                     *           "user_id": "user-81225",
                     *           "ring_id": "ring_019a9f3c11d270008a513f2d9c0e4b17",
                     *           "top_signals": [
                     *             "email: disposable address"
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
                     *       "request_id": "req_019a9f3d-0000-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.004117
                     *     }
                     */
                    "application/json": components["schemas"]["SearchResult"];
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
            query?: never;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ref": "val_fK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX",
                     *       "kind": "device",
                     *       "masked": "9f86d0…",
                     *       "first_seen": "2026-11-20T09:30:04.000Z",
                     *       "last_seen": "2026-11-22T11:02:41.000Z",
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
                     *       "ring": {
                     *         "ring_id": "ring_019a9f3c11d270008a513f2d9c0e4b17",
                     *         "size": 15,
                     *         "labelled_fraud": 2,
                     *         "since": "2026-11-20T09:30:04.000Z",
                     *         "via": [
                     *           "device"
                     *         ]
                     *       },
                     *       "truncated": false,
                     *       "request_id": "req_019a9f3d-0000-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.003162
                     *     }
                     */
                    "application/json": components["schemas"]["StoredValue"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                /** @description The largest first, or those with the newest member */
                sort?: "size" | "newest";
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "rings": [
                     *         {
                     *           "ring_id": "ring_019a9f3c11d270008a513f2d9c0e4b17",
                     *           "size": 15,
                     *           "labelled_fraud": 2,
                     *           "since": "2026-11-20T09:30:04.000Z",
                     *           "via": [
                     *             "device"
                     *           ],
                     *           "last_signup": "2026-11-22T11:02:41.000Z"
                     *         }
                     *       ],
                     *       "request_id": "req_019a9f3d-0000-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.003162
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                ring_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ring_id": "ring_019a9f3c11d270008a513f2d9c0e4b17",
                     *       "size": 15,
                     *       "labelled_fraud": 2,
                     *       "since": "2026-11-20T09:30:04.000Z",
                     *       "via": [
                     *         "device"
                     *       ],
                     *       "last_signup": "2026-11-22T11:02:41.000Z",
                     *       "members": [
                     *         {
                     *           "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
                     *           "scored_at": "2026-11-22T11:02:41.000Z",
                     *           "risk_score": 84,
                     *           "verdict": "block",
                     *           "label": "fraud",
                     *           "user_id": "user-81225",
                     *           "ring_id": "ring_019a9f3c11d270008a513f2d9c0e4b17",
                     *           "top_signals": [
                     *             "email: disposable address"
                     *           ],
                     *           "values": [
                     *             {
                     *               "kind": "device",
                     *               "masked": "9f86d0…",
                     *               "ref": "val_fK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "links": [
                     *         {
                     *           "kind": "device",
                     *           "masked": "9f86d0…",
                     *           "ref": "val_fK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX",
                     *           "members": 15
                     *         }
                     *       ],
                     *       "request_id": "req_019a9f3d-0000-7000-8a51-3f2d9c0e4b17",
                     *       "processing_time_sec": 0.003162
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *       "request_id": "req_0e80a6cc-442a-450a-92ec-131e6dcedb74",
                     *       "processing_time_sec": 0.000264
                     *     }
                     */
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "linkage_scoring": "score",
                     *       "request_id": "req_0193a5e2-7c1f-7d3a-9b53-5f0c8e7d1a42",
                     *       "processing_time_sec": 0.0004
                     *     }
                     */
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                    linkage_scoring: "report" | "score";
                };
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "linkage_scoring": "score",
                     *       "request_id": "req_0193a5e2-7c1f-7d3a-9b53-5f0c8e7d1a42",
                     *       "processing_time_sec": 0.0004
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": 180,
                     *       "since": "2026-05-24T09:30:24.000Z",
                     *       "until": "2026-11-20T09:30:24.000Z",
                     *       "labels": {
                     *         "since": "2026-05-24T09:30:24.000Z",
                     *         "scored": 24,
                     *         "labelled": 18,
                     *         "share_labelled": 0.75,
                     *         "test_mode": 0,
                     *         "capped": false
                     *       },
                     *       "overall": {
                     *         "labelled": 18,
                     *         "fraud": 7,
                     *         "legit": 11,
                     *         "ruled": 0,
                     *         "brier_score": 0.205,
                     *         "brier_score_of_base_rate": 0.2377,
                     *         "reliability": [
                     *           {
                     *             "from": 0,
                     *             "to": 9,
                     *             "count": 6,
                     *             "fraud": 0,
                     *             "mean_score": 4,
                     *             "share_of_fraud": 0
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
                     *             "count": 2,
                     *             "fraud": 2,
                     *             "mean_score": 78,
                     *             "share_of_fraud": 1
                     *           },
                     *           {
                     *             "from": 80,
                     *             "to": 89,
                     *             "count": 7,
                     *             "fraud": 2,
                     *             "mean_score": 84.5714,
                     *             "share_of_fraud": 0.2857
                     *           },
                     *           {
                     *             "from": 90,
                     *             "to": 100,
                     *             "count": 3,
                     *             "fraud": 3,
                     *             "mean_score": 93,
                     *             "share_of_fraud": 1
                     *           }
                     *         ],
                     *         "as_answered": {
                     *           "fraud": {
                     *             "allow": 0,
                     *             "review": 0,
                     *             "block": 7
                     *           },
                     *           "legit": {
                     *             "allow": 6,
                     *             "review": 0,
                     *             "block": 5
                     *           },
                     *           "precision_of_block": 0.5833,
                     *           "false_positive_rate": 0.4545,
                     *           "legit_disturbed": 0.4545,
                     *           "fraud_blocked": 1,
                     *           "fraud_noticed": 1
                     *         },
                     *         "at_strictness": [
                     *           {
                     *             "strictness": 0,
                     *             "name": "lenient",
                     *             "fraud": {
                     *               "allow": 0,
                     *               "review": 3,
                     *               "block": 4
                     *             },
                     *             "legit": {
                     *               "allow": 6,
                     *               "review": 5,
                     *               "block": 0
                     *             },
                     *             "precision_of_block": 1,
                     *             "false_positive_rate": 0,
                     *             "legit_disturbed": 0.4545,
                     *             "fraud_blocked": 0.5714,
                     *             "fraud_noticed": 1,
                     *             "would_change": {
                     *               "count": 8,
                     *               "fraud": {
                     *                 "allow": 0,
                     *                 "review": 3,
                     *                 "block": 0
                     *               },
                     *               "legit": {
                     *                 "allow": 0,
                     *                 "review": 5,
                     *                 "block": 0
                     *               },
                     *               "text": "8 of 18 verdicts would change: 5 legitimate would go to review, 3 fraud would go to review."
                     *             }
                     *           },
                     *           {
                     *             "strictness": 1,
                     *             "name": "balanced",
                     *             "fraud": {
                     *               "allow": 0,
                     *               "review": 0,
                     *               "block": 7
                     *             },
                     *             "legit": {
                     *               "allow": 6,
                     *               "review": 0,
                     *               "block": 5
                     *             },
                     *             "precision_of_block": 0.5833,
                     *             "false_positive_rate": 0.4545,
                     *             "legit_disturbed": 0.4545,
                     *             "fraud_blocked": 1,
                     *             "fraud_noticed": 1,
                     *             "would_change": {
                     *               "count": 0,
                     *               "fraud": {
                     *                 "allow": 0,
                     *                 "review": 0,
                     *                 "block": 0
                     *               },
                     *               "legit": {
                     *                 "allow": 0,
                     *                 "review": 0,
                     *                 "block": 0
                     *               },
                     *               "text": "No labelled verdict would change."
                     *             }
                     *           },
                     *           {
                     *             "strictness": 2,
                     *             "name": "strict",
                     *             "fraud": {
                     *               "allow": 0,
                     *               "review": 0,
                     *               "block": 7
                     *             },
                     *             "legit": {
                     *               "allow": 6,
                     *               "review": 0,
                     *               "block": 5
                     *             },
                     *             "precision_of_block": 0.5833,
                     *             "false_positive_rate": 0.4545,
                     *             "legit_disturbed": 0.4545,
                     *             "fraud_blocked": 1,
                     *             "fraud_noticed": 1,
                     *             "would_change": {
                     *               "count": 0,
                     *               "fraud": {
                     *                 "allow": 0,
                     *                 "review": 0,
                     *                 "block": 0
                     *               },
                     *               "legit": {
                     *                 "allow": 0,
                     *                 "review": 0,
                     *                 "block": 0
                     *               },
                     *               "text": "No labelled verdict would change."
                     *             }
                     *           },
                     *           {
                     *             "strictness": 3,
                     *             "name": "strictest",
                     *             "fraud": {
                     *               "allow": 0,
                     *               "review": 0,
                     *               "block": 7
                     *             },
                     *             "legit": {
                     *               "allow": 6,
                     *               "review": 0,
                     *               "block": 5
                     *             },
                     *             "precision_of_block": 0.5833,
                     *             "false_positive_rate": 0.4545,
                     *             "legit_disturbed": 0.4545,
                     *             "fraud_blocked": 1,
                     *             "fraud_noticed": 1,
                     *             "would_change": {
                     *               "count": 0,
                     *               "fraud": {
                     *                 "allow": 0,
                     *                 "review": 0,
                     *                 "block": 0
                     *               },
                     *               "legit": {
                     *                 "allow": 0,
                     *                 "review": 0,
                     *                 "block": 0
                     *               },
                     *               "text": "No labelled verdict would change."
                     *             }
                     *           }
                     *         ],
                     *         "agent_denied": 0
                     *       },
                     *       "components": {
                     *         "ip": null,
                     *         "email": {
                     *           "labelled": 18,
                     *           "fraud": 7,
                     *           "legit": 11,
                     *           "ruled": 0,
                     *           "brier_score": 0.205,
                     *           "brier_score_of_base_rate": 0.2377,
                     *           "reliability": [
                     *             {
                     *               "from": 0,
                     *               "to": 9,
                     *               "count": 6,
                     *               "fraud": 0,
                     *               "mean_score": 4,
                     *               "share_of_fraud": 0
                     *             },
                     *             {
                     *               "from": 10,
                     *               "to": 19,
                     *               "count": 0,
                     *               "fraud": 0,
                     *               "mean_score": null,
                     *               "share_of_fraud": null
                     *             },
                     *             {
                     *               "from": 20,
                     *               "to": 29,
                     *               "count": 0,
                     *               "fraud": 0,
                     *               "mean_score": null,
                     *               "share_of_fraud": null
                     *             },
                     *             {
                     *               "from": 30,
                     *               "to": 39,
                     *               "count": 0,
                     *               "fraud": 0,
                     *               "mean_score": null,
                     *               "share_of_fraud": null
                     *             },
                     *             {
                     *               "from": 40,
                     *               "to": 49,
                     *               "count": 0,
                     *               "fraud": 0,
                     *               "mean_score": null,
                     *               "share_of_fraud": null
                     *             },
                     *             {
                     *               "from": 50,
                     *               "to": 59,
                     *               "count": 0,
                     *               "fraud": 0,
                     *               "mean_score": null,
                     *               "share_of_fraud": null
                     *             },
                     *             {
                     *               "from": 60,
                     *               "to": 69,
                     *               "count": 0,
                     *               "fraud": 0,
                     *               "mean_score": null,
                     *               "share_of_fraud": null
                     *             },
                     *             {
                     *               "from": 70,
                     *               "to": 79,
                     *               "count": 2,
                     *               "fraud": 2,
                     *               "mean_score": 78,
                     *               "share_of_fraud": 1
                     *             },
                     *             {
                     *               "from": 80,
                     *               "to": 89,
                     *               "count": 7,
                     *               "fraud": 2,
                     *               "mean_score": 84.5714,
                     *               "share_of_fraud": 0.2857
                     *             },
                     *             {
                     *               "from": 90,
                     *               "to": 100,
                     *               "count": 3,
                     *               "fraud": 3,
                     *               "mean_score": 93,
                     *               "share_of_fraud": 1
                     *             }
                     *           ],
                     *           "as_answered": {
                     *             "fraud": {
                     *               "allow": 0,
                     *               "review": 0,
                     *               "block": 7
                     *             },
                     *             "legit": {
                     *               "allow": 6,
                     *               "review": 0,
                     *               "block": 5
                     *             },
                     *             "precision_of_block": 0.5833,
                     *             "false_positive_rate": 0.4545,
                     *             "legit_disturbed": 0.4545,
                     *             "fraud_blocked": 1,
                     *             "fraud_noticed": 1
                     *           },
                     *           "at_strictness": [
                     *             {
                     *               "strictness": 0,
                     *               "name": "lenient",
                     *               "fraud": {
                     *                 "allow": 0,
                     *                 "review": 3,
                     *                 "block": 4
                     *               },
                     *               "legit": {
                     *                 "allow": 6,
                     *                 "review": 5,
                     *                 "block": 0
                     *               },
                     *               "precision_of_block": 1,
                     *               "false_positive_rate": 0,
                     *               "legit_disturbed": 0.4545,
                     *               "fraud_blocked": 0.5714,
                     *               "fraud_noticed": 1,
                     *               "would_change": {
                     *                 "count": 8,
                     *                 "fraud": {
                     *                   "allow": 0,
                     *                   "review": 3,
                     *                   "block": 0
                     *                 },
                     *                 "legit": {
                     *                   "allow": 0,
                     *                   "review": 5,
                     *                   "block": 0
                     *                 },
                     *                 "text": "8 of 18 verdicts would change: 5 legitimate would go to review, 3 fraud would go to review."
                     *               }
                     *             },
                     *             {
                     *               "strictness": 1,
                     *               "name": "balanced",
                     *               "fraud": {
                     *                 "allow": 0,
                     *                 "review": 0,
                     *                 "block": 7
                     *               },
                     *               "legit": {
                     *                 "allow": 6,
                     *                 "review": 0,
                     *                 "block": 5
                     *               },
                     *               "precision_of_block": 0.5833,
                     *               "false_positive_rate": 0.4545,
                     *               "legit_disturbed": 0.4545,
                     *               "fraud_blocked": 1,
                     *               "fraud_noticed": 1,
                     *               "would_change": {
                     *                 "count": 0,
                     *                 "fraud": {
                     *                   "allow": 0,
                     *                   "review": 0,
                     *                   "block": 0
                     *                 },
                     *                 "legit": {
                     *                   "allow": 0,
                     *                   "review": 0,
                     *                   "block": 0
                     *                 },
                     *                 "text": "No labelled verdict would change."
                     *               }
                     *             },
                     *             {
                     *               "strictness": 2,
                     *               "name": "strict",
                     *               "fraud": {
                     *                 "allow": 0,
                     *                 "review": 0,
                     *                 "block": 7
                     *               },
                     *               "legit": {
                     *                 "allow": 6,
                     *                 "review": 0,
                     *                 "block": 5
                     *               },
                     *               "precision_of_block": 0.5833,
                     *               "false_positive_rate": 0.4545,
                     *               "legit_disturbed": 0.4545,
                     *               "fraud_blocked": 1,
                     *               "fraud_noticed": 1,
                     *               "would_change": {
                     *                 "count": 0,
                     *                 "fraud": {
                     *                   "allow": 0,
                     *                   "review": 0,
                     *                   "block": 0
                     *                 },
                     *                 "legit": {
                     *                   "allow": 0,
                     *                   "review": 0,
                     *                   "block": 0
                     *                 },
                     *                 "text": "No labelled verdict would change."
                     *               }
                     *             },
                     *             {
                     *               "strictness": 3,
                     *               "name": "strictest",
                     *               "fraud": {
                     *                 "allow": 0,
                     *                 "review": 0,
                     *                 "block": 7
                     *               },
                     *               "legit": {
                     *                 "allow": 6,
                     *                 "review": 0,
                     *                 "block": 5
                     *               },
                     *               "precision_of_block": 0.5833,
                     *               "false_positive_rate": 0.4545,
                     *               "legit_disturbed": 0.4545,
                     *               "fraud_blocked": 1,
                     *               "fraud_noticed": 1,
                     *               "would_change": {
                     *                 "count": 0,
                     *                 "fraud": {
                     *                   "allow": 0,
                     *                   "review": 0,
                     *                   "block": 0
                     *                 },
                     *                 "legit": {
                     *                   "allow": 0,
                     *                   "review": 0,
                     *                   "block": 0
                     *                 },
                     *                 "text": "No labelled verdict would change."
                     *               }
                     *             }
                     *           ]
                     *         },
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
                     *         },
                     *         {
                     *           "component": "email",
                     *           "name": "abuse_reports",
                     *           "lowers": false,
                     *           "fraud": 5,
                     *           "legit": 5,
                     *           "share_of_fraud": 0.7143,
                     *           "share_of_legit": 0.4545,
                     *           "lift": 1.5714,
                     *           "lift_low": 0.6929,
                     *           "lift_high": 3.2475
                     *         },
                     *         {
                     *           "component": "email",
                     *           "name": "free_provider",
                     *           "lowers": false,
                     *           "fraud": 0,
                     *           "legit": 6,
                     *           "share_of_fraud": 0,
                     *           "share_of_legit": 0.5455,
                     *           "lift": 0,
                     *           "lift_low": 0.0075,
                     *           "lift_high": 1.776
                     *         }
                     *       ],
                     *       "request_id": "req_eda04eff-610f-4bce-b02e-6118e8f6df53",
                     *       "processing_time_sec": 0.006997
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
                    /** @description Requests per minute for this key */
                    "X-RateLimit-Limit"?: number;
                    /** @description Requests left in this window */
                    "X-RateLimit-Remaining"?: number;
                    /** @description The limit (draft-ietf-httpapi-ratelimit-headers) */
                    "RateLimit-Policy"?: string;
                    /** @description Requests left, and when the limit resets */
                    RateLimit?: string;
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
                     *         },
                     *         {
                     *           "name": "tor-onionoo-details",
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
                     *           "url": "https://onionoo.torproject.org/details?type=relay&flag=Exit&running=true&fields=or_addresses,exit_addresses,exit_policy_summary,exit_policy_v6_summary"
                     *         }
                     *       ],
                     *       "request_id": "req_2886be80-66f9-4d34-b3a1-615597ba00fe",
                     *       "processing_time_sec": 0.00137
                     *     }
                     */
                    "application/json": components["schemas"]["Sources"];
                };
            };
            /** @description `key_missing`: No API key was sent. `key_invalid`: The API key is not known. `key_revoked`: The API key was revoked. `key_expired`: The API key has expired */
            401: {
                headers: {
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
                    "Retry-After"?: number;
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
                    "Retry-After"?: number;
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
            query?: never;
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
                     *       "id": "01a1f84a-95c0-7000-9a3b-003a4117a0d1",
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
                     *           "geoname_id": 6255148,
                     *           "names": {
                     *             "en": "Europe"
                     *           }
                     *         },
                     *         "country": {
                     *           "iso_code": "GB",
                     *           "geoname_id": 2635167,
                     *           "is_in_european_union": false,
                     *           "names": {
                     *             "en": "United Kingdom"
                     *           }
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
                     *           "time_zone": null,
                     *           "metro_code": null,
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
                     *           "subnet_rate_1h": 1,
                     *           "domain_rate_1h": 1,
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
                     *         "rule_applied": null,
                     *         "request_id": "req_01a1f84a-95c0-7000-9a3b-003a4117a0d1",
                     *         "processing_time_sec": 0.035058
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompatFraudInsights"];
                };
            };
            /** @description 400, 401, 402, 403, 406, 415, 429, 503 */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatError"];
                };
            };
        };
    };
    compatFraudScore: {
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
                     *       "id": "01a1f84a-95c0-7000-9a3b-005cc86aafc5",
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
                     *         "rule_applied": null,
                     *         "request_id": "req_01a1f84a-95c0-7000-9a3b-005cc86aafc5",
                     *         "processing_time_sec": 0.003967
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompatFraudScore"];
                };
            };
            /** @description 400, 401, 402, 403, 406, 415, 429, 503 */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatError"];
                };
            };
        };
    };
    compatReport: {
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
            /** @description 400, 401, 402, 403, 404, 429, 503 */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatError"];
                };
            };
        };
    };
    compatGeoCountry: {
        parameters: {
            query?: never;
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
                     *         "geoname_id": 6255148,
                     *         "names": {
                     *           "en": "Europe"
                     *         }
                     *       },
                     *       "country": {
                     *         "iso_code": "GB",
                     *         "geoname_id": 2635167,
                     *         "is_in_european_union": false,
                     *         "names": {
                     *           "en": "United Kingdom"
                     *         }
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
                     *         "rule_applied": null,
                     *         "request_id": "req_01a1f84a-95c0-7000-9a3b-00a3ac1a122f",
                     *         "processing_time_sec": 0.001912
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompatGeoCountry"];
                };
            };
            /** @description 400, 401, 402, 403, 404, 429, 503 */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatError"];
                };
            };
        };
    };
    compatGeoCity: {
        parameters: {
            query?: never;
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
                     *         "geoname_id": 6255148,
                     *         "names": {
                     *           "en": "Europe"
                     *         }
                     *       },
                     *       "country": {
                     *         "iso_code": "GB",
                     *         "geoname_id": 2635167,
                     *         "is_in_european_union": false,
                     *         "names": {
                     *           "en": "United Kingdom"
                     *         }
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
                     *         "time_zone": null,
                     *         "metro_code": null
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
                     *         "rule_applied": null,
                     *         "request_id": "req_01a1f84a-95c0-7000-9a3b-00e44a100138",
                     *         "processing_time_sec": 0.001488
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompatGeoCity"];
                };
            };
            /** @description 400, 401, 402, 403, 404, 429, 503 */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatError"];
                };
            };
        };
    };
    compatGeoInsights: {
        parameters: {
            query?: never;
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
                     *         "geoname_id": 6255148,
                     *         "names": {
                     *           "en": "Europe"
                     *         }
                     *       },
                     *       "country": {
                     *         "iso_code": "GB",
                     *         "geoname_id": 2635167,
                     *         "is_in_european_union": false,
                     *         "names": {
                     *           "en": "United Kingdom"
                     *         }
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
                     *         "time_zone": null,
                     *         "metro_code": null,
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
                     *         "rule_applied": null,
                     *         "request_id": "req_01a1f84a-95c0-7000-9a3b-010bc1b0e84c",
                     *         "processing_time_sec": 0.001147
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompatGeoInsights"];
                };
            };
            /** @description 400, 401, 402, 403, 404, 429, 503 */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompatError"];
                };
            };
        };
    };
}
