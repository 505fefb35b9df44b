import { SAMPLE } from "#company/facts/claims.ts";
import { FACT_LIMITS } from "#company/facts/limits.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { wallClock } from "#platform/dates.ts";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useDesk } from "../desk-context.ts";
import { ClaimFields } from "../fields/claim-fields.tsx";
import { ItemList } from "../fields/item-list.tsx";

const STARS = ["5", "4", "3", "2", "1"].map((rating) => [rating, `${rating} of 5 stars`] as const);

export function LettersSection() {
  const { timeZone } = useFacts();
  return (
    <ItemList
      name="testimonials"
      one="letter"
      add="Add a Letter"
      blank={{
        quote: "",
        name: "",
        town: "",
        year: wallClock(new Date(), timeZone).day.slice(0, 4),
        rating: "5",
        permission: { givenOn: "", how: "" },
        claim: SAMPLE,
      }}
      first="quote"
      max={FACT_LIMITS.testimonials}
    >
      {(index) => <LetterFields index={index} />}
    </ItemList>
  );
}

function LetterFields({ index }: { index: number }) {
  const { field } = useDesk();
  const path = `testimonials.${index}` as const;
  return (
    <>
      <LongTextField {...field(`${path}.quote`)} label="Text" rows={3} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field(`${path}.name`)} label="Writer" hint="Initials are enough." maxLength={FACT_LIMITS.line} />
        <TextField {...field(`${path}.town`)} label="Town" hint="Of the house." maxLength={FACT_LIMITS.line} />
        <TextField {...field(`${path}.year`)} label="Year of the sale" inputMode="numeric" maxLength={4} />
        <SelectField {...field(`${path}.rating`)} label="Stars" options={STARS} />
        <TextField
          {...field(`${path}.permission.givenOn`)}
          label="Permission given on"
          hint="The day the writer agreed that you print it."
          type="date"
        />
        <TextField
          {...field(`${path}.permission.how`)}
          label="Form of permission"
          hint="Such as “by e-mail to Dana”. Only your team reads it."
          maxLength={FACT_LIMITS.source}
        />
      </div>
      <ClaimFields
        path={`${path}.claim`}
        about={[`${path}.quote`, `${path}.name`, `${path}.town`, `${path}.year`]}
        what="this letter"
      />
    </>
  );
}
