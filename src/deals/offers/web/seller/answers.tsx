import { type RefObject, useRef, useState } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { ANSWER_LABELS, ANSWERS, type Answer } from "#deals/offers/offer.ts";
import type { GivenAnswer, SellerOffer } from "#deals/offers/seller.ts";
import { formatMoment } from "#platform/dates.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { answerDetails } from "../sheet/words.ts";
import { AnswerForm } from "./answer-form.tsx";

const ORDER = Object.keys(ANSWERS) as Answer[];

export function Answers({ token, offer: { state, offer, answers } }: { token: string; offer: SellerOffer }) {
  const [open, setOpen] = useState<Answer>();
  const [isSent, setSent] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { words } = useFacts();
  if (state !== "open" || !offer) return answers.length > 0 ? <SentAnswers answers={answers} /> : null;

  const finish = (sent: boolean) => {
    setOpen(undefined);
    setSent(sent);
    focus(heading);
  };
  return (
    <section aria-labelledby="your-answer" className="offer-answer print:hidden">
      <h2 id="your-answer" ref={heading} tabIndex={-1}>
        {answers.length > 0 ? "Your answer has arrived" : "Your answer"}
      </h2>
      {isSent && <Note tone="ok">Thank you. It has arrived, and a person answers you.</Note>}
      {answers.length > 0 && <AnswerList answers={answers} />}
      {open ? (
        <AnswerForm
          key={open}
          answer={open}
          token={token}
          offer={offer}
          onDone={() => finish(true)}
          onClose={() => finish(false)}
        />
      ) : (
        <>
          <p>{words.offers.binding}</p>
          <div className="flex flex-wrap gap-3">
            {ORDER.map((answer) => (
              <Button key={answer} variant={answer === "yes" ? "brand" : "outline"} onClick={() => setOpen(answer)}>
                {ANSWERS[answer]}
              </Button>
            ))}
          </div>
        </>
      )}
    </section>
  );
}

function focus(heading: RefObject<HTMLHeadingElement | null>): void {
  requestAnimationFrame(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "center" });
  });
}

function SentAnswers({ answers }: { answers: readonly GivenAnswer[] }) {
  return (
    <section aria-labelledby="your-answer" className="offer-answer print:hidden">
      <h2 id="your-answer">Your answer</h2>
      <AnswerList answers={answers} />
    </section>
  );
}

function AnswerList({ answers }: { answers: readonly GivenAnswer[] }) {
  const { timeZone } = useFacts();
  return (
    <ul className="grid gap-2">
      {answers.map((given) => (
        <li key={given.at} className="wrap-anywhere">
          <strong>{ANSWER_LABELS[given.answer]}</strong>
          {answerDetails(given)}
          <span className="text-muted"> · {formatMoment(new Date(given.at), timeZone)}</span>
          {given.text && <span className="block whitespace-pre-line">{given.text}</span>}
        </li>
      ))}
    </ul>
  );
}
