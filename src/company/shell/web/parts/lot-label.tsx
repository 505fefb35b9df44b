import { type Claim, isSample } from "#company/facts/claims.ts";
import { SampleMark } from "./sample-mark.tsx";

type Props = { children?: string; lot?: number; claim?: Pick<Claim, "state"> };

/** The line above a title, with the mark of the words below it. */
export function LotLabel({ children = "", lot, claim }: Props) {
  const text = [lot === undefined ? "" : `Lot ${lot}`, children].filter(Boolean).join(" · ");
  const mark = claim && isSample(claim);
  if (!text && !mark) return null;
  return (
    <p className="lot-label">
      {text} {mark && <SampleMark />}
    </p>
  );
}
