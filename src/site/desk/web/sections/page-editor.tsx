import { useWatch } from "react-hook-form";
import { PAGE_KINDS, type PageKind } from "#company/facts/choices.ts";
import type { Field } from "#company/facts/form/form.ts";
import { MIN_WORDS } from "#company/facts/pages/doorways.ts";
import { pagePath } from "#company/facts/pages/pages.ts";
import { suggestSlug } from "#company/facts/pages/slugs.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { OUTLINES } from "#site/desk/outlines.ts";
import { useDesk } from "../desk-context.ts";
import type { Adjustments } from "../fields/fact-field.tsx";
import { FaultNote, useFaults } from "./page-faults.tsx";
import type { PanelProps } from "./panel-props.ts";

type Props = Pick<PanelProps, "parts" | "draw"> & { index: number; onClose: () => void };

/** Fields that pages of other kinds do not have. */
const OF_KIND: { [Path in Field["path"]]?: PageKind } = {
  "pages.*.town": "town",
  "pages.*.houses": "town",
  "pages.*.summary": "situation",
};

export function PageEditor({ index, parts, draw, onClose }: Props) {
  const { form } = useDesk();
  const path = `pages.${index}` as const;
  const page = useWatch({ control: form.control, name: path });
  const faults = useFaults().filter((fault) => fault.index === index);
  /** What is typed stays; an empty title and address follow. */
  const suggest = (name: "town" | "title") => {
    const typed = form.getValues(`${path}.${name}`).trim();
    if (form.getValues(`${path}.title`).trim() === "") form.setValue(`${path}.title`, typed, { shouldDirty: true });
    if (form.getValues(`${path}.slug`).trim() === "")
      form.setValue(`${path}.slug`, suggestSlug(typed), { shouldDirty: true });
  };
  const adjust = ({ path, hint = "" }: Field): Adjustments | false => {
    if ((OF_KIND[path] ?? page.kind) !== page.kind) return false;
    if (path === "pages.*.town") return { onBlur: () => suggest("town") };
    if (path === "pages.*.title") return { onBlur: () => suggest("title") };
    const folder = pagePath({ kind: page.kind, slug: "" });
    if (path === "pages.*.slug")
      return { hint: hint.replace("{folder}", folder), autoCapitalize: "none", spellCheck: false };
    return {};
  };
  const text = `${OUTLINES[page.kind].hint} ${MIN_WORDS} words at least, of which three tenths at most may stand on another page.`;
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
      {draw({
        parts: parts.map((part) =>
          typeof part === "object" && "group" in part && part.group === "Text"
            ? { ...part, parts: [text, ...part.parts] }
            : part,
        ),
        at: [index],
        adjust,
      })}
    </>
  );
}
