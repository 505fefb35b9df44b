import { useFacts } from "#company/facts/web/use-facts.ts";
import type { AdminOffer } from "#deals/offers/admin.ts";
import { ANSWER_LABELS } from "#deals/offers/offer.ts";
import { formatDay, formatInstant } from "#platform/dates.ts";
import { answerDetails } from "./sheet/words.ts";

export function OfferFacts({ offer }: { offer: AdminOffer }) {
  const { timeZone } = useFacts();
  const momentOf = (at: string) => formatInstant(new Date(at), timeZone);
  const { sent, ended, state, openings, content, answers } = offer;
  return (
    <>
      <ul className="text-muted">
        {sent && (
          <li className="wrap-anywhere">
            Sent {momentOf(sent.at)} by {sent.by}, valid until {formatDay(content.validUntil, "short")}
          </li>
        )}
        {sent && <li>{openedText(openings, momentOf)}</li>}
        {ended && (
          <li className="wrap-anywhere">
            {state === "withdrawn" ? "Withdrawn" : "Replaced"} {momentOf(ended.at)} by {ended.by}
          </li>
        )}
        {!sent && (
          <li className="wrap-anywhere">
            Begun {momentOf(offer.createdAt)} by {offer.createdBy}
          </li>
        )}
      </ul>
      {answers.length > 0 && (
        <ul className="mt-2 grid gap-2" aria-label="Answers">
          {answers.map((answer) => (
            <li key={`${answer.at} ${answer.answer}`} className="wrap-anywhere">
              <strong>{ANSWER_LABELS[answer.answer]}</strong>
              {answerDetails(answer)} <span className="text-muted">{momentOf(answer.at)}</span>
              {answer.text && <span className="block whitespace-pre-line">{answer.text}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type MomentOf = (at: string) => string;

function openedText({ count, firstAt, lastAt }: AdminOffer["openings"], momentOf: MomentOf): string {
  if (count === 0 || !firstAt) return "Not opened yet";
  if (count === 1 || !lastAt) return `Opened once, ${momentOf(firstAt)}`;
  return `Opened ${count.toLocaleString("en-US")} times, first ${momentOf(firstAt)}, last ${momentOf(lastAt)}`;
}
