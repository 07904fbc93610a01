/**
 * The topics of the change log: what a process must read again when another one changed it. A change is the topic and what
 * follows it here; it is stored, so these are data too.
 */
export const TOPICS = {
  /** [account] */
  account: "account",
  /** [id of the API key] */
  apiKey: "key",
  /** [account] */
  agentPolicy: "agent-policy",
  /** [kind, hash] */
  reputation: "reputation",
  /** [account, kind, hash] */
  reputationOf: "reputation-of",
  /** [account, request id] */
  label: "label",
  /** [account, hash] */
  addressLabel: "address-label",
  /** [account] */
  rules: "rules",
  /** [account] */
  hooks: "hooks",
  /** [account] */
  webhooks: "webhooks",
  /** []: a process begins to serve the store. */
  joined: "joined",
  /** []: a process leaves the cluster. */
  left: "member",
} as const;
