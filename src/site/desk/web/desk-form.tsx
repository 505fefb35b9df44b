import "./desk-form.css";
import { type FormEvent, useEffect, useMemo, useState } from "react";
import type { FieldPath } from "react-hook-form";
import { useSearchParams } from "react-router";
import { textAndParts } from "#company/facts/form/form.ts";
import { labelOf, sectionOf } from "#company/facts/form/labels.ts";
import { SECTIONS, type SectionId } from "#company/facts/form/sections.ts";
import { ErrorSummary, focusField, type SummaryError } from "#platform/web/forms/error-summary.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { Note } from "#platform/web/ui/note.tsx";
import { type Basis, basisOf, type Present } from "./basis.ts";
import { DeskContext } from "./desk-context.ts";
import { type DeskInput, toInput } from "./desk-input.ts";
import { DeskNotes, type Outcome } from "./desk-notes.tsx";
import { Preview } from "./preview.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { SaveBar } from "./save-bar.tsx";
import { PREVIEW, SectionNavigation } from "./section-navigation.tsx";
import { Parts } from "./sections/parts.tsx";
import { hasDraft, useDeskForm } from "./use-desk-form.ts";

type Props = { loaded: Present; email: string };

export function DeskForm({ loaded, email }: Props) {
  const { section, page, show } = useSection();
  const focusOn = useFocus();
  const [outcome, setOutcome] = useState<Outcome>();
  const [publishing, setPublishing] = useState<Publishing>();
  const [asked, setAsked] = useState(0);
  const desk = useDeskForm({
    loaded,
    email,
    onReady: (basis) => {
      setOutcome(hasDraft(basis) ? undefined : "nothing");
      if (hasDraft(basis)) setPublishing({ basis, isNews: false });
    },
    onDiscarded: () => setOutcome("discarded"),
  });
  const { form, ready, autosave, basis, conflicts } = desk;
  const saved = useMemo(() => toInput(basis.facts), [basis.facts]);
  const take = useStableCallback(desk.take);
  // The live stream reads it again when another person has changed it.
  useEffect(() => take(loaded), [take, loaded]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a person who leaves a section has typed in it
  useEffect(() => {
    void autosave.flush().catch(() => {});
  }, [section, autosave.flush]);

  const onSubmit = (event: FormEvent) => {
    setOutcome(undefined);
    if (conflicts.length === 0) return void ready.onSubmit(event);
    event.preventDefault();
    setAsked(asked + 1);
  };
  const mistakes = ready.mistakes.map((mistake) => withPlace(mistake, form.getValues())).sort(bySection);

  return (
    <DeskContext value={contextOf(ready, saved, focusOn)}>
      <form
        noValidate
        aria-label="Site"
        className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[--spacing(56)_minmax(0,1fr)]"
        onSubmit={onSubmit}
        onBlur={() => autosave.soon()}
      >
        <SectionNavigation section={section} mistakes={autosave.mistakes} onChoose={show} />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          <ErrorSummary
            attempt={ready.attempt}
            errors={mistakes}
            onChoose={({ name, id }) => {
              show(sectionOf(name), pageOf(name, form.getValues()));
              focusOn(id);
            }}
          />
          <DeskNotes
            outcome={outcome}
            conflicts={conflicts}
            input={form.getValues()}
            basis={basis}
            email={email}
            asked={asked}
            onChoose={desk.choose}
          />
          {ready.refusal && <FormRefusal key={ready.submittedAt}>{ready.refusal}</FormRefusal>}
          {autosave.state.is === "refused" && !ready.refusal && (
            <Note tone="danger">
              <p>{autosave.state.why}</p>
            </Note>
          )}
          <SectionView section={section} page={page} basis={basis} />
          <SaveBar desk={desk} isSticky={section !== PREVIEW} onPreview={() => show(PREVIEW, page)} />
        </div>
      </form>
      {publishing && (
        <PublishDialog
          {...publishing}
          onClose={() => setPublishing(undefined)}
          onPublished={(number) => {
            setPublishing(undefined);
            desk.setPublished(number, publishing.basis.facts);
            setOutcome(publishing.basis.published.number === 1 ? "first" : "published");
          }}
          onConflict={(present) => {
            desk.take(present);
            setPublishing(present.draft ? { basis: basisOf(present), isNews: true } : undefined);
          }}
        />
      )}
    </DeskContext>
  );
}

type Publishing = { basis: Basis; isNews: boolean };

/** The link to a mistake says where it is, because its section may not be shown. */
function withPlace(mistake: SummaryError, input: DeskInput): SummaryError {
  const section = SECTIONS.find(({ id }) => id === sectionOf(mistake.name));
  return { ...mistake, message: `${section?.title}, ${labelOf(mistake.name.split("."), input)}: ${mistake.message}` };
}

function contextOf(
  { form, field, wiringOf }: ReturnType<typeof useDeskForm>["ready"],
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

type ViewProps = { section: SectionId | typeof PREVIEW; page: string | undefined; basis: Basis };

function SectionView({ section, page, basis }: ViewProps) {
  const shown = SECTIONS.find(({ id }) => id === section);
  const { text, parts } = textAndParts(shown?.parts ?? []);
  return (
    <>
      <div>
        <h2 className="text-part">{shown?.title ?? "Preview"}</h2>
        {text && <p className="mt-1 text-muted">{text}</p>}
      </div>
      {shown ? (
        <Parts key={section} parts={parts} />
      ) : (
        <Preview
          shown={basis.version > 0 ? { draft: basis.version } : { number: basis.published.number }}
          looks={basis.version > 0 ? "would look" : "looks"}
          facts={basis.facts}
          page={page}
        />
      )}
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
