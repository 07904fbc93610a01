"""The types of requests and responses."""

# Generated from the OpenAPI document by `deno task clients`. Do not edit.

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

class SignupScoredEvent(TypedDict):
    """A sign-up was scored"""

    type: Literal["signup.scored"]
    """The event"""
    timestamp: str
    """When it happened, RFC 3339"""
    data: "SignupScoredEventData"
    """What happened"""


class _SignupScoredEventDataRequired(TypedDict):
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    user_id: Optional[str]
    """Your own reference of the user; null when it was not sent"""
    scored_at: str
    """When the sign-up was scored, RFC 3339"""
    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    risk_score: int
    """0 to 100; higher is riskier"""
    summary: Optional[str]
    """The main reasons, in a sentence; null where nothing stands out"""
    top_signals: List[str]
    """The findings with the largest effect, strongest first, each as `<component>: <text>`"""
    rule_applied: Optional["SignupScoredEventDataRuleApplied"]
    """Your rule that decided, without its value; null: none did"""
    ring_id: Optional[str]
    """The ring that the sign-up belonged to, for /v1/rings/{ring_id}; null: to none"""
    via: Literal["single", "user", "batch", "compat", "hook"]
    """How the sign-up was scored"""


class SignupScoredEventData(_SignupScoredEventDataRequired, total=False):
    """What happened"""

    without_quota: bool
    """Present when the month's quota was used up and a hook decided by local data alone: not billed, and the score is not stored"""


class SignupScoredEventDataRuleApplied(TypedDict):
    """Your rule that decided, without its value; null: none did"""

    id: str
    """The id of the rule"""
    action: Literal["allow", "block"]
    """What the rule does with what it matches"""
    kind: Literal["ip", "cidr", "email", "domain", "phone", "asn", "device"]
    """What the value of the rule is"""


class VerdictChangedEvent(TypedDict):
    """More is known of a recent sign-up, and its verdict would now be another"""

    type: Literal["verdict.changed"]
    """The event"""
    timestamp: str
    """When it happened, RFC 3339"""
    data: "VerdictChangedEventData"
    """What happened"""


class VerdictChangedEventData(TypedDict):
    """What happened"""

    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    user_id: Optional[str]
    """Your own reference of the user; null when it was not sent"""
    scored_at: str
    """When the sign-up was scored, RFC 3339"""
    cause: Literal["mailbox_answered"]
    """What is known now"""
    old_verdict: Literal["allow", "review", "block"]
    """The verdict that you were told last"""
    old_risk_score: Optional[int]
    """Of the stored score; null after an earlier change"""
    verdict: Literal["allow", "review", "block"]
    """The verdict that the sign-up would have now"""
    risk_score: int
    """0 to 100; higher is riskier"""


class RingChangedEvent(TypedDict):
    """Sign-ups of a ring were labelled, and the verdicts of others in it would now be different"""

    type: Literal["ring.changed"]
    """The event"""
    timestamp: str
    """When it happened, RFC 3339"""
    data: "RingChangedEventData"
    """What happened"""


class RingChangedEventData(TypedDict):
    """What happened"""

    ring_id: str
    """The ring, for /v1/rings/{ring_id}"""
    size: int
    """Sign-ups in it"""
    labelled_fraud: int
    """Of these labelled fraud"""
    changed: int
    """Sign-ups whose verdict would now be another than you were told last"""
    signups: List["RingChangedEventDataSignupsItem"]
    """Those sign-ups; of very many as many as a message holds. The others are in /v1/rings/{ring_id}"""


class RingChangedEventDataSignupsItem(TypedDict):
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    user_id: Optional[str]
    """Your own reference of the user; null when it was not sent"""
    scored_at: str
    """When the sign-up was scored, RFC 3339"""
    old_verdict: Literal["allow", "review", "block"]
    """The verdict that you were told last"""
    old_risk_score: Optional[int]
    """Of the stored score; null after an earlier change"""
    verdict: Literal["allow", "review", "block"]
    """The verdict that the sign-up would have now"""
    risk_score: int
    """0 to 100; higher is riskier"""


class QuotaLowEvent(TypedDict):
    """Most of the month's quota is used, or all of it"""

    type: Literal["quota.low"]
    """The event"""
    timestamp: str
    """When it happened, RFC 3339"""
    data: "QuotaLowEventData"
    """What happened"""


class QuotaLowEventData(TypedDict):
    """What happened"""

    month: str
    """YYYY-MM, UTC"""
    used: int
    """Lookups of the month so far"""
    monthly_quota: int
    """Lookups of a month"""
    threshold_percent: int
    """The share that was passed; 80, then 100"""
    resets_at: str
    """When the next month begins, RFC 3339"""


class FeedStaleEvent(TypedDict):
    """A feed was not confirmed for too long"""

    type: Literal["feed.stale"]
    """The event"""
    timestamp: str
    """When it happened, RFC 3339"""
    data: "FeedStaleEventData"
    """What happened"""


class FeedStaleEventData(TypedDict):
    """What happened"""

    feed: str
    """The name of the feed, as in /v1/sources"""
    age_seconds: int
    """Seconds since it was last confirmed"""
    confirmed_at: str
    """When it was last confirmed, RFC 3339"""
    last_error: Optional[str]
    """Why the last attempt to fetch it failed; null: it did not"""


class Ring(TypedDict):
    """Sign-ups of the last 30 days that hang together"""

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


class DecidedAgent(TypedDict):
    """The agent of a sign-up and what your policy decides about it"""

    verified: bool
    """A signature was verified"""
    signature_reason: "AgentReason"
    name: Optional[str]
    """The same as claimed_name"""
    claimed_name: Optional[str]
    """The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified"""
    host: Optional[str]
    """All that a signature proves about who sent the request: the host whose well-known directory (or configured key set) has the key, in lower case and A-labels; or the URL of the key where it is published at another place, which says nothing about the host. Null unless verified"""
    purpose: Optional[str]
    """As the agent's card says. Not checked"""
    trigger: Optional[str]
    """What makes the agent send requests, as its card says. Not checked"""
    rate_expectation: Optional[str]
    """As the agent's card says. Not checked"""
    expires_in: Optional[int]
    """Seconds until the signature expires"""
    publishes_card: bool
    """The agent publishes a card about itself"""
    profile: Optional["AgentProfile"]
    """The profile that the signature claims, verified or not; null when there is none"""
    replay: Optional["DecidedAgentReplay"]
    """Where a nonce names a session that several requests share (Visa): repeats within the window. Every call counts. Null for other profiles, and when it could not be counted"""
    commerce: Optional["DecidedAgentCommerce"]
    """What could be checked of the objects sent as `commerce`; null when none were. The objects' own signatures are not checked: how they are serialised is published nowhere"""
    decision: "AgentAction"
    matched: str
    """What decided: `rule:<index>` or `default:<bucket>`"""
    reason: str
    """Why; a sentence, or the reason of your rule"""
    help_url: Optional[str]
    """A public page that tells the agent's operator what was wrong: send it with your refusal. Null when there is nothing to refuse"""


class DecidedAgentReplay(TypedDict):
    """Where a nonce names a session that several requests share (Visa): repeats within the window. Every call counts. Null for other profiles, and when it could not be counted"""

    seen: int
    """How often the nonce was presented before, to any of your keys of this mode"""


class DecidedAgentCommerce(TypedDict):
    """What could be checked of the objects sent as `commerce`; null when none were. The objects' own signatures are not checked: how they are serialised is published nowhere"""

    consumer: Optional[Literal["verified", "present_not_verified", "request_not_verified", "profile_has_no_objects", "object_malformed", "nonce_mismatch", "key_mismatch", "token_malformed", "token_algorithm_unsupported", "token_key_unavailable", "token_key_unknown", "token_signature_failed", "token_not_yet_valid", "token_expired", "token_audience_mismatch"]]
    """`verified`: nonce and key id are the signature's, and the identity token's signature, audience and time are valid. Null: there is no such object"""
    payment: Optional[Literal["verified", "present_not_verified", "request_not_verified", "profile_has_no_objects", "object_malformed", "nonce_mismatch", "key_mismatch", "token_malformed", "token_algorithm_unsupported", "token_key_unavailable", "token_key_unknown", "token_signature_failed", "token_not_yet_valid", "token_expired", "token_audience_mismatch"]]
    """At best `present_not_verified`. Null: there is no such object"""


class StoredAgent(TypedDict):
    """The agent of a sign-up and what your policy decided about it"""

    verified: bool
    """A signature was verified"""
    signature_reason: "AgentReason"
    name: Optional[str]
    """The same as claimed_name"""
    claimed_name: Optional[str]
    """The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified"""
    host: Optional[str]
    """All that a signature proves about who sent the request: the host whose well-known directory (or configured key set) has the key, in lower case and A-labels; or the URL of the key where it is published at another place, which says nothing about the host. Null unless verified"""
    purpose: Optional[str]
    """As the agent's card says. Not checked"""
    trigger: Optional[str]
    """What makes the agent send requests, as its card says. Not checked"""
    rate_expectation: Optional[str]
    """As the agent's card says. Not checked"""
    expires_in: Optional[int]
    """Seconds until the signature expires"""
    publishes_card: bool
    """The agent publishes a card about itself"""
    profile: Optional["AgentProfile"]
    """The profile that the signature claims, verified or not; null when there is none"""
    replay: Optional["StoredAgentReplay"]
    """Where a nonce names a session that several requests share (Visa): repeats within the window. Every call counts. Null for other profiles, and when it could not be counted"""
    commerce: Optional["StoredAgentCommerce"]
    """What could be checked of the objects sent as `commerce`; null when none were. The objects' own signatures are not checked: how they are serialised is published nowhere"""
    decision: "AgentAction"
    matched: str
    """What decided: `rule:<index>` or `default:<bucket>`"""
    reason: str
    """Why; a sentence, or the reason of your rule"""


class StoredAgentReplay(TypedDict):
    """Where a nonce names a session that several requests share (Visa): repeats within the window. Every call counts. Null for other profiles, and when it could not be counted"""

    seen: int
    """How often the nonce was presented before, to any of your keys of this mode"""


class StoredAgentCommerce(TypedDict):
    """What could be checked of the objects sent as `commerce`; null when none were. The objects' own signatures are not checked: how they are serialised is published nowhere"""

    consumer: Optional[Literal["verified", "present_not_verified", "request_not_verified", "profile_has_no_objects", "object_malformed", "nonce_mismatch", "key_mismatch", "token_malformed", "token_algorithm_unsupported", "token_key_unavailable", "token_key_unknown", "token_signature_failed", "token_not_yet_valid", "token_expired", "token_audience_mismatch"]]
    """`verified`: nonce and key id are the signature's, and the identity token's signature, audience and time are valid. Null: there is no such object"""
    payment: Optional[Literal["verified", "present_not_verified", "request_not_verified", "profile_has_no_objects", "object_malformed", "nonce_mismatch", "key_mismatch", "token_malformed", "token_algorithm_unsupported", "token_key_unavailable", "token_key_unknown", "token_signature_failed", "token_not_yet_valid", "token_expired", "token_audience_mismatch"]]
    """At best `present_not_verified`. Null: there is no such object"""


class _OutcomeLabelRequired(TypedDict):
    request_id: str
    """Of the score"""
    outcome: Literal["fraud", "legit", "none"]
    """What it was; `none` removes the label, and what it had added"""


class OutcomeLabel(_OutcomeLabelRequired, total=False):
    """What a score turned out to be"""

    values: List[Literal["ip", "email", "phone", "domain", "device"]]
    """Values that are fraud themselves. A fraud label counts on every value of the score; it weighs in full on these, on the address and device, and on what the sign-up had `verified`"""


class OutcomeLabels(TypedDict):
    """Several labels"""

    outcomes: List["OutcomeLabel"]
    """The labels"""


class _OutcomeListEntryRequired(TypedDict):
    request_id: str
    """Of the score"""
    outcome: Literal["fraud", "legit", "none"]
    """What it was; `none` removes the label, and what it had added"""


class OutcomeListEntry(_OutcomeListEntryRequired, total=False):
    """As OutcomeLabel"""

    values: List[Literal["ip", "email", "phone", "domain", "device"]]
    """Values that are fraud themselves. A fraud label counts on every value of the score; it weighs in full on these, on the address and device, and on what the sign-up had `verified`"""


class _IpResultRequired(TypedDict):
    ip: str
    """The address in canonical form"""
    abuse_reports: int
    """Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted"""
    signals: "IpResultSignals"
    """Facts about the value. Null means unknown, never false"""
    geo: "IpResultGeo"
    """Where the address is, and whose network it belongs to"""
    vpn_provider: Optional[str]
    """Name of the VPN service"""
    proxy_likelihood: Optional[float]
    """How likely the address is a residential or mobile proxy, by where proxies were seen lately, at even odds of a proxy and an ordinary line; null while the daily samples are not loaded"""
    shared_address: "IpResultSharedAddress"
    """Whether reports about the bare address concern whoever comes next"""
    hijacked_source: Optional[str]
    """Where the claim of a hijacked netblock comes from"""
    risk_score: int
    """0 to 100; higher is riskier"""
    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class IpResult(_IpResultRequired, total=False):
    """The score of an IP address"""

    rule_applied: "RuleApplied"


class IpResultSignals(TypedDict):
    """Facts about the value. Null means unknown, never false"""

    is_vpn: Optional[bool]
    """Exit of a commercial VPN, or of one built into a consumer platform"""
    is_proxy: Optional[bool]
    """Open proxy"""
    is_datacenter: Optional[bool]
    """Belongs to a hosting or cloud network"""
    is_tor: Optional[bool]
    """Tor exit node"""
    recent_abuse: Optional[bool]
    """Reported or labelled as fraud in the last 30 days"""
    is_hijacked_netblock: Optional[bool]
    """In a netblock that is listed as hijacked"""


class IpResultGeo(TypedDict):
    """Where the address is, and whose network it belongs to"""

    country: Optional[str]
    """ISO 3166-1 alpha-2"""
    city: Optional[str]
    """Name in English"""
    asn: Optional[str]
    """Number of the autonomous system, as `AS64500`"""
    isp: Optional[str]
    """Name of the network's owner"""


class IpResultSharedAddress(TypedDict):
    """Whether reports about the bare address concern whoever comes next"""

    shared: Optional[bool]
    """Many people have the address at once or in turn; null for an ordinary line"""
    kind: Optional[Literal["tor", "proxy", "vpn", "relay", "carrier_nat", "mobile", "carrier", "gateway", "education", "library", "resolver", "observed"]]
    """What they share; `observed`: your own sign-ups of days before show that many people come from it. Null when it is not shared, or not known"""


class _RuleAppliedRequired(TypedDict):
    id: str
    """The id of the rule"""
    action: Literal["allow", "block"]
    """What the rule does with what it matches"""
    kind: Literal["ip", "cidr", "email", "domain", "phone", "asn", "device"]
    """What the value of the rule is"""
    value: str
    """What the rule matches, in canonical form"""


class RuleApplied(_RuleAppliedRequired, total=False):
    """Present when one of your rules decided the result"""

    hashed: bool
    """The rule was made of a `ref`: it holds a hash, and `value` is masked"""


class _ProblemRequired(TypedDict):
    type: str
    """URL of the page that explains the code"""
    title: str
    """What the code means; a sentence"""
    status: int
    """The HTTP status"""
    detail: str
    """What went wrong with this request; a sentence"""
    code: "ErrorCode"
    request_id: str
    """The id of this request, for the operator's log"""


class Problem(_ProblemRequired, total=False):
    """RFC 9457 problem details"""

    errors: List["ProblemErrorsItem"]
    """The places that are wrong"""


class _ProblemErrorsItemRequired(TypedDict):
    detail: str
    """What is wrong there"""


class ProblemErrorsItem(_ProblemErrorsItemRequired, total=False):
    pointer: str
    """JSON Pointer into the body"""
    parameter: str
    """Name of the query or path parameter"""


class _EmailResultRequired(TypedDict):
    email: str
    """The address as scored"""
    normalized_email: str
    """Without tags, and without the dots that the provider ignores: equal for addresses of one mailbox"""
    status: Literal["valid", "invalid", "risky", "do_not_mail"]
    """Whether mail should be sent there"""
    sub_status: "EmailSubStatus"
    deliverability_score: int
    """0 to 100; higher means mail is likelier to arrive. Not part of risk_score"""
    did_you_mean: Optional[str]
    """The address that was probably meant; null when none is near"""
    domain: str
    """The domain in lower case and A-labels"""
    domain_age_days: Optional[int]
    """Days since the domain was registered"""
    mx_provider: Optional[str]
    """Name of the provider of the domain's mail servers"""
    mx_records: List[str]
    """Names of the domain's mail servers, most preferred first"""
    abuse_reports: int
    """Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted"""
    first_seen: Optional[str]
    """RFC 3339. As times_seen: by all accounts the operator made or admitted, for other accounts by themselves; null for test keys"""
    signals: "EmailResultSignals"
    """Facts about the value. Null means unknown, never false"""
    digital_footprint: "EmailResultDigitalFootprint"
    """Traces of the address elsewhere. Null where no source is configured"""
    risk_score: int
    """0 to 100; higher is riskier"""
    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class EmailResult(_EmailResultRequired, total=False):
    """The score of an e-mail address"""

    rule_applied: "RuleApplied"


class EmailResultSignals(TypedDict):
    """Facts about the value. Null means unknown, never false"""

    syntax_valid: Optional[bool]
    """A valid address by its form"""
    mx_found: Optional[bool]
    """The domain accepts mail"""
    is_disposable: Optional[bool]
    """The domain gives out throw-away addresses"""
    is_homograph: Optional[bool]
    """The domain imitates another by look-alike characters"""
    is_role_account: Optional[bool]
    """For a role such as info or billing, not a person"""
    is_free_provider: Optional[bool]
    """At a free mail provider"""
    is_suspicious_handle: Optional[bool]
    """The part before the @ looks machine-generated"""
    is_tagged: Optional[bool]
    """Has a tag, as in `jane+shop@example.org`"""
    is_risky_tld: Optional[bool]
    """Under a top-level domain often used for abuse"""
    is_new_domain: Optional[bool]
    """The domain was registered less than 30 days ago"""
    has_spf: Optional[bool]
    """The domain publishes SPF"""
    has_dmarc: Optional[bool]
    """The domain publishes DMARC"""
    has_website: Optional[bool]
    """The domain has a website"""
    mailbox_exists: Optional[bool]
    """The mail server's answer about this mailbox"""
    is_catch_all: Optional[bool]
    """The domain accepts mail for any address"""
    has_digital_footprint: Optional[bool]
    """The address has a public avatar or is in a known breach"""
    mailbox_status: Literal["verified", "catch_all", "pending", "unsupported", "unavailable", "unknown"]
    """`verified`: The mail server answered. `catch_all`: The domain accepts mail for any address, so none can be verified. `pending`: It is being checked; a later request has the answer. `unsupported`: The mail server does not tell. `unavailable`: It could not be checked. `unknown`: The request's time was up before the mailbox was checked"""


class EmailResultDigitalFootprint(TypedDict):
    """Traces of the address elsewhere. Null where no source is configured"""

    has_avatar: Optional[bool]
    """A public avatar belongs to the address"""
    avatar_profile_url: Optional[str]
    """URL of its profile"""
    breach_count: Optional[int]
    """Known breaches that contain the address"""
    seen_in_breach: Optional[bool]
    """It is in at least one"""


class _PhoneResultRequired(TypedDict):
    parse_status: "PhoneParseStatus"
    phone: Optional[str]
    """E.164; null when it could not be read as a number"""
    abuse_reports: int
    """Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted"""
    signals: "PhoneResultSignals"
    """Facts about the value. Null means unknown, never false"""
    number: "PhoneResultNumber"
    """The number in its formats"""
    risk_score: int
    """0 to 100; higher is riskier"""
    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class PhoneResult(_PhoneResultRequired, total=False):
    """The score of a phone number"""

    rule_applied: "RuleApplied"


class PhoneResultSignals(TypedDict):
    """Facts about the value. Null means unknown, never false"""

    syntax_valid: Optional[bool]
    """Matches its numbering plan"""
    is_possible: Optional[bool]
    """Its length fits its numbering plan"""
    is_voip: Optional[bool]
    """In a range for VoIP; null where the plan does not show it, for example +1"""
    is_premium_rate: Optional[bool]
    """Calls to it cost extra"""
    is_toll_free: Optional[bool]
    """Calls to it are free"""
    assigned_area_code: Optional[bool]
    """Its area code is in use"""
    is_fictional: Optional[bool]
    """Reserved for films, books and examples"""


class PhoneResultNumber(TypedDict):
    """The number in its formats"""

    e164: Optional[str]
    """As `+442079460123`"""
    national: Optional[str]
    """In the national format of its country"""
    international: Optional[str]
    """In international format"""
    country: Optional[str]
    """ISO 3166-1 alpha-2; null when the number belongs to no single country"""
    line_type: Optional[Literal["fixed_line", "mobile", "fixed_line_or_mobile", "voip", "premium_rate", "toll_free", "shared_cost", "personal_number", "pager", "uan", "voicemail"]]
    """The kind of line, by its numbering plan"""


class _DomainResultRequired(TypedDict):
    domain: str
    """In lower case and A-labels"""
    abuse_reports: int
    """Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted"""
    signals: "DomainResultSignals"
    """Facts about the value. Null means unknown, never false"""
    registration: "DomainResultRegistration"
    """From the registry, by RDAP"""
    risk_score: int
    """0 to 100; higher is riskier"""
    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class DomainResult(_DomainResultRequired, total=False):
    """The score of a domain"""

    rule_applied: "RuleApplied"


class DomainResultSignals(TypedDict):
    """Facts about the value. Null means unknown, never false"""

    resolves: Optional[bool]
    """The domain exists in DNS"""
    mx_found: Optional[bool]
    """It accepts mail"""
    has_spf: Optional[bool]
    """It publishes SPF"""
    has_dmarc: Optional[bool]
    """It publishes DMARC"""
    is_disposable: Optional[bool]
    """It gives out throw-away mail addresses"""
    is_homograph: Optional[bool]
    """It imitates another by look-alike characters"""
    is_free_provider: Optional[bool]
    """It is a free mail provider"""
    is_risky_tld: Optional[bool]
    """Under a top-level domain often used for abuse"""
    newly_registered: Optional[bool]
    """Registered less than 30 days ago"""


class DomainResultRegistration(TypedDict):
    """From the registry, by RDAP"""

    created_at: Optional[str]
    """RFC 3339: when it was registered"""
    age_days: Optional[int]
    """Days since then"""
    registrar: Optional[str]
    """Name of the registrar"""


class _SignupResultRequired(TypedDict):
    risk_score: int
    """0 to 100; higher is riskier"""
    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    summary: str
    """One sentence for people"""
    components: "SignupResultComponents"
    """Each value that was sent, as its own endpoint returns it"""
    components_checked: List[Literal["ip", "email", "phone", "domain", "device"]]
    """The components that are part of the score"""
    top_signals: List[str]
    """The findings with the largest effect, strongest first, each as `<component>: <text>`"""
    linkage: "SignupResultLinkage"
    """How it relates to your earlier sign-ups. Null means unknown"""
    actor: "SignupResultActor"
    """Who seems to be acting"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class SignupResult(_SignupResultRequired, total=False):
    """The score of a sign-up"""

    components_invalid: List["SignupResultComponentsInvalidItem"]
    """With on_invalid=review: what could not be read, and why; the verdict is then at least review, unless one of your allow rules decided. Absent otherwise"""
    device_token: Literal["valid", "expired", "invalid"]
    """What the device_token of the request is: `expired` is one of this service that is older than a day; absent when none was sent"""
    agent: "DecidedAgent"
    """Present when the request carried an agent"""
    rule_applied: "RuleApplied"
    warnings: List["SignupResultWarningsItem"]
    """Fields of the request that are none and were not used; absent when there are none"""


class SignupResultComponents(TypedDict, total=False):
    """Each value that was sent, as its own endpoint returns it"""

    ip: "IpResult"
    email: "EmailResult"
    phone: "PhoneResult"
    domain: "DomainResult"
    device: "DeviceResult"


class SignupResultLinkage(TypedDict):
    """How it relates to your earlier sign-ups. Null means unknown"""

    device_email_count: Optional[int]
    """E-mail addresses seen with this device"""
    email_device_count: Optional[int]
    """Devices seen with this e-mail address"""
    email_ip_count: Optional[int]
    """IP addresses seen with this e-mail address"""
    subnet_rate_1h: Optional[int]
    """Sign-ups of the last hour from the /24 (IPv6: /48) of this address"""
    domain_rate_1h: Optional[int]
    """Sign-ups of the last hour with this domain"""
    ring: Optional["Ring"]
    """Sign-ups of the last 30 days that hang together; null for one that shares nothing"""


class SignupResultActor(TypedDict):
    """Who seems to be acting"""

    type: Literal["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]
    """Who seems to be acting; there is no type `human`"""
    proven: bool
    """True only for a verified signature: operator is then proven"""
    basis: Literal["signature", "device_signals", "none"]
    """What the type follows from"""
    operator: Optional[str]
    """The host that the agent's signature proves, never a claimed name"""
    trigger: Optional[str]
    """As the agent's card says"""
    detail: str
    """Why; a sentence"""


class SignupResultComponentsInvalidItem(TypedDict):
    field: str
    """As the request names it"""
    detail: str
    """Why it cannot be read"""


class SignupResultWarningsItem(TypedDict):
    field: str
    """As sent"""
    detail: str
    """What may have been meant"""


class _DeviceResultRequired(TypedDict):
    device_id: str
    """As sent"""
    bot_probability: Optional[float]
    """0 to 1: how likely a program drives the browser. Not part of risk_score"""
    signals: "DeviceResultSignals"
    """Facts about the value. Null means unknown, never false"""
    first_seen: Optional[str]
    """RFC 3339. As times_seen: by all accounts the operator made or admitted, for other accounts by themselves; null for test keys"""
    times_seen: Optional[int]
    """How often it was scored, this time included; null for test keys"""
    abuse_reports: int
    """Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted"""
    risk_score: int
    """0 to 100; higher is riskier"""
    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class DeviceResult(_DeviceResultRequired, total=False):
    """The score of a device"""

    rule_applied: "RuleApplied"


class DeviceResultSignals(TypedDict):
    """Facts about the value. Null means unknown, never false"""

    is_bot: Optional[bool]
    """Probably driven by a program"""
    is_automated: Optional[bool]
    """The browser shows marks of automation"""
    is_headless: Optional[bool]
    """The browser has no window"""
    timezone_mismatch: Optional[bool]
    """The time zone does not match the place of the IP address"""
    repeat_device: Optional[bool]
    """Seen before. Not scored"""


class BatchIpResult(TypedDict):
    """Scores of IP addresses"""

    type: Literal["ip"]
    """As in the request"""
    count: int
    """Items sent"""
    succeeded: int
    """Items scored"""
    failed: int
    """Items that could not be read"""
    billable_lookups: int
    """Lookups that this request is billed; 0 for test keys"""
    processing_time_sec: float
    """Time the request took, in seconds"""
    results: List[Union["BatchIpItem", "BatchFailedItem"]]
    """In the order of the items. One that failed has `error`; no other has"""


class _BatchIpItemRequired(TypedDict):
    ip: str
    """The address in canonical form"""
    abuse_reports: int
    """Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted"""
    signals: "BatchIpItemSignals"
    """Facts about the value. Null means unknown, never false"""
    geo: "BatchIpItemGeo"
    """Where the address is, and whose network it belongs to"""
    vpn_provider: Optional[str]
    """Name of the VPN service"""
    proxy_likelihood: Optional[float]
    """How likely the address is a residential or mobile proxy, by where proxies were seen lately, at even odds of a proxy and an ordinary line; null while the daily samples are not loaded"""
    shared_address: "BatchIpItemSharedAddress"
    """Whether reports about the bare address concern whoever comes next"""
    hijacked_source: Optional[str]
    """Where the claim of a hijacked netblock comes from"""
    risk_score: int
    """0 to 100; higher is riskier"""
    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""
    input: str
    """The item as sent"""
    cached: bool
    """What is remembered of the address was in memory"""
    first_seen: Optional[str]
    """RFC 3339. As times_seen: by all accounts the operator made or admitted, for other accounts by themselves; null for test keys"""
    times_seen: Optional[int]
    """How often it was scored, this time included; null for test keys"""


class BatchIpItem(_BatchIpItemRequired, total=False):
    """The result of /v1/score/ip with its input"""

    rule_applied: "RuleApplied"


class BatchIpItemSignals(TypedDict):
    """Facts about the value. Null means unknown, never false"""

    is_vpn: Optional[bool]
    """Exit of a commercial VPN, or of one built into a consumer platform"""
    is_proxy: Optional[bool]
    """Open proxy"""
    is_datacenter: Optional[bool]
    """Belongs to a hosting or cloud network"""
    is_tor: Optional[bool]
    """Tor exit node"""
    recent_abuse: Optional[bool]
    """Reported or labelled as fraud in the last 30 days"""
    is_hijacked_netblock: Optional[bool]
    """In a netblock that is listed as hijacked"""


class BatchIpItemGeo(TypedDict):
    """Where the address is, and whose network it belongs to"""

    country: Optional[str]
    """ISO 3166-1 alpha-2"""
    city: Optional[str]
    """Name in English"""
    asn: Optional[str]
    """Number of the autonomous system, as `AS64500`"""
    isp: Optional[str]
    """Name of the network's owner"""


class BatchIpItemSharedAddress(TypedDict):
    """Whether reports about the bare address concern whoever comes next"""

    shared: Optional[bool]
    """Many people have the address at once or in turn; null for an ordinary line"""
    kind: Optional[Literal["tor", "proxy", "vpn", "relay", "carrier_nat", "mobile", "carrier", "gateway", "education", "library", "resolver", "observed"]]
    """What they share; `observed`: your own sign-ups of days before show that many people come from it. Null when it is not shared, or not known"""


class BatchFailedItem(TypedDict):
    """An item that could not be read. Not billed"""

    input: str
    """The item as sent"""
    error: str
    """Why it was not scored; a sentence"""


class BatchEmailResult(TypedDict):
    """Scores of e-mail addresses"""

    type: Literal["email"]
    """As in the request"""
    count: int
    """Items sent"""
    succeeded: int
    """Items scored"""
    failed: int
    """Items that could not be read"""
    billable_lookups: int
    """Lookups that this request is billed; 0 for test keys"""
    processing_time_sec: float
    """Time the request took, in seconds"""
    results: List[Union["BatchEmailItem", "BatchFailedItem"]]
    """In the order of the items. One that failed has `error`; no other has"""


class _BatchEmailItemRequired(TypedDict):
    email: str
    """The address as scored"""
    normalized_email: str
    """Without tags, and without the dots that the provider ignores: equal for addresses of one mailbox"""
    status: Literal["valid", "invalid", "risky", "do_not_mail"]
    """Whether mail should be sent there"""
    sub_status: "EmailSubStatus"
    deliverability_score: int
    """0 to 100; higher means mail is likelier to arrive. Not part of risk_score"""
    did_you_mean: Optional[str]
    """The address that was probably meant; null when none is near"""
    domain: str
    """The domain in lower case and A-labels"""
    domain_age_days: Optional[int]
    """Days since the domain was registered"""
    mx_provider: Optional[str]
    """Name of the provider of the domain's mail servers"""
    mx_records: List[str]
    """Names of the domain's mail servers, most preferred first"""
    abuse_reports: int
    """Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted"""
    first_seen: Optional[str]
    """RFC 3339. As times_seen: by all accounts the operator made or admitted, for other accounts by themselves; null for test keys"""
    signals: "BatchEmailItemSignals"
    """Facts about the value. Null means unknown, never false"""
    digital_footprint: "BatchEmailItemDigitalFootprint"
    """Traces of the address elsewhere. Null where no source is configured"""
    risk_score: int
    """0 to 100; higher is riskier"""
    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""
    input: str
    """The item as sent"""


class BatchEmailItem(_BatchEmailItemRequired, total=False):
    """The result of /v1/verify/email with its input"""

    rule_applied: "RuleApplied"


class BatchEmailItemSignals(TypedDict):
    """Facts about the value. Null means unknown, never false"""

    syntax_valid: Optional[bool]
    """A valid address by its form"""
    mx_found: Optional[bool]
    """The domain accepts mail"""
    is_disposable: Optional[bool]
    """The domain gives out throw-away addresses"""
    is_homograph: Optional[bool]
    """The domain imitates another by look-alike characters"""
    is_role_account: Optional[bool]
    """For a role such as info or billing, not a person"""
    is_free_provider: Optional[bool]
    """At a free mail provider"""
    is_suspicious_handle: Optional[bool]
    """The part before the @ looks machine-generated"""
    is_tagged: Optional[bool]
    """Has a tag, as in `jane+shop@example.org`"""
    is_risky_tld: Optional[bool]
    """Under a top-level domain often used for abuse"""
    is_new_domain: Optional[bool]
    """The domain was registered less than 30 days ago"""
    has_spf: Optional[bool]
    """The domain publishes SPF"""
    has_dmarc: Optional[bool]
    """The domain publishes DMARC"""
    has_website: Optional[bool]
    """The domain has a website"""
    mailbox_exists: Optional[bool]
    """The mail server's answer about this mailbox"""
    is_catch_all: Optional[bool]
    """The domain accepts mail for any address"""
    has_digital_footprint: Optional[bool]
    """The address has a public avatar or is in a known breach"""
    mailbox_status: Literal["verified", "catch_all", "pending", "unsupported", "unavailable", "unknown"]
    """`verified`: The mail server answered. `catch_all`: The domain accepts mail for any address, so none can be verified. `pending`: It is being checked; a later request has the answer. `unsupported`: The mail server does not tell. `unavailable`: It could not be checked. `unknown`: The request's time was up before the mailbox was checked"""


class BatchEmailItemDigitalFootprint(TypedDict):
    """Traces of the address elsewhere. Null where no source is configured"""

    has_avatar: Optional[bool]
    """A public avatar belongs to the address"""
    avatar_profile_url: Optional[str]
    """URL of its profile"""
    breach_count: Optional[int]
    """Known breaches that contain the address"""
    seen_in_breach: Optional[bool]
    """It is in at least one"""


class BatchDomainResult(TypedDict):
    """Scores of domains"""

    type: Literal["domain"]
    """As in the request"""
    count: int
    """Items sent"""
    succeeded: int
    """Items scored"""
    failed: int
    """Items that could not be read"""
    billable_lookups: int
    """Lookups that this request is billed; 0 for test keys"""
    processing_time_sec: float
    """Time the request took, in seconds"""
    results: List[Union["BatchDomainItem", "BatchFailedItem"]]
    """In the order of the items. One that failed has `error`; no other has"""


class _BatchDomainItemRequired(TypedDict):
    domain: str
    """In lower case and A-labels"""
    abuse_reports: int
    """Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted"""
    signals: "BatchDomainItemSignals"
    """Facts about the value. Null means unknown, never false"""
    registration: "BatchDomainItemRegistration"
    """From the registry, by RDAP"""
    risk_score: int
    """0 to 100; higher is riskier"""
    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""
    input: str
    """The item as sent"""


class BatchDomainItem(_BatchDomainItemRequired, total=False):
    """The result of /v1/score/domain with its input"""

    rule_applied: "RuleApplied"


class BatchDomainItemSignals(TypedDict):
    """Facts about the value. Null means unknown, never false"""

    resolves: Optional[bool]
    """The domain exists in DNS"""
    mx_found: Optional[bool]
    """It accepts mail"""
    has_spf: Optional[bool]
    """It publishes SPF"""
    has_dmarc: Optional[bool]
    """It publishes DMARC"""
    is_disposable: Optional[bool]
    """It gives out throw-away mail addresses"""
    is_homograph: Optional[bool]
    """It imitates another by look-alike characters"""
    is_free_provider: Optional[bool]
    """It is a free mail provider"""
    is_risky_tld: Optional[bool]
    """Under a top-level domain often used for abuse"""
    newly_registered: Optional[bool]
    """Registered less than 30 days ago"""


class BatchDomainItemRegistration(TypedDict):
    """From the registry, by RDAP"""

    created_at: Optional[str]
    """RFC 3339: when it was registered"""
    age_days: Optional[int]
    """Days since then"""
    registrar: Optional[str]
    """Name of the registrar"""


class BatchPhoneResult(TypedDict):
    """Scores of phone numbers"""

    type: Literal["phone"]
    """As in the request"""
    count: int
    """Items sent"""
    succeeded: int
    """Items scored"""
    failed: int
    """Items that could not be read"""
    billable_lookups: int
    """Lookups that this request is billed; 0 for test keys"""
    processing_time_sec: float
    """Time the request took, in seconds"""
    results: List[Union["BatchPhoneItem", "BatchFailedItem"]]
    """In the order of the items. One that failed has `error`; no other has"""


class _BatchPhoneItemRequired(TypedDict):
    parse_status: "PhoneParseStatus"
    phone: Optional[str]
    """E.164; null when it could not be read as a number"""
    abuse_reports: int
    """Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted"""
    signals: "BatchPhoneItemSignals"
    """Facts about the value. Null means unknown, never false"""
    number: "BatchPhoneItemNumber"
    """The number in its formats"""
    risk_score: int
    """0 to 100; higher is riskier"""
    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""
    input: str
    """The item as sent"""


class BatchPhoneItem(_BatchPhoneItemRequired, total=False):
    """The result of /v1/lookup/phone with its input"""

    rule_applied: "RuleApplied"


class BatchPhoneItemSignals(TypedDict):
    """Facts about the value. Null means unknown, never false"""

    syntax_valid: Optional[bool]
    """Matches its numbering plan"""
    is_possible: Optional[bool]
    """Its length fits its numbering plan"""
    is_voip: Optional[bool]
    """In a range for VoIP; null where the plan does not show it, for example +1"""
    is_premium_rate: Optional[bool]
    """Calls to it cost extra"""
    is_toll_free: Optional[bool]
    """Calls to it are free"""
    assigned_area_code: Optional[bool]
    """Its area code is in use"""
    is_fictional: Optional[bool]
    """Reserved for films, books and examples"""


class BatchPhoneItemNumber(TypedDict):
    """The number in its formats"""

    e164: Optional[str]
    """As `+442079460123`"""
    national: Optional[str]
    """In the national format of its country"""
    international: Optional[str]
    """In international format"""
    country: Optional[str]
    """ISO 3166-1 alpha-2; null when the number belongs to no single country"""
    line_type: Optional[Literal["fixed_line", "mobile", "fixed_line_or_mobile", "voip", "premium_rate", "toll_free", "shared_cost", "personal_number", "pager", "uan", "voicemail"]]
    """The kind of line, by its numbering plan"""


class ReportResult(TypedDict):
    """What became of each value"""

    reported: int
    """Values that were reported"""
    results: List["ReportResultResultsItem"]
    """Each of them"""
    skipped: List["ReportResultSkippedItem"]
    """Values that could not be read"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class ReportResultResultsItem(TypedDict):
    kind: Literal["ip", "email", "domain", "phone"]
    """What the values are"""
    abuse_reports: int
    """Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted"""


class ReportResultSkippedItem(TypedDict):
    value: str
    """As sent"""
    reason: str
    """Why it was skipped; a sentence"""


class WithdrawalResult(TypedDict):
    """What became of each value"""

    withdrawn: int
    """Values of which your reports were taken back"""
    not_found: int
    """Values that you have not reported"""
    results: List["WithdrawalResultResultsItem"]
    """Each value that was read"""
    skipped: List["WithdrawalResultSkippedItem"]
    """Values that could not be read"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class WithdrawalResultResultsItem(TypedDict):
    kind: Literal["ip", "email", "domain", "phone"]
    """What the values are"""
    withdrawn: int
    """How many of your reports were taken back"""
    abuse_reports: int
    """Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted"""


class WithdrawalResultSkippedItem(TypedDict):
    value: str
    """As sent"""
    reason: str
    """Why it was skipped; a sentence"""


class OutcomeResult(TypedDict):
    """What became of each label"""

    recorded: int
    """Labels recorded"""
    not_found: int
    """Ids of which your account has no score"""
    results: List["RecordedLabel"]
    """In the order of the labels"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class RecordedLabel(TypedDict):
    """What became of a label"""

    request_id: str
    """As sent"""
    status: Literal["recorded", "not_found"]
    """`not_found`: your account has no such score"""
    our_score: Optional[int]
    """The risk_score of the score, 0 to 100; null when it was not found"""
    our_verdict: Optional[Literal["allow", "review", "block"]]
    """Its verdict; null when it was not found"""
    disagreement: Optional[bool]
    """Fraud that was allowed, or legitimate and blocked; null without a label"""


class AgentVerification(TypedDict):
    """Who signed a request"""

    verified: bool
    """A signature was verified"""
    reason: "AgentReason"
    keyid: str
    """As sent; empty when missing"""
    agent: Optional[str]
    """The same as host. Null unless verified"""
    host: Optional[str]
    """All that a signature proves about who sent the request: the host whose well-known directory (or configured key set) has the key, in lower case and A-labels; or the URL of the key where it is published at another place, which says nothing about the host. Null unless verified"""
    claimed_name: Optional[str]
    """The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified"""
    purpose: Optional[str]
    """As the agent's card says. Not checked"""
    expires_in: Optional[int]
    """Seconds until the signature expires"""
    replay_protection: "ReplayProtection"
    covered: Optional[List[str]]
    """What the verified signature covers: components of the request (RFC 9421) and header fields. Nobody can change these afterwards. Null unless verified"""
    not_covered: Optional[List[str]]
    """What the request has and the signature does not cover, of @method, @authority, @path, @query (or its parameters), content-digest and content-type: anybody on the way may have added or changed it. Null unless verified"""
    profile: Optional["AgentProfile"]
    """The profile that the signature claims, verified or not; null when there is none"""
    replay: Optional["AgentVerificationReplay"]
    """Where a nonce names a session that several requests share (Visa): repeats within the window. Every call counts. Null for other profiles, and when it could not be counted"""
    commerce: Optional["AgentVerificationCommerce"]
    """What could be checked of the objects sent as `commerce`; null when none were. The objects' own signatures are not checked: how they are serialised is published nowhere"""
    help_url: Optional[str]
    """A public page that tells the agent's operator what was wrong: send it with your refusal. Null when there is nothing to refuse"""
    docs: str
    """The page that explains the result"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class AgentVerificationReplay(TypedDict):
    """Where a nonce names a session that several requests share (Visa): repeats within the window. Every call counts. Null for other profiles, and when it could not be counted"""

    seen: int
    """How often the nonce was presented before, to any of your keys of this mode"""


class AgentVerificationCommerce(TypedDict):
    """What could be checked of the objects sent as `commerce`; null when none were. The objects' own signatures are not checked: how they are serialised is published nowhere"""

    consumer: Optional[Literal["verified", "present_not_verified", "request_not_verified", "profile_has_no_objects", "object_malformed", "nonce_mismatch", "key_mismatch", "token_malformed", "token_algorithm_unsupported", "token_key_unavailable", "token_key_unknown", "token_signature_failed", "token_not_yet_valid", "token_expired", "token_audience_mismatch"]]
    """`verified`: nonce and key id are the signature's, and the identity token's signature, audience and time are valid. Null: there is no such object"""
    payment: Optional[Literal["verified", "present_not_verified", "request_not_verified", "profile_has_no_objects", "object_malformed", "nonce_mismatch", "key_mismatch", "token_malformed", "token_algorithm_unsupported", "token_key_unavailable", "token_key_unknown", "token_signature_failed", "token_not_yet_valid", "token_expired", "token_audience_mismatch"]]
    """At best `present_not_verified`. Null: there is no such object"""


class _AgentRequestRequired(TypedDict):
    url: str
    """The public URL that the agent requested"""
    headers: Dict[str, str]
    """The headers of the request by name"""


class AgentRequest(_AgentRequestRequired, total=False):
    """The inbound request as received, with its signature headers"""

    method: Optional[str]
    """HTTP method; GET when not given"""
    commerce: Optional["AgentRequestCommerce"]
    """What the agent sent about its user and the payment. Checked against the signature, not stored, not scored"""


class AgentRequestCommerce(TypedDict, total=False):
    """What the agent sent about its user and the payment. Checked against the signature, not stored, not scored"""

    consumer: Optional[Dict[str, Any]]
    """The `agenticConsumer` object of the agent's request, as received"""
    payment: Optional[Dict[str, Any]]
    """The `agenticPaymentContainer` object of the agent's request, as received"""


class _AgentAuthorizationRequired(TypedDict):
    decision: "AgentAction"
    matched: str
    """What decided: `rule:<index>`, or `default:` and one of verified, payer, not_web_bot_auth, unverifiable, signature_failed, none"""
    reason: str
    """Why; a sentence, or the reason of your rule"""
    agent: "AgentBlock"
    requests_last_hour: Optional[int]
    """Requests of this agent to your account, including this one"""
    help_url: Optional[str]
    """A public page that tells the agent's operator what was wrong: send it with your refusal. Null when there is nothing to refuse"""
    docs: str
    """The page that explains the result"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class AgentAuthorization(_AgentAuthorizationRequired, total=False):
    """What your agent policy decides about a request"""

    receipt: str
    """JSON Web Signature (EdDSA, typ `agent-receipt+jwt`) with iss, iat, jti (the request_id), decision, reason (the signature's), profile, host, request_digest and mode. Its key is at /.well-known/jwks.json"""


class AgentBlock(TypedDict):
    """name, claimed_name, purpose, trigger and rate_expectation are claims of the agent's card"""

    verified: bool
    """A signature was verified"""
    signature_reason: "AgentReason"
    name: Optional[str]
    """The same as claimed_name"""
    claimed_name: Optional[str]
    """The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified"""
    host: Optional[str]
    """All that a signature proves about who sent the request: the host whose well-known directory (or configured key set) has the key, in lower case and A-labels; or the URL of the key where it is published at another place, which says nothing about the host. Null unless verified"""
    purpose: Optional[str]
    """As the agent's card says. Not checked"""
    trigger: Optional[str]
    """What makes the agent send requests, as its card says. Not checked"""
    rate_expectation: Optional[str]
    """As the agent's card says. Not checked"""
    expires_in: Optional[int]
    """Seconds until the signature expires"""
    publishes_card: bool
    """The agent publishes a card about itself"""
    profile: Optional["AgentProfile"]
    """The profile that the signature claims, verified or not; null when there is none"""
    replay: Optional["AgentBlockReplay"]
    """Where a nonce names a session that several requests share (Visa): repeats within the window. Every call counts. Null for other profiles, and when it could not be counted"""
    commerce: Optional["AgentBlockCommerce"]
    """What could be checked of the objects sent as `commerce`; null when none were. The objects' own signatures are not checked: how they are serialised is published nowhere"""


class AgentBlockReplay(TypedDict):
    """Where a nonce names a session that several requests share (Visa): repeats within the window. Every call counts. Null for other profiles, and when it could not be counted"""

    seen: int
    """How often the nonce was presented before, to any of your keys of this mode"""


class AgentBlockCommerce(TypedDict):
    """What could be checked of the objects sent as `commerce`; null when none were. The objects' own signatures are not checked: how they are serialised is published nowhere"""

    consumer: Optional[Literal["verified", "present_not_verified", "request_not_verified", "profile_has_no_objects", "object_malformed", "nonce_mismatch", "key_mismatch", "token_malformed", "token_algorithm_unsupported", "token_key_unavailable", "token_key_unknown", "token_signature_failed", "token_not_yet_valid", "token_expired", "token_audience_mismatch"]]
    """`verified`: nonce and key id are the signature's, and the identity token's signature, audience and time are valid. Null: there is no such object"""
    payment: Optional[Literal["verified", "present_not_verified", "request_not_verified", "profile_has_no_objects", "object_malformed", "nonce_mismatch", "key_mismatch", "token_malformed", "token_algorithm_unsupported", "token_key_unavailable", "token_key_unknown", "token_signature_failed", "token_not_yet_valid", "token_expired", "token_audience_mismatch"]]
    """At best `present_not_verified`. Null: there is no such object"""


class _AgentAuthorizeRequestRequired(TypedDict):
    url: str
    """The public URL that the agent requested"""
    headers: Dict[str, str]
    """The headers of the request by name"""


class AgentAuthorizeRequest(_AgentAuthorizeRequestRequired, total=False):
    """The inbound request as received, with its signature headers"""

    method: Optional[str]
    """HTTP method; GET when not given"""
    commerce: Optional["AgentAuthorizeRequestCommerce"]
    """What the agent sent about its user and the payment. Checked against the signature, not stored, not scored"""
    receipt: Optional[bool]
    """true: adds a signed receipt of the decision that you may give to the agent"""


class AgentAuthorizeRequestCommerce(TypedDict, total=False):
    """What the agent sent about its user and the payment. Checked against the signature, not stored, not scored"""

    consumer: Optional[Dict[str, Any]]
    """The `agenticConsumer` object of the agent's request, as received"""
    payment: Optional[Dict[str, Any]]
    """The `agenticPaymentContainer` object of the agent's request, as received"""


class StoredAgentDecision(TypedDict):
    """A past decision about an agent's request"""

    request_id: str
    """Of the authorization or the scored sign-up"""
    decided_at: str
    """RFC 3339"""
    expires_at: str
    """RFC 3339: when the decision is deleted"""
    via: Literal["authorize", "signup"]
    """An authorization, or the agent of a sign-up"""
    mode: Literal["live", "test"]
    """Test keys are never billed"""
    method: str
    """HTTP method of the agent's request"""
    decision: "AgentAction"
    matched: str
    """What decided: `rule:<index>`, or `default:` and one of verified, payer, not_web_bot_auth, unverifiable, signature_failed, none"""
    reason: str
    """Why; a sentence, or the reason of your rule"""
    agent: "AgentBlock"
    keyid: str
    """As sent, the first 200 characters; empty when missing"""
    request_digest: Optional[str]
    """SHA-256, base64url, of method, URL, Signature-Input, Signature and Signature-Agent, each followed by a line feed. Null when it can no longer be read"""
    help_url: Optional[str]
    """A public page that tells the agent's operator what was wrong: send it with your refusal. Null when there is nothing to refuse"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class AgentReceipt(TypedDict):
    """A signed statement of a decision, for the agent's operator"""

    receipt: str
    """JSON Web Signature (EdDSA, typ `agent-receipt+jwt`) with iss, iat, jti (the request_id), decision, reason (the signature's), profile, host, request_digest and mode. Its key is at /.well-known/jwks.json"""
    jwks_url: str
    """Where the keys of receipts are published"""
    request_id: str
    """Of the decision"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class AgentPolicy(TypedDict):
    """Your agent policy"""

    rules: List["AgentRule"]
    """Evaluated in order; the first match decides"""
    defaults_apply_when_no_rule_matches: bool
    """False: an agent that no rule matches goes to review"""
    replay_protection: "ReplayProtection"
    updated_at: Optional[str]
    """RFC 3339; null when you never set a policy"""
    docs: str
    """The page that explains the result"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class _AgentRuleRequired(TypedDict):
    action: "AgentAction"
    """What happens to a request that matches"""


class AgentRule(_AgentRuleRequired, total=False):
    """Applies to verified agents. Without host, profile, repeated, trigger or methods it matches all"""

    host: str
    """The host whose well-known key directory has the key, never the name in a card. A name matches that host only; `*.` in front of a name matches every host below it at any depth, but not the name itself. Saved in lower case and in A-labels (xn--). Schemes, ports, paths and IP addresses are refused"""
    url: str
    """The https URL of a key that is not in a well-known directory (a JWK Set or a card), as the agent's Signature-Agent field has it. Compared whole"""
    profile: "AgentProfile"
    """The profile of the signature"""
    repeated: bool
    """true: the signature's nonce was presented before (`replay.seen` above 0); false: it was not. Requests without `replay` match neither"""
    trigger: str
    """As the agent's card says. An agent whose card says none does not match"""
    methods: List[str]
    """HTTP methods, in either case"""
    reason: str
    """Your own words; returned with the decision"""


class _AgentPolicySavedRequired(TypedDict):
    saved: int
    """Number of rules that were saved; 0 in a dry run"""
    rules: List["AgentRule"]
    """Evaluated in order; the first match decides"""
    defaults_apply_when_no_rule_matches: bool
    """False: an agent that no rule matches goes to review"""
    replay_protection: "ReplayProtection"
    updated_at: Optional[str]
    """RFC 3339; null when you never set a policy"""
    note: str
    """How the policy is applied; a sentence"""
    docs: str
    """The page that explains the result"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class AgentPolicySaved(_AgentPolicySavedRequired, total=False):
    """The policy as saved"""

    dry_run: bool
    """Present in a dry run: nothing was changed"""
    trial: "AgentPolicyTrial"


class AgentPolicyTrial(TypedDict):
    """What the rules and defaults would have decided about the agents of your authorizations and scored sign-ups. A change of replay_protection cannot be tried"""

    requests_checked: int
    """Number of decisions of the last 30 days looked at, the newest 50,000 at most; not those for test keys"""
    would_change: int
    """Number of decisions that would be others"""
    would_allow: int
    """Number of those that would be allow"""
    would_review: int
    """Number of those that would be review"""
    would_deny: int
    """Number of those that would be deny"""


class _AgentPolicyInputRequired(TypedDict):
    rules: List["AgentRule"]
    """Evaluated in order; the first match decides"""


class AgentPolicyInput(_AgentPolicyInputRequired, total=False):
    """Replaces the whole policy"""

    defaults_apply_when_no_rule_matches: Optional[bool]
    """False: an agent that no rule matches goes to review"""
    replay_protection: Optional["ReplayProtection"]
    """As in the policy; `signature-window` when absent"""


class RuleList(TypedDict):
    """Your rules"""

    count: int
    """Number of rules"""
    rules: List["Rule"]
    """The rules"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class _RuleRequired(TypedDict):
    id: str
    """Names the rule, for /v1/rules/{rule_id}"""
    action: Literal["allow", "block"]
    """What the rule does with what it matches"""
    kind: Literal["ip", "cidr", "email", "domain", "phone", "asn", "device"]
    """What the value of the rule is"""
    value: str
    """What the rule matches, in canonical form. A domain covers its subdomains"""
    created_at: str
    """RFC 3339"""


class Rule(_RuleRequired, total=False):
    """An allow or block rule"""

    hashed: bool
    """The rule was made of a `ref`: it holds a hash, and `value` is masked"""
    note: str
    """Your own words"""
    expires_at: Optional[str]
    """RFC 3339: from then on the rule matches nothing"""
    import_id: str
    """The import that made the rule"""
    warning: str
    """Set on an unusually broad rule"""


class _RulesAddedRequired(TypedDict):
    added: int
    """Rules that were made"""
    rules: List["Rule"]
    """The rules that were made"""
    skipped: List["RulesAddedSkippedItem"]
    """Values that no rule was made of"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class RulesAdded(_RulesAddedRequired, total=False):
    """The rules that were made"""

    dry_run: bool
    """Present in a dry run: nothing was changed"""
    clashes: List["RulesAddedClashesItem"]
    """Existing rules that the new ones meet; in a dry run"""
    trial: "RuleTrial"


class RulesAddedSkippedItem(TypedDict):
    value: str
    """As sent"""
    reason: str
    """Why it was skipped; a sentence"""


class _RulesAddedClashesItemRequired(TypedDict):
    value: str
    """The value of the new rule"""
    type: Literal["swallowed_by", "overridden_by", "overrides"]
    """`swallowed_by`: the existing rule is wider, with the same action. `overridden_by`: it blocks what the new one allows. `overrides`: the new one blocks what it allows"""
    rule: "Rule"
    """The existing rule"""


class RulesAddedClashesItem(_RulesAddedClashesItemRequired, total=False):
    scores: int
    """Of rules of different kinds: your newest stored scores that both match"""


class RuleTrial(TypedDict):
    """What the rules would have changed in your stored scores of the last 30 days"""

    scores_checked: int
    """Stored scores looked at"""
    would_change: int
    """Scores whose verdict would change"""
    unknown: int
    """Scores of which that cannot be told"""
    would_block: int
    """Scores that would be blocked"""
    would_allow: int
    """Scores that would be allowed"""
    labelled_legit_blocked: int
    """Scores you labelled as legitimate that would be blocked"""
    labelled_fraud_allowed: int
    """Scores you labelled as fraud that would be allowed"""
    since: str
    """RFC 3339: scores of this time and later were looked at"""
    capped: bool
    """True: there are more scores in the last 30 days; only the newest, from `since` on, were looked at"""


class RulesDeleted(TypedDict):
    """How many rules were deleted"""

    deleted: int
    """Rules that were deleted"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class _RulesImportedRequired(TypedDict):
    action: Optional[Literal["allow", "block"]]
    """As in the query; null when it names none"""
    import_id: Optional[str]
    """For `DELETE /v1/rules?import=<id>&confirm=true`; null when no rule was made"""
    imported: int
    """Lines that became rules"""
    duplicates: int
    """Lines of which the account has the rule already"""
    duplicates_in_file: int
    """Lines that repeat an earlier line"""
    by_kind: "RulesImportedByKind"
    """The imported rules by kind"""
    skipped: List["RulesImportedSkippedItem"]
    """Lines that no rule was made of, blank lines and headers too"""
    warnings: List["RulesImportedWarningsItem"]
    """Values that were read as something else than written, broad rules, and existing rules whose expiry is kept or extended"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class RulesImported(_RulesImportedRequired, total=False):
    """What became of each line"""

    dry_run: bool
    """Present in a dry run: nothing was changed"""
    clashes: List["RulesImportedClashesItem"]
    """Existing rules that the new ones meet; in a dry run"""
    trial: "RuleTrial"


class RulesImportedByKind(TypedDict, total=False):
    """The imported rules by kind"""

    ip: int
    """Rules of this kind"""
    cidr: int
    """Rules of this kind"""
    email: int
    """Rules of this kind"""
    domain: int
    """Rules of this kind"""
    phone: int
    """Rules of this kind"""
    asn: int
    """Rules of this kind"""
    device: int
    """Rules of this kind"""


class RulesImportedSkippedItem(TypedDict):
    line: int
    """Number of the line, from 1"""
    value: str
    """The line, at most 200 characters of it"""
    reason: str
    """Why it was skipped; a sentence"""


class _RulesImportedWarningsItemRequired(TypedDict):
    line: int
    """Number of the line, from 1"""
    value: str
    """As written"""
    read_as: str
    """What it was read as"""


class RulesImportedWarningsItem(_RulesImportedWarningsItemRequired, total=False):
    warning: str
    """Of an unusually broad rule, or of one that exists: what becomes of its expiry"""


class _RulesImportedClashesItemRequired(TypedDict):
    value: str
    """The value of the new rule"""
    type: Literal["swallowed_by", "overridden_by", "overrides"]
    """`swallowed_by`: the existing rule is wider, with the same action. `overridden_by`: it blocks what the new one allows. `overrides`: the new one blocks what it allows"""
    rule: "Rule"
    """The existing rule"""


class RulesImportedClashesItem(_RulesImportedClashesItemRequired, total=False):
    scores: int
    """Of rules of different kinds: your newest stored scores that both match"""


class _StoredScoreRequired(TypedDict):
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    subject: Literal["ip", "email", "phone", "domain", "device", "user"]
    """What was scored; `user` is a whole sign-up"""
    via: Literal["single", "user", "batch", "compat", "hook"]
    """How the request came in"""
    mode: Literal["live", "test"]
    """Test keys are never billed"""
    scored_at: str
    """RFC 3339"""
    expires_at: str
    """RFC 3339: when the score is deleted"""
    risk_score: int
    """0 to 100; higher is riskier"""
    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    strictness: int
    """0 lenient, 1 balanced, 2 strict, 3 strictest"""
    summary: Optional[str]
    """One sentence for people"""
    top_signals: List[str]
    """The findings with the largest effect, strongest first, each as `<component>: <text>`"""
    rule_applied: Optional["RuleApplied"]
    """Your rule that decided; null when none did"""
    agent_decision: Optional["AgentAction"]
    """What your agent policy decided; null without an agent"""
    user_id: Optional[str]
    """Your own reference of the user"""
    components: List["StoredScoreComponentsItem"]
    """Each value that was sent"""
    components_invalid: List["StoredScoreComponentsInvalidItem"]
    """What of a sign-up with on_invalid=review could not be read"""
    linkage: Optional["StoredScoreLinkage"]
    """Of a sign-up; its ring as it was then"""
    links: Optional["StoredScoreLinks"]
    """What its links to other sign-ups score, and whether that was part of the whole"""
    actor: Optional["StoredScoreActor"]
    """Who seemed to be acting; null where no sign-up was scored"""
    agent: Optional["StoredAgent"]
    """As in the response; null without an agent"""
    data_version: str
    """The versions of the data in force"""
    label: Optional["StoredScoreLabel"]
    """What you labelled it as; null without a label"""
    label_history: List["StoredScoreLabelHistoryItem"]
    """The labels it was given, oldest first; the newest 20"""
    note: Optional[str]
    """Your note; null without one"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class StoredScore(_StoredScoreRequired, total=False):
    """A past decision with every finding and its points, and the reason for each null"""

    browser: "StoredScoreBrowser"
    """What a browser without a device id added to the score; absent: nothing"""


class StoredScoreComponentsItem(TypedDict):
    kind: Literal["ip", "email", "phone", "domain", "device"]
    """What was scored"""
    masked: str
    """The value in a form that a person may see"""
    ref: Optional[str]
    """Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it"""
    risk_score: int
    """0 to 100; higher is riskier"""
    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    findings: List["StoredScoreComponentsItemFindingsItem"]
    """What raised the score, strongest first"""
    trust: List["StoredScoreComponentsItemTrustItem"]
    """What lowered the score"""
    unknown: Dict[str, str]
    """Field of the result to the reason for its null"""
    rule_applied: Optional["RuleApplied"]
    """Your rule that decided; null when none did"""


class StoredScoreComponentsItemFindingsItem(TypedDict):
    name: "FindingName"
    group: Literal["address", "age", "bot", "disposable", "egress", "existence", "form", "free", "handle", "imitation", "mailbox", "netblock", "number", "own_reports", "place", "proxy_line", "recency", "recent", "reports", "reputation", "role", "sender_policy", "tagged", "tld", "website"]
    """Of the findings of a group only the strongest counts"""
    points: float
    """0 to 100: what it adds in its group; 0 when a stronger one counts"""
    text: str
    """A sentence fragment for people"""


class StoredScoreComponentsItemTrustItem(TypedDict):
    name: "TrustName"
    factor: float
    """0 to 1: the score is multiplied by it"""
    text: str
    """A sentence fragment for people"""


class StoredScoreComponentsInvalidItem(TypedDict):
    field: str
    """As the request names it"""
    detail: str
    """Why it cannot be read"""


class StoredScoreLinkage(TypedDict):
    """Of a sign-up; its ring as it was then"""

    device_email_count: Optional[int]
    """E-mail addresses seen with this device"""
    email_device_count: Optional[int]
    """Devices seen with this e-mail address"""
    email_ip_count: Optional[int]
    """IP addresses seen with this e-mail address"""
    subnet_rate_1h: Optional[int]
    """Sign-ups of the last hour from the /24 (IPv6: /48) of this address"""
    domain_rate_1h: Optional[int]
    """Sign-ups of the last hour with this domain"""
    ring: Optional["Ring"]
    """Sign-ups of the last 30 days that hang together; null for one that shares nothing"""


class StoredScoreLinks(TypedDict):
    """What its links to other sign-ups score, and whether that was part of the whole"""

    risk_score: int
    """0 to 100; higher is riskier"""
    findings: List["StoredScoreLinksFindingsItem"]
    """What raised the score, strongest first"""
    counted: bool
    """They were part of the whole score"""


class StoredScoreLinksFindingsItem(TypedDict):
    name: "LinkageFindingName"
    group: Literal["device", "domain", "network", "page", "phone", "ring"]
    """Of the findings of a group only the strongest counts"""
    points: float
    """0 to 100: what it adds in its group; 0 when a stronger one counts"""
    text: str
    """A sentence fragment for people"""


class StoredScoreActor(TypedDict):
    """Who seemed to be acting; null where no sign-up was scored"""

    type: Literal["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]
    """Who seems to be acting; there is no type `human`"""
    proven: bool
    """True only for a verified signature: operator is then proven"""
    basis: Literal["signature", "device_signals", "none"]
    """What the type follows from"""
    operator: Optional[str]
    """The host that the agent's signature proves, never a claimed name"""
    trigger: Optional[str]
    """As the agent's card says"""
    detail: str
    """Why; a sentence"""


class StoredScoreLabel(TypedDict):
    """What you labelled it as; null without a label"""

    outcome: Literal["fraud", "legit"]
    """Your label"""
    labelled_at: str
    """RFC 3339"""


class StoredScoreLabelHistoryItem(TypedDict):
    outcome: Literal["fraud", "legit", "none"]
    """`none`: the label was removed"""
    labelled_at: str
    """RFC 3339"""


class StoredScoreBrowser(TypedDict):
    """What a browser without a device id added to the score; absent: nothing"""

    risk_score: int
    """0 to 100; higher is riskier"""
    findings: List["StoredScoreBrowserFindingsItem"]
    """What raised the score, strongest first"""


class StoredScoreBrowserFindingsItem(TypedDict):
    name: "FindingName"
    group: Literal["address", "age", "bot", "disposable", "egress", "existence", "form", "free", "handle", "imitation", "mailbox", "netblock", "number", "own_reports", "place", "proxy_line", "recency", "recent", "reports", "reputation", "role", "sender_policy", "tagged", "tld", "website"]
    """Of the findings of a group only the strongest counts"""
    points: float
    """0 to 100: what it adds in its group; 0 when a stronger one counts"""
    text: str
    """A sentence fragment for people"""


class ScoreNote(TypedDict):
    """The note on a score"""

    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    note: Optional[str]
    """Your note; null without one"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class SearchResult(TypedDict):
    """A page of stored scores"""

    results: List["FoundScore"]
    """The newest first"""
    cursor: Optional[str]
    """For the next page; null at the end"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class FoundScore(TypedDict):
    """A stored score in a list"""

    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    scored_at: str
    """RFC 3339"""
    risk_score: int
    """0 to 100; higher is riskier"""
    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    label: Optional[Literal["fraud", "legit"]]
    """Your label; null without one"""
    user_id: Optional[str]
    """Your own reference of the user"""
    ring_id: Optional[str]
    """The ring that the sign-up now belongs to"""
    top_signals: List[str]
    """The findings with the largest effect, strongest first, each as `<component>: <text>`"""
    values: List["FoundScoreValuesItem"]
    """The values that were scored"""


class FoundScoreValuesItem(TypedDict):
    kind: Literal["ip", "email", "phone", "domain", "device", "network"]
    """What the value is"""
    masked: str
    """The value in a form that a person may see"""
    ref: Optional[str]
    """Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it"""


class StoredValue(TypedDict):
    """A value of your stored scores"""

    ref: str
    """Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it"""
    kind: Literal["ip", "email", "phone", "domain", "device", "network"]
    """What the value is"""
    masked: str
    """The value in a form that a person may see"""
    first_seen: str
    """RFC 3339: the oldest of its scores"""
    last_seen: str
    """RFC 3339: the newest of its scores"""
    scores: "StoredValueScores"
    """Its scores by verdict"""
    labels: "StoredValueLabels"
    """Its scores by label"""
    seen_with: List["StoredValueSeenWithItem"]
    """The 50 that it was seen with most often"""
    ring: Optional["Ring"]
    """Of its newest sign-up, as it is now"""
    truncated: bool
    """It has more than 500 scores: what is counted are the newest ones"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class StoredValueScores(TypedDict):
    """Its scores by verdict"""

    allow: int
    """Scores with this verdict"""
    review: int
    """Scores with this verdict"""
    block: int
    """Scores with this verdict"""


class StoredValueLabels(TypedDict):
    """Its scores by label"""

    fraud: int
    """Scores that you labelled as fraud"""
    legit: int
    """Scores that you labelled as legitimate"""


class StoredValueSeenWithItem(TypedDict):
    kind: Literal["ip", "email", "phone", "domain", "device", "network"]
    """What the value is"""
    masked: str
    """The value in a form that a person may see"""
    ref: Optional[str]
    """Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it"""
    count: int
    """Scores that have both"""
    fraud: int
    """How many of them you labelled as fraud"""


class RingList(TypedDict):
    """Your rings"""

    count: int
    """Rings of the last 30 days, up to 20000"""
    rings: List["RingRow"]
    """In the order asked for"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class RingRow(TypedDict):
    """A ring in a list"""

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
    """RFC 3339: when its newest member signed up"""


class RingMembers(TypedDict):
    """A ring with its members"""

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
    """RFC 3339: when its newest member signed up"""
    members: List["FoundScore"]
    """The newest 500, the newest first"""
    links: List["RingMembersLinksItem"]
    """Values that members share; for an e-mail pattern the networks that it joins in"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class RingMembersLinksItem(TypedDict):
    kind: Literal["ip", "email", "phone", "domain", "device", "network"]
    """What the value is"""
    masked: str
    """The value in a form that a person may see"""
    ref: Optional[str]
    """Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it"""
    members: int
    """Members that have the value"""


class Usage(TypedDict):
    """This month's usage of the account"""

    account: str
    """Name of the account"""
    month: str
    """Calendar month (UTC), as `2026-11`"""
    used: int
    """Lookups billed this month"""
    monthly_quota: Optional[int]
    """Lookups per month; null: no limit"""
    remaining: Optional[int]
    """Lookups left this month; null: no limit"""
    resets_at: str
    """RFC 3339: when the next month begins"""
    rate_limit_per_minute: int
    """Requests per minute for this key"""
    key: "UsageKey"
    """The key of this request"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class UsageKey(TypedDict):
    """The key of this request"""

    id: str
    """Id of the key, not the key"""
    mode: Literal["live", "test"]
    """Test keys are never billed"""
    scopes: List[Literal["score", "feedback", "rules", "agents", "cases", "console", "admin"]]
    """What the key of this request may do"""
    expires_at: Optional[str]
    """RFC 3339; null: never"""


class Settings(TypedDict):
    """The settings of the account"""

    linkage_scoring: Literal["report", "score"]
    """`score`: links between sign-ups are part of the score. `report`: they are only reported"""
    compat: "SettingsCompat"
    """How the minFraud and GeoIP2 endpoints write what is not known"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class SettingsCompat(TypedDict):
    """How the minFraud and GeoIP2 endpoints write what is not known"""

    balance: Literal["null", "zero"]
    """`funds_remaining` and `queries_remaining`, which are not kept: `null`, or `zero` for clients that accept numbers only"""
    unknown: Literal["null", "omit"]
    """Every other vendor field that is not known: `null`, or `omit` to leave it out, as the vendor does"""


class Hooks(TypedDict):
    """The hooks of the account"""

    hooks: List["HooksHooksItem"]
    """Oldest first"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class HooksHooksItem(TypedDict):
    hook_id: str
    """Names the hook; its address ends with it"""
    url: str
    """Where the sender posts its messages"""
    kind: Literal["supabase", "svix", "standard_webhooks"]
    """`supabase`: Supabase Auth asks before it creates a user, and is answered. `svix`, `standard_webhooks`: events of users that were created (Clerk, Resend and others)"""
    mode: Literal["observe", "enforce"]
    """`observe`: the verdict is recorded, and everybody passes. `enforce`: who is refused does not pass"""
    when_unsure: Literal["allow", "refuse"]
    """What becomes, in mode enforce, of a sign-up with the verdict review, and of one that could not be scored: too slow, account paused. Not of one that could not be read: it is refused. When the quota is used up local data decides"""
    pointers: "HooksHooksItemPointers"
    """As given; null: looked for in known places"""
    types: List[str]
    """The types of events that are scored; empty: all"""
    created_at: str
    """RFC 3339"""
    replaced_secret_until: Optional[str]
    """Until when a replaced secret is accepted too; null without one"""
    use: "HooksHooksItemUse"
    """Messages by what came of them"""


class HooksHooksItemPointers(TypedDict):
    """As given; null: looked for in known places"""

    ip: Optional[str]
    """Where the client's address is"""
    email: Optional[str]
    """Where the e-mail address is"""
    phone: Optional[str]
    """Where the phone number is"""
    user_id: Optional[str]
    """Where your id of the user is"""


class HooksHooksItemUse(TypedDict):
    """Messages by what came of them"""

    allow: int
    """Number of messages with the verdict allow"""
    review: int
    """Number of messages with the verdict review"""
    block: int
    """Number of messages with the verdict block"""
    ignored: int
    """Number of events of other types, or with nothing to score"""
    failed: int
    """Number of messages that could not be scored"""
    refused: int
    """Number of messages with a wrong, old or missing signature"""
    last_at: Optional[str]
    """When the last message came whose signature was right; null without one"""
    last_result: Optional[Literal["allow", "review", "block", "ignored", "failed"]]
    """What came of it"""
    last_note: Optional[str]
    """Why it was ignored or failed, or quota_exceeded when it was decided by local data alone; null when it was scored"""
    last_refused_at: Optional[str]
    """When a signature was refused; null when none was"""


class Hook(TypedDict):
    """A hook as it was made or changed"""

    hook_id: str
    """Names the hook; its address ends with it"""
    url: str
    """Where the sender posts its messages"""
    kind: Literal["supabase", "svix", "standard_webhooks"]
    """`supabase`: Supabase Auth asks before it creates a user, and is answered. `svix`, `standard_webhooks`: events of users that were created (Clerk, Resend and others)"""
    mode: Literal["observe", "enforce"]
    """`observe`: the verdict is recorded, and everybody passes. `enforce`: who is refused does not pass"""
    when_unsure: Literal["allow", "refuse"]
    """What becomes, in mode enforce, of a sign-up with the verdict review, and of one that could not be scored: too slow, account paused. Not of one that could not be read: it is refused. When the quota is used up local data decides"""
    pointers: "HookPointers"
    """As given; null: looked for in known places"""
    types: List[str]
    """The types of events that are scored; empty: all"""
    created_at: str
    """RFC 3339"""
    replaced_secret_until: Optional[str]
    """Until when a replaced secret is accepted too; null without one"""
    use: "HookUse"
    """Messages by what came of them"""
    secret: Optional[str]
    """The new secret, shown only here; null: it did not change"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class HookPointers(TypedDict):
    """As given; null: looked for in known places"""

    ip: Optional[str]
    """Where the client's address is"""
    email: Optional[str]
    """Where the e-mail address is"""
    phone: Optional[str]
    """Where the phone number is"""
    user_id: Optional[str]
    """Where your id of the user is"""


class HookUse(TypedDict):
    """Messages by what came of them"""

    allow: int
    """Number of messages with the verdict allow"""
    review: int
    """Number of messages with the verdict review"""
    block: int
    """Number of messages with the verdict block"""
    ignored: int
    """Number of events of other types, or with nothing to score"""
    failed: int
    """Number of messages that could not be scored"""
    refused: int
    """Number of messages with a wrong, old or missing signature"""
    last_at: Optional[str]
    """When the last message came whose signature was right; null without one"""
    last_result: Optional[Literal["allow", "review", "block", "ignored", "failed"]]
    """What came of it"""
    last_note: Optional[str]
    """Why it was ignored or failed, or quota_exceeded when it was decided by local data alone; null when it was scored"""
    last_refused_at: Optional[str]
    """When a signature was refused; null when none was"""


class HookDeleted(TypedDict):
    """The hook that was deleted"""

    hook_id: str
    """Names the hook; its address ends with it"""
    deleted: bool
    """It is gone"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class OutcomeSummary(TypedDict):
    """A null share means a zero denominator. Labels are rarely a representative sample of all scores; share_labelled says how many are labelled"""

    days: int
    """Days looked back"""
    since: str
    """RFC 3339"""
    until: str
    """RFC 3339"""
    labels: "OutcomeSummaryLabels"
    """How many scores are labelled, counted from `since` at any number. Labelled scores of test keys are not part of any other figure. `capped`: there are more labels than one summary reads, so all other figures cover the newest, from `figures_since`"""
    overall: "OutcomeSummaryOverall"
    """All labelled scores"""
    components: "OutcomeSummaryComponents"
    """Each component by its own score and verdict, and by the label of the whole request; null when none is labelled"""
    findings: List["OutcomeSummaryFindingsItem"]
    """Most predictive first"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class OutcomeSummaryLabels(TypedDict):
    """How many scores are labelled, counted from `since` at any number. Labelled scores of test keys are not part of any other figure. `capped`: there are more labels than one summary reads, so all other figures cover the newest, from `figures_since`"""

    since: str
    """RFC 3339: scores and labels are counted from here; later than the summary's since when not all could be counted"""
    scored: int
    """Scores of live keys; with mode=test those of test keys"""
    labelled: int
    """How many of them are labelled"""
    share_labelled: Optional[float]
    """labelled ÷ scored, 0 to 1"""
    test_mode: int
    """Labelled scores of test keys; in no other figure unless mode=test asks for them"""
    figures_since: str
    """RFC 3339: all other figures are of the labels of scores since then"""
    capped: bool
    """There are more labels than one summary reads"""


class OutcomeSummaryOverall(TypedDict):
    """All labelled scores"""

    labelled: int
    """Labelled scores"""
    fraud: int
    """Scores labelled as fraud"""
    legit: int
    """Scores labelled as legitimate"""
    ruled: int
    """Labelled scores that one of your rules decided; not part of any other figure"""
    brier_score: Optional[float]
    """0 to 1. Mean squared difference between score ÷ 100 and the outcome; 0 is perfect"""
    brier_score_of_base_rate: Optional[float]
    """0 to 1. The same for a constant forecast of the share of fraud; a brier_score above it is worse than that forecast"""
    reliability: List["OutcomeSummaryOverallReliabilityItem"]
    """By ten-point ranges of the score as returned"""
    as_answered: "OutcomeSummaryOverallAsAnswered"
    """The verdicts as returned, each at the strictness of its request"""
    at_strictness: List["OutcomeSummaryOverallAtStrictnessItem"]
    """The same scores at strictness 0, 1, 2 and 3"""
    agent_denied: int
    """Scores blocked by your agent policy, at every strictness"""


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
    """Verdicts on fraud"""
    legit: "OutcomeSummaryOverallAsAnsweredLegit"
    """Verdicts on legitimate scores"""
    precision_of_block: Optional[float]
    """0 to 1. Share of blocked scores that were fraud"""
    false_positive_rate: Optional[float]
    """0 to 1. Share of legitimate scores that were blocked"""
    legit_disturbed: Optional[float]
    """0 to 1. Share of legitimate scores that were reviewed or blocked"""
    fraud_blocked: Optional[float]
    """0 to 1. Share of fraud that was blocked"""
    fraud_noticed: Optional[float]
    """0 to 1. Share of fraud that was reviewed or blocked"""


class OutcomeSummaryOverallAsAnsweredFraud(TypedDict):
    """Verdicts on fraud"""

    allow: int
    """Scores with this verdict"""
    review: int
    """Scores with this verdict"""
    block: int
    """Scores with this verdict"""


class OutcomeSummaryOverallAsAnsweredLegit(TypedDict):
    """Verdicts on legitimate scores"""

    allow: int
    """Scores with this verdict"""
    review: int
    """Scores with this verdict"""
    block: int
    """Scores with this verdict"""


class OutcomeSummaryOverallAtStrictnessItem(TypedDict):
    strictness: int
    """0 lenient, 1 balanced, 2 strict, 3 strictest"""
    name: Literal["lenient", "balanced", "strict", "strictest"]
    """Its name"""
    fraud: "OutcomeSummaryOverallAtStrictnessItemFraud"
    """Verdicts on fraud"""
    legit: "OutcomeSummaryOverallAtStrictnessItemLegit"
    """Verdicts on legitimate scores"""
    precision_of_block: Optional[float]
    """0 to 1. Share of blocked scores that were fraud"""
    false_positive_rate: Optional[float]
    """0 to 1. Share of legitimate scores that were blocked"""
    legit_disturbed: Optional[float]
    """0 to 1. Share of legitimate scores that were reviewed or blocked"""
    fraud_blocked: Optional[float]
    """0 to 1. Share of fraud that was blocked"""
    fraud_noticed: Optional[float]
    """0 to 1. Share of fraud that was reviewed or blocked"""
    would_change: "OutcomeSummaryOverallAtStrictnessItemWouldChange"
    """Returned verdicts that would change, by their new verdict"""


class OutcomeSummaryOverallAtStrictnessItemFraud(TypedDict):
    """Verdicts on fraud"""

    allow: int
    """Scores with this verdict"""
    review: int
    """Scores with this verdict"""
    block: int
    """Scores with this verdict"""


class OutcomeSummaryOverallAtStrictnessItemLegit(TypedDict):
    """Verdicts on legitimate scores"""

    allow: int
    """Scores with this verdict"""
    review: int
    """Scores with this verdict"""
    block: int
    """Scores with this verdict"""


class OutcomeSummaryOverallAtStrictnessItemWouldChange(TypedDict):
    """Returned verdicts that would change, by their new verdict"""

    count: int
    """Verdicts that would change"""
    fraud: "OutcomeSummaryOverallAtStrictnessItemWouldChangeFraud"
    """Of fraud, by the new verdict"""
    legit: "OutcomeSummaryOverallAtStrictnessItemWouldChangeLegit"
    """Of legitimate scores, by the new verdict"""
    text: str
    """One sentence for people"""


class OutcomeSummaryOverallAtStrictnessItemWouldChangeFraud(TypedDict):
    """Of fraud, by the new verdict"""

    allow: int
    """Scores with this verdict"""
    review: int
    """Scores with this verdict"""
    block: int
    """Scores with this verdict"""


class OutcomeSummaryOverallAtStrictnessItemWouldChangeLegit(TypedDict):
    """Of legitimate scores, by the new verdict"""

    allow: int
    """Scores with this verdict"""
    review: int
    """Scores with this verdict"""
    block: int
    """Scores with this verdict"""


class OutcomeSummaryComponents(TypedDict):
    """Each component by its own score and verdict, and by the label of the whole request; null when none is labelled"""

    ip: Optional["OutcomeFigures"]
    """IP addresses"""
    email: Optional["OutcomeFigures"]
    """E-mail addresses"""
    phone: Optional["OutcomeFigures"]
    """Phone numbers"""
    domain: Optional["OutcomeFigures"]
    """Domains"""
    device: Optional["OutcomeFigures"]
    """Devices"""


class OutcomeSummaryFindingsItem(TypedDict):
    component: Literal["ip", "email", "phone", "domain", "device", "linkage"]
    """What the finding is about"""
    name: Literal["abuse_reports", "acting_browser", "address_flood", "address_literal", "aged", "aged_domain", "bot", "catch_all", "company_gateway", "consumer_vpn", "datacenter", "device_burst", "device_emails", "device_flood", "device_repeat", "disposable", "disposable_suspected", "does_not_resolve", "domain_burst", "domain_first_month", "domain_first_quarter", "domain_first_week", "domain_flood", "failed_syntax", "fictional", "first_month", "first_quarter", "first_week", "fixed_line", "fixed_line_or_mobile", "footprint", "free_provider", "hijacked", "homograph", "hosting_name", "impossible", "machine_made_handle", "mailbox_full", "mailbox_rejected", "mailbox_verified", "missing_token", "mobile", "network_burst", "network_flood", "no_mail", "no_spf_no_dmarc", "no_website", "open_proxy", "operator_flood", "own_claims", "own_reports", "page_flood", "pager", "personal_number", "phone_repeat", "premium_rate", "privacy_relay", "probable_bot", "proxy_neighbourhood", "proxy_seen", "quoted_handle", "recent_abuse", "reported", "reserved", "reserved_domain", "ring_fraud", "ring_member", "risky_tld", "role_account", "shared_cost", "tagged", "timezone_mismatch", "toll_free", "tor_exit", "typo_squat", "uan", "unassigned_area_code", "unassigned_number", "voicemail", "voip", "vpn_exit"]
    """The name of a finding, or of a fact that lowers a score"""
    lowers: bool
    """True for a fact that lowers a score: its lift should be below 1"""
    fraud: int
    """Fraud that has it"""
    legit: int
    """Legitimate scores that have it"""
    share_of_fraud: Optional[float]
    """Of fraud the share that has it, 0 to 1"""
    share_of_legit: Optional[float]
    """Of legitimate scores the share that has it, 0 to 1"""
    lift: Optional[float]
    """A ratio, in times: share_of_fraud ÷ share_of_legit; 1 predicts nothing. Null below 5 labels, and when no legitimate score has the finding"""
    lift_low: Optional[float]
    """A ratio, in times: the lower bound of the 95 % confidence interval of lift"""
    lift_high: Optional[float]
    """A ratio, in times: the upper bound of the 95 % confidence interval of lift"""


class OutcomeFigures(TypedDict):
    """How good verdicts and scores were, by your labels"""

    labelled: int
    """Labelled scores"""
    fraud: int
    """Scores labelled as fraud"""
    legit: int
    """Scores labelled as legitimate"""
    ruled: int
    """Labelled scores that one of your rules decided; not part of any other figure"""
    brier_score: Optional[float]
    """0 to 1. Mean squared difference between score ÷ 100 and the outcome; 0 is perfect"""
    brier_score_of_base_rate: Optional[float]
    """0 to 1. The same for a constant forecast of the share of fraud; a brier_score above it is worse than that forecast"""
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
    """Verdicts on fraud"""
    legit: "OutcomeFiguresAsAnsweredLegit"
    """Verdicts on legitimate scores"""
    precision_of_block: Optional[float]
    """0 to 1. Share of blocked scores that were fraud"""
    false_positive_rate: Optional[float]
    """0 to 1. Share of legitimate scores that were blocked"""
    legit_disturbed: Optional[float]
    """0 to 1. Share of legitimate scores that were reviewed or blocked"""
    fraud_blocked: Optional[float]
    """0 to 1. Share of fraud that was blocked"""
    fraud_noticed: Optional[float]
    """0 to 1. Share of fraud that was reviewed or blocked"""


class OutcomeFiguresAsAnsweredFraud(TypedDict):
    """Verdicts on fraud"""

    allow: int
    """Scores with this verdict"""
    review: int
    """Scores with this verdict"""
    block: int
    """Scores with this verdict"""


class OutcomeFiguresAsAnsweredLegit(TypedDict):
    """Verdicts on legitimate scores"""

    allow: int
    """Scores with this verdict"""
    review: int
    """Scores with this verdict"""
    block: int
    """Scores with this verdict"""


class OutcomeFiguresAtStrictnessItem(TypedDict):
    strictness: int
    """0 lenient, 1 balanced, 2 strict, 3 strictest"""
    name: Literal["lenient", "balanced", "strict", "strictest"]
    """Its name"""
    fraud: "OutcomeFiguresAtStrictnessItemFraud"
    """Verdicts on fraud"""
    legit: "OutcomeFiguresAtStrictnessItemLegit"
    """Verdicts on legitimate scores"""
    precision_of_block: Optional[float]
    """0 to 1. Share of blocked scores that were fraud"""
    false_positive_rate: Optional[float]
    """0 to 1. Share of legitimate scores that were blocked"""
    legit_disturbed: Optional[float]
    """0 to 1. Share of legitimate scores that were reviewed or blocked"""
    fraud_blocked: Optional[float]
    """0 to 1. Share of fraud that was blocked"""
    fraud_noticed: Optional[float]
    """0 to 1. Share of fraud that was reviewed or blocked"""
    would_change: "OutcomeFiguresAtStrictnessItemWouldChange"
    """Returned verdicts that would change, by their new verdict"""


class OutcomeFiguresAtStrictnessItemFraud(TypedDict):
    """Verdicts on fraud"""

    allow: int
    """Scores with this verdict"""
    review: int
    """Scores with this verdict"""
    block: int
    """Scores with this verdict"""


class OutcomeFiguresAtStrictnessItemLegit(TypedDict):
    """Verdicts on legitimate scores"""

    allow: int
    """Scores with this verdict"""
    review: int
    """Scores with this verdict"""
    block: int
    """Scores with this verdict"""


class OutcomeFiguresAtStrictnessItemWouldChange(TypedDict):
    """Returned verdicts that would change, by their new verdict"""

    count: int
    """Verdicts that would change"""
    fraud: "OutcomeFiguresAtStrictnessItemWouldChangeFraud"
    """Of fraud, by the new verdict"""
    legit: "OutcomeFiguresAtStrictnessItemWouldChangeLegit"
    """Of legitimate scores, by the new verdict"""
    text: str
    """One sentence for people"""


class OutcomeFiguresAtStrictnessItemWouldChangeFraud(TypedDict):
    """Of fraud, by the new verdict"""

    allow: int
    """Scores with this verdict"""
    review: int
    """Scores with this verdict"""
    block: int
    """Scores with this verdict"""


class OutcomeFiguresAtStrictnessItemWouldChangeLegit(TypedDict):
    """Of legitimate scores, by the new verdict"""

    allow: int
    """Scores with this verdict"""
    review: int
    """Scores with this verdict"""
    block: int
    """Scores with this verdict"""


class Sources(TypedDict):
    """What the scores are based on"""

    data_version: str
    """The versions of the data in force"""
    sources: List["Source"]
    """Every source that the service knows"""
    coverage: List["Coverage"]
    """What the signals can know with the sources as they are"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class Source(TypedDict):
    """A source of data"""

    name: str
    """As in `winnow feeds refresh NAME`"""
    kind: Literal["ranges", "asns", "domains", "rdap", "confusables", "networks", "proxies", "city"]
    """What the source holds"""
    state: Literal["fresh", "stale", "not_loaded", "bundled", "not_offered"]
    """`bundled`: the copy that came with the program is in use. `not_offered`: the mirror does not have it"""
    entries: Optional[int]
    """Entries of the loaded copy; null when nothing is loaded"""
    age_seconds: Optional[int]
    """Seconds since the source last confirmed the loaded copy; null when nothing is loaded"""
    fetched_at: Optional[str]
    """RFC 3339: when the loaded copy was fetched; null when nothing is loaded"""
    next_at: Optional[str]
    """RFC 3339: when it is fetched next; null: not planned"""
    last_error: Optional[str]
    """Why the last fetch failed; null when it did not"""
    note: Optional[str]
    """What was left out of the loaded copy; null: nothing"""
    licence: str
    """Licence of the data"""
    credit: str
    """Who publishes it"""
    url: str
    """Where it is fetched from"""


class Coverage(TypedDict):
    """What share of its field a signal can know now"""

    signal: str
    """The field of a result"""
    state: Literal["cold", "refreshed", "stale"]
    """`cold`: only what came with the program. `stale`: the lists that decide it are too old"""
    share: Optional[float]
    """0 to 1: how much of what `measured` names is known; null: not measured"""
    measured: str
    """What the share is of, and when it was measured"""


class Webhooks(TypedDict):
    """The webhooks of the account"""

    count: int
    """Number of webhooks"""
    sending: bool
    """false: outgoing traffic is switched off here (`WINNOW_OFFLINE`), so deliveries wait"""
    webhooks: List["Webhook"]
    """Oldest first"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class Webhook(TypedDict):
    """An address that events are sent to"""

    webhook_id: str
    """Names the webhook"""
    url: str
    """Where the events are sent"""
    events: List[Literal["signup.scored", "verdict.changed", "ring.changed", "quota.low", "feed.stale"]]
    """The events that are sent"""
    verdicts: Optional[List[Literal["allow", "review", "block"]]]
    """Only sign-ups with these verdicts; null: all verdicts"""
    enabled: bool
    """false: nothing is sent, and no further events are queued"""
    note: Optional[str]
    """Why the service disabled it; null: it did not"""
    created_at: str
    """RFC 3339"""
    old_secret_until: Optional[str]
    """Until then each message also has a signature by the replaced secret; null without one"""
    pending: int
    """Number of deliveries that wait, 1,000 at most"""
    dropped: int
    """Number of events that were not queued because 1,000 were waiting"""


class WebhookWithSecret(TypedDict):
    """A webhook that was created, or whose secret was replaced"""

    webhook_id: str
    """Names the webhook"""
    url: str
    """Where the events are sent"""
    events: List[Literal["signup.scored", "verdict.changed", "ring.changed", "quota.low", "feed.stale"]]
    """The events that are sent"""
    verdicts: Optional[List[Literal["allow", "review", "block"]]]
    """Only sign-ups with these verdicts; null: all verdicts"""
    enabled: bool
    """false: nothing is sent, and no further events are queued"""
    note: Optional[str]
    """Why the service disabled it; null: it did not"""
    created_at: str
    """RFC 3339"""
    old_secret_until: Optional[str]
    """Until then each message also has a signature by the replaced secret; null without one"""
    pending: int
    """Number of deliveries that wait, 1,000 at most"""
    dropped: int
    """Number of events that were not queued because 1,000 were waiting"""
    secret: str
    """Signs the messages (Standard Webhooks). Shown only here"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class WebhookResult(TypedDict):
    """A webhook as it was changed"""

    webhook_id: str
    """Names the webhook"""
    url: str
    """Where the events are sent"""
    events: List[Literal["signup.scored", "verdict.changed", "ring.changed", "quota.low", "feed.stale"]]
    """The events that are sent"""
    verdicts: Optional[List[Literal["allow", "review", "block"]]]
    """Only sign-ups with these verdicts; null: all verdicts"""
    enabled: bool
    """false: nothing is sent, and no further events are queued"""
    note: Optional[str]
    """Why the service disabled it; null: it did not"""
    created_at: str
    """RFC 3339"""
    old_secret_until: Optional[str]
    """Until then each message also has a signature by the replaced secret; null without one"""
    pending: int
    """Number of deliveries that wait, 1,000 at most"""
    dropped: int
    """Number of events that were not queued because 1,000 were waiting"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class WebhookDeleted(TypedDict):
    """The webhook was deleted"""

    deleted: Literal[1]
    """Number of webhooks that were deleted"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class Deliveries(TypedDict):
    """The deliveries of a webhook"""

    count: int
    """Number of deliveries in this page"""
    deliveries: List["Delivery"]
    """The newest first. Ended ones are kept for 3 days, 500 of a webhook"""
    next: Optional[str]
    """Leads to the next page; null at the end"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class Delivery(TypedDict):
    """An event that is sent to a webhook, or was"""

    delivery_id: str
    """Names the delivery"""
    type: Literal["signup.scored", "verdict.changed", "ring.changed", "quota.low", "feed.stale"]
    """The event"""
    created_at: str
    """When the event happened, RFC 3339"""
    status: Literal["pending", "delivered", "failed"]
    """`pending`: it waits, or is tried again; `failed`: it was given up"""
    attempts: int
    """Number of attempts so far"""
    last_status: Optional[int]
    """HTTP status of the last answer; null without an answer"""
    last_error: Optional[str]
    """Why the last attempt had no answer; null when it had one"""
    ended_at: Optional[str]
    """When it was delivered or given up; null while it is pending"""
    next_attempt_at: Optional[str]
    """Not before this time; null when it has ended or the webhook is disabled"""


class Resent(TypedDict):
    """The new delivery"""

    delivery_id: str
    """Names the delivery"""
    type: Literal["signup.scored", "verdict.changed", "ring.changed", "quota.low", "feed.stale"]
    """The event"""
    status: Literal["pending"]
    """It waits in the queue"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class _CompatFraudInsightsRequired(TypedDict):
    id: str
    """The request_id without `req_`"""
    risk_score: float
    """0.01 to 99: the score, which is never 0 or 100 here"""
    funds_remaining: Optional[float]
    """No balance is kept: null, or 0 as the account or the operator chooses"""
    queries_remaining: Optional[int]
    """No balance is kept: null, or 0 as the account or the operator chooses"""
    disposition: "CompatFraudInsightsDisposition"
    """What to do"""
    warnings: List["CompatFraudInsightsWarningsItem"]
    """Input that was not used"""
    winnow: "CompatFraudInsightsWinnow"
    """What Winnow has in addition to the vendor's fields"""


class CompatFraudInsights(_CompatFraudInsightsRequired, total=False):
    """A minFraud insights response"""

    ip_address: "CompatFraudInsightsIpAddress"
    """Present when the request has an address"""
    email: "CompatFraudInsightsEmail"
    """Present when the request has an e-mail address or a domain"""
    credit_card: Optional[Dict[str, Any]]
    """Null, or left out as the account chooses: this service does not know it"""
    billing_address: Optional[Dict[str, Any]]
    """Null, or left out as the account chooses: this service does not know it"""
    shipping_address: Optional[Dict[str, Any]]
    """Null, or left out as the account chooses: this service does not know it"""
    billing_phone: Optional[Dict[str, Any]]
    """Null, or left out as the account chooses: this service does not know it"""
    shipping_phone: Optional[Dict[str, Any]]
    """Null, or left out as the account chooses: this service does not know it"""
    subscores: Optional[Dict[str, Any]]
    """Null, or left out as the account chooses: this service does not know it"""


class _CompatFraudInsightsDispositionRequired(TypedDict):
    action: Literal["accept", "manual_review", "reject"]
    """The verdict: allow, review or block"""
    reason: Literal["default", "custom_rule"]
    """Whether one of your rules decided"""


class CompatFraudInsightsDisposition(_CompatFraudInsightsDispositionRequired, total=False):
    """What to do"""

    rule_label: str
    """The value of that rule"""


class CompatFraudInsightsWarningsItem(TypedDict):
    code: Literal["WINNOW_INPUT_IGNORED", "INPUT_INVALID", "INPUT_UNKNOWN", "IP_ADDRESS_INVALID", "IP_ADDRESS_RESERVED", "EMAIL_ADDRESS_UNUSABLE"]
    """Why input was not used"""
    warning: str
    """A sentence for people"""
    input_pointer: str
    """JSON Pointer into the request"""


class CompatFraudInsightsWinnow(TypedDict):
    """What Winnow has in addition to the vendor's fields"""

    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    summary: Optional[str]
    """One sentence for people"""
    components_checked: List[Literal["ip", "email", "phone", "domain", "device"]]
    """The components that are part of the score"""
    top_signals: List[str]
    """The findings with the largest effect, strongest first, each as `<component>: <text>`"""
    phone: Optional["PhoneResult"]
    """As /v1/lookup/phone returns it; null without a phone"""
    linkage: Optional["CompatFraudInsightsWinnowLinkage"]
    """As /v1/score/user returns it; null for a single address"""
    actor: Optional["CompatFraudInsightsWinnowActor"]
    """As /v1/score/user returns it; null for a single address"""
    residential_proxy_likelihood: Optional[float]
    """proxy_likelihood of /v1/score/ip; null without an address, or where nothing can be said"""
    rule_applied: Optional["RuleApplied"]
    """Your rule that decided; null when none did"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class CompatFraudInsightsWinnowLinkage(TypedDict):
    """As /v1/score/user returns it; null for a single address"""

    device_email_count: Optional[int]
    """E-mail addresses seen with this device"""
    email_device_count: Optional[int]
    """Devices seen with this e-mail address"""
    email_ip_count: Optional[int]
    """IP addresses seen with this e-mail address"""
    subnet_rate_1h: Optional[int]
    """Sign-ups of the last hour from the /24 (IPv6: /48) of this address"""
    domain_rate_1h: Optional[int]
    """Sign-ups of the last hour with this domain"""
    ring: Optional["Ring"]
    """Sign-ups of the last 30 days that hang together; null for one that shares nothing"""


class CompatFraudInsightsWinnowActor(TypedDict):
    """As /v1/score/user returns it; null for a single address"""

    type: Literal["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]
    """Who seems to be acting; there is no type `human`"""
    proven: bool
    """True only for a verified signature: operator is then proven"""
    basis: Literal["signature", "device_signals", "none"]
    """What the type follows from"""
    operator: Optional[str]
    """The host that the agent's signature proves, never a claimed name"""
    trigger: Optional[str]
    """As the agent's card says"""
    detail: str
    """Why; a sentence"""


class _CompatFraudInsightsIpAddressRequired(TypedDict):
    risk: float
    """0.01 to 99: the score, which is never 0 or 100 here"""
    risk_reasons: List["CompatFraudInsightsIpAddressRiskReasonsItem"]
    """What raised the risk"""
    traits: "CompatFraudInsightsIpAddressTraits"
    """Facts about the address and its network. Null means unknown"""


class CompatFraudInsightsIpAddress(_CompatFraudInsightsIpAddressRequired, total=False):
    """Present when the request has an address"""

    continent: "CompatFraudInsightsIpAddressContinent"
    """The continent"""
    country: "CompatFraudInsightsIpAddressCountry"
    """The country"""
    registered_country: "CompatFraudInsightsIpAddressRegisteredCountry"
    """Where the network is registered; only with an operator's own file"""
    represented_country: "CompatFraudInsightsIpAddressRepresentedCountry"
    """Whose users the network serves abroad; only with an operator's own file"""
    city: "CompatFraudInsightsIpAddressCity"
    """The city"""
    subdivisions: List["CompatFraudInsightsIpAddressSubdivisionsItem"]
    """The regions, largest first; only with an operator's own file"""
    postal: "CompatFraudInsightsIpAddressPostal"
    """Only with an operator's own file"""
    location: "CompatFraudInsightsIpAddressLocation"
    """The position, from an operator's own file"""
    anonymizer: "CompatFraudInsightsIpAddressAnonymizer"
    """Whether the address hides its user"""


class CompatFraudInsightsIpAddressRiskReasonsItem(TypedDict):
    code: Literal["ANONYMOUS_IP", "MINFRAUD_NETWORK_ACTIVITY"]
    """Of the vendor's list"""
    reason: str
    """A sentence for people"""


class _CompatFraudInsightsIpAddressTraitsRequired(TypedDict):
    ip_address: str
    """The address"""
    ip_risk_snapshot: float
    """0.01 to 99: the score, which is never 0 or 100 here"""


class CompatFraudInsightsIpAddressTraits(_CompatFraudInsightsIpAddressTraitsRequired, total=False):
    """Facts about the address and its network. Null means unknown"""

    network: Optional[str]
    """Null, or left out as the account chooses: this service does not know it"""
    is_anycast: bool
    """Only with an operator's own file"""
    autonomous_system_number: Optional[int]
    """Number of the autonomous system"""
    autonomous_system_organization: Optional[str]
    """Name of the network's owner"""
    isp: Optional[str]
    """Name of the network's owner"""
    organization: Optional[str]
    """Name of the network's owner"""
    connection_type: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    domain: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    mobile_country_code: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    mobile_network_code: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    is_anonymous: Optional[bool]
    """VPN, proxy or Tor"""
    is_anonymous_vpn: Optional[bool]
    """Exit of a commercial VPN"""
    is_hosting_provider: Optional[bool]
    """Belongs to a hosting or cloud network"""
    is_public_proxy: Optional[bool]
    """Open proxy"""
    is_residential_proxy: Optional[bool]
    """Null, or left out as the account chooses: this service does not know it"""
    is_tor_exit_node: Optional[bool]
    """Tor exit node"""
    is_anonymous_proxy: Optional[bool]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    is_legitimate_proxy: Optional[bool]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    is_satellite_provider: Optional[bool]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    static_ip_score: Optional[float]
    """0 to 100. From the operator's own city file; null, or left out as the account chooses, when not known"""
    user_count: Optional[int]
    """How many people use the address. From the operator's own city file; null, or left out as the account chooses, when not known"""
    user_type: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""


class CompatFraudInsightsIpAddressContinent(TypedDict, total=False):
    """The continent"""

    code: Optional[str]
    """Two letters"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""


class CompatFraudInsightsIpAddressCountry(TypedDict, total=False):
    """The country"""

    iso_code: Optional[str]
    """ISO 3166-1 alpha-2"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    is_in_european_union: bool
    """Absent when the country is not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatFraudInsightsIpAddressRegisteredCountry(TypedDict, total=False):
    """Where the network is registered; only with an operator's own file"""

    iso_code: Optional[str]
    """ISO 3166-1 alpha-2"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    is_in_european_union: bool
    """Absent when the country is not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatFraudInsightsIpAddressRepresentedCountry(TypedDict, total=False):
    """Whose users the network serves abroad; only with an operator's own file"""

    iso_code: Optional[str]
    """ISO 3166-1 alpha-2"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    is_in_european_union: bool
    """Absent when the country is not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""
    type: str
    """For example `military`"""


class CompatFraudInsightsIpAddressCity(TypedDict, total=False):
    """The city"""

    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatFraudInsightsIpAddressSubdivisionsItem(TypedDict, total=False):
    iso_code: str
    """ISO 3166-2 without the country"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatFraudInsightsIpAddressPostal(TypedDict, total=False):
    """Only with an operator's own file"""

    code: str
    """The postal code"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatFraudInsightsIpAddressLocation(TypedDict, total=False):
    """The position, from an operator's own file"""

    latitude: Optional[float]
    """Degrees to the north. From the operator's own city file; null, or left out as the account chooses, when not known"""
    longitude: Optional[float]
    """Degrees to the east. From the operator's own city file; null, or left out as the account chooses, when not known"""
    accuracy_radius: Optional[int]
    """Kilometres. From the operator's own city file; null, or left out as the account chooses, when not known"""
    metro_code: Optional[int]
    """Number of an area of the United States. From the operator's own city file; null, or left out as the account chooses, when not known"""
    time_zone: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    population_density: Optional[int]
    """People in a square kilometre. From the operator's own city file; null, or left out as the account chooses, when not known"""
    average_income: Optional[int]
    """US dollars in a year. From the operator's own city file; null, or left out as the account chooses, when not known"""
    local_time: Optional[str]
    """Null, or left out as the account chooses: this service does not know it"""


class CompatFraudInsightsIpAddressAnonymizer(TypedDict, total=False):
    """Whether the address hides its user"""

    is_anonymous: Optional[bool]
    """VPN, proxy or Tor"""
    is_anonymous_vpn: Optional[bool]
    """Exit of a commercial VPN"""
    is_hosting_provider: Optional[bool]
    """Belongs to a hosting or cloud network"""
    is_public_proxy: Optional[bool]
    """Open proxy"""
    is_residential_proxy: Optional[bool]
    """Null, or left out as the account chooses: this service does not know it"""
    is_tor_exit_node: Optional[bool]
    """Tor exit node"""
    confidence: Optional[int]
    """0 to 99. Null, or left out as the account chooses: this service does not know it"""
    network_last_seen: Optional[str]
    """Null, or left out as the account chooses: this service does not know it"""
    provider_name: Optional[str]
    """Name of the VPN service"""


class _CompatFraudInsightsEmailRequired(TypedDict):
    is_high_risk: bool
    """Its verdict is not allow"""


class CompatFraudInsightsEmail(_CompatFraudInsightsEmailRequired, total=False):
    """Present when the request has an e-mail address or a domain"""

    domain: "CompatFraudInsightsEmailDomain"
    """The domain of the address"""
    first_seen: Optional[str]
    """Date (UTC) on which the address was first scored"""
    is_disposable: Optional[bool]
    """The domain gives out throw-away addresses"""
    is_free: Optional[bool]
    """At a free mail provider"""


class CompatFraudInsightsEmailDomain(TypedDict, total=False):
    """The domain of the address"""

    first_seen: Optional[str]
    """Null, or left out as the account chooses: this service does not know it"""
    risk: float
    """0.01 to 99: the score, which is never 0 or 100 here"""


class CompatError(TypedDict):
    """The vendor's error body"""

    code: Literal["AUTHORIZATION_INVALID", "INSUFFICIENT_FUNDS", "IP_ADDRESS_INVALID", "IP_ADDRESS_NOT_FOUND", "IP_ADDRESS_REQUIRED", "IP_ADDRESS_RESERVED", "JSON_INVALID", "LICENSE_KEY_REQUIRED", "MAXMIND_ID_INVALID", "MINFRAUD_ID_INVALID", "NOTES_INVALID", "PARAMETER_UNKNOWN", "PERMISSION_REQUIRED", "REQUEST_INVALID", "TAG_INVALID", "TAG_REQUIRED", "TRANSACTION_ID_REQUIRED"]
    """Why the request was refused"""
    error: str
    """A sentence for people"""


class CompatFraudRequest(TypedDict, total=False):
    """A minFraud request. Any part of it may be absent"""

    device: Optional["CompatFraudRequestDevice"]
    """Where the request comes from"""
    email: Optional["CompatFraudRequestEmail"]
    """The e-mail address"""
    billing: Optional["CompatFraudRequestBilling"]
    """Only the phone number is used"""
    event: Optional["CompatFraudRequestEvent"]
    """Only the transaction_id is used"""
    shipping: Optional[Dict[str, Any]]
    """Accepted and not used; the response warns of it"""
    order: Optional[Dict[str, Any]]
    """Accepted and not used; the response warns of it"""
    credit_card: Optional[Dict[str, Any]]
    """Accepted and not used; the response warns of it"""
    shopping_cart: Optional[List[Optional[Dict[str, Any]]]]
    """Accepted and not used; the response warns of it"""
    payment: Optional[Dict[str, Any]]
    """Accepted and not used; the response warns of it"""
    custom_inputs: Optional[Dict[str, Any]]
    """Accepted and not used; the response warns of it"""
    account: Optional[Dict[str, Any]]
    """Only user_id is used"""


class CompatFraudRequestDevice(TypedDict, total=False):
    """Where the request comes from"""

    ip_address: Optional[str]
    """IPv4 or IPv6"""
    user_agent: Optional[str]
    """As the browser sends it"""


class CompatFraudRequestEmail(TypedDict, total=False):
    """The e-mail address"""

    address: Optional[str]
    """The address, or its MD5 in hex"""
    domain: Optional[str]
    """Its domain"""


class CompatFraudRequestBilling(TypedDict, total=False):
    """Only the phone number is used"""

    phone_number: Optional[str]
    """Phone number, with its calling code or without"""
    phone_country_code: Optional[str]
    """Country calling code, as `44`"""


class CompatFraudRequestEvent(TypedDict, total=False):
    """Only the transaction_id is used"""

    transaction_id: Optional[str]
    """Your own id of the event, for a report of its outcome"""


class _CompatFraudScoreRequired(TypedDict):
    id: str
    """The request_id without `req_`"""
    risk_score: float
    """0.01 to 99: the score, which is never 0 or 100 here"""
    funds_remaining: Optional[float]
    """No balance is kept: null, or 0 as the account or the operator chooses"""
    queries_remaining: Optional[int]
    """No balance is kept: null, or 0 as the account or the operator chooses"""
    disposition: "CompatFraudScoreDisposition"
    """What to do"""
    warnings: List["CompatFraudScoreWarningsItem"]
    """Input that was not used"""
    winnow: "CompatFraudScoreWinnow"
    """What Winnow has in addition to the vendor's fields"""


class CompatFraudScore(_CompatFraudScoreRequired, total=False):
    """A minFraud score response"""

    ip_address: "CompatFraudScoreIpAddress"
    """Present when the request has an address"""


class _CompatFraudScoreDispositionRequired(TypedDict):
    action: Literal["accept", "manual_review", "reject"]
    """The verdict: allow, review or block"""
    reason: Literal["default", "custom_rule"]
    """Whether one of your rules decided"""


class CompatFraudScoreDisposition(_CompatFraudScoreDispositionRequired, total=False):
    """What to do"""

    rule_label: str
    """The value of that rule"""


class CompatFraudScoreWarningsItem(TypedDict):
    code: Literal["WINNOW_INPUT_IGNORED", "INPUT_INVALID", "INPUT_UNKNOWN", "IP_ADDRESS_INVALID", "IP_ADDRESS_RESERVED", "EMAIL_ADDRESS_UNUSABLE"]
    """Why input was not used"""
    warning: str
    """A sentence for people"""
    input_pointer: str
    """JSON Pointer into the request"""


class CompatFraudScoreWinnow(TypedDict):
    """What Winnow has in addition to the vendor's fields"""

    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    summary: Optional[str]
    """One sentence for people"""
    components_checked: List[Literal["ip", "email", "phone", "domain", "device"]]
    """The components that are part of the score"""
    top_signals: List[str]
    """The findings with the largest effect, strongest first, each as `<component>: <text>`"""
    phone: Optional["PhoneResult"]
    """As /v1/lookup/phone returns it; null without a phone"""
    linkage: Optional["CompatFraudScoreWinnowLinkage"]
    """As /v1/score/user returns it; null for a single address"""
    actor: Optional["CompatFraudScoreWinnowActor"]
    """As /v1/score/user returns it; null for a single address"""
    residential_proxy_likelihood: Optional[float]
    """proxy_likelihood of /v1/score/ip; null without an address, or where nothing can be said"""
    rule_applied: Optional["RuleApplied"]
    """Your rule that decided; null when none did"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class CompatFraudScoreWinnowLinkage(TypedDict):
    """As /v1/score/user returns it; null for a single address"""

    device_email_count: Optional[int]
    """E-mail addresses seen with this device"""
    email_device_count: Optional[int]
    """Devices seen with this e-mail address"""
    email_ip_count: Optional[int]
    """IP addresses seen with this e-mail address"""
    subnet_rate_1h: Optional[int]
    """Sign-ups of the last hour from the /24 (IPv6: /48) of this address"""
    domain_rate_1h: Optional[int]
    """Sign-ups of the last hour with this domain"""
    ring: Optional["Ring"]
    """Sign-ups of the last 30 days that hang together; null for one that shares nothing"""


class CompatFraudScoreWinnowActor(TypedDict):
    """As /v1/score/user returns it; null for a single address"""

    type: Literal["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]
    """Who seems to be acting; there is no type `human`"""
    proven: bool
    """True only for a verified signature: operator is then proven"""
    basis: Literal["signature", "device_signals", "none"]
    """What the type follows from"""
    operator: Optional[str]
    """The host that the agent's signature proves, never a claimed name"""
    trigger: Optional[str]
    """As the agent's card says"""
    detail: str
    """Why; a sentence"""


class CompatFraudScoreIpAddress(TypedDict):
    """Present when the request has an address"""

    risk: float
    """0.01 to 99: the score, which is never 0 or 100 here"""


class _CompatTransactionReportRequired(TypedDict):
    tag: Literal["chargeback", "spam_or_abuse", "suspected_fraud", "not_fraud", "clear"]
    """What it was; `not_fraud` labels it legitimate, `clear` removes the label"""


class CompatTransactionReport(_CompatTransactionReportRequired, total=False):
    """A minFraud transaction report. One of minfraud_id, transaction_id and ip_address is needed"""

    minfraud_id: Optional[str]
    """The id of a response"""
    transaction_id: Optional[str]
    """Your own id, as sent in event.transaction_id"""
    ip_address: Optional[str]
    """IPv4 or IPv6"""
    maxmind_id: Optional[str]
    """Accepted and not used"""
    chargeback_code: Optional[str]
    """Accepted and not used"""
    notes: Optional[str]
    """Accepted and not used"""


class _CompatGeoCountryRequired(TypedDict):
    traits: "CompatGeoCountryTraits"
    """Facts about the address and its network. Null means unknown"""
    maxmind: "CompatGeoCountryMaxmind"
    """The vendor's balance"""
    winnow: "CompatGeoCountryWinnow"
    """What Winnow has in addition to the vendor's fields"""


class CompatGeoCountry(_CompatGeoCountryRequired, total=False):
    """A GeoIP2 country response"""

    continent: "CompatGeoCountryContinent"
    """The continent"""
    country: "CompatGeoCountryCountry"
    """The country"""
    registered_country: "CompatGeoCountryRegisteredCountry"
    """Where the network is registered; only with an operator's own file"""
    represented_country: "CompatGeoCountryRepresentedCountry"
    """Whose users the network serves abroad; only with an operator's own file"""


class _CompatGeoCountryTraitsRequired(TypedDict):
    ip_address: str
    """The address"""


class CompatGeoCountryTraits(_CompatGeoCountryTraitsRequired, total=False):
    """Facts about the address and its network. Null means unknown"""

    network: Optional[str]
    """Null, or left out as the account chooses: this service does not know it"""
    is_anycast: bool
    """Only with an operator's own file"""


class CompatGeoCountryMaxmind(TypedDict):
    """The vendor's balance"""

    queries_remaining: Optional[int]
    """No balance is kept: null, or 0 as the account or the operator chooses"""


class CompatGeoCountryWinnow(TypedDict):
    """What Winnow has in addition to the vendor's fields"""

    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    summary: Optional[str]
    """One sentence for people"""
    components_checked: List[Literal["ip", "email", "phone", "domain", "device"]]
    """The components that are part of the score"""
    top_signals: List[str]
    """The findings with the largest effect, strongest first, each as `<component>: <text>`"""
    phone: Optional["PhoneResult"]
    """As /v1/lookup/phone returns it; null without a phone"""
    linkage: Optional["CompatGeoCountryWinnowLinkage"]
    """As /v1/score/user returns it; null for a single address"""
    actor: Optional["CompatGeoCountryWinnowActor"]
    """As /v1/score/user returns it; null for a single address"""
    residential_proxy_likelihood: Optional[float]
    """proxy_likelihood of /v1/score/ip; null without an address, or where nothing can be said"""
    rule_applied: Optional["RuleApplied"]
    """Your rule that decided; null when none did"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class CompatGeoCountryWinnowLinkage(TypedDict):
    """As /v1/score/user returns it; null for a single address"""

    device_email_count: Optional[int]
    """E-mail addresses seen with this device"""
    email_device_count: Optional[int]
    """Devices seen with this e-mail address"""
    email_ip_count: Optional[int]
    """IP addresses seen with this e-mail address"""
    subnet_rate_1h: Optional[int]
    """Sign-ups of the last hour from the /24 (IPv6: /48) of this address"""
    domain_rate_1h: Optional[int]
    """Sign-ups of the last hour with this domain"""
    ring: Optional["Ring"]
    """Sign-ups of the last 30 days that hang together; null for one that shares nothing"""


class CompatGeoCountryWinnowActor(TypedDict):
    """As /v1/score/user returns it; null for a single address"""

    type: Literal["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]
    """Who seems to be acting; there is no type `human`"""
    proven: bool
    """True only for a verified signature: operator is then proven"""
    basis: Literal["signature", "device_signals", "none"]
    """What the type follows from"""
    operator: Optional[str]
    """The host that the agent's signature proves, never a claimed name"""
    trigger: Optional[str]
    """As the agent's card says"""
    detail: str
    """Why; a sentence"""


class CompatGeoCountryContinent(TypedDict, total=False):
    """The continent"""

    code: Optional[str]
    """Two letters"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""


class CompatGeoCountryCountry(TypedDict, total=False):
    """The country"""

    iso_code: Optional[str]
    """ISO 3166-1 alpha-2"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    is_in_european_union: bool
    """Absent when the country is not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatGeoCountryRegisteredCountry(TypedDict, total=False):
    """Where the network is registered; only with an operator's own file"""

    iso_code: Optional[str]
    """ISO 3166-1 alpha-2"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    is_in_european_union: bool
    """Absent when the country is not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatGeoCountryRepresentedCountry(TypedDict, total=False):
    """Whose users the network serves abroad; only with an operator's own file"""

    iso_code: Optional[str]
    """ISO 3166-1 alpha-2"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    is_in_european_union: bool
    """Absent when the country is not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""
    type: str
    """For example `military`"""


class _CompatGeoCityRequired(TypedDict):
    traits: "CompatGeoCityTraits"
    """Facts about the address and its network. Null means unknown"""
    maxmind: "CompatGeoCityMaxmind"
    """The vendor's balance"""
    winnow: "CompatGeoCityWinnow"
    """What Winnow has in addition to the vendor's fields"""


class CompatGeoCity(_CompatGeoCityRequired, total=False):
    """A GeoIP2 city response"""

    continent: "CompatGeoCityContinent"
    """The continent"""
    country: "CompatGeoCityCountry"
    """The country"""
    registered_country: "CompatGeoCityRegisteredCountry"
    """Where the network is registered; only with an operator's own file"""
    represented_country: "CompatGeoCityRepresentedCountry"
    """Whose users the network serves abroad; only with an operator's own file"""
    city: "CompatGeoCityCity"
    """The city"""
    subdivisions: List["CompatGeoCitySubdivisionsItem"]
    """The regions, largest first; only with an operator's own file"""
    postal: "CompatGeoCityPostal"
    """Only with an operator's own file"""
    location: "CompatGeoCityLocation"
    """The position, from an operator's own file"""


class _CompatGeoCityTraitsRequired(TypedDict):
    ip_address: str
    """The address"""


class CompatGeoCityTraits(_CompatGeoCityTraitsRequired, total=False):
    """Facts about the address and its network. Null means unknown"""

    network: Optional[str]
    """Null, or left out as the account chooses: this service does not know it"""
    is_anycast: bool
    """Only with an operator's own file"""
    autonomous_system_number: Optional[int]
    """Number of the autonomous system"""
    autonomous_system_organization: Optional[str]
    """Name of the network's owner"""
    isp: Optional[str]
    """Name of the network's owner"""
    organization: Optional[str]
    """Name of the network's owner"""
    connection_type: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    domain: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    mobile_country_code: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    mobile_network_code: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""


class CompatGeoCityMaxmind(TypedDict):
    """The vendor's balance"""

    queries_remaining: Optional[int]
    """No balance is kept: null, or 0 as the account or the operator chooses"""


class CompatGeoCityWinnow(TypedDict):
    """What Winnow has in addition to the vendor's fields"""

    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    summary: Optional[str]
    """One sentence for people"""
    components_checked: List[Literal["ip", "email", "phone", "domain", "device"]]
    """The components that are part of the score"""
    top_signals: List[str]
    """The findings with the largest effect, strongest first, each as `<component>: <text>`"""
    phone: Optional["PhoneResult"]
    """As /v1/lookup/phone returns it; null without a phone"""
    linkage: Optional["CompatGeoCityWinnowLinkage"]
    """As /v1/score/user returns it; null for a single address"""
    actor: Optional["CompatGeoCityWinnowActor"]
    """As /v1/score/user returns it; null for a single address"""
    residential_proxy_likelihood: Optional[float]
    """proxy_likelihood of /v1/score/ip; null without an address, or where nothing can be said"""
    rule_applied: Optional["RuleApplied"]
    """Your rule that decided; null when none did"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class CompatGeoCityWinnowLinkage(TypedDict):
    """As /v1/score/user returns it; null for a single address"""

    device_email_count: Optional[int]
    """E-mail addresses seen with this device"""
    email_device_count: Optional[int]
    """Devices seen with this e-mail address"""
    email_ip_count: Optional[int]
    """IP addresses seen with this e-mail address"""
    subnet_rate_1h: Optional[int]
    """Sign-ups of the last hour from the /24 (IPv6: /48) of this address"""
    domain_rate_1h: Optional[int]
    """Sign-ups of the last hour with this domain"""
    ring: Optional["Ring"]
    """Sign-ups of the last 30 days that hang together; null for one that shares nothing"""


class CompatGeoCityWinnowActor(TypedDict):
    """As /v1/score/user returns it; null for a single address"""

    type: Literal["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]
    """Who seems to be acting; there is no type `human`"""
    proven: bool
    """True only for a verified signature: operator is then proven"""
    basis: Literal["signature", "device_signals", "none"]
    """What the type follows from"""
    operator: Optional[str]
    """The host that the agent's signature proves, never a claimed name"""
    trigger: Optional[str]
    """As the agent's card says"""
    detail: str
    """Why; a sentence"""


class CompatGeoCityContinent(TypedDict, total=False):
    """The continent"""

    code: Optional[str]
    """Two letters"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""


class CompatGeoCityCountry(TypedDict, total=False):
    """The country"""

    iso_code: Optional[str]
    """ISO 3166-1 alpha-2"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    is_in_european_union: bool
    """Absent when the country is not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatGeoCityRegisteredCountry(TypedDict, total=False):
    """Where the network is registered; only with an operator's own file"""

    iso_code: Optional[str]
    """ISO 3166-1 alpha-2"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    is_in_european_union: bool
    """Absent when the country is not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatGeoCityRepresentedCountry(TypedDict, total=False):
    """Whose users the network serves abroad; only with an operator's own file"""

    iso_code: Optional[str]
    """ISO 3166-1 alpha-2"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    is_in_european_union: bool
    """Absent when the country is not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""
    type: str
    """For example `military`"""


class CompatGeoCityCity(TypedDict, total=False):
    """The city"""

    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatGeoCitySubdivisionsItem(TypedDict, total=False):
    iso_code: str
    """ISO 3166-2 without the country"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatGeoCityPostal(TypedDict, total=False):
    """Only with an operator's own file"""

    code: str
    """The postal code"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatGeoCityLocation(TypedDict, total=False):
    """The position, from an operator's own file"""

    latitude: Optional[float]
    """Degrees to the north. From the operator's own city file; null, or left out as the account chooses, when not known"""
    longitude: Optional[float]
    """Degrees to the east. From the operator's own city file; null, or left out as the account chooses, when not known"""
    accuracy_radius: Optional[int]
    """Kilometres. From the operator's own city file; null, or left out as the account chooses, when not known"""
    metro_code: Optional[int]
    """Number of an area of the United States. From the operator's own city file; null, or left out as the account chooses, when not known"""
    time_zone: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""


class _CompatGeoInsightsRequired(TypedDict):
    traits: "CompatGeoInsightsTraits"
    """Facts about the address and its network. Null means unknown"""
    maxmind: "CompatGeoInsightsMaxmind"
    """The vendor's balance"""
    winnow: "CompatGeoInsightsWinnow"
    """What Winnow has in addition to the vendor's fields"""


class CompatGeoInsights(_CompatGeoInsightsRequired, total=False):
    """A GeoIP2 insights response"""

    continent: "CompatGeoInsightsContinent"
    """The continent"""
    country: "CompatGeoInsightsCountry"
    """The country"""
    registered_country: "CompatGeoInsightsRegisteredCountry"
    """Where the network is registered; only with an operator's own file"""
    represented_country: "CompatGeoInsightsRepresentedCountry"
    """Whose users the network serves abroad; only with an operator's own file"""
    city: "CompatGeoInsightsCity"
    """The city"""
    subdivisions: List["CompatGeoInsightsSubdivisionsItem"]
    """The regions, largest first; only with an operator's own file"""
    postal: "CompatGeoInsightsPostal"
    """Only with an operator's own file"""
    location: "CompatGeoInsightsLocation"
    """The position, from an operator's own file"""
    anonymizer: "CompatGeoInsightsAnonymizer"
    """Whether the address hides its user"""


class _CompatGeoInsightsTraitsRequired(TypedDict):
    ip_address: str
    """The address"""
    ip_risk_snapshot: float
    """0.01 to 99: the score, which is never 0 or 100 here"""


class CompatGeoInsightsTraits(_CompatGeoInsightsTraitsRequired, total=False):
    """Facts about the address and its network. Null means unknown"""

    network: Optional[str]
    """Null, or left out as the account chooses: this service does not know it"""
    is_anycast: bool
    """Only with an operator's own file"""
    autonomous_system_number: Optional[int]
    """Number of the autonomous system"""
    autonomous_system_organization: Optional[str]
    """Name of the network's owner"""
    isp: Optional[str]
    """Name of the network's owner"""
    organization: Optional[str]
    """Name of the network's owner"""
    connection_type: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    domain: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    mobile_country_code: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    mobile_network_code: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    is_anonymous: Optional[bool]
    """VPN, proxy or Tor"""
    is_anonymous_vpn: Optional[bool]
    """Exit of a commercial VPN"""
    is_hosting_provider: Optional[bool]
    """Belongs to a hosting or cloud network"""
    is_public_proxy: Optional[bool]
    """Open proxy"""
    is_residential_proxy: Optional[bool]
    """Null, or left out as the account chooses: this service does not know it"""
    is_tor_exit_node: Optional[bool]
    """Tor exit node"""
    is_anonymous_proxy: Optional[bool]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    is_legitimate_proxy: Optional[bool]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    is_satellite_provider: Optional[bool]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    static_ip_score: Optional[float]
    """0 to 100. From the operator's own city file; null, or left out as the account chooses, when not known"""
    user_count: Optional[int]
    """How many people use the address. From the operator's own city file; null, or left out as the account chooses, when not known"""
    user_type: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""


class CompatGeoInsightsMaxmind(TypedDict):
    """The vendor's balance"""

    queries_remaining: Optional[int]
    """No balance is kept: null, or 0 as the account or the operator chooses"""


class CompatGeoInsightsWinnow(TypedDict):
    """What Winnow has in addition to the vendor's fields"""

    verdict: Literal["allow", "review", "block"]
    """The recommended action; branch on it, not on the score"""
    summary: Optional[str]
    """One sentence for people"""
    components_checked: List[Literal["ip", "email", "phone", "domain", "device"]]
    """The components that are part of the score"""
    top_signals: List[str]
    """The findings with the largest effect, strongest first, each as `<component>: <text>`"""
    phone: Optional["PhoneResult"]
    """As /v1/lookup/phone returns it; null without a phone"""
    linkage: Optional["CompatGeoInsightsWinnowLinkage"]
    """As /v1/score/user returns it; null for a single address"""
    actor: Optional["CompatGeoInsightsWinnowActor"]
    """As /v1/score/user returns it; null for a single address"""
    residential_proxy_likelihood: Optional[float]
    """proxy_likelihood of /v1/score/ip; null without an address, or where nothing can be said"""
    rule_applied: Optional["RuleApplied"]
    """Your rule that decided; null when none did"""
    request_id: str
    """Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}"""
    processing_time_sec: float
    """Time the request took, in seconds"""


class CompatGeoInsightsWinnowLinkage(TypedDict):
    """As /v1/score/user returns it; null for a single address"""

    device_email_count: Optional[int]
    """E-mail addresses seen with this device"""
    email_device_count: Optional[int]
    """Devices seen with this e-mail address"""
    email_ip_count: Optional[int]
    """IP addresses seen with this e-mail address"""
    subnet_rate_1h: Optional[int]
    """Sign-ups of the last hour from the /24 (IPv6: /48) of this address"""
    domain_rate_1h: Optional[int]
    """Sign-ups of the last hour with this domain"""
    ring: Optional["Ring"]
    """Sign-ups of the last 30 days that hang together; null for one that shares nothing"""


class CompatGeoInsightsWinnowActor(TypedDict):
    """As /v1/score/user returns it; null for a single address"""

    type: Literal["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]
    """Who seems to be acting; there is no type `human`"""
    proven: bool
    """True only for a verified signature: operator is then proven"""
    basis: Literal["signature", "device_signals", "none"]
    """What the type follows from"""
    operator: Optional[str]
    """The host that the agent's signature proves, never a claimed name"""
    trigger: Optional[str]
    """As the agent's card says"""
    detail: str
    """Why; a sentence"""


class CompatGeoInsightsContinent(TypedDict, total=False):
    """The continent"""

    code: Optional[str]
    """Two letters"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""


class CompatGeoInsightsCountry(TypedDict, total=False):
    """The country"""

    iso_code: Optional[str]
    """ISO 3166-1 alpha-2"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    is_in_european_union: bool
    """Absent when the country is not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatGeoInsightsRegisteredCountry(TypedDict, total=False):
    """Where the network is registered; only with an operator's own file"""

    iso_code: Optional[str]
    """ISO 3166-1 alpha-2"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    is_in_european_union: bool
    """Absent when the country is not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatGeoInsightsRepresentedCountry(TypedDict, total=False):
    """Whose users the network serves abroad; only with an operator's own file"""

    iso_code: Optional[str]
    """ISO 3166-1 alpha-2"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    is_in_european_union: bool
    """Absent when the country is not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""
    type: str
    """For example `military`"""


class CompatGeoInsightsCity(TypedDict, total=False):
    """The city"""

    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatGeoInsightsSubdivisionsItem(TypedDict, total=False):
    iso_code: str
    """ISO 3166-2 without the country"""
    names: Dict[str, str]
    """The name by language: English, and what an operator's own file has; empty when not known"""
    geoname_id: int
    """Id at GeoNames; absent when not known"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatGeoInsightsPostal(TypedDict, total=False):
    """Only with an operator's own file"""

    code: str
    """The postal code"""
    confidence: float
    """0 to 100 per cent; only with insights and an operator's own file"""


class CompatGeoInsightsLocation(TypedDict, total=False):
    """The position, from an operator's own file"""

    latitude: Optional[float]
    """Degrees to the north. From the operator's own city file; null, or left out as the account chooses, when not known"""
    longitude: Optional[float]
    """Degrees to the east. From the operator's own city file; null, or left out as the account chooses, when not known"""
    accuracy_radius: Optional[int]
    """Kilometres. From the operator's own city file; null, or left out as the account chooses, when not known"""
    metro_code: Optional[int]
    """Number of an area of the United States. From the operator's own city file; null, or left out as the account chooses, when not known"""
    time_zone: Optional[str]
    """From the operator's own city file; null, or left out as the account chooses, when not known"""
    population_density: Optional[int]
    """People in a square kilometre. From the operator's own city file; null, or left out as the account chooses, when not known"""
    average_income: Optional[int]
    """US dollars in a year. From the operator's own city file; null, or left out as the account chooses, when not known"""
    local_time: Optional[str]
    """Null, or left out as the account chooses: this service does not know it"""


class CompatGeoInsightsAnonymizer(TypedDict, total=False):
    """Whether the address hides its user"""

    is_anonymous: Optional[bool]
    """VPN, proxy or Tor"""
    is_anonymous_vpn: Optional[bool]
    """Exit of a commercial VPN"""
    is_hosting_provider: Optional[bool]
    """Belongs to a hosting or cloud network"""
    is_public_proxy: Optional[bool]
    """Open proxy"""
    is_residential_proxy: Optional[bool]
    """Null, or left out as the account chooses: this service does not know it"""
    is_tor_exit_node: Optional[bool]
    """Tor exit node"""
    confidence: Optional[int]
    """0 to 99. Null, or left out as the account chooses: this service does not know it"""
    network_last_seen: Optional[str]
    """Null, or left out as the account chooses: this service does not know it"""
    provider_name: Optional[str]
    """Name of the VPN service"""


class PostScoreUserBody(TypedDict, total=False):
    ip: Optional[str]
    """IPv4 or IPv6"""
    email: Optional[str]
    """E-mail address"""
    phone: Optional[str]
    """Phone number; E.164 recommended"""
    phone_country: Optional[str]
    """ISO 3166-1 alpha-2, for a phone number in national format"""
    domain: Optional[str]
    """Domain, in Unicode or A-labels"""
    device_id: Optional[str]
    """Hex fingerprint from /fp.js"""
    device_signals: Optional["PostScoreUserBodyDeviceSignals"]
    """Browser characteristics from /fp.js. With device_id they are part of the device component. Without device_id they classify the actor and are not billed: they add points where they show automation (bot probability 0.8 and more), and the request needs another field as well"""
    device_automation: Optional["PostScoreUserBodyDeviceAutomation"]
    """Automation markers from /fp.js. With device_id they are part of the device component. Without device_id they classify the actor and are not billed: they add points where they show automation (bot probability 0.8 and more), and the request needs another field as well"""
    device_token: Optional[str]
    """`device_token` of `Winnow.fingerprint()`: when, and from which network, the page loaded /fp.js, signed by this service. With it a device that claims to be a common model can be believed, and many new devices from one network are noticed. One that is old or not ours is not refused: the answer's device_token says so"""
    agent: Optional["PostScoreUserBodyAgent"]
    """The inbound request as received, with its signature headers"""
    user_id: Optional[str]
    """Your own reference of the user, 1 to 128 printable characters. Stored as given, not scored; find it at /v1/scores/search"""
    verified: Optional[List[Literal["email", "phone", "domain"]]]
    """Which of the values you have verified to be the user's, for example by a confirmed link or code. A fraud label weighs in full on these and on the address and device; anybody can give somebody else's e-mail address, phone number or domain, so on others it leads to a review at most"""
    strictness: Union[Optional[int], Literal["lenient", "balanced", "strict", "strictest"]]
    """0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name"""
    on_invalid: Optional[Literal["refuse", "review"]]
    """What to do with a component that cannot be read. refuse, the default: the request is a 400. review: it is listed in components_invalid, the rest is scored, and the verdict is at least review, unless one of your allow rules decides"""


class PostScoreUserBodyDeviceSignals(TypedDict, total=False):
    """Browser characteristics from /fp.js. With device_id they are part of the device component. Without device_id they classify the actor and are not billed: they add points where they show automation (bot probability 0.8 and more), and the request needs another field as well"""

    user_agent: Optional[str]
    """As the browser sends it"""
    timezone: Optional[str]
    """IANA name"""
    timezone_offset: Optional[int]
    """Minutes, with the sign of JavaScript's `getTimezoneOffset()` or the opposite one"""
    screen: Optional[str]
    """`WxHxDepth`, in pixels and bits"""
    hardware_concurrency: Optional[int]
    """Number of logical processors"""
    languages: Optional[str]
    """The browser's languages, with commas"""
    webgl_renderer: Optional[str]
    """Name of the graphics driver"""


class PostScoreUserBodyDeviceAutomation(TypedDict, total=False):
    """Automation markers from /fp.js. With device_id they are part of the device component. Without device_id they classify the actor and are not billed: they add points where they show automation (bot probability 0.8 and more), and the request needs another field as well"""

    webdriver: Optional[bool]
    """`navigator.webdriver` is true"""
    automation_globals: Optional[bool]
    """The page has objects of an automation tool"""
    headless_ua: Optional[bool]
    """The user agent names a headless browser"""
    zero_screen: Optional[bool]
    """The screen has no size"""
    no_plugins: Optional[bool]
    """The browser has no plug-ins"""
    no_languages: Optional[bool]
    """The browser has no languages"""


class _PostScoreUserBodyAgentRequired(TypedDict):
    url: str
    """The public URL that the agent requested"""
    headers: Dict[str, str]
    """The headers of the request by name"""


class PostScoreUserBodyAgent(_PostScoreUserBodyAgentRequired, total=False):
    """The inbound request as received, with its signature headers"""

    method: Optional[str]
    """HTTP method; GET when not given"""
    commerce: Optional["PostScoreUserBodyAgentCommerce"]
    """What the agent sent about its user and the payment. Checked against the signature, not stored, not scored"""


class PostScoreUserBodyAgentCommerce(TypedDict, total=False):
    """What the agent sent about its user and the payment. Checked against the signature, not stored, not scored"""

    consumer: Optional[Dict[str, Any]]
    """The `agenticConsumer` object of the agent's request, as received"""
    payment: Optional[Dict[str, Any]]
    """The `agenticPaymentContainer` object of the agent's request, as received"""


class _PostScoreDeviceBodyRequired(TypedDict):
    device_id: str
    """Hex fingerprint from /fp.js"""


class PostScoreDeviceBody(_PostScoreDeviceBodyRequired, total=False):
    ip: Optional[str]
    """The address of the browser, to compare places"""
    signals: Optional["PostScoreDeviceBodySignals"]
    """Browser characteristics from /fp.js"""
    automation: Optional["PostScoreDeviceBodyAutomation"]
    """Automation markers from /fp.js"""
    strictness: Union[Optional[int], Literal["lenient", "balanced", "strict", "strictest"]]
    """0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name"""


class PostScoreDeviceBodySignals(TypedDict, total=False):
    """Browser characteristics from /fp.js"""

    user_agent: Optional[str]
    """As the browser sends it"""
    timezone: Optional[str]
    """IANA name"""
    timezone_offset: Optional[int]
    """Minutes, with the sign of JavaScript's `getTimezoneOffset()` or the opposite one"""
    screen: Optional[str]
    """`WxHxDepth`, in pixels and bits"""
    hardware_concurrency: Optional[int]
    """Number of logical processors"""
    languages: Optional[str]
    """The browser's languages, with commas"""
    webgl_renderer: Optional[str]
    """Name of the graphics driver"""


class PostScoreDeviceBodyAutomation(TypedDict, total=False):
    """Automation markers from /fp.js"""

    webdriver: Optional[bool]
    """`navigator.webdriver` is true"""
    automation_globals: Optional[bool]
    """The page has objects of an automation tool"""
    headless_ua: Optional[bool]
    """The user agent names a headless browser"""
    zero_screen: Optional[bool]
    """The screen has no size"""
    no_plugins: Optional[bool]
    """The browser has no plug-ins"""
    no_languages: Optional[bool]
    """The browser has no languages"""


class _PostBatchBodyRequired(TypedDict):
    type: Literal["ip", "email", "domain", "phone"]
    """What the values are"""
    items: List[str]
    """The values, all of the same type"""


class PostBatchBody(_PostBatchBodyRequired, total=False):
    strictness: Union[Optional[int], Literal["lenient", "balanced", "strict", "strictest"]]
    """0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name"""
    phone_country: Optional[str]
    """ISO 3166-1 alpha-2, for phone numbers in national format"""


class _PostReportBodyRequired(TypedDict):
    kind: Literal["ip", "email", "domain", "phone"]
    """What the values are"""


class PostReportBody(_PostReportBodyRequired, total=False):
    value: Optional[str]
    """One value"""
    values: Optional[List[str]]
    """Several values"""


class DeleteReportBody(TypedDict, total=False):
    kind: Optional[Literal["ip", "email", "domain", "phone"]]
    """What the values are"""
    value: Optional[str]
    """One value"""
    values: Optional[List[str]]
    """Several values"""


class _PostRulesBodyRequired(TypedDict):
    action: Literal["allow", "block"]
    """What the rule does with what it matches"""


class PostRulesBody(_PostRulesBodyRequired, total=False):
    values: Optional[List[str]]
    """What the rules match; the kind of each is detected"""
    refs: Optional[List[str]]
    """Values of your stored scores, as search answers and stored scores name them (`val_…`)"""
    note: Optional[str]
    """Your own words"""
    expires_at: Optional[str]
    """RFC 3339: from then on the rules match nothing"""
    dry_run: Optional[bool]
    """Same as in the query"""


class PutScoreRequestIdNoteBody(TypedDict):
    note: str
    """Empty removes it"""


PostScoresSearchBody = TypedDict(
    "PostScoresSearchBody",
    {
        "value": Optional[str],
        "kind": Optional[Literal["ip", "network", "asn", "email", "phone", "domain", "device", "user_id", "request_id"]],
        "user_id": Optional[str],
        "ring_id": Optional[str],
        "verdict": Optional[Literal["allow", "review", "block"]],
        "label": Optional[Literal["fraud", "legit", "none"]],
        "finding": Optional[Literal["abuse_reports", "acting_browser", "address_flood", "address_literal", "bot", "catch_all", "company_gateway", "consumer_vpn", "datacenter", "device_burst", "device_emails", "device_flood", "device_repeat", "disposable", "disposable_suspected", "does_not_resolve", "domain_burst", "domain_first_month", "domain_first_quarter", "domain_first_week", "domain_flood", "failed_syntax", "fictional", "first_month", "first_quarter", "first_week", "fixed_line", "fixed_line_or_mobile", "free_provider", "hijacked", "homograph", "hosting_name", "impossible", "machine_made_handle", "mailbox_full", "mailbox_rejected", "missing_token", "mobile", "network_burst", "network_flood", "no_mail", "no_spf_no_dmarc", "no_website", "open_proxy", "operator_flood", "own_claims", "own_reports", "page_flood", "pager", "personal_number", "phone_repeat", "premium_rate", "privacy_relay", "probable_bot", "proxy_neighbourhood", "proxy_seen", "quoted_handle", "recent_abuse", "reported", "reserved", "reserved_domain", "ring_fraud", "ring_member", "risky_tld", "role_account", "shared_cost", "tagged", "timezone_mismatch", "toll_free", "tor_exit", "typo_squat", "uan", "unassigned_area_code", "unassigned_number", "voicemail", "voip", "vpn_exit"]],
        "from": Optional[str],
        "to": Optional[str],
        "mode": Optional[Literal["live", "test"]],
        "limit": Optional[int],
        "cursor": Optional[str],
    },
    total=False,
)


class PutSettingsBody(TypedDict, total=False):
    linkage_scoring: Literal["report", "score"]
    """`score`: links between sign-ups are part of the score. `report`: they are only reported"""
    compat: "PutSettingsBodyCompat"
    """How the minFraud and GeoIP2 endpoints write what is not known; what is not named stays as it is"""


class PutSettingsBodyCompat(TypedDict, total=False):
    """How the minFraud and GeoIP2 endpoints write what is not known; what is not named stays as it is"""

    balance: Literal["null", "zero"]
    """`funds_remaining` and `queries_remaining`, which are not kept: `null`, or `zero` for clients that accept numbers only"""
    unknown: Literal["null", "omit"]
    """Every other vendor field that is not known: `null`, or `omit` to leave it out, as the vendor does"""


class _PostHooksBodyRequired(TypedDict):
    kind: Literal["supabase", "svix", "standard_webhooks"]
    """`supabase`: Supabase Auth asks before it creates a user, and is answered. `svix`, `standard_webhooks`: events of users that were created (Clerk, Resend and others)"""
    mode: Literal["observe", "enforce"]
    """`observe`: the verdict is recorded, and everybody passes. `enforce`: who is refused does not pass"""
    when_unsure: Literal["allow", "refuse"]
    """What becomes, in mode enforce, of a sign-up with the verdict review, and of one that could not be scored: too slow, account paused. Not of one that could not be read: it is refused. When the quota is used up local data decides"""


class PostHooksBody(_PostHooksBodyRequired, total=False):
    secret: Optional[str]
    """`whsec_…` or `v1,whsec_…`, with 24 to 64 bytes; asymmetric secrets (`v1a`) are refused. Without one, a new hook gets one"""
    pointers: Optional["PostHooksBodyPointers"]
    """Where a message has these values, as JSON Pointers (RFC 6901). A field without one is looked for where Clerk has it, then in `data`"""
    types: Optional[List[str]]
    """The types of events that are scored; others are acknowledged and ignored. Empty: all"""


class PostHooksBodyPointers(TypedDict, total=False):
    """Where a message has these values, as JSON Pointers (RFC 6901). A field without one is looked for where Clerk has it, then in `data`"""

    ip: Optional[str]
    """Where the client's address is"""
    email: Optional[str]
    """Where the e-mail address is"""
    phone: Optional[str]
    """Where the phone number is"""
    user_id: Optional[str]
    """Where your id of the user is"""


class PatchHooksHookIdBody(TypedDict, total=False):
    mode: Literal["observe", "enforce"]
    """`observe`: the verdict is recorded, and everybody passes. `enforce`: who is refused does not pass"""
    when_unsure: Literal["allow", "refuse"]
    """What becomes, in mode enforce, of a sign-up with the verdict review, and of one that could not be scored: too slow, account paused. Not of one that could not be read: it is refused. When the quota is used up local data decides"""
    secret: Optional[str]
    """`whsec_…` or `v1,whsec_…`, with 24 to 64 bytes; asymmetric secrets (`v1a`) are refused. Without one, a new hook gets one"""
    rotate: bool
    """Makes a new secret, which the response shows once"""
    pointers: Optional["PatchHooksHookIdBodyPointers"]
    """Where a message has these values, as JSON Pointers (RFC 6901). A field without one is looked for where Clerk has it, then in `data`"""
    types: Optional[List[str]]
    """The types of events that are scored; others are acknowledged and ignored. Empty: all"""


class PatchHooksHookIdBodyPointers(TypedDict, total=False):
    """Where a message has these values, as JSON Pointers (RFC 6901). A field without one is looked for where Clerk has it, then in `data`"""

    ip: Optional[str]
    """Where the client's address is"""
    email: Optional[str]
    """Where the e-mail address is"""
    phone: Optional[str]
    """Where the phone number is"""
    user_id: Optional[str]
    """Where your id of the user is"""


class _PostWebhooksBodyRequired(TypedDict):
    url: str
    """An https URL that is reached from the internet. Other addresses, and http, only where the operator allows them (`WINNOW_EGRESS_ALLOW`)"""
    events: List[Literal["signup.scored", "verdict.changed", "ring.changed", "quota.low", "feed.stale"]]
    """The events that are sent"""


class PostWebhooksBody(_PostWebhooksBodyRequired, total=False):
    verdicts: Optional[List[Literal["allow", "review", "block"]]]
    """Only sign-ups with these verdicts, for `verdict.changed` and `ring.changed` the new ones; null, the default: all verdicts"""


class PatchWebhooksWebhookIdBody(TypedDict, total=False):
    url: str
    """An https URL that is reached from the internet. Other addresses, and http, only where the operator allows them (`WINNOW_EGRESS_ALLOW`)"""
    events: List[Literal["signup.scored", "verdict.changed", "ring.changed", "quota.low", "feed.stale"]]
    """The events that are sent"""
    verdicts: Optional[List[Literal["allow", "review", "block"]]]
    """Only sign-ups with these verdicts, for `verdict.changed` and `ring.changed` the new ones; null, the default: all verdicts"""
    enabled: bool
    """false: nothing is sent, and no further events are queued; those that wait are kept for 7 days"""


class Signup(TypedDict, total=False):
    """What score_signup takes. Every field is optional, and None is as good as absent."""

    ip: Optional[Optional[str]]
    """IPv4 or IPv6"""
    email: Optional[Optional[str]]
    """E-mail address"""
    phone: Optional[Optional[str]]
    """Phone number; E.164 recommended"""
    phone_country: Optional[Optional[str]]
    """ISO 3166-1 alpha-2, for a phone number in national format"""
    domain: Optional[Optional[str]]
    """Domain, in Unicode or A-labels"""
    device_id: Optional[Optional[str]]
    """Hex fingerprint from /fp.js"""
    device_signals: Optional[Optional["PostScoreUserBodyDeviceSignals"]]
    """Browser characteristics from /fp.js. With device_id they are part of the device component. Without device_id they classify the actor and are not billed: they add points where they show automation (bot probability 0.8 and more), and the request needs another field as well"""
    device_automation: Optional[Optional["PostScoreUserBodyDeviceAutomation"]]
    """Automation markers from /fp.js. With device_id they are part of the device component. Without device_id they classify the actor and are not billed: they add points where they show automation (bot probability 0.8 and more), and the request needs another field as well"""
    device_token: Optional[Optional[str]]
    """`device_token` of `Winnow.fingerprint()`: when, and from which network, the page loaded /fp.js, signed by this service. With it a device that claims to be a common model can be believed, and many new devices from one network are noticed. One that is old or not ours is not refused: the answer's device_token says so"""
    agent: Optional[Optional["PostScoreUserBodyAgent"]]
    """The inbound request as received, with its signature headers"""
    user_id: Optional[Optional[str]]
    """Your own reference of the user, 1 to 128 printable characters. Stored as given, not scored; find it at /v1/scores/search"""
    verified: Optional[Optional[List[Literal["email", "phone", "domain"]]]]
    """Which of the values you have verified to be the user's, for example by a confirmed link or code. A fraud label weighs in full on these and on the address and device; anybody can give somebody else's e-mail address, phone number or domain, so on others it leads to a review at most"""
    strictness: Optional[Union[Optional[int], Literal["lenient", "balanced", "strict", "strictest"]]]
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
    get_agent_decisions_request_id: "StoredAgentDecision"
    get_agent_decisions_request_id_receipt: "AgentReceipt"
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
    get_hooks: "Hooks"
    post_hooks: "Hook"
    patch_hooks_hook_id: "Hook"
    delete_hooks_hook_id: "HookDeleted"
    get_outcomes_summary: "OutcomeSummary"
    get_sources: "Sources"
    get_webhooks: "Webhooks"
    post_webhooks: "WebhookWithSecret"
    patch_webhooks_webhook_id: "WebhookResult"
    delete_webhooks_webhook_id: "WebhookDeleted"
    post_webhooks_webhook_id_rotate: "WebhookWithSecret"
    get_webhooks_webhook_id_deliveries: "Deliveries"
    post_webhooks_webhook_id_deliveries_delivery_id_resend: "Resent"
    compat_fraud_insights: "CompatFraudInsights"
    compat_fraud_score: "CompatFraudScore"
    compat_report: None
    compat_geo_country: "CompatGeoCountry"
    compat_geo_city: "CompatGeoCity"
    compat_geo_insights: "CompatGeoInsights"


AgentAction = Literal["allow", "review", "deny"]
AgentProfile = Literal["web-bot-auth", "visa-tap-browser", "visa-tap-payer", "mastercard-agent-pay"]
AgentReason = Literal["not_web_bot_auth", "malformed_signature", "keyid_misspelled", "missing_parameter", "alg_missing", "nonce_missing", "unsupported_algorithm", "not_yet_valid", "expired", "window_too_long", "insufficient_coverage", "path_not_covered", "keyset_not_configured", "signature_agent_missing", "signature_agent_not_covered", "signature_agent_invalid", "signature_agent_blocked", "invalid_component", "directory_unavailable", "directory_invalid", "unknown_key", "key_not_active", "test_key", "weak_key", "algorithm_mismatch", "signature_failed", "replayed", "verified"]
OutcomeLabelList = List["OutcomeListEntry"]
ErrorCode = Literal["invalid_value", "invalid_json", "body_too_large", "header_too_long", "url_too_long", "body_timeout", "unsupported_media_type", "too_many_items", "key_missing", "key_invalid", "key_revoked", "key_expired", "signature_invalid", "scope_missing", "test_key_refused", "account_paused", "quota_exceeded", "rate_limited", "idempotency_key_reused", "idempotency_in_progress", "conflict", "not_found", "method_not_allowed", "confirmation_required", "forbidden", "overloaded", "unavailable", "internal"]
EmailSubStatus = Literal["failed_syntax", "reserved_domain", "domain_not_found", "does_not_accept_mail", "disposable", "mailbox_not_found", "mailbox_disabled", "typo_squat", "homograph", "mailbox_full", "catch_all", "possible_typo", "role_account", "suspicious_handle", "new_domain", "temporary_failure", "mailbox_not_verified", "alias_address", "verified"]
PhoneParseStatus = Literal["ok", "country_required", "invalid_country", "too_short", "too_long", "not_a_number", "invalid"]
OnInvalid = Literal["refuse", "review"]
BatchResult = Union["BatchIpResult", "BatchEmailResult", "BatchDomainResult", "BatchPhoneResult"]
ReplayProtection = Literal["signature-window", "nonce"]
FindingName = Literal["abuse_reports", "acting_browser", "address_literal", "bot", "catch_all", "company_gateway", "consumer_vpn", "datacenter", "disposable", "disposable_suspected", "does_not_resolve", "domain_first_month", "domain_first_quarter", "domain_first_week", "failed_syntax", "fictional", "first_month", "first_quarter", "first_week", "fixed_line", "fixed_line_or_mobile", "free_provider", "hijacked", "homograph", "hosting_name", "impossible", "machine_made_handle", "mailbox_full", "mailbox_rejected", "mobile", "no_mail", "no_spf_no_dmarc", "no_website", "open_proxy", "own_claims", "own_reports", "pager", "personal_number", "premium_rate", "privacy_relay", "probable_bot", "proxy_neighbourhood", "proxy_seen", "quoted_handle", "recent_abuse", "reported", "reserved", "reserved_domain", "risky_tld", "role_account", "shared_cost", "tagged", "timezone_mismatch", "toll_free", "tor_exit", "typo_squat", "uan", "unassigned_area_code", "unassigned_number", "voicemail", "voip", "vpn_exit"]
TrustName = Literal["aged", "aged_domain", "footprint", "mailbox_verified"]
LinkageFindingName = Literal["address_flood", "device_burst", "device_emails", "device_flood", "device_repeat", "domain_burst", "domain_flood", "missing_token", "network_burst", "network_flood", "operator_flood", "page_flood", "phone_repeat", "ring_fraud", "ring_member"]
