/** What the page of a challenge answers, wherever it is: at its own address, or below a path of a site's proxy. */
import type { ChallengeSubject } from "../../model/challenge/challenge.ts";
import type { CustomerLanguage } from "../../model/customer_reason.ts";
import { AppError, type ErrorCode } from "../../model/error.ts";
import { sendCode, sendCodeBack } from "../../service/challenge/code.ts";
import type { Answered, ChallengeProblem, Passed } from "../../service/challenge/pass.ts";
import { makePuzzle, solvePuzzle } from "../../service/challenge/puzzle.ts";
import { showChallenge } from "../../service/challenge/show.ts";
import type { ChallengeVisitor } from "../../service/challenge/visitor.ts";
import { sendWaitingForm, waitingForm } from "../../service/challenge/wait.ts";
import type { Services } from "../../service/context.ts";
import type { AppContext } from "../context.ts";
import { header } from "../header.ts";
import { httpStatusOf, json } from "../respond.ts";
import type { Form } from "../site/form.ts";
import { html } from "../site/respond.ts";
import { ChallengePage, type ChallengeUrls } from "./public_page.tsx";
import { WORDS } from "./words.ts";

export interface ChallengeVisit {
  readonly subject: ChallengeSubject;
  readonly visitor: ChallengeVisitor;
  readonly language: CustomerLanguage;
  readonly urls: ChallengeUrls;
  /** At a proxy: what is given is a cookie. */
  readonly isEdge: boolean;
}

/** As errors of the API. */
const PROBLEMS: Readonly<Record<ChallengeProblem, readonly [code: ErrorCode, detail: string]>> = {
  early: ["conflict", "the waiting form was sent before its time"],
  late: ["conflict", "its time is over: ask for another one"],
  used: ["conflict", "it was sent before"],
  wrong: ["invalid_value", "it is not a solution of this challenge"],
  network: ["forbidden", "it was made for another network: ask for another one"],
  full: ["rate_limited", "this challenge takes no more answers"],
  mail: ["rate_limited", "no more codes are sent for now"],
};

export async function challengePage(
  c: AppContext,
  services: Services,
  { subject, visitor, language, urls }: ChallengeVisit,
  problem: ChallengeProblem | null = null,
  isSent = false,
): Promise<Response> {
  const shown = await showChallenge(services, subject, visitor);
  const page = ChallengePage({
    language,
    urls,
    waiting: waitingForm(services, subject, shown, visitor),
    code: subject.email === null || services.mail === null ? "none" : isSent ? "sent" : "offered",
    problem: problem === null ? undefined : WORDS[language].problems[problem],
    isAutomatic: problem === null && !isSent,
  });
  const status = problem === null ? 200 : httpStatusOf(PROBLEMS[problem][0], "site");
  return html(c, page, status);
}

export async function puzzle(c: AppContext, services: Services, visit: ChallengeVisit): Promise<Response> {
  return json(c, await makePuzzle(services, visit.subject, visit.visitor), 200, ANY_ORIGIN);
}

/** A site's own page may solve a puzzle: nothing in these answers is the visitor's, and no cookie is read. */
export const ANY_ORIGIN = { "access-control-allow-origin": "*" };

/**
 * Takes what was sent.
 * @param passed answers when it was right
 * @throws AppError for a program (`Accept: application/json`)
 */
export async function takeAnswer(
  c: AppContext,
  services: Services,
  visit: ChallengeVisit,
  form: Form,
  passed: (passed: Passed) => Response,
): Promise<Response> {
  const answered = await answerOf(services, visit, form);
  if (answered !== "sent" && typeof answered !== "string") return passed(answered);
  const isSent = answered === "sent" || form.text("code") !== "";
  const problem = answered === "sent" ? null : answered;
  if (problem === null || !wantsJson(c)) return await challengePage(c, services, visit, problem, isSent);
  throw new AppError(...PROBLEMS[problem]);
}

async function answerOf(
  services: Services,
  { subject, visitor, language, isEdge }: ChallengeVisit,
  form: Form,
): Promise<Answered | "sent"> {
  // The first look, where a site's own page asked for no puzzle of this one.
  await showChallenge(services, subject, visitor);
  if (form.text("send") !== "") return await sendCode(services, subject, language) ?? "sent";
  const [altcha, code] = [form.text("altcha"), form.text("code")];
  if (altcha !== "") return await solvePuzzle(services, subject, visitor, altcha, isEdge);
  if (code !== "") return await sendCodeBack(services, subject, visitor, code, isEdge);
  return await sendWaitingForm(services, subject, visitor, form.text("start"), isEdge);
}

export function wantsJson(c: AppContext): boolean {
  return (header(c, "accept") ?? "").includes("application/json");
}
