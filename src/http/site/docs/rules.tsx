import { Code } from "../parts/marks.tsx";
import { Heading } from "./heading.tsx";
import type { Guide } from "./guide.ts";

export const rules: Guide = {
  slug: "rules",
  title: "Rules",
  about: "Your own allow and block lists: they win over any score.",
  render: ({ view }) => (
    <div class="prose">
      <p>
        A rule forces the result on every endpoint: <code>allow</code> gives score 0, <code>block</code>{" "}
        gives score 100, and <code>rule_applied</code>{" "}
        says which rule it was. Block wins over allow. Rules are free, and a change counts from the next
        request on.
      </p>
      <Heading id="values">What a rule can name</Heading>
      <p>
        An IP address, a range (<code>203.0.113.0/24</code>), an e-mail address, a domain, a phone number with
        +, or a network by its number (<code>AS64500</code>). The kind is told by itself. A domain rule covers
        its subdomains and mail at any of them. In a sign-up, a rule on any of the given values decides the
        whole.
      </p>
      <Heading id="try">Try it first</Heading>
      <p>
        <code>dry_run=true</code>{" "}
        changes nothing and tells what would happen: what would be added, which of your rules it clashes with,
        and how many stored scores of the last 30 days would have had another verdict, among them those you
        had labelled.
      </p>
      <Code id="dry-curl" text={create(view.origin, "?dry_run=true", "")} run="bash" />
      <Heading id="add">Add</Heading>
      <p>A note tells your colleagues why; with an expiry the rule ends by itself.</p>
      <Code
        id="add-curl"
        text={create(view.origin, "", ',"note":"chargebacks in May","expires_at":"2099-01-01T00:00:00Z"')}
        run="bash"
      />
      <p>
        Broad allow rules (a free mail provider, a whole network, a range wider than /16) are accepted with a
        {" "}
        <code>warning</code>: read it.
      </p>
      <Heading id="import">Import a list</Heading>
      <p>
        Text or CSV, one entry a line, at most 10,000. Headers and other columns are skipped, duplicates
        dropped, and every line is accounted for in the answer.
      </p>
      <Code id="import-curl" text={importFile(view.origin)} run="bash" />
      <Heading id="list">List and delete</Heading>
      <Code
        id="list-curl"
        text={`curl -s ${view.origin}/v1/rules \\
  -H "X-Api-Key: $API_KEY"`}
        run="bash"
      />
      <p>
        Delete one with <code>DELETE /v1/rules/&lt;id&gt;</code>. All of them take a confirmation:
      </p>
      <Code
        id="delete-curl"
        text={`curl -s -X DELETE "${view.origin}/v1/rules?confirm=true" \\
  -H "X-Api-Key: $API_KEY"`}
        run="bash"
      />
      <p>
        The console does all of this with forms, under{" "}
        <a href="/console/rules">Rules</a>, and exports your rules as CSV.
      </p>
    </div>
  ),
};

function create(origin: string, query: string, more: string): string {
  return `curl -s "${origin}/v1/rules${query}" \\
  -H "X-Api-Key: $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"action":"block","values":["203.0.113.0/24","fraud.example"]${more}}'`;
}

function importFile(origin: string): string {
  return `printf 'address,seen\\n198.51.100.7,2026-05-01\\nfraud.example,2026-05-02\\n' |
  curl -s "${origin}/v1/rules/import?action=block" \\
    -H "X-Api-Key: $API_KEY" \\
    -H "Content-Type: text/csv" \\
    --data-binary @-`;
}
