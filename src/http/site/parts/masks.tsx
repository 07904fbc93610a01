/** The masked values of a score, each of which goes to the next line as a whole. */
import { each } from "../each.ts";

export function Masks({ masks }: { masks: readonly string[] }) {
  return (
    <>
      {each(masks, (mask, index) => (
        <>
          {index === 0 ? "" : " · "}
          <span class="mask">{mask}</span>
        </>
      ))}
    </>
  );
}
