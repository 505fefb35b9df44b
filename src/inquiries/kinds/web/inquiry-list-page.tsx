import { type ComponentProps, type ReactNode, useState } from "react";
import { FoundPeople } from "#people/leads/web/found-people-panel.tsx";
import { LogDialog } from "#people/leads/web/log-panel.tsx";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { AdminListPage } from "#platform/web/lists/admin-list-page.tsx";
import { ExportButton } from "#platform/web/lists/export-button.tsx";
import type { FilterChoices } from "#platform/web/lists/filter-bar.tsx";
import { useFocusAfterLeaving } from "#platform/web/lists/use-focus-after-leaving.ts";
import { useListParams } from "#platform/web/lists/use-list-params.ts";
import { useRecordDialog } from "#platform/web/lists/use-record-dialog.ts";
import type { ShownInquiry } from "./inquiry-calls.ts";
import { NotesDialog } from "./inquiry-form.tsx";
import { type InquiryColumns, InquiryTable } from "./inquiry-table.tsx";
import type { DetailsProps, DialogProps, InquiryDialog, ShownKind } from "./shown-kind.ts";

type OwnDialog<Shown> = (props: DialogProps<Shown>) => ReactNode;

type Props<Shown extends ShownInquiry> = {
  kind: ShownKind<Shown>;
  title: string;
  subtitle: string;
  searched: string;
  choices: FilterChoices<string>;
  exported?: ComponentProps<typeof ExportButton>["of"];
  table: InquiryColumns<Shown>;
  Details: (props: DetailsProps<Shown>) => ReactNode;
  /** The dialogs that differ between kinds. */
  dialogs: { status: OwnDialog<Shown>; correct: OwnDialog<Shown>; delete?: OwnDialog<Shown> };
};

type Open<Shown> = { dialog: Exclude<InquiryDialog, "details">; inquiry: Shown };

export function InquiryListPage<Shown extends ShownInquiry>(props: Props<Shown>) {
  const { kind, exported, table, Details, dialogs, ...frame } = props;
  const params = useListParams(["search", ...Object.keys(frame.choices)]);
  const { search = "" } = params.filters;
  const { list, rows, totals } = kind.calls.useList(params.query, search);
  const { details, close, open, openDialog } = useInquiryDialogs(kind, rows);
  const focusAfterDelete = useFocusAfterLeaving({
    records: rows,
    isDialogOpen: open !== undefined,
    action: "details",
  });
  const [first] = rows ?? [];
  const { many } = kind.calls;
  return (
    <AdminListPage
      {...frame}
      back={{ to: "/admin", label: "Back" }}
      actions={exported && <ExportButton of={exported} query={params.query} isEmpty={!rows?.length} />}
      what={many}
      params={params}
      query={list}
      totals={totals}
      count={rows?.length}
      fallback={`Failed to load ${many}`}
      none={`No ${many} found. Try adjusting your filters.`}
      elsewhere={<FoundPeople search={search} />}
      dialog={
        details ? (
          <Details inquiry={details} onClose={close} onOpen={openDialog} />
        ) : (
          open && <OpenDialog {...props} open={open} onClose={close} onDeleted={focusAfterDelete} />
        )
      }
      likelyDialog={first && <dialogs.status inquiry={first} onClose={() => {}} onDeleted={() => {}} />}
    >
      <InquiryTable
        kind={kind}
        table={table}
        inquiries={rows}
        isBusy={list.isPlaceholderData}
        canDelete={dialogs.delete !== undefined}
        onOpen={openDialog}
      />
    </AdminListPage>
  );
}

/** Which inquiry's details are open, or which dialog about one. */
function useInquiryDialogs<Shown extends ShownInquiry>(
  { calls, list, parameter, fallback }: ShownKind<Shown>,
  listed: readonly Shown[] | undefined,
) {
  const [open, setOpen] = useState<Open<Shown>>();
  const details = useRecordDialog({
    list,
    parameter,
    listed,
    keyOf: calls.keys.record,
    load: calls.load,
    fallback,
    follows: [permissionKeys.all, leadKeys.all],
  });
  const openDialog = useStableCallback((dialog: InquiryDialog, inquiry: Shown) => {
    if (dialog === "details") return details.open(inquiry._id);
    setOpen({ dialog, inquiry });
    if (details.record) details.close();
  });
  return {
    details: details.record,
    close: () => (details.record ? details.close() : setOpen(undefined)),
    open,
    openDialog,
  };
}

type OpenProps<Shown extends ShownInquiry> = Props<Shown> & Omit<DialogProps<Shown>, "inquiry"> & { open: Open<Shown> };

function OpenDialog<Shown extends ShownInquiry>({ kind, dialogs, open, onClose, onDeleted }: OpenProps<Shown>) {
  const { dialog, inquiry } = open;
  const about = { inquiry, onClose, onDeleted };
  if (dialog === "notes") return <NotesDialog kind={kind} {...about} />;
  const Own = dialog !== "log" && dialogs[dialog];
  if (Own) return <Own {...about} />;
  return <LogDialog leadId={inquiry.leadId} of={kind.nameOf(inquiry)} onClose={onClose} />;
}
