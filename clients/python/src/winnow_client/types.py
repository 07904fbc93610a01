"""The types of requests and responses."""

# Generated from the OpenAPI document by scripts/clients_python.ts. Do not edit.

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

class _IpResultRequired(TypedDict):
    ip: str
    abuse_reports: int
    signals: "IpResultSignals"
    geo: "IpResultGeo"
    vpn_provider: Optional[str]
    hijacked_source: Optional[str]
    risk_score: int
    verdict: Literal["allow", "review", "block"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class IpResult(_IpResultRequired, total=False):
    rule_applied: "RuleApplied"


class IpResultSignals(TypedDict):
    is_vpn: Optional[bool]
    is_proxy: Optional[bool]
    is_datacenter: Optional[bool]
    is_tor: Optional[bool]
    recent_abuse: Optional[bool]
    is_hijacked_netblock: Optional[bool]


class IpResultGeo(TypedDict):
    country: Optional[str]
    city: Optional[str]
    asn: Optional[str]
    isp: Optional[str]


class _RuleAppliedRequired(TypedDict):
    id: str
    action: Literal["allow", "block"]
    kind: Literal["ip", "cidr", "email", "domain", "phone", "asn", "device"]
    value: str


class RuleApplied(_RuleAppliedRequired, total=False):
    """Present when one of your rules decided the result"""

    hashed: Literal[True]
    """The rule was made of a `ref`: it holds a hash, and `value` is masked"""


class _ProblemRequired(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: str
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""


class Problem(_ProblemRequired, total=False):
    """RFC 9457 problem details"""

    errors: List["ProblemErrorsItem"]


class _ProblemErrorsItemRequired(TypedDict):
    detail: str


class ProblemErrorsItem(_ProblemErrorsItemRequired, total=False):
    pointer: str
    """JSON Pointer into the body"""
    parameter: str
    """Name of the query or path parameter"""


class _EmailResultRequired(TypedDict):
    email: str
    normalized_email: str
    status: Literal["valid", "invalid", "risky", "do_not_mail"]
    sub_status: str
    deliverability_score: int
    did_you_mean: Optional[str]
    domain: str
    domain_age_days: Optional[int]
    mx_provider: Optional[str]
    mx_records: List[str]
    abuse_reports: int
    first_seen: Optional[str]
    """As times_seen: by all accounts the operator made or admitted, for other accounts by themselves; null for test keys"""
    signals: "EmailResultSignals"
    digital_footprint: "EmailResultDigitalFootprint"
    risk_score: int
    verdict: Literal["allow", "review", "block"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class EmailResult(_EmailResultRequired, total=False):
    rule_applied: "RuleApplied"


class EmailResultSignals(TypedDict):
    syntax_valid: Optional[bool]
    mx_found: Optional[bool]
    is_disposable: Optional[bool]
    is_homograph: Optional[bool]
    is_role_account: Optional[bool]
    is_free_provider: Optional[bool]
    is_suspicious_handle: Optional[bool]
    is_tagged: Optional[bool]
    is_risky_tld: Optional[bool]
    is_new_domain: Optional[bool]
    has_spf: Optional[bool]
    has_dmarc: Optional[bool]
    has_website: Optional[bool]
    mailbox_exists: Optional[bool]
    is_catch_all: Optional[bool]
    has_digital_footprint: Optional[bool]
    mailbox_status: Literal["verified", "catch_all", "pending", "unsupported", "unavailable", "unknown"]


class EmailResultDigitalFootprint(TypedDict):
    has_avatar: Optional[bool]
    avatar_profile_url: Optional[str]
    breach_count: Optional[int]
    seen_in_breach: Optional[bool]


class _PhoneResultRequired(TypedDict):
    parse_status: str
    phone: Optional[str]
    abuse_reports: int
    signals: "PhoneResultSignals"
    number: "PhoneResultNumber"
    risk_score: int
    verdict: Literal["allow", "review", "block"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class PhoneResult(_PhoneResultRequired, total=False):
    rule_applied: "RuleApplied"


class PhoneResultSignals(TypedDict):
    syntax_valid: Optional[bool]
    is_possible: Optional[bool]
    is_voip: Optional[bool]
    is_premium_rate: Optional[bool]
    is_toll_free: Optional[bool]
    assigned_area_code: Optional[bool]
    is_fictional: Optional[bool]


class PhoneResultNumber(TypedDict):
    e164: Optional[str]
    national: Optional[str]
    international: Optional[str]
    country: Optional[str]
    line_type: Optional[str]


class _DomainResultRequired(TypedDict):
    domain: str
    abuse_reports: int
    signals: "DomainResultSignals"
    registration: "DomainResultRegistration"
    risk_score: int
    verdict: Literal["allow", "review", "block"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class DomainResult(_DomainResultRequired, total=False):
    rule_applied: "RuleApplied"


class DomainResultSignals(TypedDict):
    resolves: Optional[bool]
    mx_found: Optional[bool]
    has_spf: Optional[bool]
    has_dmarc: Optional[bool]
    is_disposable: Optional[bool]
    is_homograph: Optional[bool]
    is_free_provider: Optional[bool]
    is_risky_tld: Optional[bool]
    newly_registered: Optional[bool]


class DomainResultRegistration(TypedDict):
    created_at: Optional[str]
    age_days: Optional[int]
    registrar: Optional[str]


class _SignupResultRequired(TypedDict):
    risk_score: int
    verdict: Literal["allow", "review", "block"]
    summary: str
    components: "SignupResultComponents"
    components_checked: List[Literal["ip", "email", "phone", "domain", "device"]]
    top_signals: List[str]
    linkage: "SignupResultLinkage"
    actor: "SignupResultActor"
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class SignupResult(_SignupResultRequired, total=False):
    components_invalid: List["SignupResultComponentsInvalidItem"]
    """With on_invalid=review: what could not be read, and why; the verdict is then at least review, unless one of your allow rules decided. Absent otherwise"""
    agent: "SignupResultAgent"
    """name, claimed_name, purpose, trigger and rate_expectation are claims of the agent's card"""
    rule_applied: "RuleApplied"
    warnings: List["SignupResultWarningsItem"]
    """Fields of the request that are none and were not used; absent when there are none"""


class SignupResultComponents(TypedDict, total=False):
    ip: "IpResult"
    email: "EmailResult"
    phone: "PhoneResult"
    domain: "DomainResult"
    device: "DeviceResult"


class SignupResultLinkage(TypedDict):
    device_email_count: Optional[int]
    email_device_count: Optional[int]
    email_ip_count: Optional[int]
    subnet_rate_1h: Optional[int]
    domain_rate_1h: Optional[int]
    ring: "Ring"


class SignupResultActor(TypedDict):
    type: Literal["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]
    proven: bool
    """True only for a verified signature: operator is then proven"""
    basis: Literal["signature", "device_signals", "none"]
    operator: Optional[str]
    """The host that the agent's signature proves, never a claimed name"""
    trigger: Optional[str]
    """As the agent's card says"""
    detail: str


class SignupResultComponentsInvalidItem(TypedDict):
    field: str
    """As the request names it"""
    detail: str


class SignupResultAgent(TypedDict):
    """name, claimed_name, purpose, trigger and rate_expectation are claims of the agent's card"""

    verified: bool
    signature_reason: str
    name: Optional[str]
    """The same as claimed_name"""
    claimed_name: Optional[str]
    """The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified"""
    host: Optional[str]
    """The host that published the key: all that a signature proves about who sent the request. In lower case and A-labels; null unless verified"""
    purpose: Optional[str]
    trigger: Optional[str]
    rate_expectation: Optional[str]
    expires_in: Optional[int]
    """Seconds until the signature expires"""
    publishes_card: bool
    decision: Literal["allow", "review", "deny"]
    matched: str
    reason: str


class SignupResultWarningsItem(TypedDict):
    field: str
    detail: str


class _DeviceResultRequired(TypedDict):
    device_id: str
    bot_probability: Optional[float]
    """Not part of risk_score"""
    signals: "DeviceResultSignals"
    first_seen: Optional[str]
    """As times_seen: by all accounts the operator made or admitted, for other accounts by themselves; null for test keys"""
    times_seen: Optional[int]
    abuse_reports: int
    risk_score: int
    verdict: Literal["allow", "review", "block"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class DeviceResult(_DeviceResultRequired, total=False):
    rule_applied: "RuleApplied"


class DeviceResultSignals(TypedDict):
    is_bot: Optional[bool]
    is_automated: Optional[bool]
    is_headless: Optional[bool]
    timezone_mismatch: Optional[bool]
    repeat_device: Optional[bool]


class RingObject(TypedDict):
    """Sign-ups of the last 30 days that hang together; null for one that shares nothing"""

    ring_id: str
    """The id stays when rings merge: that of the older ring"""
    size: int
    """Sign-ups, this one included"""
    labelled_fraud: int
    """How many of them you labelled as fraud"""
    since: str
    """RFC 3339: when its oldest member signed up"""
    via: List[Literal["device", "phone", "email", "email_pattern"]]
    """What joins its members"""


class AgentBlock(TypedDict):
    """name, claimed_name, purpose, trigger and rate_expectation are claims of the agent's card"""

    verified: bool
    signature_reason: str
    name: Optional[str]
    """The same as claimed_name"""
    claimed_name: Optional[str]
    """The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified"""
    host: Optional[str]
    """The host that published the key: all that a signature proves about who sent the request. In lower case and A-labels; null unless verified"""
    purpose: Optional[str]
    trigger: Optional[str]
    rate_expectation: Optional[str]
    expires_in: Optional[int]
    """Seconds until the signature expires"""
    publishes_card: bool


class BatchResult(TypedDict):
    type: Literal["ip", "email", "domain", "phone"]
    count: int
    succeeded: int
    failed: int
    billable_lookups: int
    processing_time_sec: float
    """Seconds"""
    results: List["BatchResultResultsItem"]
    """In the order of the items: the result of the single endpoint plus `input`, or `input` and `error`"""


class _BatchResultResultsItemRequired(TypedDict):
    input: str


class BatchResultResultsItem(_BatchResultResultsItemRequired, total=False):
    error: str


class ReportResult(TypedDict):
    reported: int
    results: List["ReportResultResultsItem"]
    skipped: List["ReportResultSkippedItem"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class ReportResultResultsItem(TypedDict):
    kind: Literal["ip", "email", "domain", "phone"]
    abuse_reports: int


class ReportResultSkippedItem(TypedDict):
    value: str
    reason: str


class WithdrawalResult(TypedDict):
    withdrawn: int
    """Values of which your reports were taken back"""
    not_found: int
    """Values that you have not reported"""
    results: List["WithdrawalResultResultsItem"]
    skipped: List["WithdrawalResultSkippedItem"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class WithdrawalResultResultsItem(TypedDict):
    kind: Literal["ip", "email", "domain", "phone"]
    withdrawn: int
    """How many of your reports were taken back"""
    abuse_reports: int


class WithdrawalResultSkippedItem(TypedDict):
    value: str
    reason: str


class OutcomeResult(TypedDict):
    recorded: int
    not_found: int
    results: List["OutcomeResultResultsItem"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class OutcomeResultResultsItem(TypedDict):
    request_id: str
    status: Literal["recorded", "not_found"]
    our_score: Optional[int]
    our_verdict: Optional[Literal["allow", "review", "block"]]
    disagreement: Optional[bool]


class AgentVerification(TypedDict):
    verified: bool
    reason: str
    keyid: str
    """As sent; empty when missing"""
    agent: Optional[str]
    """The same as host. Null unless verified"""
    host: Optional[str]
    """The host that published the key: all that a signature proves about who sent the request. In lower case and A-labels; null unless verified"""
    claimed_name: Optional[str]
    """The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified"""
    purpose: Optional[str]
    """As the agent's card says. Not checked"""
    expires_in: Optional[int]
    """Seconds until the signature expires"""
    replay_protection: Literal["signature-window", "nonce"]
    docs: str
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class _AgentRequestRequired(TypedDict):
    url: str
    headers: Dict[str, str]


class AgentRequest(_AgentRequestRequired, total=False):
    """The inbound request as received, with its signature headers"""

    method: Optional[str]


class AgentAuthorization(TypedDict):
    decision: Literal["allow", "review", "deny"]
    matched: str
    """rule:<index> or default:<bucket>"""
    reason: str
    agent: "AgentBlock"
    requests_last_hour: Optional[int]
    """Requests of this agent to your account, including this one"""
    docs: str
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class AgentPolicy(TypedDict):
    rules: List["AgentRule"]
    defaults_apply_when_no_rule_matches: bool
    replay_protection: Literal["signature-window", "nonce"]
    updated_at: Optional[str]
    docs: str
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class _AgentRuleRequired(TypedDict):
    action: Literal["allow", "review", "deny"]


class AgentRule(_AgentRuleRequired, total=False):
    """Applies to verified agents. Without host, trigger or methods it matches all"""

    host: str
    """The host that the signature proves, never the name in a card. A name matches that host only; `*.` in front of a name matches every host below it at any depth, but not the name itself. Saved in lower case and in A-labels (xn--). Schemes, ports, paths and IP addresses are refused"""
    trigger: str
    """As the agent's card says. An agent whose card says none does not match"""
    methods: List[str]
    reason: str


class AgentPolicySaved(TypedDict):
    saved: int
    rules: List["AgentRule"]
    defaults_apply_when_no_rule_matches: bool
    replay_protection: Literal["signature-window", "nonce"]
    updated_at: Optional[str]
    note: str
    docs: str
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class _AgentPolicyInputRequired(TypedDict):
    rules: List["AgentRule"]


class AgentPolicyInput(_AgentPolicyInputRequired, total=False):
    defaults_apply_when_no_rule_matches: bool
    replay_protection: Literal["signature-window", "nonce"]


class RuleList(TypedDict):
    count: int
    rules: List["Rule"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class _RuleRequired(TypedDict):
    id: str
    action: Literal["allow", "block"]
    kind: Literal["ip", "cidr", "email", "domain", "phone", "asn", "device"]
    value: str
    created_at: str


class Rule(_RuleRequired, total=False):
    hashed: Literal[True]
    """The rule was made of a `ref`: it holds a hash, and `value` is masked"""
    note: str
    expires_at: Optional[str]
    import_id: str
    """The import that made the rule"""
    warning: str
    """Set on an unusually broad rule"""


class _RulesAddedRequired(TypedDict):
    added: int
    rules: List["Rule"]
    skipped: List["RulesAddedSkippedItem"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class RulesAdded(_RulesAddedRequired, total=False):
    dry_run: bool
    clashes: List["RulesAddedClashesItem"]
    trial: "RuleTrial"


class RulesAddedSkippedItem(TypedDict):
    value: str
    reason: str


class RulesAddedClashesItem(TypedDict):
    value: str
    type: str
    rule: "Rule"


class RuleTrial(TypedDict):
    """What the rules would have changed in your stored scores of the last 30 days"""

    scores_checked: int
    would_change: int
    unknown: int
    would_block: int
    would_allow: int
    labelled_legit_blocked: int
    labelled_fraud_allowed: int


class RulesDeleted(TypedDict):
    deleted: int
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class _RulesImportedRequired(TypedDict):
    action: Optional[Literal["allow", "block"]]
    """As in the query; null when it names none"""
    import_id: Optional[str]
    """For `DELETE /v1/rules?import=<id>&confirm=true`; null when no rule was made"""
    imported: int
    duplicates: int
    duplicates_in_file: int
    by_kind: Dict[str, int]
    skipped: List["RulesImportedSkippedItem"]
    warnings: List["RulesImportedWarningsItem"]
    """Values that were read as something else than written, and broad rules"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class RulesImported(_RulesImportedRequired, total=False):
    dry_run: bool
    clashes: List["RulesImportedClashesItem"]
    trial: "RuleTrial"


class RulesImportedSkippedItem(TypedDict):
    line: int
    value: str
    reason: str


class _RulesImportedWarningsItemRequired(TypedDict):
    line: int
    value: str
    read_as: str


class RulesImportedWarningsItem(_RulesImportedWarningsItemRequired, total=False):
    warning: str
    """Of an unusually broad rule"""


class RulesImportedClashesItem(TypedDict):
    value: str
    type: str
    rule: "Rule"


class StoredScore(TypedDict):
    """A past decision with every finding and its points, and the reason for each null"""

    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    subject: Literal["ip", "email", "phone", "domain", "device", "user"]
    via: str
    mode: Literal["live", "test"]
    scored_at: str
    expires_at: str
    risk_score: int
    verdict: Literal["allow", "review", "block"]
    strictness: int
    summary: Optional[str]
    top_signals: List[str]
    rule_applied: Optional["RuleApplied"]
    agent_decision: Optional[str]
    user_id: Optional[str]
    components: List["StoredScoreComponentsItem"]
    components_invalid: List["StoredScoreComponentsInvalidItem"]
    """What of a sign-up with on_invalid=review could not be read"""
    linkage: Optional["StoredScoreLinkage"]
    """Of a sign-up; its ring as it was then"""
    links: Optional["StoredScoreLinks"]
    """What its links to other sign-ups score, and whether that was part of the whole"""
    actor: Optional["StoredScoreActor"]
    agent: Optional[Dict[str, Any]]
    data_version: str
    label: Optional["StoredScoreLabel"]
    label_history: List["StoredScoreLabelHistoryItem"]
    """The labels it was given, oldest first; the newest 20"""
    note: Optional[str]
    processing_time_sec: float
    """Seconds"""


class StoredScoreComponentsItem(TypedDict):
    kind: Literal["ip", "email", "phone", "domain", "device"]
    masked: str
    ref: Optional[str]
    """Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it"""
    risk_score: int
    verdict: Literal["allow", "review", "block"]
    findings: List["StoredScoreComponentsItemFindingsItem"]
    trust: List["StoredScoreComponentsItemTrustItem"]
    unknown: Dict[str, str]
    rule_applied: Optional["RuleApplied"]


class StoredScoreComponentsItemFindingsItem(TypedDict):
    name: str
    group: str
    points: float
    text: str


class StoredScoreComponentsItemTrustItem(TypedDict):
    name: str
    factor: float
    text: str


class StoredScoreComponentsInvalidItem(TypedDict):
    field: str
    """As the request names it"""
    detail: str


class StoredScoreLinkage(TypedDict):
    """Of a sign-up; its ring as it was then"""

    device_email_count: Optional[int]
    email_device_count: Optional[int]
    email_ip_count: Optional[int]
    subnet_rate_1h: Optional[int]
    domain_rate_1h: Optional[int]
    ring: "Ring"


class StoredScoreLinks(TypedDict):
    """What its links to other sign-ups score, and whether that was part of the whole"""

    risk_score: int
    findings: List["StoredScoreLinksFindingsItem"]
    counted: bool


class StoredScoreLinksFindingsItem(TypedDict):
    name: str
    group: str
    points: float
    text: str


class StoredScoreActor(TypedDict):
    type: Literal["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]
    proven: bool
    """True only for a verified signature: operator is then proven"""
    basis: Literal["signature", "device_signals", "none"]
    operator: Optional[str]
    """The host that the agent's signature proves, never a claimed name"""
    trigger: Optional[str]
    """As the agent's card says"""
    detail: str


class StoredScoreLabel(TypedDict):
    outcome: Literal["fraud", "legit"]
    labelled_at: str


class StoredScoreLabelHistoryItem(TypedDict):
    outcome: Literal["fraud", "legit", "none"]
    labelled_at: str


class ScoreNote(TypedDict):
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    note: Optional[str]
    processing_time_sec: float
    """Seconds"""


class SearchResult(TypedDict):
    results: List["FoundScore"]
    cursor: Optional[str]
    """For the next page; null at the end"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class FoundScore(TypedDict):
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    scored_at: str
    risk_score: int
    verdict: Literal["allow", "review", "block"]
    label: Optional[Literal["fraud", "legit"]]
    user_id: Optional[str]
    ring_id: Optional[str]
    """The ring that the sign-up now belongs to"""
    top_signals: List[str]
    values: List["FoundScoreValuesItem"]


class FoundScoreValuesItem(TypedDict):
    kind: Literal["ip", "email", "phone", "domain", "device", "network"]
    masked: str
    ref: Optional[str]
    """Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it"""


class StoredValue(TypedDict):
    ref: str
    """Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it"""
    kind: Literal["ip", "email", "phone", "domain", "device", "network"]
    masked: str
    first_seen: str
    last_seen: str
    scores: "StoredValueScores"
    """By verdict"""
    labels: "StoredValueLabels"
    seen_with: List["StoredValueSeenWithItem"]
    """The 50 that it was seen with most often"""
    ring: "StoredValueRing"
    truncated: bool
    """It has more than 500 scores: what is counted are the newest ones"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class StoredValueScores(TypedDict):
    """By verdict"""

    allow: int
    review: int
    block: int


class StoredValueLabels(TypedDict):
    fraud: int
    legit: int


class StoredValueSeenWithItem(TypedDict):
    kind: Literal["ip", "email", "phone", "domain", "device", "network"]
    masked: str
    ref: Optional[str]
    """Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it"""
    count: int
    """Scores that have both"""
    fraud: int
    """How many of them you labelled as fraud"""


class StoredValueRing(TypedDict):
    ring_id: str
    """The id stays when rings merge: that of the older ring"""
    size: int
    """Sign-ups, this one included"""
    labelled_fraud: int
    """How many of them you labelled as fraud"""
    since: str
    """RFC 3339: when its oldest member signed up"""
    via: List[Literal["device", "phone", "email", "email_pattern"]]
    """What joins its members"""


class RingList(TypedDict):
    count: int
    """Rings of the last 30 days, up to 20000"""
    rings: List["RingRow"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class RingRow(TypedDict):
    ring_id: str
    """The id stays when rings merge: that of the older ring"""
    size: int
    """Sign-ups, this one included"""
    labelled_fraud: int
    """How many of them you labelled as fraud"""
    since: str
    """RFC 3339: when its oldest member signed up"""
    via: List[Literal["device", "phone", "email", "email_pattern"]]
    """What joins its members"""
    last_signup: str
    """When its newest member signed up"""


class RingMembers(TypedDict):
    ring_id: str
    """The id stays when rings merge: that of the older ring"""
    size: int
    """Sign-ups, this one included"""
    labelled_fraud: int
    """How many of them you labelled as fraud"""
    since: str
    """RFC 3339: when its oldest member signed up"""
    via: List[Literal["device", "phone", "email", "email_pattern"]]
    """What joins its members"""
    last_signup: str
    """When its newest member signed up"""
    members: List["FoundScore"]
    """The newest 500, the newest first"""
    links: List["RingMembersLinksItem"]
    """Values that members share; for an e-mail pattern the networks that it joins in"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class RingMembersLinksItem(TypedDict):
    kind: Literal["ip", "email", "phone", "domain", "device", "network"]
    masked: str
    ref: Optional[str]
    """Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it"""
    members: int


class Usage(TypedDict):
    account: str
    month: str
    used: int
    monthly_quota: int
    remaining: int
    resets_at: str
    rate_limit_per_minute: int
    key: "UsageKey"
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class UsageKey(TypedDict):
    id: str
    mode: Literal["live", "test"]
    scopes: List[Literal["score", "feedback", "rules", "agents", "console"]]
    """What the key of this request may do"""
    expires_at: Optional[str]


class Settings(TypedDict):
    linkage_scoring: Literal["report", "score"]
    """`score`: links between sign-ups are part of the score. `report`: they are only reported"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class OutcomeSummary(TypedDict):
    """A null share means a zero denominator. Labels are rarely a representative sample of all scores; share_labelled says how many are labelled"""

    days: int
    since: str
    until: str
    labels: "OutcomeSummaryLabels"
    """How many scores are labelled, counted from `since`. Labelled scores of test keys are not part of any other figure. `capped`: there are more labels than one summary reads, so all figures cover the newest"""
    overall: "OutcomeSummaryOverall"
    components: "OutcomeSummaryComponents"
    """Each component by its own score and verdict, and by the label of the whole request; null when none is labelled"""
    findings: List["OutcomeSummaryFindingsItem"]
    """Most predictive first"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class OutcomeSummaryLabels(TypedDict):
    """How many scores are labelled, counted from `since`. Labelled scores of test keys are not part of any other figure. `capped`: there are more labels than one summary reads, so all figures cover the newest"""

    since: str
    scored: int
    labelled: int
    share_labelled: Optional[float]
    test_mode: int
    capped: bool


class OutcomeSummaryOverall(TypedDict):
    labelled: int
    fraud: int
    legit: int
    ruled: int
    """Labelled scores that one of your rules decided; not part of any other figure"""
    brier_score: Optional[float]
    """Mean squared difference between score ÷ 100 and the outcome; 0 is perfect"""
    brier_score_of_base_rate: Optional[float]
    """The same for a constant forecast of the share of fraud; a brier_score above it is worse than that forecast"""
    reliability: List["OutcomeSummaryOverallReliabilityItem"]
    """By ten-point ranges of the score as returned"""
    as_answered: "OutcomeSummaryOverallAsAnswered"
    """The verdicts as returned, each at the strictness of its request"""
    at_strictness: List["OutcomeSummaryOverallAtStrictnessItem"]
    """The same scores at strictness 0, 1, 2 and 3"""
    agent_denied: int
    """Blocked by your agent policy at every strictness"""


OutcomeSummaryOverallReliabilityItem = TypedDict(
    "OutcomeSummaryOverallReliabilityItem",
    {
        "from": int,
        "to": int,
        "count": int,
        "fraud": int,
        "mean_score": Optional[float],
        "share_of_fraud": Optional[float],
    },
    total=True,
)


class OutcomeSummaryOverallAsAnswered(TypedDict):
    """The verdicts as returned, each at the strictness of its request"""

    fraud: "OutcomeSummaryOverallAsAnsweredFraud"
    legit: "OutcomeSummaryOverallAsAnsweredLegit"
    precision_of_block: Optional[float]
    """Share of blocked scores that were fraud"""
    false_positive_rate: Optional[float]
    """Share of legitimate scores that were blocked"""
    legit_disturbed: Optional[float]
    """Share of legitimate scores that were reviewed or blocked"""
    fraud_blocked: Optional[float]
    """Share of fraud that was blocked"""
    fraud_noticed: Optional[float]
    """Share of fraud that was reviewed or blocked"""


class OutcomeSummaryOverallAsAnsweredFraud(TypedDict):
    allow: int
    review: int
    block: int


class OutcomeSummaryOverallAsAnsweredLegit(TypedDict):
    allow: int
    review: int
    block: int


class OutcomeSummaryOverallAtStrictnessItem(TypedDict):
    strictness: int
    name: str
    fraud: "OutcomeSummaryOverallAtStrictnessItemFraud"
    legit: "OutcomeSummaryOverallAtStrictnessItemLegit"
    precision_of_block: Optional[float]
    """Share of blocked scores that were fraud"""
    false_positive_rate: Optional[float]
    """Share of legitimate scores that were blocked"""
    legit_disturbed: Optional[float]
    """Share of legitimate scores that were reviewed or blocked"""
    fraud_blocked: Optional[float]
    """Share of fraud that was blocked"""
    fraud_noticed: Optional[float]
    """Share of fraud that was reviewed or blocked"""
    would_change: "OutcomeSummaryOverallAtStrictnessItemWouldChange"
    """Returned verdicts that would change, by their new verdict"""


class OutcomeSummaryOverallAtStrictnessItemFraud(TypedDict):
    allow: int
    review: int
    block: int


class OutcomeSummaryOverallAtStrictnessItemLegit(TypedDict):
    allow: int
    review: int
    block: int


class OutcomeSummaryOverallAtStrictnessItemWouldChange(TypedDict):
    """Returned verdicts that would change, by their new verdict"""

    count: int
    fraud: "OutcomeSummaryOverallAtStrictnessItemWouldChangeFraud"
    legit: "OutcomeSummaryOverallAtStrictnessItemWouldChangeLegit"
    text: str


class OutcomeSummaryOverallAtStrictnessItemWouldChangeFraud(TypedDict):
    allow: int
    review: int
    block: int


class OutcomeSummaryOverallAtStrictnessItemWouldChangeLegit(TypedDict):
    allow: int
    review: int
    block: int


class OutcomeSummaryComponents(TypedDict):
    """Each component by its own score and verdict, and by the label of the whole request; null when none is labelled"""

    ip: Optional["OutcomeFigures"]
    email: Optional["OutcomeFigures"]
    phone: Optional["OutcomeFigures"]
    domain: Optional["OutcomeFigures"]
    device: Optional["OutcomeFigures"]


class OutcomeSummaryFindingsItem(TypedDict):
    component: Literal["ip", "email", "phone", "domain", "device"]
    name: str
    lowers: bool
    """True for a fact that lowers a score: its lift should be below 1"""
    fraud: int
    legit: int
    share_of_fraud: Optional[float]
    share_of_legit: Optional[float]
    lift: Optional[float]
    """share_of_fraud ÷ share_of_legit; null below 5 labels, and when no legitimate score has the finding"""
    lift_low: Optional[float]
    """Lower bound of the 95 % confidence interval"""
    lift_high: Optional[float]
    """Upper bound"""


class OutcomeFigures(TypedDict):
    labelled: int
    fraud: int
    legit: int
    ruled: int
    """Labelled scores that one of your rules decided; not part of any other figure"""
    brier_score: Optional[float]
    """Mean squared difference between score ÷ 100 and the outcome; 0 is perfect"""
    brier_score_of_base_rate: Optional[float]
    """The same for a constant forecast of the share of fraud; a brier_score above it is worse than that forecast"""
    reliability: List["OutcomeFiguresReliabilityItem"]
    """By ten-point ranges of the score as returned"""
    as_answered: "OutcomeFiguresAsAnswered"
    """The verdicts as returned, each at the strictness of its request"""
    at_strictness: List["OutcomeFiguresAtStrictnessItem"]
    """The same scores at strictness 0, 1, 2 and 3"""


OutcomeFiguresReliabilityItem = TypedDict(
    "OutcomeFiguresReliabilityItem",
    {
        "from": int,
        "to": int,
        "count": int,
        "fraud": int,
        "mean_score": Optional[float],
        "share_of_fraud": Optional[float],
    },
    total=True,
)


class OutcomeFiguresAsAnswered(TypedDict):
    """The verdicts as returned, each at the strictness of its request"""

    fraud: "OutcomeFiguresAsAnsweredFraud"
    legit: "OutcomeFiguresAsAnsweredLegit"
    precision_of_block: Optional[float]
    """Share of blocked scores that were fraud"""
    false_positive_rate: Optional[float]
    """Share of legitimate scores that were blocked"""
    legit_disturbed: Optional[float]
    """Share of legitimate scores that were reviewed or blocked"""
    fraud_blocked: Optional[float]
    """Share of fraud that was blocked"""
    fraud_noticed: Optional[float]
    """Share of fraud that was reviewed or blocked"""


class OutcomeFiguresAsAnsweredFraud(TypedDict):
    allow: int
    review: int
    block: int


class OutcomeFiguresAsAnsweredLegit(TypedDict):
    allow: int
    review: int
    block: int


class OutcomeFiguresAtStrictnessItem(TypedDict):
    strictness: int
    name: str
    fraud: "OutcomeFiguresAtStrictnessItemFraud"
    legit: "OutcomeFiguresAtStrictnessItemLegit"
    precision_of_block: Optional[float]
    """Share of blocked scores that were fraud"""
    false_positive_rate: Optional[float]
    """Share of legitimate scores that were blocked"""
    legit_disturbed: Optional[float]
    """Share of legitimate scores that were reviewed or blocked"""
    fraud_blocked: Optional[float]
    """Share of fraud that was blocked"""
    fraud_noticed: Optional[float]
    """Share of fraud that was reviewed or blocked"""
    would_change: "OutcomeFiguresAtStrictnessItemWouldChange"
    """Returned verdicts that would change, by their new verdict"""


class OutcomeFiguresAtStrictnessItemFraud(TypedDict):
    allow: int
    review: int
    block: int


class OutcomeFiguresAtStrictnessItemLegit(TypedDict):
    allow: int
    review: int
    block: int


class OutcomeFiguresAtStrictnessItemWouldChange(TypedDict):
    """Returned verdicts that would change, by their new verdict"""

    count: int
    fraud: "OutcomeFiguresAtStrictnessItemWouldChangeFraud"
    legit: "OutcomeFiguresAtStrictnessItemWouldChangeLegit"
    text: str


class OutcomeFiguresAtStrictnessItemWouldChangeFraud(TypedDict):
    allow: int
    review: int
    block: int


class OutcomeFiguresAtStrictnessItemWouldChangeLegit(TypedDict):
    allow: int
    review: int
    block: int


class Sources(TypedDict):
    data_version: str
    sources: List["Source"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class Source(TypedDict):
    name: str
    kind: str
    state: Literal["fresh", "stale", "not_loaded", "bundled", "not_offered"]
    entries: Optional[int]
    age_seconds: Optional[int]
    fetched_at: Optional[str]
    next_at: Optional[str]
    last_error: Optional[str]
    note: Optional[str]
    licence: str
    credit: str
    url: str


class _CompatFraudInsightsRequired(TypedDict):
    id: str
    """The request_id without `req_`"""
    risk_score: float
    funds_remaining: Optional[float]
    queries_remaining: Optional[int]
    disposition: "CompatFraudInsightsDisposition"
    warnings: List["CompatFraudInsightsWarningsItem"]
    credit_card: None
    billing_address: None
    shipping_address: None
    billing_phone: None
    shipping_phone: None
    subscores: None
    winnow: "CompatFraudInsightsWinnow"


class CompatFraudInsights(_CompatFraudInsightsRequired, total=False):
    ip_address: "CompatFraudInsightsIpAddress"
    email: "CompatFraudInsightsEmail"


class _CompatFraudInsightsDispositionRequired(TypedDict):
    action: Literal["accept", "manual_review", "reject"]
    reason: Literal["default", "custom_rule"]


class CompatFraudInsightsDisposition(_CompatFraudInsightsDispositionRequired, total=False):
    rule_label: str


class CompatFraudInsightsWarningsItem(TypedDict):
    code: str
    warning: str
    input_pointer: str


class CompatFraudInsightsWinnow(TypedDict):
    verdict: Literal["allow", "review", "block"]
    summary: Optional[str]
    components_checked: List[Literal["ip", "email", "phone", "domain", "device"]]
    top_signals: List[str]
    phone: Optional["PhoneResult"]
    linkage: Optional["CompatFraudInsightsWinnowLinkage"]
    actor: Optional["CompatFraudInsightsWinnowActor"]
    rule_applied: Optional["RuleApplied"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class CompatFraudInsightsWinnowLinkage(TypedDict):
    device_email_count: Optional[int]
    email_device_count: Optional[int]
    email_ip_count: Optional[int]
    subnet_rate_1h: Optional[int]
    domain_rate_1h: Optional[int]
    ring: "Ring"


class CompatFraudInsightsWinnowActor(TypedDict):
    type: Literal["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]
    proven: bool
    """True only for a verified signature: operator is then proven"""
    basis: Literal["signature", "device_signals", "none"]
    operator: Optional[str]
    """The host that the agent's signature proves, never a claimed name"""
    trigger: Optional[str]
    """As the agent's card says"""
    detail: str


class _CompatFraudInsightsIpAddressRequired(TypedDict):
    risk: float
    risk_reasons: List["CompatFraudInsightsIpAddressRiskReasonsItem"]
    continent: "CompatFraudInsightsIpAddressContinent"
    country: "CompatFraudInsightsIpAddressCountry"
    city: "CompatFraudInsightsIpAddressCity"
    location: "CompatFraudInsightsIpAddressLocation"
    anonymizer: "CompatFraudInsightsIpAddressAnonymizer"
    traits: "CompatFraudInsightsIpAddressTraits"


class CompatFraudInsightsIpAddress(_CompatFraudInsightsIpAddressRequired, total=False):
    subdivisions: List["CompatFraudInsightsIpAddressSubdivisionsItem"]


class CompatFraudInsightsIpAddressRiskReasonsItem(TypedDict):
    code: str
    reason: str


class _CompatFraudInsightsIpAddressContinentRequired(TypedDict):
    code: Optional[str]
    names: "CompatFraudInsightsIpAddressContinentNames"


class CompatFraudInsightsIpAddressContinent(_CompatFraudInsightsIpAddressContinentRequired, total=False):
    geoname_id: int


class CompatFraudInsightsIpAddressContinentNames(TypedDict, total=False):
    en: str


class _CompatFraudInsightsIpAddressCountryRequired(TypedDict):
    iso_code: Optional[str]
    names: "CompatFraudInsightsIpAddressCountryNames"


class CompatFraudInsightsIpAddressCountry(_CompatFraudInsightsIpAddressCountryRequired, total=False):
    geoname_id: int
    is_in_european_union: bool


class CompatFraudInsightsIpAddressCountryNames(TypedDict, total=False):
    en: str


class CompatFraudInsightsIpAddressCity(TypedDict):
    names: "CompatFraudInsightsIpAddressCityNames"


class CompatFraudInsightsIpAddressCityNames(TypedDict, total=False):
    en: str


class CompatFraudInsightsIpAddressLocation(TypedDict):
    latitude: None
    longitude: None
    accuracy_radius: None
    time_zone: None
    metro_code: None
    population_density: None
    average_income: None
    local_time: None


class CompatFraudInsightsIpAddressAnonymizer(TypedDict):
    is_anonymous: Optional[bool]
    is_anonymous_vpn: Optional[bool]
    is_hosting_provider: Optional[bool]
    is_public_proxy: Optional[bool]
    is_residential_proxy: None
    is_tor_exit_node: Optional[bool]
    confidence: None
    network_last_seen: None
    provider_name: Optional[str]


class CompatFraudInsightsIpAddressTraits(TypedDict):
    ip_address: str
    network: None
    autonomous_system_number: Optional[int]
    autonomous_system_organization: Optional[str]
    isp: Optional[str]
    organization: Optional[str]
    connection_type: None
    domain: None
    mobile_country_code: None
    mobile_network_code: None
    is_anonymous: Optional[bool]
    is_anonymous_vpn: Optional[bool]
    is_hosting_provider: Optional[bool]
    is_public_proxy: Optional[bool]
    is_residential_proxy: None
    is_tor_exit_node: Optional[bool]
    is_anonymous_proxy: None
    is_legitimate_proxy: None
    is_satellite_provider: None
    ip_risk_snapshot: float
    static_ip_score: None
    user_count: None
    user_type: None


class CompatFraudInsightsIpAddressSubdivisionsItem(TypedDict):
    names: "CompatFraudInsightsIpAddressSubdivisionsItemNames"


class CompatFraudInsightsIpAddressSubdivisionsItemNames(TypedDict, total=False):
    en: str


class CompatFraudInsightsEmail(TypedDict):
    domain: "CompatFraudInsightsEmailDomain"
    first_seen: Optional[str]
    is_disposable: Optional[bool]
    is_free: Optional[bool]
    is_high_risk: bool


class _CompatFraudInsightsEmailDomainRequired(TypedDict):
    first_seen: None


class CompatFraudInsightsEmailDomain(_CompatFraudInsightsEmailDomainRequired, total=False):
    risk: float


class CompatError(TypedDict):
    code: str
    error: str


class CompatFraudRequest(TypedDict, total=False):
    device: "CompatFraudRequestDevice"
    email: "CompatFraudRequestEmail"
    billing: "CompatFraudRequestBilling"
    event: "CompatFraudRequestEvent"
    shipping: Dict[str, Any]
    order: Dict[str, Any]
    credit_card: Dict[str, Any]
    shopping_cart: List[Dict[str, Any]]
    payment: Dict[str, Any]
    custom_inputs: Dict[str, Any]
    account: Dict[str, Any]


class CompatFraudRequestDevice(TypedDict, total=False):
    ip_address: str
    user_agent: str


class CompatFraudRequestEmail(TypedDict, total=False):
    address: str
    """The address, or its MD5 in hex"""
    domain: str


class CompatFraudRequestBilling(TypedDict, total=False):
    phone_number: str
    phone_country_code: str


class CompatFraudRequestEvent(TypedDict, total=False):
    transaction_id: str


class _CompatFraudScoreRequired(TypedDict):
    id: str
    """The request_id without `req_`"""
    risk_score: float
    funds_remaining: Optional[float]
    queries_remaining: Optional[int]
    disposition: "CompatFraudScoreDisposition"
    warnings: List["CompatFraudScoreWarningsItem"]
    winnow: "CompatFraudScoreWinnow"


class CompatFraudScore(_CompatFraudScoreRequired, total=False):
    ip_address: "CompatFraudScoreIpAddress"


class _CompatFraudScoreDispositionRequired(TypedDict):
    action: Literal["accept", "manual_review", "reject"]
    reason: Literal["default", "custom_rule"]


class CompatFraudScoreDisposition(_CompatFraudScoreDispositionRequired, total=False):
    rule_label: str


class CompatFraudScoreWarningsItem(TypedDict):
    code: str
    warning: str
    input_pointer: str


class CompatFraudScoreWinnow(TypedDict):
    verdict: Literal["allow", "review", "block"]
    summary: Optional[str]
    components_checked: List[Literal["ip", "email", "phone", "domain", "device"]]
    top_signals: List[str]
    phone: Optional["PhoneResult"]
    linkage: Optional["CompatFraudScoreWinnowLinkage"]
    actor: Optional["CompatFraudScoreWinnowActor"]
    rule_applied: Optional["RuleApplied"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class CompatFraudScoreWinnowLinkage(TypedDict):
    device_email_count: Optional[int]
    email_device_count: Optional[int]
    email_ip_count: Optional[int]
    subnet_rate_1h: Optional[int]
    domain_rate_1h: Optional[int]
    ring: "Ring"


class CompatFraudScoreWinnowActor(TypedDict):
    type: Literal["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]
    proven: bool
    """True only for a verified signature: operator is then proven"""
    basis: Literal["signature", "device_signals", "none"]
    operator: Optional[str]
    """The host that the agent's signature proves, never a claimed name"""
    trigger: Optional[str]
    """As the agent's card says"""
    detail: str


class CompatFraudScoreIpAddress(TypedDict):
    risk: float


class _CompatTransactionReportRequired(TypedDict):
    tag: Literal["chargeback", "spam_or_abuse", "suspected_fraud", "not_fraud", "clear"]


class CompatTransactionReport(_CompatTransactionReportRequired, total=False):
    minfraud_id: str
    transaction_id: str
    ip_address: str
    maxmind_id: str
    chargeback_code: str
    notes: str


class CompatGeoCountry(TypedDict):
    continent: "CompatGeoCountryContinent"
    country: "CompatGeoCountryCountry"
    traits: "CompatGeoCountryTraits"
    maxmind: "CompatGeoCountryMaxmind"
    winnow: "CompatGeoCountryWinnow"


class _CompatGeoCountryContinentRequired(TypedDict):
    code: Optional[str]
    names: "CompatGeoCountryContinentNames"


class CompatGeoCountryContinent(_CompatGeoCountryContinentRequired, total=False):
    geoname_id: int


class CompatGeoCountryContinentNames(TypedDict, total=False):
    en: str


class _CompatGeoCountryCountryRequired(TypedDict):
    iso_code: Optional[str]
    names: "CompatGeoCountryCountryNames"


class CompatGeoCountryCountry(_CompatGeoCountryCountryRequired, total=False):
    geoname_id: int
    is_in_european_union: bool


class CompatGeoCountryCountryNames(TypedDict, total=False):
    en: str


class CompatGeoCountryTraits(TypedDict):
    ip_address: str
    network: None


class CompatGeoCountryMaxmind(TypedDict):
    queries_remaining: Optional[int]


class CompatGeoCountryWinnow(TypedDict):
    verdict: Literal["allow", "review", "block"]
    summary: Optional[str]
    components_checked: List[Literal["ip", "email", "phone", "domain", "device"]]
    top_signals: List[str]
    phone: Optional["PhoneResult"]
    linkage: Optional["CompatGeoCountryWinnowLinkage"]
    actor: Optional["CompatGeoCountryWinnowActor"]
    rule_applied: Optional["RuleApplied"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class CompatGeoCountryWinnowLinkage(TypedDict):
    device_email_count: Optional[int]
    email_device_count: Optional[int]
    email_ip_count: Optional[int]
    subnet_rate_1h: Optional[int]
    domain_rate_1h: Optional[int]
    ring: "Ring"


class CompatGeoCountryWinnowActor(TypedDict):
    type: Literal["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]
    proven: bool
    """True only for a verified signature: operator is then proven"""
    basis: Literal["signature", "device_signals", "none"]
    operator: Optional[str]
    """The host that the agent's signature proves, never a claimed name"""
    trigger: Optional[str]
    """As the agent's card says"""
    detail: str


class _CompatGeoCityRequired(TypedDict):
    continent: "CompatGeoCityContinent"
    country: "CompatGeoCityCountry"
    city: "CompatGeoCityCity"
    location: "CompatGeoCityLocation"
    traits: "CompatGeoCityTraits"
    maxmind: "CompatGeoCityMaxmind"
    winnow: "CompatGeoCityWinnow"


class CompatGeoCity(_CompatGeoCityRequired, total=False):
    subdivisions: List["CompatGeoCitySubdivisionsItem"]


class _CompatGeoCityContinentRequired(TypedDict):
    code: Optional[str]
    names: "CompatGeoCityContinentNames"


class CompatGeoCityContinent(_CompatGeoCityContinentRequired, total=False):
    geoname_id: int


class CompatGeoCityContinentNames(TypedDict, total=False):
    en: str


class _CompatGeoCityCountryRequired(TypedDict):
    iso_code: Optional[str]
    names: "CompatGeoCityCountryNames"


class CompatGeoCityCountry(_CompatGeoCityCountryRequired, total=False):
    geoname_id: int
    is_in_european_union: bool


class CompatGeoCityCountryNames(TypedDict, total=False):
    en: str


class CompatGeoCityCity(TypedDict):
    names: "CompatGeoCityCityNames"


class CompatGeoCityCityNames(TypedDict, total=False):
    en: str


class CompatGeoCityLocation(TypedDict):
    latitude: None
    longitude: None
    accuracy_radius: None
    time_zone: None
    metro_code: None


class CompatGeoCityTraits(TypedDict):
    ip_address: str
    network: None
    autonomous_system_number: Optional[int]
    autonomous_system_organization: Optional[str]
    isp: Optional[str]
    organization: Optional[str]
    connection_type: None
    domain: None
    mobile_country_code: None
    mobile_network_code: None


class CompatGeoCityMaxmind(TypedDict):
    queries_remaining: Optional[int]


class CompatGeoCityWinnow(TypedDict):
    verdict: Literal["allow", "review", "block"]
    summary: Optional[str]
    components_checked: List[Literal["ip", "email", "phone", "domain", "device"]]
    top_signals: List[str]
    phone: Optional["PhoneResult"]
    linkage: Optional["CompatGeoCityWinnowLinkage"]
    actor: Optional["CompatGeoCityWinnowActor"]
    rule_applied: Optional["RuleApplied"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class CompatGeoCityWinnowLinkage(TypedDict):
    device_email_count: Optional[int]
    email_device_count: Optional[int]
    email_ip_count: Optional[int]
    subnet_rate_1h: Optional[int]
    domain_rate_1h: Optional[int]
    ring: "Ring"


class CompatGeoCityWinnowActor(TypedDict):
    type: Literal["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]
    proven: bool
    """True only for a verified signature: operator is then proven"""
    basis: Literal["signature", "device_signals", "none"]
    operator: Optional[str]
    """The host that the agent's signature proves, never a claimed name"""
    trigger: Optional[str]
    """As the agent's card says"""
    detail: str


class CompatGeoCitySubdivisionsItem(TypedDict):
    names: "CompatGeoCitySubdivisionsItemNames"


class CompatGeoCitySubdivisionsItemNames(TypedDict, total=False):
    en: str


class _CompatGeoInsightsRequired(TypedDict):
    continent: "CompatGeoInsightsContinent"
    country: "CompatGeoInsightsCountry"
    city: "CompatGeoInsightsCity"
    location: "CompatGeoInsightsLocation"
    anonymizer: "CompatGeoInsightsAnonymizer"
    traits: "CompatGeoInsightsTraits"
    maxmind: "CompatGeoInsightsMaxmind"
    winnow: "CompatGeoInsightsWinnow"


class CompatGeoInsights(_CompatGeoInsightsRequired, total=False):
    subdivisions: List["CompatGeoInsightsSubdivisionsItem"]


class _CompatGeoInsightsContinentRequired(TypedDict):
    code: Optional[str]
    names: "CompatGeoInsightsContinentNames"


class CompatGeoInsightsContinent(_CompatGeoInsightsContinentRequired, total=False):
    geoname_id: int


class CompatGeoInsightsContinentNames(TypedDict, total=False):
    en: str


class _CompatGeoInsightsCountryRequired(TypedDict):
    iso_code: Optional[str]
    names: "CompatGeoInsightsCountryNames"


class CompatGeoInsightsCountry(_CompatGeoInsightsCountryRequired, total=False):
    geoname_id: int
    is_in_european_union: bool


class CompatGeoInsightsCountryNames(TypedDict, total=False):
    en: str


class CompatGeoInsightsCity(TypedDict):
    names: "CompatGeoInsightsCityNames"


class CompatGeoInsightsCityNames(TypedDict, total=False):
    en: str


class CompatGeoInsightsLocation(TypedDict):
    latitude: None
    longitude: None
    accuracy_radius: None
    time_zone: None
    metro_code: None
    population_density: None
    average_income: None
    local_time: None


class CompatGeoInsightsAnonymizer(TypedDict):
    is_anonymous: Optional[bool]
    is_anonymous_vpn: Optional[bool]
    is_hosting_provider: Optional[bool]
    is_public_proxy: Optional[bool]
    is_residential_proxy: None
    is_tor_exit_node: Optional[bool]
    confidence: None
    network_last_seen: None
    provider_name: Optional[str]


class CompatGeoInsightsTraits(TypedDict):
    ip_address: str
    network: None
    autonomous_system_number: Optional[int]
    autonomous_system_organization: Optional[str]
    isp: Optional[str]
    organization: Optional[str]
    connection_type: None
    domain: None
    mobile_country_code: None
    mobile_network_code: None
    is_anonymous: Optional[bool]
    is_anonymous_vpn: Optional[bool]
    is_hosting_provider: Optional[bool]
    is_public_proxy: Optional[bool]
    is_residential_proxy: None
    is_tor_exit_node: Optional[bool]
    is_anonymous_proxy: None
    is_legitimate_proxy: None
    is_satellite_provider: None
    ip_risk_snapshot: float
    static_ip_score: None
    user_count: None
    user_type: None


class CompatGeoInsightsMaxmind(TypedDict):
    queries_remaining: Optional[int]


class CompatGeoInsightsWinnow(TypedDict):
    verdict: Literal["allow", "review", "block"]
    summary: Optional[str]
    components_checked: List[Literal["ip", "email", "phone", "domain", "device"]]
    top_signals: List[str]
    phone: Optional["PhoneResult"]
    linkage: Optional["CompatGeoInsightsWinnowLinkage"]
    actor: Optional["CompatGeoInsightsWinnowActor"]
    rule_applied: Optional["RuleApplied"]
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Seconds"""


class CompatGeoInsightsWinnowLinkage(TypedDict):
    device_email_count: Optional[int]
    email_device_count: Optional[int]
    email_ip_count: Optional[int]
    subnet_rate_1h: Optional[int]
    domain_rate_1h: Optional[int]
    ring: "Ring"


class CompatGeoInsightsWinnowActor(TypedDict):
    type: Literal["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]
    proven: bool
    """True only for a verified signature: operator is then proven"""
    basis: Literal["signature", "device_signals", "none"]
    operator: Optional[str]
    """The host that the agent's signature proves, never a claimed name"""
    trigger: Optional[str]
    """As the agent's card says"""
    detail: str


class CompatGeoInsightsSubdivisionsItem(TypedDict):
    names: "CompatGeoInsightsSubdivisionsItemNames"


class CompatGeoInsightsSubdivisionsItemNames(TypedDict, total=False):
    en: str


class PostScoreUserBody(TypedDict, total=False):
    ip: str
    email: str
    phone: str
    phone_country: str
    domain: str
    device_id: str
    device_signals: Optional["PostScoreUserBodyDeviceSignals"]
    """Browser characteristics from /fp.js. With device_id they are part of the device component. Without device_id they only classify the actor: they are not scored or billed, and the request needs another field as well"""
    device_automation: Optional["PostScoreUserBodyDeviceAutomation"]
    """Automation markers from /fp.js. With device_id they are part of the device component. Without device_id they only classify the actor: they are not scored or billed, and the request needs another field as well"""
    agent: Optional["PostScoreUserBodyAgent"]
    """The inbound request as received, with its signature headers"""
    user_id: str
    """Your own reference of the user, 1 to 128 printable characters. Stored as given, not scored; find it at /v1/scores/search"""
    strictness: Union[int, Literal["lenient", "balanced", "strict", "strictest"]]
    """0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name"""
    on_invalid: Optional[Literal["refuse", "review"]]
    """What to do with a component that cannot be read. refuse: the request is a 400. review: it is listed in components_invalid, the rest is scored, and the verdict is at least review, unless one of your allow rules decides"""


class PostScoreUserBodyDeviceSignals(TypedDict, total=False):
    """Browser characteristics from /fp.js. With device_id they are part of the device component. Without device_id they only classify the actor: they are not scored or billed, and the request needs another field as well"""

    user_agent: Optional[str]
    timezone: Optional[str]
    timezone_offset: Optional[int]
    screen: Optional[str]
    hardware_concurrency: Optional[int]
    languages: Optional[str]
    webgl_renderer: Optional[str]


class PostScoreUserBodyDeviceAutomation(TypedDict, total=False):
    """Automation markers from /fp.js. With device_id they are part of the device component. Without device_id they only classify the actor: they are not scored or billed, and the request needs another field as well"""

    webdriver: Optional[bool]
    automation_globals: Optional[bool]
    headless_ua: Optional[bool]
    zero_screen: Optional[bool]
    no_plugins: Optional[bool]
    no_languages: Optional[bool]


class _PostScoreUserBodyAgentRequired(TypedDict):
    url: str
    headers: Dict[str, str]


class PostScoreUserBodyAgent(_PostScoreUserBodyAgentRequired, total=False):
    """The inbound request as received, with its signature headers"""

    method: Optional[str]


class _PostScoreDeviceBodyRequired(TypedDict):
    device_id: str
    """Hex fingerprint from /fp.js"""


class PostScoreDeviceBody(_PostScoreDeviceBodyRequired, total=False):
    ip: str
    signals: Optional["PostScoreDeviceBodySignals"]
    automation: Optional["PostScoreDeviceBodyAutomation"]
    strictness: Union[int, Literal["lenient", "balanced", "strict", "strictest"]]
    """0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name"""


class PostScoreDeviceBodySignals(TypedDict, total=False):
    user_agent: Optional[str]
    timezone: Optional[str]
    timezone_offset: Optional[int]
    screen: Optional[str]
    hardware_concurrency: Optional[int]
    languages: Optional[str]
    webgl_renderer: Optional[str]


class PostScoreDeviceBodyAutomation(TypedDict, total=False):
    webdriver: Optional[bool]
    automation_globals: Optional[bool]
    headless_ua: Optional[bool]
    zero_screen: Optional[bool]
    no_plugins: Optional[bool]
    no_languages: Optional[bool]


class _PostBatchBodyRequired(TypedDict):
    type: Literal["ip", "email", "domain", "phone"]
    items: List[str]


class PostBatchBody(_PostBatchBodyRequired, total=False):
    strictness: Union[int, Literal["lenient", "balanced", "strict", "strictest"]]
    """0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name"""
    phone_country: str


class _PostReportBodyRequired(TypedDict):
    kind: Literal["ip", "email", "domain", "phone"]


class PostReportBody(_PostReportBodyRequired, total=False):
    value: str
    values: Optional[List[str]]


class DeleteReportBody(TypedDict, total=False):
    kind: Optional[Literal["ip", "email", "domain", "phone"]]
    value: str
    values: Optional[List[str]]


class PostOutcomeBody(TypedDict):
    request_id: str
    outcome: Literal["fraud", "legit", "none"]
    """none removes the label, and what it had added"""


class PostOutcomeBody2Item(TypedDict):
    request_id: str
    outcome: Literal["fraud", "legit", "none"]
    """none removes the label, and what it had added"""


class PostOutcomeBody3(TypedDict):
    outcomes: List["PostOutcomeBody3OutcomesItem"]


class PostOutcomeBody3OutcomesItem(TypedDict):
    request_id: str
    outcome: Literal["fraud", "legit", "none"]
    """none removes the label, and what it had added"""


class _PostRulesBodyRequired(TypedDict):
    action: Literal["allow", "block"]


class PostRulesBody(_PostRulesBodyRequired, total=False):
    values: Optional[List[str]]
    refs: Optional[List[str]]
    """Values of your stored scores, as search answers and stored scores name them (`val_…`)"""
    note: Optional[str]
    expires_at: Optional[str]
    dry_run: bool
    """Same as in the query"""


class PutScoreRequestIdNoteBody(TypedDict):
    note: str
    """Empty removes it"""


PostScoresSearchBody = TypedDict(
    "PostScoresSearchBody",
    {
        "value": str,
        "kind": Literal["ip", "network", "asn", "email", "phone", "domain", "device", "user_id", "request_id"],
        "user_id": str,
        "ring_id": str,
        "verdict": Literal["allow", "review", "block"],
        "label": Literal["fraud", "legit", "none"],
        "finding": str,
        "from": str,
        "to": str,
        "limit": int,
        "cursor": str,
    },
    total=False,
)


class PutSettingsBody(TypedDict):
    linkage_scoring: Literal["report", "score"]
    """`score`: links between sign-ups are part of the score. `report`: they are only reported"""


class Signup(TypedDict, total=False):
    """What score_signup takes. Every field is optional, and None is as good as absent."""

    ip: Optional[str]
    email: Optional[str]
    phone: Optional[str]
    phone_country: Optional[str]
    domain: Optional[str]
    device_id: Optional[str]
    device_signals: Optional[Optional["PostScoreUserBodyDeviceSignals"]]
    """Browser characteristics from /fp.js. With device_id they are part of the device component. Without device_id they only classify the actor: they are not scored or billed, and the request needs another field as well"""
    device_automation: Optional[Optional["PostScoreUserBodyDeviceAutomation"]]
    """Automation markers from /fp.js. With device_id they are part of the device component. Without device_id they only classify the actor: they are not scored or billed, and the request needs another field as well"""
    agent: Optional[Optional["PostScoreUserBodyAgent"]]
    """The inbound request as received, with its signature headers"""
    user_id: Optional[str]
    """Your own reference of the user, 1 to 128 printable characters. Stored as given, not scored; find it at /v1/scores/search"""
    strictness: Optional[Union[int, Literal["lenient", "balanced", "strict", "strictest"]]]
    """0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name"""
    device: Any
    """What Winnow.fingerprint() returned in the browser, as it arrived: gives the three fields above that begin with it"""


class Responses(TypedDict):
    """What each method of Api answers with, by its name."""

    get_score_ip: "IpResult"
    get_verify_email: "EmailResult"
    get_lookup_phone: "PhoneResult"
    get_score_domain: "DomainResult"
    post_score_user: "SignupResult"
    get_score_user: "SignupResult"
    post_score_device: "DeviceResult"
    post_batch: "BatchResult"
    post_report: "ReportResult"
    delete_report: "WithdrawalResult"
    post_outcome: "OutcomeResult"
    post_verify_agent: "AgentVerification"
    post_agent_authorize: "AgentAuthorization"
    get_agent_policy: "AgentPolicy"
    put_agent_policy: "AgentPolicySaved"
    get_rules: "RuleList"
    post_rules: "RulesAdded"
    delete_rules: "RulesDeleted"
    delete_rules_rule_id: "RulesDeleted"
    post_rules_import: "RulesImported"
    get_score_request_id: "StoredScore"
    put_score_request_id_note: "ScoreNote"
    post_scores_search: "SearchResult"
    post_scores_search_csv: str
    get_values_ref: "StoredValue"
    get_rings: "RingList"
    get_rings_ring_id: "RingMembers"
    get_usage: "Usage"
    get_settings: "Settings"
    put_settings: "Settings"
    get_outcomes_summary: "OutcomeSummary"
    get_sources: "Sources"
    compat_fraud_insights: "CompatFraudInsights"
    compat_fraud_score: "CompatFraudScore"
    compat_report: None
    compat_geo_country: "CompatGeoCountry"
    compat_geo_city: "CompatGeoCity"
    compat_geo_insights: "CompatGeoInsights"


Ring = Optional["RingObject"]
