import { FACT_LIMITS } from "#company/facts/limits.ts";
import { ClaimFields } from "../fields/claim-fields.tsx";
import { FieldGroup, LongTextField, MarkedTextField, TextField } from "../fields/fields.tsx";
import { ItemList } from "../fields/item-list.tsx";

export function StorySection() {
  return (
    <>
      <FieldGroup title="Story">
        <MarkedTextField path="story" label="Your story" rows={10} />
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
              <TextField path={`values.${index}.title`} label="Title" maxLength={FACT_LIMITS.line} />
              <LongTextField path={`values.${index}.text`} label="Text" optional rows={2} />
            </>
          )}
        </ItemList>
        <ClaimFields path="claims.values" about={["values"]} what="these values" />
      </FieldGroup>
    </>
  );
}
