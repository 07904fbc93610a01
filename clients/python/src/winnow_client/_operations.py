"""The endpoints as methods."""

# Generated from the OpenAPI document by `deno task clients`. Do not edit.

from __future__ import annotations

from typing import Any, Awaitable, Callable, List, Literal, Optional, Union, cast

from ._call import Call, segment
from .types import (
    AgentAuthorization,
    AgentAuthorizeRequest,
    AgentPolicy,
    AgentPolicyInput,
    AgentPolicySaved,
    AgentReceipt,
    AgentRequest,
    AgentVerification,
    BatchResult,
    CompatFraudInsights,
    CompatFraudRequest,
    CompatFraudScore,
    CompatGeoCity,
    CompatGeoCountry,
    CompatGeoInsights,
    CompatTransactionReport,
    DeleteReportBody,
    Deliveries,
    DeviceResult,
    DomainResult,
    EmailResult,
    Hook,
    HookDeleted,
    Hooks,
    IpResult,
    OnInvalid,
    OutcomeLabel,
    OutcomeLabelList,
    OutcomeLabels,
    OutcomeResult,
    OutcomeSummary,
    PatchHooksHookIdBody,
    PatchWebhooksWebhookIdBody,
    PhoneResult,
    PostBatchBody,
    PostHooksBody,
    PostReportBody,
    PostRulesBody,
    PostScoreDeviceBody,
    PostScoreUserBody,
    PostScoresSearchBody,
    PostWebhooksBody,
    PutScoreRequestIdNoteBody,
    PutSettingsBody,
    ReportResult,
    Resent,
    RingList,
    RingMembers,
    RuleList,
    RulesAdded,
    RulesDeleted,
    RulesImported,
    ScoreNote,
    SearchResult,
    Settings,
    SignupResult,
    Sources,
    StoredAgentDecision,
    StoredScore,
    StoredValue,
    Usage,
    WebhookDeleted,
    WebhookResult,
    WebhookWithSecret,
    Webhooks,
    WithdrawalResult,
)


class Api:
    """Every endpoint of the service. A method waits for the answer.

    Each raises ApiError for an answer that is not a success, and UnavailableError without an answer.
    """

    def __init__(self, send: "Callable[[Call], Any]") -> None:
        self._send = send

    def get_score_ip(
        self,
        *,
        ip: str,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> IpResult:
        """Score an IP address"""
        answer = self._send(
            Call(
                "GET",
                "/v1/score/ip",
                query={
                    "ip": ip,
                    "strictness": strictness,
                },
                timeout=timeout,
            )
        )
        return cast("IpResult", answer)

    def get_verify_email(
        self,
        *,
        email: str,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        wait_for_mailbox: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> EmailResult:
        """Verify and score an e-mail address"""
        answer = self._send(
            Call(
                "GET",
                "/v1/verify/email",
                query={
                    "email": email,
                    "strictness": strictness,
                    "wait_for_mailbox": wait_for_mailbox,
                },
                timeout=timeout,
            )
        )
        return cast("EmailResult", answer)

    def get_lookup_phone(
        self,
        *,
        phone: str,
        country: Optional[str] = None,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> PhoneResult:
        """Validate and score a phone number"""
        answer = self._send(
            Call(
                "GET",
                "/v1/lookup/phone",
                query={
                    "phone": phone,
                    "country": country,
                    "strictness": strictness,
                },
                timeout=timeout,
            )
        )
        return cast("PhoneResult", answer)

    def get_score_domain(
        self,
        *,
        domain: str,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> DomainResult:
        """Score a domain"""
        answer = self._send(
            Call(
                "GET",
                "/v1/score/domain",
                query={
                    "domain": domain,
                    "strictness": strictness,
                },
                timeout=timeout,
            )
        )
        return cast("DomainResult", answer)

    def post_score_user(
        self,
        body: PostScoreUserBody,
        *,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        on_invalid: Optional[OnInvalid] = None,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> SignupResult:
        """Score a sign-up"""
        answer = self._send(
            Call(
                "POST",
                "/v1/score/user",
                query={
                    "strictness": strictness,
                    "on_invalid": on_invalid,
                },
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("SignupResult", answer)

    def get_score_user(
        self,
        *,
        ip: Optional[str] = None,
        email: Optional[str] = None,
        phone: Optional[str] = None,
        phone_country: Optional[str] = None,
        domain: Optional[str] = None,
        device_id: Optional[str] = None,
        device_token: Optional[str] = None,
        user_id: Optional[str] = None,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        on_invalid: Optional[OnInvalid] = None,
        timeout: Optional[float] = None,
    ) -> SignupResult:
        """Score a sign-up by query"""
        answer = self._send(
            Call(
                "GET",
                "/v1/score/user",
                query={
                    "ip": ip,
                    "email": email,
                    "phone": phone,
                    "phone_country": phone_country,
                    "domain": domain,
                    "device_id": device_id,
                    "device_token": device_token,
                    "user_id": user_id,
                    "strictness": strictness,
                    "on_invalid": on_invalid,
                },
                timeout=timeout,
            )
        )
        return cast("SignupResult", answer)

    def post_score_device(
        self,
        body: PostScoreDeviceBody,
        *,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> DeviceResult:
        """Score a device fingerprint"""
        answer = self._send(
            Call(
                "POST",
                "/v1/score/device",
                query={
                    "strictness": strictness,
                },
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("DeviceResult", answer)

    def post_batch(
        self,
        body: PostBatchBody,
        *,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> BatchResult:
        """Score up to 500 values"""
        answer = self._send(
            Call(
                "POST",
                "/v1/batch",
                query={
                    "strictness": strictness,
                },
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("BatchResult", answer)

    def post_report(
        self,
        body: PostReportBody,
        *,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> ReportResult:
        """Report confirmed fraud"""
        answer = self._send(
            Call(
                "POST",
                "/v1/report",
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("ReportResult", answer)

    def delete_report(
        self,
        body: Optional[DeleteReportBody] = None,
        *,
        kind: Optional[Literal["ip", "email", "domain", "phone"]] = None,
        value: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WithdrawalResult:
        """Withdraw your reports of values"""
        answer = self._send(
            Call(
                "DELETE",
                "/v1/report",
                query={
                    "kind": kind,
                    "value": value,
                },
                body=body,
                timeout=timeout,
            )
        )
        return cast("WithdrawalResult", answer)

    def post_outcome(
        self,
        body: Union[OutcomeLabel, OutcomeLabelList, OutcomeLabels],
        *,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> OutcomeResult:
        """Label past scores as fraud or legitimate"""
        answer = self._send(
            Call(
                "POST",
                "/v1/outcome",
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("OutcomeResult", answer)

    def post_verify_agent(
        self,
        body: AgentRequest,
        *,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> AgentVerification:
        """Verify an agent's signature"""
        answer = self._send(
            Call(
                "POST",
                "/v1/verify/agent",
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("AgentVerification", answer)

    def post_agent_authorize(
        self,
        body: AgentAuthorizeRequest,
        *,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> AgentAuthorization:
        """Authorize an agent's request"""
        answer = self._send(
            Call(
                "POST",
                "/v1/agent/authorize",
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("AgentAuthorization", answer)

    def get_agent_decisions_request_id(
        self,
        *,
        request_id: str,
        timeout: Optional[float] = None,
    ) -> StoredAgentDecision:
        """Get a past decision about an agent"""
        answer = self._send(
            Call(
                "GET",
                f"/v1/agent/decisions/{segment(request_id)}",
                timeout=timeout,
            )
        )
        return cast("StoredAgentDecision", answer)

    def get_agent_decisions_request_id_receipt(
        self,
        *,
        request_id: str,
        timeout: Optional[float] = None,
    ) -> AgentReceipt:
        """Get the receipt of a decision about an agent"""
        answer = self._send(
            Call(
                "GET",
                f"/v1/agent/decisions/{segment(request_id)}/receipt",
                timeout=timeout,
            )
        )
        return cast("AgentReceipt", answer)

    def get_agent_policy(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> AgentPolicy:
        """Get the agent policy"""
        answer = self._send(
            Call(
                "GET",
                "/v1/agent/policy",
                timeout=timeout,
            )
        )
        return cast("AgentPolicy", answer)

    def put_agent_policy(
        self,
        body: AgentPolicyInput,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> AgentPolicySaved:
        """Replace the agent policy"""
        answer = self._send(
            Call(
                "PUT",
                "/v1/agent/policy",
                query={
                    "dry_run": dry_run,
                },
                body=body,
                timeout=timeout,
            )
        )
        return cast("AgentPolicySaved", answer)

    def get_rules(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> RuleList:
        """List rules"""
        answer = self._send(
            Call(
                "GET",
                "/v1/rules",
                timeout=timeout,
            )
        )
        return cast("RuleList", answer)

    def post_rules(
        self,
        body: PostRulesBody,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> RulesAdded:
        """Create rules"""
        answer = self._send(
            Call(
                "POST",
                "/v1/rules",
                query={
                    "dry_run": dry_run,
                },
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("RulesAdded", answer)

    def delete_rules(
        self,
        *,
        confirm: bool,
        import_: Optional[str] = None,
        import_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> RulesDeleted:
        """Delete all rules, or those of an import"""
        answer = self._send(
            Call(
                "DELETE",
                "/v1/rules",
                query={
                    "import": import_,
                    "import_id": import_id,
                    "confirm": confirm,
                },
                timeout=timeout,
            )
        )
        return cast("RulesDeleted", answer)

    def delete_rules_rule_id(
        self,
        *,
        rule_id: str,
        timeout: Optional[float] = None,
    ) -> RulesDeleted:
        """Delete one rule"""
        answer = self._send(
            Call(
                "DELETE",
                f"/v1/rules/{segment(rule_id)}",
                timeout=timeout,
            )
        )
        return cast("RulesDeleted", answer)

    def post_rules_import(
        self,
        body: Union[str, bytes],
        *,
        content_type: Literal["text/plain", "text/csv"],
        action: Optional[Literal["allow", "block"]] = None,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> RulesImported:
        """Import rules from a text or CSV file"""
        answer = self._send(
            Call(
                "POST",
                "/v1/rules/import",
                query={
                    "action": action,
                    "dry_run": dry_run,
                },
                body=body,
                content_type=content_type,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("RulesImported", answer)

    def get_score_request_id(
        self,
        *,
        request_id: str,
        timeout: Optional[float] = None,
    ) -> StoredScore:
        """Get a past decision"""
        answer = self._send(
            Call(
                "GET",
                f"/v1/score/{segment(request_id)}",
                timeout=timeout,
            )
        )
        return cast("StoredScore", answer)

    def put_score_request_id_note(
        self,
        body: PutScoreRequestIdNoteBody,
        *,
        request_id: str,
        timeout: Optional[float] = None,
    ) -> ScoreNote:
        """Write a note on a past decision"""
        answer = self._send(
            Call(
                "PUT",
                f"/v1/score/{segment(request_id)}/note",
                body=body,
                timeout=timeout,
            )
        )
        return cast("ScoreNote", answer)

    def post_scores_search(
        self,
        body: PostScoresSearchBody,
        *,
        mode: Optional[Literal["live", "test"]] = None,
        timeout: Optional[float] = None,
    ) -> SearchResult:
        """Search stored scores"""
        answer = self._send(
            Call(
                "POST",
                "/v1/scores/search",
                query={
                    "mode": mode,
                },
                body=body,
                timeout=timeout,
            )
        )
        return cast("SearchResult", answer)

    def post_scores_search_csv(
        self,
        body: PostScoresSearchBody,
        *,
        mode: Optional[Literal["live", "test"]] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Search stored scores"""
        answer = self._send(
            Call(
                "POST",
                "/v1/scores/search",
                query={
                    "mode": mode,
                },
                body=body,
                accept="text/csv",
                timeout=timeout,
            )
        )
        return cast("str", answer)

    def get_values_ref(
        self,
        *,
        ref: str,
        mode: Optional[Literal["live", "test"]] = None,
        timeout: Optional[float] = None,
    ) -> StoredValue:
        """Get what is known about a value"""
        answer = self._send(
            Call(
                "GET",
                f"/v1/values/{segment(ref)}",
                query={
                    "mode": mode,
                },
                timeout=timeout,
            )
        )
        return cast("StoredValue", answer)

    def get_rings(
        self,
        *,
        mode: Optional[Literal["live", "test"]] = None,
        sort: Optional[Literal["size", "newest"]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> RingList:
        """List rings of sign-ups"""
        answer = self._send(
            Call(
                "GET",
                "/v1/rings",
                query={
                    "mode": mode,
                    "sort": sort,
                    "limit": limit,
                },
                timeout=timeout,
            )
        )
        return cast("RingList", answer)

    def get_rings_ring_id(
        self,
        *,
        ring_id: str,
        timeout: Optional[float] = None,
    ) -> RingMembers:
        """Get the members of a ring"""
        answer = self._send(
            Call(
                "GET",
                f"/v1/rings/{segment(ring_id)}",
                timeout=timeout,
            )
        )
        return cast("RingMembers", answer)

    def get_usage(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Usage:
        """Get this month's usage"""
        answer = self._send(
            Call(
                "GET",
                "/v1/usage",
                timeout=timeout,
            )
        )
        return cast("Usage", answer)

    def get_settings(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Settings:
        """Get the settings of your account"""
        answer = self._send(
            Call(
                "GET",
                "/v1/settings",
                timeout=timeout,
            )
        )
        return cast("Settings", answer)

    def put_settings(
        self,
        body: PutSettingsBody,
        *,
        timeout: Optional[float] = None,
    ) -> Settings:
        """Change the settings of your account"""
        answer = self._send(
            Call(
                "PUT",
                "/v1/settings",
                body=body,
                timeout=timeout,
            )
        )
        return cast("Settings", answer)

    def get_hooks(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Hooks:
        """List your hooks"""
        answer = self._send(
            Call(
                "GET",
                "/v1/hooks",
                timeout=timeout,
            )
        )
        return cast("Hooks", answer)

    def post_hooks(
        self,
        body: PostHooksBody,
        *,
        timeout: Optional[float] = None,
    ) -> Hook:
        """Create a hook"""
        answer = self._send(
            Call(
                "POST",
                "/v1/hooks",
                body=body,
                timeout=timeout,
            )
        )
        return cast("Hook", answer)

    def patch_hooks_hook_id(
        self,
        body: PatchHooksHookIdBody,
        *,
        hook_id: str,
        timeout: Optional[float] = None,
    ) -> Hook:
        """Change a hook"""
        answer = self._send(
            Call(
                "PATCH",
                f"/v1/hooks/{segment(hook_id)}",
                body=body,
                timeout=timeout,
            )
        )
        return cast("Hook", answer)

    def delete_hooks_hook_id(
        self,
        *,
        hook_id: str,
        timeout: Optional[float] = None,
    ) -> HookDeleted:
        """Delete a hook"""
        answer = self._send(
            Call(
                "DELETE",
                f"/v1/hooks/{segment(hook_id)}",
                timeout=timeout,
            )
        )
        return cast("HookDeleted", answer)

    def get_outcomes_summary(
        self,
        *,
        days: Optional[int] = None,
        mode: Optional[Literal["live", "test"]] = None,
        timeout: Optional[float] = None,
    ) -> OutcomeSummary:
        """Get the accuracy of your scores, by your labels"""
        answer = self._send(
            Call(
                "GET",
                "/v1/outcomes/summary",
                query={
                    "days": days,
                    "mode": mode,
                },
                timeout=timeout,
            )
        )
        return cast("OutcomeSummary", answer)

    def get_sources(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Sources:
        """List data sources with their entries and age"""
        answer = self._send(
            Call(
                "GET",
                "/v1/sources",
                timeout=timeout,
            )
        )
        return cast("Sources", answer)

    def get_webhooks(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Webhooks:
        """List your webhooks"""
        answer = self._send(
            Call(
                "GET",
                "/v1/webhooks",
                timeout=timeout,
            )
        )
        return cast("Webhooks", answer)

    def post_webhooks(
        self,
        body: PostWebhooksBody,
        *,
        timeout: Optional[float] = None,
    ) -> WebhookWithSecret:
        """Create a webhook"""
        answer = self._send(
            Call(
                "POST",
                "/v1/webhooks",
                body=body,
                timeout=timeout,
            )
        )
        return cast("WebhookWithSecret", answer)

    def patch_webhooks_webhook_id(
        self,
        body: PatchWebhooksWebhookIdBody,
        *,
        webhook_id: str,
        timeout: Optional[float] = None,
    ) -> WebhookResult:
        """Change a webhook"""
        answer = self._send(
            Call(
                "PATCH",
                f"/v1/webhooks/{segment(webhook_id)}",
                body=body,
                timeout=timeout,
            )
        )
        return cast("WebhookResult", answer)

    def delete_webhooks_webhook_id(
        self,
        *,
        webhook_id: str,
        timeout: Optional[float] = None,
    ) -> WebhookDeleted:
        """Delete a webhook"""
        answer = self._send(
            Call(
                "DELETE",
                f"/v1/webhooks/{segment(webhook_id)}",
                timeout=timeout,
            )
        )
        return cast("WebhookDeleted", answer)

    def post_webhooks_webhook_id_rotate(
        self,
        *,
        webhook_id: str,
        timeout: Optional[float] = None,
    ) -> WebhookWithSecret:
        """Replace the secret of a webhook"""
        answer = self._send(
            Call(
                "POST",
                f"/v1/webhooks/{segment(webhook_id)}/rotate",
                timeout=timeout,
            )
        )
        return cast("WebhookWithSecret", answer)

    def get_webhooks_webhook_id_deliveries(
        self,
        *,
        webhook_id: str,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Deliveries:
        """List the deliveries of a webhook"""
        answer = self._send(
            Call(
                "GET",
                f"/v1/webhooks/{segment(webhook_id)}/deliveries",
                query={
                    "limit": limit,
                    "before": before,
                },
                timeout=timeout,
            )
        )
        return cast("Deliveries", answer)

    def post_webhooks_webhook_id_deliveries_delivery_id_resend(
        self,
        *,
        webhook_id: str,
        delivery_id: str,
        timeout: Optional[float] = None,
    ) -> Resent:
        """Send an ended delivery again"""
        answer = self._send(
            Call(
                "POST",
                f"/v1/webhooks/{segment(webhook_id)}/deliveries/{segment(delivery_id)}/resend",
                timeout=timeout,
            )
        )
        return cast("Resent", answer)

    def compat_fraud_insights(
        self,
        body: CompatFraudRequest,
        *,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> CompatFraudInsights:
        """minFraud insights"""
        answer = self._send(
            Call(
                "POST",
                "/compat/maxmind/minfraud/v2.0/insights",
                query={
                    "strictness": strictness,
                },
                body=body,
                basic=True,
                timeout=timeout,
            )
        )
        return cast("CompatFraudInsights", answer)

    def compat_fraud_score(
        self,
        body: CompatFraudRequest,
        *,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> CompatFraudScore:
        """minFraud score"""
        answer = self._send(
            Call(
                "POST",
                "/compat/maxmind/minfraud/v2.0/score",
                query={
                    "strictness": strictness,
                },
                body=body,
                basic=True,
                timeout=timeout,
            )
        )
        return cast("CompatFraudScore", answer)

    def compat_report(
        self,
        body: CompatTransactionReport,
        *,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """Label a past score, a transaction or an IP address"""
        self._send(
            Call(
                "POST",
                "/compat/maxmind/minfraud/v2.0/transactions/report",
                query={
                    "strictness": strictness,
                },
                body=body,
                basic=True,
                timeout=timeout,
            )
        )

    def compat_geo_country(
        self,
        *,
        ip: str,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> CompatGeoCountry:
        """GeoIP2 country"""
        answer = self._send(
            Call(
                "GET",
                f"/compat/maxmind/geoip/v2.1/country/{segment(ip)}",
                query={
                    "strictness": strictness,
                },
                basic=True,
                timeout=timeout,
            )
        )
        return cast("CompatGeoCountry", answer)

    def compat_geo_city(
        self,
        *,
        ip: str,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> CompatGeoCity:
        """GeoIP2 city"""
        answer = self._send(
            Call(
                "GET",
                f"/compat/maxmind/geoip/v2.1/city/{segment(ip)}",
                query={
                    "strictness": strictness,
                },
                basic=True,
                timeout=timeout,
            )
        )
        return cast("CompatGeoCity", answer)

    def compat_geo_insights(
        self,
        *,
        ip: str,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> CompatGeoInsights:
        """GeoIP2 insights"""
        answer = self._send(
            Call(
                "GET",
                f"/compat/maxmind/geoip/v2.1/insights/{segment(ip)}",
                query={
                    "strictness": strictness,
                },
                basic=True,
                timeout=timeout,
            )
        )
        return cast("CompatGeoInsights", answer)


class AsyncApi:
    """Every endpoint of the service. A method is awaited; it raises what those of Api raise."""

    def __init__(self, send: "Callable[[Call], Awaitable[Any]]") -> None:
        self._send = send

    async def get_score_ip(
        self,
        *,
        ip: str,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> IpResult:
        """Score an IP address"""
        answer = await self._send(
            Call(
                "GET",
                "/v1/score/ip",
                query={
                    "ip": ip,
                    "strictness": strictness,
                },
                timeout=timeout,
            )
        )
        return cast("IpResult", answer)

    async def get_verify_email(
        self,
        *,
        email: str,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        wait_for_mailbox: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> EmailResult:
        """Verify and score an e-mail address"""
        answer = await self._send(
            Call(
                "GET",
                "/v1/verify/email",
                query={
                    "email": email,
                    "strictness": strictness,
                    "wait_for_mailbox": wait_for_mailbox,
                },
                timeout=timeout,
            )
        )
        return cast("EmailResult", answer)

    async def get_lookup_phone(
        self,
        *,
        phone: str,
        country: Optional[str] = None,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> PhoneResult:
        """Validate and score a phone number"""
        answer = await self._send(
            Call(
                "GET",
                "/v1/lookup/phone",
                query={
                    "phone": phone,
                    "country": country,
                    "strictness": strictness,
                },
                timeout=timeout,
            )
        )
        return cast("PhoneResult", answer)

    async def get_score_domain(
        self,
        *,
        domain: str,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> DomainResult:
        """Score a domain"""
        answer = await self._send(
            Call(
                "GET",
                "/v1/score/domain",
                query={
                    "domain": domain,
                    "strictness": strictness,
                },
                timeout=timeout,
            )
        )
        return cast("DomainResult", answer)

    async def post_score_user(
        self,
        body: PostScoreUserBody,
        *,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        on_invalid: Optional[OnInvalid] = None,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> SignupResult:
        """Score a sign-up"""
        answer = await self._send(
            Call(
                "POST",
                "/v1/score/user",
                query={
                    "strictness": strictness,
                    "on_invalid": on_invalid,
                },
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("SignupResult", answer)

    async def get_score_user(
        self,
        *,
        ip: Optional[str] = None,
        email: Optional[str] = None,
        phone: Optional[str] = None,
        phone_country: Optional[str] = None,
        domain: Optional[str] = None,
        device_id: Optional[str] = None,
        device_token: Optional[str] = None,
        user_id: Optional[str] = None,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        on_invalid: Optional[OnInvalid] = None,
        timeout: Optional[float] = None,
    ) -> SignupResult:
        """Score a sign-up by query"""
        answer = await self._send(
            Call(
                "GET",
                "/v1/score/user",
                query={
                    "ip": ip,
                    "email": email,
                    "phone": phone,
                    "phone_country": phone_country,
                    "domain": domain,
                    "device_id": device_id,
                    "device_token": device_token,
                    "user_id": user_id,
                    "strictness": strictness,
                    "on_invalid": on_invalid,
                },
                timeout=timeout,
            )
        )
        return cast("SignupResult", answer)

    async def post_score_device(
        self,
        body: PostScoreDeviceBody,
        *,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> DeviceResult:
        """Score a device fingerprint"""
        answer = await self._send(
            Call(
                "POST",
                "/v1/score/device",
                query={
                    "strictness": strictness,
                },
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("DeviceResult", answer)

    async def post_batch(
        self,
        body: PostBatchBody,
        *,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> BatchResult:
        """Score up to 500 values"""
        answer = await self._send(
            Call(
                "POST",
                "/v1/batch",
                query={
                    "strictness": strictness,
                },
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("BatchResult", answer)

    async def post_report(
        self,
        body: PostReportBody,
        *,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> ReportResult:
        """Report confirmed fraud"""
        answer = await self._send(
            Call(
                "POST",
                "/v1/report",
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("ReportResult", answer)

    async def delete_report(
        self,
        body: Optional[DeleteReportBody] = None,
        *,
        kind: Optional[Literal["ip", "email", "domain", "phone"]] = None,
        value: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WithdrawalResult:
        """Withdraw your reports of values"""
        answer = await self._send(
            Call(
                "DELETE",
                "/v1/report",
                query={
                    "kind": kind,
                    "value": value,
                },
                body=body,
                timeout=timeout,
            )
        )
        return cast("WithdrawalResult", answer)

    async def post_outcome(
        self,
        body: Union[OutcomeLabel, OutcomeLabelList, OutcomeLabels],
        *,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> OutcomeResult:
        """Label past scores as fraud or legitimate"""
        answer = await self._send(
            Call(
                "POST",
                "/v1/outcome",
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("OutcomeResult", answer)

    async def post_verify_agent(
        self,
        body: AgentRequest,
        *,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> AgentVerification:
        """Verify an agent's signature"""
        answer = await self._send(
            Call(
                "POST",
                "/v1/verify/agent",
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("AgentVerification", answer)

    async def post_agent_authorize(
        self,
        body: AgentAuthorizeRequest,
        *,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> AgentAuthorization:
        """Authorize an agent's request"""
        answer = await self._send(
            Call(
                "POST",
                "/v1/agent/authorize",
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("AgentAuthorization", answer)

    async def get_agent_decisions_request_id(
        self,
        *,
        request_id: str,
        timeout: Optional[float] = None,
    ) -> StoredAgentDecision:
        """Get a past decision about an agent"""
        answer = await self._send(
            Call(
                "GET",
                f"/v1/agent/decisions/{segment(request_id)}",
                timeout=timeout,
            )
        )
        return cast("StoredAgentDecision", answer)

    async def get_agent_decisions_request_id_receipt(
        self,
        *,
        request_id: str,
        timeout: Optional[float] = None,
    ) -> AgentReceipt:
        """Get the receipt of a decision about an agent"""
        answer = await self._send(
            Call(
                "GET",
                f"/v1/agent/decisions/{segment(request_id)}/receipt",
                timeout=timeout,
            )
        )
        return cast("AgentReceipt", answer)

    async def get_agent_policy(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> AgentPolicy:
        """Get the agent policy"""
        answer = await self._send(
            Call(
                "GET",
                "/v1/agent/policy",
                timeout=timeout,
            )
        )
        return cast("AgentPolicy", answer)

    async def put_agent_policy(
        self,
        body: AgentPolicyInput,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> AgentPolicySaved:
        """Replace the agent policy"""
        answer = await self._send(
            Call(
                "PUT",
                "/v1/agent/policy",
                query={
                    "dry_run": dry_run,
                },
                body=body,
                timeout=timeout,
            )
        )
        return cast("AgentPolicySaved", answer)

    async def get_rules(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> RuleList:
        """List rules"""
        answer = await self._send(
            Call(
                "GET",
                "/v1/rules",
                timeout=timeout,
            )
        )
        return cast("RuleList", answer)

    async def post_rules(
        self,
        body: PostRulesBody,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> RulesAdded:
        """Create rules"""
        answer = await self._send(
            Call(
                "POST",
                "/v1/rules",
                query={
                    "dry_run": dry_run,
                },
                body=body,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("RulesAdded", answer)

    async def delete_rules(
        self,
        *,
        confirm: bool,
        import_: Optional[str] = None,
        import_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> RulesDeleted:
        """Delete all rules, or those of an import"""
        answer = await self._send(
            Call(
                "DELETE",
                "/v1/rules",
                query={
                    "import": import_,
                    "import_id": import_id,
                    "confirm": confirm,
                },
                timeout=timeout,
            )
        )
        return cast("RulesDeleted", answer)

    async def delete_rules_rule_id(
        self,
        *,
        rule_id: str,
        timeout: Optional[float] = None,
    ) -> RulesDeleted:
        """Delete one rule"""
        answer = await self._send(
            Call(
                "DELETE",
                f"/v1/rules/{segment(rule_id)}",
                timeout=timeout,
            )
        )
        return cast("RulesDeleted", answer)

    async def post_rules_import(
        self,
        body: Union[str, bytes],
        *,
        content_type: Literal["text/plain", "text/csv"],
        action: Optional[Literal["allow", "block"]] = None,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> RulesImported:
        """Import rules from a text or CSV file"""
        answer = await self._send(
            Call(
                "POST",
                "/v1/rules/import",
                query={
                    "action": action,
                    "dry_run": dry_run,
                },
                body=body,
                content_type=content_type,
                timeout=timeout,
                keyed=True,
                idempotency_key=idempotency_key,
            )
        )
        return cast("RulesImported", answer)

    async def get_score_request_id(
        self,
        *,
        request_id: str,
        timeout: Optional[float] = None,
    ) -> StoredScore:
        """Get a past decision"""
        answer = await self._send(
            Call(
                "GET",
                f"/v1/score/{segment(request_id)}",
                timeout=timeout,
            )
        )
        return cast("StoredScore", answer)

    async def put_score_request_id_note(
        self,
        body: PutScoreRequestIdNoteBody,
        *,
        request_id: str,
        timeout: Optional[float] = None,
    ) -> ScoreNote:
        """Write a note on a past decision"""
        answer = await self._send(
            Call(
                "PUT",
                f"/v1/score/{segment(request_id)}/note",
                body=body,
                timeout=timeout,
            )
        )
        return cast("ScoreNote", answer)

    async def post_scores_search(
        self,
        body: PostScoresSearchBody,
        *,
        mode: Optional[Literal["live", "test"]] = None,
        timeout: Optional[float] = None,
    ) -> SearchResult:
        """Search stored scores"""
        answer = await self._send(
            Call(
                "POST",
                "/v1/scores/search",
                query={
                    "mode": mode,
                },
                body=body,
                timeout=timeout,
            )
        )
        return cast("SearchResult", answer)

    async def post_scores_search_csv(
        self,
        body: PostScoresSearchBody,
        *,
        mode: Optional[Literal["live", "test"]] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """Search stored scores"""
        answer = await self._send(
            Call(
                "POST",
                "/v1/scores/search",
                query={
                    "mode": mode,
                },
                body=body,
                accept="text/csv",
                timeout=timeout,
            )
        )
        return cast("str", answer)

    async def get_values_ref(
        self,
        *,
        ref: str,
        mode: Optional[Literal["live", "test"]] = None,
        timeout: Optional[float] = None,
    ) -> StoredValue:
        """Get what is known about a value"""
        answer = await self._send(
            Call(
                "GET",
                f"/v1/values/{segment(ref)}",
                query={
                    "mode": mode,
                },
                timeout=timeout,
            )
        )
        return cast("StoredValue", answer)

    async def get_rings(
        self,
        *,
        mode: Optional[Literal["live", "test"]] = None,
        sort: Optional[Literal["size", "newest"]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> RingList:
        """List rings of sign-ups"""
        answer = await self._send(
            Call(
                "GET",
                "/v1/rings",
                query={
                    "mode": mode,
                    "sort": sort,
                    "limit": limit,
                },
                timeout=timeout,
            )
        )
        return cast("RingList", answer)

    async def get_rings_ring_id(
        self,
        *,
        ring_id: str,
        timeout: Optional[float] = None,
    ) -> RingMembers:
        """Get the members of a ring"""
        answer = await self._send(
            Call(
                "GET",
                f"/v1/rings/{segment(ring_id)}",
                timeout=timeout,
            )
        )
        return cast("RingMembers", answer)

    async def get_usage(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Usage:
        """Get this month's usage"""
        answer = await self._send(
            Call(
                "GET",
                "/v1/usage",
                timeout=timeout,
            )
        )
        return cast("Usage", answer)

    async def get_settings(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Settings:
        """Get the settings of your account"""
        answer = await self._send(
            Call(
                "GET",
                "/v1/settings",
                timeout=timeout,
            )
        )
        return cast("Settings", answer)

    async def put_settings(
        self,
        body: PutSettingsBody,
        *,
        timeout: Optional[float] = None,
    ) -> Settings:
        """Change the settings of your account"""
        answer = await self._send(
            Call(
                "PUT",
                "/v1/settings",
                body=body,
                timeout=timeout,
            )
        )
        return cast("Settings", answer)

    async def get_hooks(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Hooks:
        """List your hooks"""
        answer = await self._send(
            Call(
                "GET",
                "/v1/hooks",
                timeout=timeout,
            )
        )
        return cast("Hooks", answer)

    async def post_hooks(
        self,
        body: PostHooksBody,
        *,
        timeout: Optional[float] = None,
    ) -> Hook:
        """Create a hook"""
        answer = await self._send(
            Call(
                "POST",
                "/v1/hooks",
                body=body,
                timeout=timeout,
            )
        )
        return cast("Hook", answer)

    async def patch_hooks_hook_id(
        self,
        body: PatchHooksHookIdBody,
        *,
        hook_id: str,
        timeout: Optional[float] = None,
    ) -> Hook:
        """Change a hook"""
        answer = await self._send(
            Call(
                "PATCH",
                f"/v1/hooks/{segment(hook_id)}",
                body=body,
                timeout=timeout,
            )
        )
        return cast("Hook", answer)

    async def delete_hooks_hook_id(
        self,
        *,
        hook_id: str,
        timeout: Optional[float] = None,
    ) -> HookDeleted:
        """Delete a hook"""
        answer = await self._send(
            Call(
                "DELETE",
                f"/v1/hooks/{segment(hook_id)}",
                timeout=timeout,
            )
        )
        return cast("HookDeleted", answer)

    async def get_outcomes_summary(
        self,
        *,
        days: Optional[int] = None,
        mode: Optional[Literal["live", "test"]] = None,
        timeout: Optional[float] = None,
    ) -> OutcomeSummary:
        """Get the accuracy of your scores, by your labels"""
        answer = await self._send(
            Call(
                "GET",
                "/v1/outcomes/summary",
                query={
                    "days": days,
                    "mode": mode,
                },
                timeout=timeout,
            )
        )
        return cast("OutcomeSummary", answer)

    async def get_sources(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Sources:
        """List data sources with their entries and age"""
        answer = await self._send(
            Call(
                "GET",
                "/v1/sources",
                timeout=timeout,
            )
        )
        return cast("Sources", answer)

    async def get_webhooks(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Webhooks:
        """List your webhooks"""
        answer = await self._send(
            Call(
                "GET",
                "/v1/webhooks",
                timeout=timeout,
            )
        )
        return cast("Webhooks", answer)

    async def post_webhooks(
        self,
        body: PostWebhooksBody,
        *,
        timeout: Optional[float] = None,
    ) -> WebhookWithSecret:
        """Create a webhook"""
        answer = await self._send(
            Call(
                "POST",
                "/v1/webhooks",
                body=body,
                timeout=timeout,
            )
        )
        return cast("WebhookWithSecret", answer)

    async def patch_webhooks_webhook_id(
        self,
        body: PatchWebhooksWebhookIdBody,
        *,
        webhook_id: str,
        timeout: Optional[float] = None,
    ) -> WebhookResult:
        """Change a webhook"""
        answer = await self._send(
            Call(
                "PATCH",
                f"/v1/webhooks/{segment(webhook_id)}",
                body=body,
                timeout=timeout,
            )
        )
        return cast("WebhookResult", answer)

    async def delete_webhooks_webhook_id(
        self,
        *,
        webhook_id: str,
        timeout: Optional[float] = None,
    ) -> WebhookDeleted:
        """Delete a webhook"""
        answer = await self._send(
            Call(
                "DELETE",
                f"/v1/webhooks/{segment(webhook_id)}",
                timeout=timeout,
            )
        )
        return cast("WebhookDeleted", answer)

    async def post_webhooks_webhook_id_rotate(
        self,
        *,
        webhook_id: str,
        timeout: Optional[float] = None,
    ) -> WebhookWithSecret:
        """Replace the secret of a webhook"""
        answer = await self._send(
            Call(
                "POST",
                f"/v1/webhooks/{segment(webhook_id)}/rotate",
                timeout=timeout,
            )
        )
        return cast("WebhookWithSecret", answer)

    async def get_webhooks_webhook_id_deliveries(
        self,
        *,
        webhook_id: str,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Deliveries:
        """List the deliveries of a webhook"""
        answer = await self._send(
            Call(
                "GET",
                f"/v1/webhooks/{segment(webhook_id)}/deliveries",
                query={
                    "limit": limit,
                    "before": before,
                },
                timeout=timeout,
            )
        )
        return cast("Deliveries", answer)

    async def post_webhooks_webhook_id_deliveries_delivery_id_resend(
        self,
        *,
        webhook_id: str,
        delivery_id: str,
        timeout: Optional[float] = None,
    ) -> Resent:
        """Send an ended delivery again"""
        answer = await self._send(
            Call(
                "POST",
                f"/v1/webhooks/{segment(webhook_id)}/deliveries/{segment(delivery_id)}/resend",
                timeout=timeout,
            )
        )
        return cast("Resent", answer)

    async def compat_fraud_insights(
        self,
        body: CompatFraudRequest,
        *,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> CompatFraudInsights:
        """minFraud insights"""
        answer = await self._send(
            Call(
                "POST",
                "/compat/maxmind/minfraud/v2.0/insights",
                query={
                    "strictness": strictness,
                },
                body=body,
                basic=True,
                timeout=timeout,
            )
        )
        return cast("CompatFraudInsights", answer)

    async def compat_fraud_score(
        self,
        body: CompatFraudRequest,
        *,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> CompatFraudScore:
        """minFraud score"""
        answer = await self._send(
            Call(
                "POST",
                "/compat/maxmind/minfraud/v2.0/score",
                query={
                    "strictness": strictness,
                },
                body=body,
                basic=True,
                timeout=timeout,
            )
        )
        return cast("CompatFraudScore", answer)

    async def compat_report(
        self,
        body: CompatTransactionReport,
        *,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """Label a past score, a transaction or an IP address"""
        await self._send(
            Call(
                "POST",
                "/compat/maxmind/minfraud/v2.0/transactions/report",
                query={
                    "strictness": strictness,
                },
                body=body,
                basic=True,
                timeout=timeout,
            )
        )

    async def compat_geo_country(
        self,
        *,
        ip: str,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> CompatGeoCountry:
        """GeoIP2 country"""
        answer = await self._send(
            Call(
                "GET",
                f"/compat/maxmind/geoip/v2.1/country/{segment(ip)}",
                query={
                    "strictness": strictness,
                },
                basic=True,
                timeout=timeout,
            )
        )
        return cast("CompatGeoCountry", answer)

    async def compat_geo_city(
        self,
        *,
        ip: str,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> CompatGeoCity:
        """GeoIP2 city"""
        answer = await self._send(
            Call(
                "GET",
                f"/compat/maxmind/geoip/v2.1/city/{segment(ip)}",
                query={
                    "strictness": strictness,
                },
                basic=True,
                timeout=timeout,
            )
        )
        return cast("CompatGeoCity", answer)

    async def compat_geo_insights(
        self,
        *,
        ip: str,
        strictness: Optional[Literal["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"]] = None,
        timeout: Optional[float] = None,
    ) -> CompatGeoInsights:
        """GeoIP2 insights"""
        answer = await self._send(
            Call(
                "GET",
                f"/compat/maxmind/geoip/v2.1/insights/{segment(ip)}",
                query={
                    "strictness": strictness,
                },
                basic=True,
                timeout=timeout,
            )
        )
        return cast("CompatGeoInsights", answer)
