/** `/login-notice/<token>`: for users of the account's site. Opening it does nothing; its one button does. */
import type { CustomerLanguage } from "../../model/customer_reason.ts";
import { factsIn } from "../../model/login/notice_mail.ts";
import type { ShownNotice } from "../../service/login/notice_answer.ts";
import { Submit } from "../site/parts/form.tsx";
import { Notice, Pairs } from "../site/parts/marks.tsx";
import { PublicFrame } from "../site/parts/public_frame.tsx";
import { WORDS } from "./words.ts";

interface Props {
  readonly language: CustomerLanguage;
  readonly shown: ShownNotice;
  readonly problem?: "once" | "often";
}

export function NoticePage({ language, shown: { answer, facts, given }, problem }: Props) {
  const words = WORDS[language];
  return (
    <PublicFrame language={language} words={WORDS} title={words.title}>
      <h1>{words.title}</h1>
      {problem === undefined ? null : <Notice kind="bad">{words[problem]}</Notice>}
      <p class="lead">{words.lead}</p>
      <section class="card" aria-labelledby="facts">
        <h2 id="facts">{words.facts}</h2>
        <Pairs pairs={factsIn(facts, language)} />
      </section>
      {given === null
        ? (
          <form method="post" action={`?lang=${language}`} class="card">
            <p>{words.effect[answer]}</p>
            <input type="hidden" name="lang" value={language} />
            <Submit class={answer === "not_me" ? "danger" : ""}>{words.button[answer]}</Submit>
          </form>
        )
        : <Notice>{words.done[given]}</Notice>}
    </PublicFrame>
  );
}

/** The same for every address that is none. */
export function NoNoticePage({ language }: { language: CustomerLanguage }) {
  const words = WORDS[language];
  return (
    <PublicFrame language={language} words={WORDS} title={words.missing}>
      <h1>{words.missing}</h1>
      <p class="lead">{words.missingText}</p>
    </PublicFrame>
  );
}
