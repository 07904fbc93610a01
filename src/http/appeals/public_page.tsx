/** `/appeal/<token>`: for the account's own customers. Nothing of this service's console is on it, and no script. */
import { MAX_APPEAL_TEXT } from "../../model/appeal.ts";
import { CUSTOMER_REASONS, type CustomerLanguage } from "../../model/customer_reason.ts";
import type { PublicCase } from "../../service/appeals/public_case.ts";
import { Field, Submit } from "../site/parts/form.tsx";
import { Notice } from "../site/parts/marks.tsx";
import { PublicFrame } from "../site/parts/public_frame.tsx";
import { type AppealWords, WORDS } from "./words.ts";

interface CaseProps {
  readonly language: CustomerLanguage;
  readonly shown: PublicCase;
  /** As it was sent, with what is wrong with it. */
  readonly sent?: { readonly text: string; readonly replyTo: string } | undefined;
  readonly problem?: { readonly field: "text" | "reply_to" | null; readonly text: string } | undefined;
}

export function AppealPage({ language, shown, sent, problem }: CaseProps) {
  const words = WORDS[language];
  const { appeal } = shown;
  return (
    <PublicFrame language={language} words={WORDS} title={words.title}>
      <h1>{words.title}</h1>
      {problem?.field === null ? <Notice kind="bad">{problem.text}</Notice> : null}
      <p class="lead">{words.decided[shown.verdict]}</p>
      <p class="muted">{withDate(words.on, shown.scoredAt, language)}</p>
      <section class="card" aria-labelledby="why">
        <h2 id="why">{words.why}</h2>
        <p>{CUSTOMER_REASONS[shown.reason][language]}</p>
      </section>
      {appeal === null
        ? <AppealForm words={words} language={language} sent={sent} problem={problem} />
        : (
          <section class="card" aria-labelledby="answer">
            <h2 id="answer">{words.answer}</h2>
            <p role="status">{words.states[appeal.state]}</p>
            {appeal.decided?.note == null ? null : <blockquote dir="auto">{appeal.decided.note}</blockquote>}
          </section>
        )}
      <p class="small muted">{withDate(words.until, shown.end, language)}</p>
    </PublicFrame>
  );
}

function AppealForm({ words, language, sent, problem }: Omit<CaseProps, "shown"> & { words: AppealWords }) {
  const errorOf = (field: "text" | "reply_to") => problem?.field === field ? problem.text : undefined;
  return (
    <form method="post" action={`?lang=${language}`} class="card">
      <p>{words.invitation}</p>
      <input type="hidden" name="lang" value={language} />
      <Field
        name="text"
        label={words.text}
        hint={words.textHint}
        rows={8}
        max={MAX_APPEAL_TEXT}
        value={sent?.text}
        error={errorOf("text")}
        required
      />
      <Field
        name="reply_to"
        label={words.replyTo}
        hint={words.replyToHint}
        type="email"
        autocomplete="email"
        max={254}
        value={sent?.replyTo}
        error={errorOf("reply_to")}
      />
      <Submit>{words.send}</Submit>
    </form>
  );
}

/** The same for every address that is none. */
export function NoAppealPage({ language }: { language: CustomerLanguage }) {
  const words = WORDS[language];
  return (
    <PublicFrame language={language} words={WORDS} title={words.missing}>
      <h1>{words.missing}</h1>
      <p class="lead">{words.missingText}</p>
    </PublicFrame>
  );
}

function withDate(text: string, at: number, language: CustomerLanguage): string {
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(at);
  return text.replace("{date}", date);
}
