"""Uses every operation, for the type checker: an operation that is missing here is an error of types."""

# Generated from the OpenAPI document by scripts/clients_python.ts. Do not edit.

from winnow_client import AsyncWinnow, Winnow
from winnow_client.types import Responses


def every_operation(winnow: Winnow) -> Responses:
    api = winnow.api
    return {
        "get_score_ip": api.get_score_ip(ip="185.220.101.1"),
        "get_verify_email": api.get_verify_email(email="jane.doe@gmail.com"),
        "get_lookup_phone": api.get_lookup_phone(phone="+442079460123"),
        "get_score_domain": api.get_score_domain(domain="example.org"),
        "post_score_user": api.post_score_user({"ip": "185.220.101.1", "email": "jane@mailinator.com"}),
        "get_score_user": api.get_score_user(),
        "post_score_device": api.post_score_device({"device_id": "9f86d081884c7d659a2feaa0c55ad015", "ip": "203.0.113.7", "signals": {"timezone": "Europe/Berlin", "timezone_offset": -60, "screen": "1920x1080x24"}, "automation": {"webdriver": False}}),
        "post_batch": api.post_batch({"type": "ip", "items": ["185.220.101.1", "not an address"]}),
        "post_report": api.post_report({"kind": "email", "value": "fraudster@example.org"}),
        "delete_report": api.delete_report({"kind": "email", "value": "fraudster@example.org"}),
        "post_outcome": api.post_outcome({"request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17", "outcome": "fraud"}),
        "post_verify_agent": api.post_verify_agent({"method": "GET", "url": "https://shop.example/products?page=2", "headers": {"Signature-Agent": "sig1=\"https://agent.example\"", "Signature-Input": "sig1=(\"@authority\" \"@method\" \"@path\" \"signature-agent\";key=\"sig1\");created=1800000000;expires=1800000060;keyid=\"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U\";tag=\"web-bot-auth\"", "Signature": "sig1=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==:"}}),
        "post_agent_authorize": api.post_agent_authorize({"method": "GET", "url": "https://shop.example/products?page=2", "headers": {"Signature-Agent": "sig1=\"https://agent.example\"", "Signature-Input": "sig1=(\"@authority\" \"@method\" \"@path\" \"signature-agent\";key=\"sig1\");created=1800000000;expires=1800000060;keyid=\"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U\";tag=\"web-bot-auth\"", "Signature": "sig1=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==:"}}),
        "get_agent_policy": api.get_agent_policy(),
        "put_agent_policy": api.put_agent_policy({"rules": [{"host": "*.agent.example", "action": "review", "reason": "Not known yet"}, {"trigger": "crawler", "methods": ["POST", "PUT", "DELETE"], "action": "deny", "reason": "Crawlers only read"}, {"trigger": "fetcher", "action": "allow", "reason": "Fetchers act for a person"}]}),
        "get_rules": api.get_rules(),
        "post_rules": api.post_rules({"action": "block", "values": ["203.0.113.0/24", "example.org"]}),
        "delete_rules": api.delete_rules(confirm=True),
        "delete_rules_rule_id": api.delete_rules_rule_id(rule_id="0b8f4c7e-5f0c-4c3e-9a51-1d2f3e4a5b6c"),
        "post_rules_import": api.post_rules_import("198.51.100.7\nfraud.example\nAS64500\n", content_type="text/plain"),
        "get_score_request_id": api.get_score_request_id(request_id="req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17"),
        "put_score_request_id_note": api.put_score_request_id_note({"note": "same screenshots as last week's ring"}, request_id="req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17"),
        "post_scores_search": api.post_scores_search({"value": "jane@mailinator.com", "limit": 20}),
        "post_scores_search_csv": api.post_scores_search_csv({"value": "jane@mailinator.com", "limit": 20}),
        "get_values_ref": api.get_values_ref(ref="val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX"),
        "get_rings": api.get_rings(),
        "get_rings_ring_id": api.get_rings_ring_id(ring_id="ring_019a9f3c11d270008a513f2d9c0e4b17"),
        "get_usage": api.get_usage(),
        "get_settings": api.get_settings(),
        "put_settings": api.put_settings({"linkage_scoring": "score"}),
        "get_hooks": api.get_hooks(),
        "post_hooks": api.post_hooks({"kind": "supabase", "mode": "observe", "when_unsure": "allow"}),
        "patch_hooks_hook_id": api.patch_hooks_hook_id({"mode": "enforce"}, hook_id="hook_pB0cXl3nS9yQ5m1kR7wTzA"),
        "delete_hooks_hook_id": api.delete_hooks_hook_id(hook_id="hook_pB0cXl3nS9yQ5m1kR7wTzA"),
        "get_outcomes_summary": api.get_outcomes_summary(),
        "get_sources": api.get_sources(),
        "compat_fraud_insights": api.compat_fraud_insights({"device": {"ip_address": "81.2.69.160"}, "email": {"address": "jane@example.org"}, "event": {"transaction_id": "txn-3134133"}}),
        "compat_fraud_score": api.compat_fraud_score({"device": {"ip_address": "81.2.69.160"}, "email": {"address": "jane@example.org"}, "event": {"transaction_id": "txn-3134133"}}),
        "compat_report": api.compat_report({"ip_address": "81.2.69.160", "tag": "not_fraud"}),  # type: ignore[func-returns-value]
        "compat_geo_country": api.compat_geo_country(ip="81.2.69.160"),
        "compat_geo_city": api.compat_geo_city(ip="81.2.69.160"),
        "compat_geo_insights": api.compat_geo_insights(ip="81.2.69.160"),
    }


async def every_operation_awaited(winnow: AsyncWinnow) -> Responses:
    api = winnow.api
    return {
        "get_score_ip": await api.get_score_ip(ip="185.220.101.1"),
        "get_verify_email": await api.get_verify_email(email="jane.doe@gmail.com"),
        "get_lookup_phone": await api.get_lookup_phone(phone="+442079460123"),
        "get_score_domain": await api.get_score_domain(domain="example.org"),
        "post_score_user": await api.post_score_user({"ip": "185.220.101.1", "email": "jane@mailinator.com"}),
        "get_score_user": await api.get_score_user(),
        "post_score_device": await api.post_score_device({"device_id": "9f86d081884c7d659a2feaa0c55ad015", "ip": "203.0.113.7", "signals": {"timezone": "Europe/Berlin", "timezone_offset": -60, "screen": "1920x1080x24"}, "automation": {"webdriver": False}}),
        "post_batch": await api.post_batch({"type": "ip", "items": ["185.220.101.1", "not an address"]}),
        "post_report": await api.post_report({"kind": "email", "value": "fraudster@example.org"}),
        "delete_report": await api.delete_report({"kind": "email", "value": "fraudster@example.org"}),
        "post_outcome": await api.post_outcome({"request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17", "outcome": "fraud"}),
        "post_verify_agent": await api.post_verify_agent({"method": "GET", "url": "https://shop.example/products?page=2", "headers": {"Signature-Agent": "sig1=\"https://agent.example\"", "Signature-Input": "sig1=(\"@authority\" \"@method\" \"@path\" \"signature-agent\";key=\"sig1\");created=1800000000;expires=1800000060;keyid=\"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U\";tag=\"web-bot-auth\"", "Signature": "sig1=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==:"}}),
        "post_agent_authorize": await api.post_agent_authorize({"method": "GET", "url": "https://shop.example/products?page=2", "headers": {"Signature-Agent": "sig1=\"https://agent.example\"", "Signature-Input": "sig1=(\"@authority\" \"@method\" \"@path\" \"signature-agent\";key=\"sig1\");created=1800000000;expires=1800000060;keyid=\"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U\";tag=\"web-bot-auth\"", "Signature": "sig1=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==:"}}),
        "get_agent_policy": await api.get_agent_policy(),
        "put_agent_policy": await api.put_agent_policy({"rules": [{"host": "*.agent.example", "action": "review", "reason": "Not known yet"}, {"trigger": "crawler", "methods": ["POST", "PUT", "DELETE"], "action": "deny", "reason": "Crawlers only read"}, {"trigger": "fetcher", "action": "allow", "reason": "Fetchers act for a person"}]}),
        "get_rules": await api.get_rules(),
        "post_rules": await api.post_rules({"action": "block", "values": ["203.0.113.0/24", "example.org"]}),
        "delete_rules": await api.delete_rules(confirm=True),
        "delete_rules_rule_id": await api.delete_rules_rule_id(rule_id="0b8f4c7e-5f0c-4c3e-9a51-1d2f3e4a5b6c"),
        "post_rules_import": await api.post_rules_import("198.51.100.7\nfraud.example\nAS64500\n", content_type="text/plain"),
        "get_score_request_id": await api.get_score_request_id(request_id="req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17"),
        "put_score_request_id_note": await api.put_score_request_id_note({"note": "same screenshots as last week's ring"}, request_id="req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17"),
        "post_scores_search": await api.post_scores_search({"value": "jane@mailinator.com", "limit": 20}),
        "post_scores_search_csv": await api.post_scores_search_csv({"value": "jane@mailinator.com", "limit": 20}),
        "get_values_ref": await api.get_values_ref(ref="val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX"),
        "get_rings": await api.get_rings(),
        "get_rings_ring_id": await api.get_rings_ring_id(ring_id="ring_019a9f3c11d270008a513f2d9c0e4b17"),
        "get_usage": await api.get_usage(),
        "get_settings": await api.get_settings(),
        "put_settings": await api.put_settings({"linkage_scoring": "score"}),
        "get_hooks": await api.get_hooks(),
        "post_hooks": await api.post_hooks({"kind": "supabase", "mode": "observe", "when_unsure": "allow"}),
        "patch_hooks_hook_id": await api.patch_hooks_hook_id({"mode": "enforce"}, hook_id="hook_pB0cXl3nS9yQ5m1kR7wTzA"),
        "delete_hooks_hook_id": await api.delete_hooks_hook_id(hook_id="hook_pB0cXl3nS9yQ5m1kR7wTzA"),
        "get_outcomes_summary": await api.get_outcomes_summary(),
        "get_sources": await api.get_sources(),
        "compat_fraud_insights": await api.compat_fraud_insights({"device": {"ip_address": "81.2.69.160"}, "email": {"address": "jane@example.org"}, "event": {"transaction_id": "txn-3134133"}}),
        "compat_fraud_score": await api.compat_fraud_score({"device": {"ip_address": "81.2.69.160"}, "email": {"address": "jane@example.org"}, "event": {"transaction_id": "txn-3134133"}}),
        "compat_report": await api.compat_report({"ip_address": "81.2.69.160", "tag": "not_fraud"}),  # type: ignore[func-returns-value]
        "compat_geo_country": await api.compat_geo_country(ip="81.2.69.160"),
        "compat_geo_city": await api.compat_geo_city(ip="81.2.69.160"),
        "compat_geo_insights": await api.compat_geo_insights(ip="81.2.69.160"),
    }
