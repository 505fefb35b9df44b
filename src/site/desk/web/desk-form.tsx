import "./desk-form.css";
import { type FormEvent, useEffect, useMemo, useState } from "react";
import type { FieldPath } from "react-hook-form";
import { useSearchParams } from "react-router";
import { describeChanges } from "#company/facts/changes.ts";
import { ErrorSummary, focusField, type SummaryError } from "#platform/web/forms/error-summary.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { SECTIONS, type SectionId, sectionOf } from "#site/desk/sections.ts";
import type { Basis, Present } from "./basis.ts";
import { DeskContext } from "./desk-context.ts";
import { type DeskInput, toInput } from "./desk-input.ts";
import { DeskNotes, type Outcome } from "./desk-notes.tsx";
import { Preview } from "./preview.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { SaveBar } from "./save-bar.tsx";
import { PREVIEW, SectionNavigation } from "./section-navigation.tsx";
import { SECTION_FIELDS } from "./sections/sections.ts";
import { type Intent, useDeskForm } from "./use-desk-form.ts";

type Props = { loaded: Present; email: string };

export function DeskForm({ loaded, email }: Props) {
  const { section, page, show } = useSection();
  const focusOn = useFocus();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isPublishing, setPublishing] = useState(false);
  const desk = useDeskForm({
    loaded,
    email,
    onSaved: (intent, basis) => {
      setOutcome(intent === "discard" ? "discarded" : undefined);
      proceed(intent, basis);
    },
  });
  const { save, basis } = desk;
  const saved = useMemo(() => toInput(basis.facts), [basis.facts]);

  const proceed = (intent: Intent, { published, facts }: Basis) => {
    if (intent === "preview") show(PREVIEW, page);
    if (intent !== "publish") return;
    const isNew = describeChanges(published.facts, facts) !== "";
    setOutcome(isNew ? undefined : "nothing");
    setPublishing(isNew);
  };
  const onSubmit = (event: FormEvent) => {
    const intent = ((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null)?.value as Intent;
    const isNeeded = desk.isUnsaved() || (intent === "preview" && basis.version === 0) || basis.isOutdated;
    if (intent !== "save" && !isNeeded) {
      event.preventDefault();
      proceed(intent, basis);
      return;
    }
    setOutcome(undefined);
    void desk.saveFor(intent || "save", event);
  };
  const mistakes = [...save.mistakes].sort(bySection);

  return (
    <DeskContext value={contextOf(save, saved, focusOn)}>
      <form
        noValidate
        aria-label="Site"
        className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[--spacing(56)_minmax(0,1fr)]"
        onSubmit={onSubmit}
      >
        <SectionNavigation section={section} mistakes={mistakes} onChoose={show} />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          <ErrorSummary
            attempt={save.attempt}
            errors={mistakes}
            onChoose={({ name, id }) => {
              show(sectionOf(name), pageOf(name, save.form.getValues()));
              focusOn(id);
            }}
          />
          <Outcomes desk={desk} outcome={outcome} />
          <SectionView section={section} page={page} basis={basis} />
          <SaveBar desk={desk} />
        </div>
      </form>
      {isPublishing && (
        <PublishDialog
          basis={basis}
          onClose={() => setPublishing(false)}
          onPublished={(number) => {
            setPublishing(false);
            desk.setPublished(number, basis.facts);
            setOutcome("published");
          }}
          onConflict={(present) => {
            setPublishing(false);
            desk.rebase(present);
          }}
        />
      )}
    </DeskContext>
  );
}

function contextOf(
  { form, field, wiringOf }: ReturnType<typeof useDeskForm>["save"],
  saved: DeskInput,
  focusOn: (id: string) => void,
) {
  return {
    form,
    // These are the company's details, and the browser would fill in those of the person who types.
    field: (path: FieldPath<DeskInput>, options?: { onBlur: () => void }) => ({
      ...field(path, options),
      autoComplete: "off",
    }),
    wiringOf,
    saved,
    focusOn,
  };
}

function bySection(one: SummaryError, other: SummaryError): number {
  const place = ({ name }: SummaryError) => SECTIONS.findIndex(({ id }) => id === sectionOf(name));
  return place(one) - place(other);
}

function Outcomes({ desk, outcome }: { desk: ReturnType<typeof useDeskForm>; outcome: Outcome | undefined }) {
  const { save, conflicts, isMerged, basis } = desk;
  return (
    <>
      <DeskNotes outcome={outcome} conflicts={conflicts} isMerged={isMerged} basis={basis} />
      {save.refusal && <FormRefusal key={save.submittedAt}>{save.refusal}</FormRefusal>}
    </>
  );
}

type ViewProps = { section: SectionId | typeof PREVIEW; page: string | undefined; basis: Basis };

function SectionView({ section, page, basis: { version, facts } }: ViewProps) {
  const Fields = section === PREVIEW ? undefined : SECTION_FIELDS[section];
  const { title, text } = SECTIONS.find(({ id }) => id === section) ?? { title: "Preview", text: "" };
  return (
    <>
      <div>
        <h2 className="text-part">{title}</h2>
        {text && <p className="mt-1 text-muted">{text}</p>}
      </div>
      {Fields ? <Fields /> : <Preview version={version} facts={facts} page={page} />}
    </>
  );
}

/** The URL holds the section, so that reload, Back and links from the dashboard find it. */
function useSection() {
  const [params, setParams] = useSearchParams();
  const named = params.get("section") ?? "";
  const isKnown = named === PREVIEW || SECTIONS.some(({ id }) => id === named);
  const section = (isKnown ? named : "company") as SectionId | typeof PREVIEW;
  const page = params.get("page") ?? undefined;
  const show = (next: SectionId | typeof PREVIEW, nextPage?: string) => {
    if (next !== section || nextPage !== page)
      setParams({ section: next, ...(nextPage && { page: nextPage }) }, { preventScrollReset: false });
  };
  return { section, page, show };
}

/** A field of a page is there once that page is open. */
function pageOf(name: string, { pages }: DeskInput): string | undefined {
  const [, index] = /^pages\.(\d+)\./.exec(name) ?? [];
  return pages[Number(index)]?.id;
}

/** A field of another section has to be in the page before it can take the focus. */
function useFocus() {
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (!wanted || !document.getElementById(wanted)) return;
    focusField({ id: wanted });
    setWanted(undefined);
  });
  return setWanted;
}
