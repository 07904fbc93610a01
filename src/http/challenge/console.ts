/** Challenges in the console: how many were shown, passed and abandoned. */
import { challengeFigures } from "../../service/challenge/figures.ts";
import type { ConsolePages } from "../console/pages.ts";
import { html } from "../site/respond.ts";
import { ChallengesPage, SPANS } from "./console_page.tsx";

const DEFAULT_DAYS = 30;

export const challengePages: ConsolePages = {
  menu: [{ group: "Scores", href: "/console/challenges", name: "Challenges" }],
  reads: "scores.read",
  pages: {
    "/console/challenges": async ({ c, view, services, signed }) => {
      const { account } = signed.caller;
      const days = SPANS.find((span) => String(span) === c.req.query("days")) ?? DEFAULT_DAYS;
      const figures = await challengeFigures(services, account, days);
      return html(c, ChallengesPage({ view, figures, days, isOn: account.challenges === true }));
    },
  },
};
