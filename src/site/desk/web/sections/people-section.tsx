import { SAMPLE } from "#company/facts/claims.ts";
import { FACT_LIMITS } from "#company/facts/limits.ts";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { useDesk } from "../desk-context.ts";
import { ClaimFields } from "../fields/claim-fields.tsx";
import { ItemList } from "../fields/item-list.tsx";
import { PictureField } from "../fields/picture-field.tsx";

const BLANK = { name: "", role: "", bio: "", portrait: null, claim: SAMPLE };

export function PeopleSection() {
  const { field } = useDesk();
  return (
    <ItemList name="team" one="person" add="Add a Person" blank={BLANK} first="name" max={FACT_LIMITS.team}>
      {(index) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...field(`team.${index}.name`)} label="Name" maxLength={FACT_LIMITS.line} />
            <TextField {...field(`team.${index}.role`)} label="Role" maxLength={FACT_LIMITS.line} />
          </div>
          <LongTextField {...field(`team.${index}.bio`)} label="About this person" optional rows={3} />
          <PictureField path={`team.${index}.portrait`} what="portrait" />
          <ClaimFields
            path={`team.${index}.claim`}
            about={[`team.${index}.name`, `team.${index}.role`, `team.${index}.bio`]}
            what="this person"
          />
        </>
      )}
    </ItemList>
  );
}
