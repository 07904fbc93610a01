/** Forms, and labelled fields with a hint and an error. */
import type { Child } from "hono/jsx";
import { each } from "../each.ts";
import type { View } from "../view.ts";

/** A form that changes something: it carries the CSRF token. Not drawn for who may not send it. @param fields hidden ones */
export function PostForm(props: {
  view: View;
  action: string;
  /** So that buttons elsewhere on the page send it too. */
  id?: string;
  class?: string;
  fields?: Readonly<Record<string, string>>;
  enctype?: "multipart/form-data";
  /** A question to confirm. */
  confirm?: string | undefined;
  /** What the page says while the form is processed. */
  working?: string;
  children?: Child;
}) {
  if (!props.view.maySend(props.action)) return null;
  return (
    <form
      method="post"
      id={props.id}
      action={props.action}
      enctype={props.enctype}
      class={props.class}
      data-confirm={props.confirm}
      data-progress={props.working === undefined ? undefined : true}
    >
      <input type="hidden" name="csrf" value={props.view.csrf} />
      {each(
        Object.entries(props.fields ?? {}),
        ([name, value]) => <input type="hidden" name={name} value={value} />,
      )}
      {props.children}
      {props.working === undefined ? null : (
        <div data-working hidden>
          <label class="small" for="working">{props.working}</label>
          <progress id="working"></progress>
        </div>
      )}
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: string;
  readonly value?: string | undefined;
  readonly hint?: Child;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly max?: number;
  readonly min?: string;
  /** Lines: a text area instead of an input. */
  readonly rows?: number;
  readonly accept?: string;
  /** Selector of the entries that the script filters while the user types. */
  readonly filter?: string;
  /** Set when two fields of a page have the same name. */
  readonly id?: string;
}

/** A label with its field, and below it what was wrong and a hint. */
function Labelled(
  props: { id: string; label: string; error?: string | undefined; hint?: Child; children?: Child },
) {
  const { id, label, error, hint } = props;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {props.children}
      {error === undefined ? null : <p class="hint" id={`${id}-error`}>⚠ {error}</p>}
      {hint === undefined ? null : <p class="hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}

export function Field(props: FieldProps) {
  const { id = `f-${props.name}`, label, error, hint } = props;
  const described = [
    hint === undefined ? "" : `${id}-hint`,
    error === undefined ? "" : `${id}-error`,
  ].filter((part) => part !== "").join(" ");
  const shared = {
    id,
    name: props.name,
    required: props.required ?? false,
    placeholder: props.placeholder,
    maxlength: props.max,
    "data-filter": props.filter,
    autocomplete: props.autocomplete ?? "off",
    "aria-describedby": described === "" ? undefined : described,
    "aria-invalid": error === undefined ? undefined : "true",
  } as const;
  return (
    <Labelled id={id} label={label} error={error} hint={hint}>
      {props.rows === undefined
        ? (
          <input
            {...shared}
            type={props.type ?? "text"}
            value={props.value}
            min={props.min}
            accept={props.accept}
          />
        )
        : <textarea {...shared} rows={props.rows}>{props.value ?? ""}</textarea>}
    </Labelled>
  );
}

/** A select field. @param options `[value, text]` */
export function Choice(props: {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  value?: string | null;
  hint?: string;
  /** Set when two fields of a page have the same name. */
  id?: string;
}) {
  const { name, label, hint, id = `f-${name}` } = props;
  return (
    <Labelled id={id} label={label} hint={hint}>
      <select id={id} name={name} aria-describedby={hint === undefined ? undefined : `${id}-hint`}>
        {each(
          props.options,
          ([value, text]) => <option value={value} selected={value === (props.value ?? "")}>{text}</option>,
        )}
      </select>
    </Labelled>
  );
}

/** The button at the end of a form. */
export function Submit(props: { class?: string; children?: Child }) {
  return (
    <div class="actions">
      <button type="submit" class={props.class}>{props.children}</button>
    </div>
  );
}

/** A form of one button. */
export function PostButton(props: {
  view: View;
  action: string;
  fields: Readonly<Record<string, string>>;
  class?: string;
  confirm?: string;
  label?: string;
  disabled?: boolean;
  children?: Child;
}) {
  const { view, action, fields, confirm } = props;
  return (
    <PostForm view={view} action={action} class="inline-form" fields={fields} confirm={confirm}>
      <button
        type="submit"
        class={props.class ?? "quiet small"}
        aria-label={props.label}
        disabled={props.disabled ?? false}
      >
        {props.children}
      </button>
    </PostForm>
  );
}
