import { FACT_LIMITS } from "#company/facts/limits.ts";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { useDesk } from "../desk-context.ts";
import { ClaimFields } from "../fields/claim-fields.tsx";
import { FieldGroup, MarksHelp } from "../fields/fields.tsx";
import { ItemList } from "../fields/item-list.tsx";

export function StorySection() {
  const { field } = useDesk();
  return (
    <>
      <MarksHelp />
      <FieldGroup title="Story">
        <LongTextField {...field("story")} label="Your story" rows={10} />
        <ClaimFields path="claims.story" about={["story"]} what="this story" />
      </FieldGroup>
      <FieldGroup title="Values">
        <ItemList
          name="values"
          one="value"
          add="Add a Value"
          blank={{ title: "", text: "" }}
          first="title"
          max={FACT_LIMITS.values}
        >
          {(index) => (
            <>
              <TextField {...field(`values.${index}.title`)} label="Title" maxLength={FACT_LIMITS.line} />
              <LongTextField {...field(`values.${index}.text`)} label="Text" optional rows={2} />
            </>
          )}
        </ItemList>
        <ClaimFields path="claims.values" about={["values"]} what="these values" />
      </FieldGroup>
    </>
  );
}
