/** The small drawing of a campaign: its sign-ups over time. */
import type { Campaign } from "../../model/campaigns/campaign.ts";
import { each } from "../site/each.ts";
import { PERIOD_WORDS } from "./words.ts";

const HEIGHT = 24;
/** Of a bar that is not empty. */
const LEAST = 1.5;

export function OverTime({ campaign: { over_time: counts, days } }: { campaign: Campaign }) {
  const most = Math.max(1, ...counts);
  const width = 100 / Math.max(1, counts.length);
  return (
    <svg
      class="spark"
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Sign-ups ${PERIOD_WORDS[days]}, the newest on the right: ${counts.join(", ")}`}
    >
      {each(counts, (count, index) => {
        const height = count === 0 ? 0 : Math.max(LEAST, count / most * HEIGHT);
        return (
          <rect
            class="bar"
            x={(index * width + width * 0.1).toFixed(2)}
            width={(width * 0.8).toFixed(2)}
            y={(HEIGHT - height).toFixed(2)}
            height={height.toFixed(2)}
          />
        );
      })}
    </svg>
  );
}
