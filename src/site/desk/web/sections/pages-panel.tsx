import { useState } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { useSearchParams } from "react-router";
import { PAGE_KINDS, type PageKind } from "#company/facts/choices.ts";
import { CLAIM_STATE_LABELS, type ClaimState } from "#company/facts/claims.ts";
import { FACT_LIMITS } from "#company/facts/limits.ts";
import { pagePath } from "#company/facts/pages/pages.ts";
import { randomKey } from "#platform/web/attempt-key.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { FieldError } from "#platform/web/forms/field.tsx";
import { Badge, type BadgeLook } from "#platform/web/ui/badge.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { blankPage } from "#site/desk/outlines.ts";
import { useDesk } from "../desk-context.ts";
import type { DeskInput } from "../desk-input.ts";
import { MoveButtons } from "../fields/move-buttons.tsx";
import { PageEditor } from "./page-editor.tsx";
import { useFaults } from "./page-faults.tsx";
import type { PanelProps } from "./panel-props.ts";

const LOOKS: Record<ClaimState, BadgeLook> = {
  sample: { tone: "warn" },
  unconfirmed: { tone: "warn" },
  confirmed: { tone: "ok" },
  hidden: { tone: "outline" },
};

const ADD: [kind: PageKind, label: string][] = [
  ["town", "Add a Town Page"],
  ["situation", "Add a Situation"],
  ["article", "Add an Article"],
];

export function PagesPanel({ parts, draw }: PanelProps) {
  const { form } = useDesk();
  const [params, setParams] = useSearchParams();
  const pages = useWatch({ control: form.control, name: "pages" });
  const open = (id: string | undefined) => setParams({ section: "pages", ...(id && { page: id }) });
  const index = pages.findIndex(({ id }) => id === params.get("page"));
  if (index === -1) return <PageList pages={pages} onOpen={open} />;
  const editor = { index, parts, draw, onClose: () => open(undefined) };
  return <PageEditor key={pages[index]?.id} {...editor} />;
}

type ListProps = { pages: DeskInput["pages"]; onOpen: (id: string) => void };

function PageList({ pages, onOpen }: ListProps) {
  const { form, wiringOf, focusOn } = useDesk();
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: "pages", keyName: "key" });
  const [leaving, setLeaving] = useState<number>();
  const faults = useFaults();
  const { id: listId, error } = wiringOf("pages");
  const add = (kind: PageKind) => {
    const id = randomKey();
    append(blankPage(kind, id), { shouldFocus: false });
    onOpen(id);
    focusOn(`site-pages-${pages.length}-${kind === "town" ? "town" : "title"}`);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="field">
        <div id={listId} className="flex flex-wrap gap-3">
          {ADD.map(([kind, label]) => (
            <Button
              key={kind}
              id={`${listId}-${kind}`}
              variant="outline"
              disabled={pages.length >= FACT_LIMITS.pages}
              onClick={() => add(kind)}
            >
              <Icon name="icon-plus" />
              {label}
            </Button>
          ))}
        </div>
        <FieldError id={`${listId}-error`}>{error}</FieldError>
      </div>
      {pages.length === 0 && <p className="text-muted">None.</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {fields.map(({ key }, index) => {
          const page = pages[index];
          if (!page) return null;
          const { state } = page.claim;
          const called = page.title.trim() || `Page ${index + 1}`;
          return (
            <li key={key} className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <div className="min-w-0 flex-1 basis-64">
                <h3 className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1">
                  {called}
                  <Badge {...LOOKS[state]}>{CLAIM_STATE_LABELS[state]}</Badge>
                  {faults.some((fault) => fault.index === index) && <Badge tone="danger">Not ready</Badge>}
                </h3>
                <p className="wrap-anywhere text-muted">
                  {PAGE_KINDS[page.kind]}, {pagePath(page)}
                </p>
              </div>
              <span className="flex flex-none flex-wrap items-center">
                <Button
                  variant="outline"
                  size="compact"
                  className="min-h-11"
                  aria-label={`Edit: ${called}`}
                  onClick={() => onOpen(page.id)}
                >
                  Edit
                </Button>
                <MoveButtons list={listId} index={index} count={fields.length} called={called} onMove={move} />
                <Button variant="quiet" size="icon" aria-label={`Remove: ${called}`} onClick={() => setLeaving(index)}>
                  <Icon name="icon-trash-2" className="size-5" />
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      {leaving !== undefined && (
        <ConfirmDialog
          title={`Remove “${pages[leaving]?.title}”?`}
          confirm={{ label: "Remove" }}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => {
            remove(leaving);
            setLeaving(undefined);
            focusOn(`${listId}-town`);
          }}
        >
          <p>
            Its text is lost. Once you publish, people who open its address read that the page was taken down. A hidden
            page does the same and keeps its text.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
