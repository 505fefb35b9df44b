import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { PageMeta } from "#company/shell/web/page.ts";
import { type AdminLead, SHOWN, SORTS } from "#deals/follow-up/admin.ts";
import { LOST_REASONS, STAGES, type Stage } from "#people/leads/lead.ts";
import { LogDialog } from "#people/leads/web/log-panel.tsx";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { useNarrow } from "#platform/web/hooks/use-narrow.ts";
import { AdminListPage } from "#platform/web/lists/admin-list-page.tsx";
import { ExportButton } from "#platform/web/lists/export-button.tsx";
import { asOptions } from "#platform/web/lists/filter-bar.tsx";
import { isFocusLost } from "#platform/web/lists/use-focus-after-leaving.ts";
import { useListParams } from "#platform/web/lists/use-list-params.ts";
import { useRecordDialog } from "#platform/web/lists/use-record-dialog.ts";
import { RowsNote } from "#platform/web/live/show-note.tsx";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { headingOf, StageBoard, StageList } from "./board.tsx";
import { LeadDialog } from "./lead-dialog.tsx";
import { LeadsTable } from "./leads-table.tsx";
import { FOLLOWED, leadOnBoard, loadLead, useBoard, useLeads, useMove } from "./queries.ts";
import { followUpKeys } from "./query-keys.ts";
import { needsDetails, StageDialog } from "./stage-dialog.tsx";
import { MINE, useMine, WhoseSelect } from "./whose-select.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Leads | ${company.name}` });

const FRAME = {
  title: "Leads",
  subtitle: "Every property, from the first inquiry to the closing",
  back: { to: "/admin", label: "Back" },
};

export default function PipelinePage() {
  const [params] = useSearchParams();
  return params.get("view") === "list" ? <ListView /> : <BoardView />;
}

type Asking = { lead: AdminLead; to?: Stage };

function BoardView() {
  const mine = useMine();
  const board = useBoard(mine);
  const isNarrow = useNarrow();
  const details = useLeadDialog(board.data?.stages.flatMap(({ leads }) => leads));
  const [asking, setAsking] = useState<Asking>();
  const { announcement, follow, announce } = useMoved(board.data);
  const onMove = useMoveOrAsk({ onAsk: setAsking, onMove: follow, onMoved: announce });
  const actions = { onOpen: (lead: AdminLead) => details.open(lead._id), onMove };
  return (
    <AdminPage {...FRAME} isWide actions={<WhoseSelect />}>
      {!isNarrow && (
        <p className="mb-4 text-muted">
          Drag a card to another stage, or press Move. On that button, the left and right arrow keys move the card too.
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <LoadState query={board} what="pipeline" fallback="Failed to load the pipeline" />
      <div>
        <RowsNote steady={board.steady} />
        {board.data &&
          (isNarrow ? (
            <StageList board={board.data} isMine={mine !== ""} {...actions} />
          ) : (
            <StageBoard board={board.data} isBusy={board.isPlaceholderData} isMine={mine !== ""} {...actions} />
          ))}
      </div>
      {board.data && board.data.dormant > 0 && (
        <p className="mt-4 text-muted">
          {board.data.dormant === 1 ? "1 lead" : `${board.data.dormant.toLocaleString("en-US")} leads`} from before the
          site had next steps {board.data.dormant === 1 ? "is" : "are"} not open, and only in the{" "}
          <Link className="link" to="/admin/pipeline?view=list">
            list
          </Link>
          . A next step or a move brings one here.
        </p>
      )}
      {details.record && <LeadDialog lead={details.record} onClose={details.close} />}
      {asking && (
        <StageDialog
          {...asking}
          onClose={() => setAsking(undefined)}
          onMoved={(to) => {
            follow(asking.lead, to);
            announce(asking.lead, to);
          }}
        />
      )}
    </AdminPage>
  );
}

type Moved = (lead: AdminLead, to: Stage) => void;
type Steps = { onAsk: (asking: Asking) => void; onMove: Moved; onMoved: Moved };

/** Moves a card at once, or opens a dialog first if the new stage needs details. */
function useMoveOrAsk({ onAsk, onMove, onMoved }: Steps) {
  const client = useQueryClient();
  const { mutateAsync } = useMove();
  const latest = useRef<Promise<unknown>>(undefined);
  return async (lead: AdminLead, to?: Stage): Promise<void> => {
    if (!to || needsDetails(to)) {
      // The dialog needs the version that a preceding move creates.
      await latest.current;
      return onAsk({ lead: leadOnBoard(client, lead), ...(to && { to }) });
    }
    onMove(lead, to);
    latest.current = mutateAsync({ lead, to }).then(
      () => onMoved(lead, to),
      () => {
        // The mutation shows a toast and reloads the board.
      },
    );
  };
}

/** A moved card becomes another element, so this moves the focus to it and announces the stage to screen readers. */
function useMoved(data: unknown) {
  const [moved, setMoved] = useState<{ id: string; to: Stage }>();
  const [announcement, setAnnouncement] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever cards may have moved
  useLayoutEffect(() => {
    if (!moved || !isFocusLost()) return;
    const card = document.querySelector<HTMLElement>(`[data-record="${moved.id}"] [data-action="move"]`);
    (card ?? document.getElementById(headingOf(moved.to)))?.focus();
  }, [data, moved]);
  return {
    announcement,
    follow: (lead: AdminLead, to: Stage) => setMoved({ id: lead._id, to }),
    announce: (lead: AdminLead, to: Stage) => setAnnouncement(`${lead.person.name} is in ${to} now.`),
  };
}

function useLeadDialog(listed: readonly AdminLead[] | undefined) {
  return useRecordDialog({
    list: "/admin/pipeline",
    parameter: "lead",
    listed,
    keyOf: followUpKeys.record,
    load: loadLead,
    fallback: "Failed to load the lead",
    follows: FOLLOWED,
  });
}

const FILTERS = ["search", "stage", "show", "reason", "mine", "sort", "limit"] as const;

const EXPORTS = {
  leads: { what: "leads", path: "/api/leads/export/csv", fileName: "leads_export.csv", changes: leadKeys.all },
  calls: { what: "calls", path: "/api/leads/calls/export/csv", fileName: "calls_export.csv", changes: leadKeys.all },
};

const CHOICES = {
  stage: { label: "Stage", all: "All stages", options: asOptions(STAGES) },
  show: { label: "Next step", all: "All leads", options: Object.entries(SHOWN) },
  reason: { label: "Why lost", all: "Any reason", options: Object.entries(LOST_REASONS) },
  mine: MINE,
  sort: { label: "Order", all: "Usual order", options: Object.entries(SORTS) },
  limit: {
    label: "Page",
    all: "10 a page",
    options: ["25", "50", "100"].map((rows) => [rows, `${rows} a page`] as const),
  },
};

function orderOf({ sort, show, mine }: Record<"sort" | "show" | "mine", string>): string {
  const chosen = SORTS[sort as keyof typeof SORTS];
  return (chosen ?? (show || mine ? SORTS.due : SORTS.came)).toLowerCase();
}

function ListView() {
  const params = useListParams(FILTERS);
  const leads = useLeads(params.query);
  const details = useLeadDialog(leads.data?.leads);
  const [moving, setMoving] = useState<AdminLead>();
  const [logging, setLogging] = useState<AdminLead>();
  return (
    <AdminListPage
      {...FRAME}
      actions={
        <>
          <ExportButton of={EXPORTS.calls} query="" isEmpty={false} label="Export Calls" />
          <ExportButton of={EXPORTS.leads} query={params.query} isEmpty={!leads.data?.leads.length} />
        </>
      }
      what="leads"
      params={params}
      searched="Search name, email, phone, street..."
      choices={CHOICES}
      query={leads}
      count={leads.data?.leads.length}
      fallback="Failed to load leads"
      none="No leads found. Try adjusting your filters."
      dialog={
        <>
          {details.record && <LeadDialog lead={details.record} onClose={details.close} />}
          {moving && <StageDialog lead={moving} onClose={() => setMoving(undefined)} />}
          {logging && <LogDialog leadId={logging._id} of={logging.person.name} onClose={() => setLogging(undefined)} />}
        </>
      }
    >
      <LeadsTable
        leads={leads.data?.leads}
        isBusy={leads.isPlaceholderData}
        order={orderOf(params.filters)}
        onOpen={({ _id }) => details.open(_id)}
        onMove={setMoving}
        onLog={setLogging}
      />
    </AdminListPage>
  );
}
