import { isSample } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";
import { Text } from "./texts/text.tsx";

export function QuestionsSection({ lot }: { lot: number }) {
  const { claims, questions, words } = useFacts();
  return (
    <section className="section" aria-labelledby="questions">
      <div className="wrap grid gap-x-16 gap-y-5 sm:gap-y-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
        <div>
          <LotLabel lot={lot} claim={isSample(claims.questions) ? claims.questions : claims.asked}>
            {words.asked.above}
          </LotLabel>
          <h2 id="questions">{words.asked.title}</h2>
          <p className="mt-3 max-w-[36ch]">{words.asked.text}</p>
        </div>
        <QuestionList questions={questions} />
      </div>
    </section>
  );
}

export function QuestionList({ questions }: Pick<Facts, "questions">) {
  return (
    <div className="border-line border-t">
      {questions.map(({ question, answer }, index) => (
        <details key={question} className="group border-line border-b" open={index === 0}>
          <summary className="flex min-h-11 list-none items-center justify-between gap-4 py-2 font-display sm:min-h-14 sm:py-3 font-semibold text-subhead leading-[1.3] hover:text-brand [&::-webkit-details-marker]:hidden">
            <span className="min-w-0">{question}</span>
            <QuestionSign />
          </summary>
          <Text markdown={answer} className="prose pb-4 *:first:mt-0 sm:pb-5" />
        </details>
      ))}
    </div>
  );
}

function QuestionSign() {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      className="flex-none text-brand"
      aria-hidden="true"
    >
      <path d="M2 10h16" />
      <path d="M10 2v16" className="group-open:hidden" />
    </svg>
  );
}
