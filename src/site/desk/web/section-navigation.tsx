import { useWatch } from "react-hook-form";
import { Link } from "react-router";
import { sectionOf } from "#company/facts/form/labels.ts";
import { SECTIONS, type SectionId } from "#company/facts/form/sections.ts";
import { samplesIn } from "#company/facts/samples.ts";
import type { Facts } from "#company/facts/schema.ts";
import { Select } from "#platform/web/forms/select.tsx";
import { useDesk } from "./desk-context.ts";

export const PREVIEW = "preview";

type Props = {
  section: SectionId | typeof PREVIEW;
  /** The names of fields with a mistake. */
  mistakes: readonly string[];
  onChoose: (section: SectionId | typeof PREVIEW) => void;
};

export function SectionNavigation({ section, mistakes, onChoose }: Props) {
  const { form } = useDesk();
  const input = useWatch({ control: form.control });
  // The fields that samplesIn reads are the same in the form.
  const samples = Map.groupBy(samplesIn(input as unknown as Facts), ({ path }) => sectionOf(path));
  const isWrong = (id: SectionId) => mistakes.some((name) => sectionOf(name) === id);
  const entries = [
    ...SECTIONS.map(({ id, title }) => ({ id, title, mark: markOf(isWrong(id), samples.get(id)?.length ?? 0) })),
    { id: PREVIEW, title: "Preview", mark: "" } as const,
  ];
  return (
    <nav aria-label="Sections of the site" className="lg:sticky lg:top-4 lg:self-start">
      <div className="field lg:hidden">
        <label htmlFor="site-section" className="field-label">
          Section
        </label>
        <Select
          id="site-section"
          value={section}
          options={entries.map(({ id, title, mark }) => [id, mark ? `${title} (${mark})` : title])}
          onChange={({ target }) => onChoose(target.value as SectionId)}
        />
      </div>
      <ul className="hidden lg:block">
        {entries.map(({ id, title, mark }) => (
          <li key={id}>
            <Link
              to={{ search: `?section=${id}` }}
              className="section-link"
              aria-current={id === section ? "page" : undefined}
            >
              {title}
              {mark && <span className={isWrong(id as SectionId) ? "text-danger" : "text-muted"}>{mark}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function markOf(hasMistake: boolean, samples: number): string {
  if (hasMistake) return "mistake";
  return samples === 0 ? "" : `${samples} sample${samples === 1 ? "" : "s"}`;
}
