import { FACT_LIMITS } from "#company/facts/limits.ts";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { useDesk } from "../desk-context.ts";
import { ClaimFields } from "../fields/claim-fields.tsx";
import { FieldGroup, MarksHelp } from "../fields/fields.tsx";
import { ItemList } from "../fields/item-list.tsx";

export function QuestionsSection() {
  const { field } = useDesk();
  return (
    <>
      <MarksHelp />
      <ItemList
        name="questions"
        one="question"
        add="Add a Question"
        blank={{ question: "", answer: "" }}
        first="question"
        max={FACT_LIMITS.questions}
      >
        {(index) => (
          <>
            <TextField {...field(`questions.${index}.question`)} label="Question" maxLength={FACT_LIMITS.source} />
            <LongTextField {...field(`questions.${index}.answer`)} label="Answer" rows={3} />
          </>
        )}
      </ItemList>
      <FieldGroup title="All questions and answers">
        <ClaimFields path="claims.questions" about={["questions"]} what="these answers" />
      </FieldGroup>
    </>
  );
}
