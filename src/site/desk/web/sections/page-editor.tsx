import { useWatch } from "react-hook-form";
import { PAGE_ENDS, PAGE_KINDS, PAGE_MENUS } from "#company/facts/choices.ts";
import { FACT_LIMITS } from "#company/facts/limits.ts";
import { MIN_WORDS } from "#company/facts/pages/doorways.ts";
import { pagePath } from "#company/facts/pages/pages.ts";
import { MAX_SLUG_LENGTH, suggestSlug } from "#company/facts/pages/slugs.ts";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { OUTLINES } from "#site/desk/outlines.ts";
import { useDesk } from "../desk-context.ts";
import { ClaimFields } from "../fields/claim-fields.tsx";
import { FieldGroup, MarksHelp } from "../fields/fields.tsx";
import { ItemList } from "../fields/item-list.tsx";
import { PictureField } from "../fields/picture-field.tsx";
import { FaultNote, useFaults } from "./page-faults.tsx";

type Props = { index: number; onClose: () => void };

const WORDS = ["title", "summary", "pageTitle", "description", "lead", "body", "town", "houses", "questions"] as const;

export function PageEditor({ index, onClose }: Props) {
  const { form } = useDesk();
  const path = `pages.${index}` as const;
  const page = useWatch({ control: form.control, name: path });
  const faults = useFaults().filter((fault) => fault.index === index);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button variant="quiet" className="px-0" onClick={onClose}>
          <Icon name="icon-arrow-left" />
          All Pages
        </Button>
        <p className="wrap-anywhere text-muted">
          {PAGE_KINDS[page.kind]}, {pagePath(page)}
        </p>
      </div>
      <FaultNote faults={faults} />
      <NameFields index={index} />
      <TextFields index={index} />
      <FieldGroup title="Questions" text="Questions about this page alone, below its text.">
        <ItemList
          name={`${path}.questions`}
          one="question"
          add="Add a Question"
          blank={{ question: "", answer: "" }}
          first="question"
          max={FACT_LIMITS.pageQuestions}
        >
          {(at) => <QuestionFields path={`${path}.questions.${at}`} />}
        </ItemList>
      </FieldGroup>
      <PlaceFields index={index} />
      <FieldGroup title="On the Site">
        <ClaimFields path={`${path}.claim`} about={WORDS.map((name) => `${path}.${name}`)} what="this page" />
      </FieldGroup>
    </>
  );
}

function NameFields({ index }: { index: number }) {
  const { form, field } = useDesk();
  const path = `pages.${index}` as const;
  const kind = form.getValues(`${path}.kind`);
  /** What is typed stays; an empty title and address follow. */
  const suggest = (name: "town" | "title") => {
    const typed = form.getValues(`${path}.${name}`).trim();
    if (form.getValues(`${path}.title`).trim() === "") form.setValue(`${path}.title`, typed, { shouldDirty: true });
    if (form.getValues(`${path}.slug`).trim() === "")
      form.setValue(`${path}.slug`, suggestSlug(typed), { shouldDirty: true });
  };
  return (
    <FieldGroup title="Name and Address">
      <div className="grid gap-5 sm:grid-cols-2 sm:items-end">
        {kind === "town" && (
          <TextField
            {...field(`${path}.town`, { onBlur: () => suggest("town") })}
            label="Town"
            maxLength={FACT_LIMITS.line}
          />
        )}
        <TextField
          {...field(`${path}.title`, { onBlur: () => suggest("title") })}
          label="Title"
          hint="In menus and links."
          maxLength={FACT_LIMITS.line}
        />
        <TextField
          {...field(`${path}.slug`)}
          label="Address"
          hint={`After ${pagePath({ kind, slug: "" })}. An old address leads to the new one.`}
          maxLength={MAX_SLUG_LENGTH}
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <TextField
        {...field(`${path}.pageTitle`)}
        label="Heading"
        hint="Search results show up to 60 letters."
        maxLength={FACT_LIMITS.line}
      />
      <LongTextField {...field(`${path}.description`)} label="Description for search results" rows={2} />
    </FieldGroup>
  );
}

function TextFields({ index }: { index: number }) {
  const { form, field } = useDesk();
  const path = `pages.${index}` as const;
  const kind = form.getValues(`${path}.kind`);
  return (
    <FieldGroup
      title="Text"
      text={`${OUTLINES[kind].hint} ${MIN_WORDS} words at least, of which three tenths at most may stand on another page.`}
    >
      <MarksHelp />
      <LongTextField {...field(`${path}.lead`)} label="First sentence" rows={2} />
      <LongTextField {...field(`${path}.body`)} label="Text" rows={16} />
      {kind === "town" && (
        <LongTextField
          {...field(`${path}.houses`)}
          label="Houses that you bought there"
          hint="One on each line, such as “A brick ranch on Elm Street, 2024”. Ask before you name a house number."
          optional
          rows={3}
        />
      )}
      {kind === "situation" && (
        <LongTextField {...field(`${path}.summary`)} label="Summary" hint="On the card of the home page." rows={2} />
      )}
      <PictureField path={`${path}.picture`} what="picture" />
      <TextField
        {...field(`${path}.pictureAlt`)}
        label="What the picture shows"
        hint="For people who do not see it."
        optional
        maxLength={FACT_LIMITS.source}
      />
    </FieldGroup>
  );
}

function QuestionFields({ path }: { path: `pages.${number}.questions.${number}` }) {
  const { field } = useDesk();
  return (
    <>
      <TextField {...field(`${path}.question`)} label="Question" maxLength={FACT_LIMITS.source} />
      <LongTextField {...field(`${path}.answer`)} label="Answer" rows={3} />
    </>
  );
}

function PlaceFields({ index }: { index: number }) {
  const { field } = useDesk();
  return (
    <FieldGroup title="Place and End">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField {...field(`pages.${index}.menu`)} label="Link" options={Object.entries(PAGE_MENUS)} />
        <SelectField {...field(`pages.${index}.end`)} label="The page ends with" options={Object.entries(PAGE_ENDS)} />
      </div>
    </FieldGroup>
  );
}
