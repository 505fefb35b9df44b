import { useMay } from "#platform/web/hooks/use-session.ts";
import { Icon } from "#platform/web/ui/icon.tsx";
import "./board.css";
import { type DragEvent, useState } from "react";
import { Link } from "react-router";
import type { AdminLead, Board } from "#deals/follow-up/admin.ts";
import { dutiesForStage, isEnded, type Stage } from "#people/leads/lead.ts";
import { formatCents } from "#platform/money.ts";
import { ScrollRegion } from "#platform/web/ui/scroll-region.tsx";
import { type CardActions, LeadCard } from "./lead-card.tsx";

type Column = Board["stages"][number];

type Props = CardActions & { board: Board; isBusy: boolean; isMine: boolean };

/** Cards are dragged, or moved with the arrow keys on their button. */
export function StageBoard({ board, isBusy, isMine, ...actions }: Props) {
  const [dragged, setDragged] = useState<AdminLead>();
  return (
    <ScrollRegion label="Stages" isBusy={isBusy}>
      <div className="board">
        {board.stages.map((column) => (
          <StageColumn
            key={column.stage}
            column={column}
            today={board.today}
            isMine={isMine}
            dragged={dragged}
            onDrag={setDragged}
            {...actions}
          />
        ))}
      </div>
    </ScrollRegion>
  );
}

type ColumnProps = CardActions & {
  column: Column;
  today: string;
  isMine: boolean;
  dragged: AdminLead | undefined;
  onDrag: (lead: AdminLead | undefined) => void;
};

function StageColumn({ column, today, isMine, dragged, onDrag, ...actions }: ColumnProps) {
  const { stage, leads } = column;
  const [isOver, setOver] = useState(false);
  const [isOpen, setOpen] = useState(!isEnded(stage));
  const may = useMay();
  const accepts = dragged !== undefined && dragged.stage !== stage && may(...dutiesForStage(stage));
  const onDragOver = (event: DragEvent) => {
    if (!accepts) return;
    event.preventDefault();
    setOver(true);
  };
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onDrag(undefined);
    if (accepts) actions.onMove(dragged, stage);
  };
  return (
    <section
      className={`board-stage ${isOpen ? "" : "board-stage-folded"} ${accepts && isOver ? "board-stage-over" : ""}`}
      aria-labelledby={headingOf(stage)}
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
    >
      {isEnded(stage) ? (
        <FoldButton column={column} isOpen={isOpen} onClick={() => setOpen(!isOpen)} />
      ) : (
        <StageHeading column={column} />
      )}
      {isOpen && leads.length > 0 && (
        <ul className="grid gap-2">
          {leads.map((lead) => (
            <li
              key={lead._id}
              data-record={lead._id}
              className={`lead-card ${dragged === lead ? "lead-card-dragged" : ""}`}
              draggable="true"
              onDragStart={({ dataTransfer }) => {
                // Firefox starts no drag without data.
                dataTransfer.setData("text/plain", lead.person.name);
                dataTransfer.effectAllowed = "move";
                onDrag(lead);
              }}
              onDragEnd={() => onDrag(undefined)}
            >
              <LeadCard lead={lead} today={today} {...actions} />
            </li>
          ))}
        </ul>
      )}
      {isOpen && <MoreLink column={column} isMine={isMine} />}
    </section>
  );
}

type FoldProps = { column: Column; isOpen: boolean; onClick: () => void };

/** What has ended is folded, so that what is open has the width. Cards can be dropped on it all the same. */
function FoldButton({ column, isOpen, onClick }: FoldProps) {
  return (
    <button type="button" className="board-fold" aria-expanded={isOpen} onClick={onClick}>
      <Icon name="icon-chevron-down" className={`size-5 ${isOpen ? "" : "-rotate-90"}`} />
      <StageHeading column={column} />
    </button>
  );
}

export function headingOf(stage: Stage): string {
  return `stage-${stage.toLowerCase().replaceAll(" ", "-")}`;
}

function StageHeading({ column: { stage, count, sumCents } }: { column: Column }) {
  return (
    <span className="block min-w-0 text-left">
      <h2 id={headingOf(stage)} tabIndex={-1} className="flex flex-wrap justify-between gap-x-2">
        {stage}
        <span className="tabular-nums text-muted">{count.toLocaleString("en-US")}</span>
      </h2>
      {sumCents > 0 && (
        <span
          className="block text-fine text-muted tabular-nums"
          title="Contracts, else what sellers said yes to, else offers"
        >
          {formatCents(sumCents)}
        </span>
      )}
    </span>
  );
}

/** Links to all leads of a stage if the board shows only some. */
function MoreLink({ column: { stage, count, leads }, isMine }: { column: Column; isMine: boolean }) {
  if (count <= leads.length) return null;
  const query = new URLSearchParams({ view: "list", stage });
  if (!isEnded(stage)) query.set("show", "open");
  if (isMine && !isEnded(stage)) query.set("mine", "yes");
  return (
    <Link to={`/admin/pipeline?${query}`} className="link inline-flex min-h-11 items-center">
      All {count.toLocaleString("en-US")} in {stage}
    </Link>
  );
}

export function StageList({ board, isMine, ...actions }: Omit<Props, "isBusy">) {
  const first = board.stages.find(({ leads }) => leads.length > 0)?.stage;
  return (
    <div className="grid gap-3">
      {board.stages.map((column) => (
        <details key={column.stage} className="board-stage group" open={column.stage === first}>
          <summary className="flex min-h-11 cursor-pointer items-center gap-3">
            <span className="grow">
              <StageHeading column={column} />
            </span>
            <Icon name="icon-chevron-down" className="size-5 group-open:rotate-180" />
          </summary>
          {column.leads.length === 0 && <p className="text-muted">None.</p>}
          <ul className="grid gap-2 empty:hidden">
            {column.leads.map((lead) => (
              <li key={lead._id} data-record={lead._id} className="lead-card">
                <LeadCard lead={lead} today={board.today} {...actions} />
              </li>
            ))}
          </ul>
          <MoreLink column={column} isMine={isMine} />
        </details>
      ))}
    </div>
  );
}
