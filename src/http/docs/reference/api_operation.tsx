/** `/docs/api/<operation>`: the input and the responses of one endpoint, and a form to try it. */
import type { SignedIn } from "../../../service/access/sessions.ts";
import { each } from "../../site/each.ts";
import { Choice, Field, PostForm, Submit } from "../../site/parts/form.tsx";
import { Badge, Card, Code, Crumb, Notice, Problem } from "../../site/parts/marks.tsx";
import type { View } from "../../site/view.ts";
import { type Call, curlOf, exampleCall } from "./api_call.ts";
import { Docs } from "../frame.tsx";
import type { Answer, Operation, Parameter, Reference } from "./openapi_reader.ts";
import { SchemaTree, typeOf } from "./schema_tree.tsx";

export interface TriedCall {
  readonly call: Call;
  readonly problem?: string;
  readonly answer?: { readonly status: number; readonly headers: string; readonly body: string };
}

interface Props {
  readonly view: View;
  readonly reference: Reference;
  readonly operation: Operation;
  readonly signed: SignedIn | null;
  readonly tried: TriedCall;
}

export function OperationPage({ view, reference, operation, signed, tried }: Props) {
  const { body } = operation;
  return (
    <Docs view={view} title={operation.summary}>
      <Crumb to="/docs/api" name="API reference">{operation.tag}</Crumb>
      <p>
        <span class={`method ${operation.method.toLowerCase()}`}>{operation.method}</span>{" "}
        <span class="path">{operation.path}</span>
      </p>
      {operation.description === null
        ? null
        : <p class="prose">{operation.description.replaceAll("`", "")}</p>}
      {operation.scope === null ? null : (
        <p class="small muted">
          Needs a key with the scope <code>{operation.scope}</code>, or with the role{" "}
          <code>{operation.role}</code> or one above it. <a href="/docs/keys">Keys and scopes</a>,{" "}
          <a href="/docs/roles">roles</a>
        </p>
      )}
      <Code
        id="operation-curl"
        text={curlOf(operation, exampleCall(operation), view.origin, "$API_KEY")}
        run="bash"
      />
      {operation.parameters.length === 0 ? null : (
        <>
          <h2>Parameters</h2>
          <ul class="schema">
            {each(
              operation.parameters,
              (parameter) => <ParameterItem reference={reference} parameter={parameter} />,
            )}
          </ul>
        </>
      )}
      {body === null ? null : (
        <>
          <h2>Body</h2>
          <p class="muted">{body.type}{body.description === null ? "" : `: ${body.description}`}</p>
          <SchemaTree reference={reference} schema={body.schema} />
        </>
      )}
      <TryIt view={view} operation={operation} signed={signed} tried={tried} />
      <h2>Responses</h2>
      {each(operation.answers, (answer) => <ResponsePart reference={reference} answer={answer} />)}
    </Docs>
  );
}

function ParameterItem({ reference, parameter }: { reference: Reference; parameter: Parameter }) {
  const { name, schema, required, description } = parameter;
  const choices = schema.enum?.map(String).join(", ");
  return (
    <li>
      <code>{name}</code>{" "}
      <span class="type">
        {typeOf(reference, schema)},{" "}
        {parameter.in === "path" ? "in the path" : required ? "required" : "optional"}
      </span>
      <span class="small muted">
        <br />
        {[choices, description ?? schema.description].filter((text) => text !== undefined && text !== "")
          .join(". ")}
      </span>
    </li>
  );
}

function ResponsePart({ reference, answer }: { reference: Reference; answer: Answer }) {
  const good = answer.status.startsWith("2");
  return (
    <details class="card answer" open={good}>
      <summary>
        <Badge word={good ? "allow" : "neutral"} text={answer.status} />{" "}
        {good ? answer.description : codesOf(answer)}
      </summary>
      {answer.schema === null ? null : <SchemaTree reference={reference} schema={answer.schema} />}
      {good ? null : <p class="small muted">{answer.description.replaceAll("`", "")}</p>}
      {answer.example === null ? null : (
        <Code
          id={`answer-${answer.status}`}
          text={JSON.stringify(answer.example, null, 2)}
          caption="Example"
          run="json"
        />
      )}
    </details>
  );
}

/** The error codes of the description, without their meaning. */
function codesOf({ description }: Answer): string {
  const codes = [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code);
  return codes.length === 0 ? description : codes.join(", ");
}

function TryIt({ view, operation, signed, tried }: Omit<Props, "reference">) {
  const { call, answer } = tried;
  return (
    <Card id="try" title="Try it">
      <Problem text={tried.problem} />
      {answer === undefined ? null : (
        <>
          <Notice kind={answer.status < 400 ? "good" : "warn"}>Status {answer.status}</Notice>
          <Code id="try-answer" text={`${answer.headers}\n\n${answer.body}`} caption="Response" wrapped />
        </>
      )}
      <PostForm view={view} action={`/docs/api/${operation.id}#try`}>
        {each(operation.parameters, (parameter) => <ParameterField parameter={parameter} call={call} />)}
        {operation.body === null
          ? null
          : <Field name="body" label={`Body (${operation.body.type})`} rows={8} value={call.body} />}
        <Field
          name="key"
          label="Key"
          type="password"
          hint={operation.basic
            ? "Required for this endpoint. Not stored."
            : signed === null
            ? "Required, unless you sign in to the console. Not stored."
            : `Leave empty to use the key you signed in with, as ${signed.caller.account.name}. The request is billed as usual.`}
          max={200}
        />
        <Submit>Send</Submit>
      </PostForm>
    </Card>
  );
}

function ParameterField({ parameter, call }: { parameter: Parameter; call: Call }) {
  const { name, schema, required } = parameter;
  const value = call.parameters[name] ?? "";
  const label = `${name}${required ? "" : " (optional)"}`;
  if (schema.enum === undefined) return <Field name={`p-${name}`} label={label} value={value} />;
  const options = [
    ...(required ? [] : [["", ""] as const]),
    ...schema.enum.map((one) => [String(one), String(one)] as const),
  ];
  return <Choice name={`p-${name}`} label={label} options={options} value={value} />;
}
