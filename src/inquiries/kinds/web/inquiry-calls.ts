import { keepPreviousData, mutationOptions, type QueryClient, useQuery } from "@tanstack/react-query";
import type { Attributions } from "#people/leads/attribution.ts";
import type { Inquiry } from "#people/leads/inquiry.ts";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import type { Channel } from "#people/permissions/channels.ts";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import type { History } from "#platform/audit-log.ts";
import type { Totals, UncountedPagination } from "#platform/pagination.ts";
import { isSlowToCount } from "#platform/search.ts";
import { callApi } from "#platform/web/api.ts";
import { conflictIn } from "#platform/web/conflict.ts";
import { idsOf, useSteadyQuery } from "#platform/web/live/steady-query.ts";
import type { inquiryKeys } from "./inquiry-keys.ts";

/** What the admin's pages read of every inquiry. */
export type ShownInquiry = Inquiry & {
  _id: string;
  email: string;
  phone?: string | undefined;
  stopped?: Channel[] | undefined;
  source: Attributions;
  status: string;
  notes?: string | undefined;
  tries?: number | undefined;
  isLost?: true | undefined;
  version: number;
};

const TOTALS_STALE_MS = 60_000;

type Of = {
  keys: ReturnType<typeof inquiryKeys>;
  path: string;
  listPath?: string;
  /** Where the total of a list is asked for, if counting is slow. Without it, it always comes with the list. */
  totalsPath?: string;
  /** The key of an inquiry in an answer, and of the inquiries in a list. */
  names: { one: string; many: string };
  detailsOf?: (id: string) => string;
  notesMethod?: "PUT" | "PATCH";
};

type Identified<Change> = Change & { id: string };

/** The calls that every kind of inquiry has, and their effect on what is shown. */
export function inquiryCalls<Shown extends ShownInquiry, StatusChange extends object, Correction extends object>({
  keys,
  path,
  listPath = path,
  totalsPath = "",
  names: { one, many },
  detailsOf = (id) => `${path}/${id}`,
  notesMethod = "PATCH",
}: Of) {
  type Answer = { message: string } & Record<string, Shown>;
  type List = { pagination: UncountedPagination; [many: string]: unknown };
  const label = `${one.charAt(0).toUpperCase()}${one.slice(1)}`;

  const change = <Change extends object>(what: string, { method = "PATCH" }: { method?: "PUT" | "PATCH" } = {}) => ({
    mutationFn: ({ id, ...body }: Identified<Change>) => callApi<Answer>(`${path}/${id}/${what}`, { method, body }),
    onSuccess: (answer: Answer, _change: unknown, _context: unknown, { client }: { client: QueryClient }) =>
      showChanged(client, answer[one] as Shown),
  });

  /** The list and the dialog show the server's answer at once. */
  function showChanged(client: QueryClient, inquiry: Shown): void {
    client.setQueriesData<Record<string, readonly Shown[]>>(
      { queryKey: keys.lists },
      (list) => list && { ...list, [many]: (list[many] ?? []).map((it) => (it._id === inquiry._id ? inquiry : it)) },
    );
    client.setQueryData<Shown>(keys.record(inquiry._id), (it) => it && inquiry);
  }

  const rowsOf = (list: List | undefined) => list?.[many] as readonly Shown[] | undefined;

  const conflictOf = (error: Error | null) => conflictIn<Shown>(error, one);
  return {
    keys,
    label,
    many,
    change,
    showChanged,
    conflictOf,
    useList: (query: string, search: string) => {
      const isCountedLater = totalsPath !== "" && isSlowToCount(search);
      const list = useSteadyQuery({
        queryKey: keys.list(query),
        queryFn: ({ signal }) => {
          const parameters = [query, isCountedLater && "total=later"].filter(Boolean).join("&");
          return callApi<List>(`${listPath}${parameters && `?${parameters}`}`, { signal });
        },
        rowsOf: (read) => idsOf(rowsOf(read) ?? []),
        placeholderData: keepPreviousData,
        meta: { fallback: `Failed to load ${many}`, follows: [permissionKeys.all, leadKeys.all] },
      });
      const filters = withoutPage(query);
      const totals = useQuery({
        queryKey: keys.totals(filters),
        queryFn: ({ signal }) => callApi<Totals>(`${totalsPath}?${filters}`, { signal }),
        enabled: isCountedLater && list.isSuccess && !list.isPlaceholderData,
        // The next page reuses the count.
        staleTime: TOTALS_STALE_MS,
        meta: { fallback: `Failed to count ${many}` },
      });
      return { list, rows: rowsOf(list.data), totals: isCountedLater ? totals : undefined };
    },
    load: async (id: string, signal: AbortSignal) =>
      (await callApi<Answer>(detailsOf(encodeURIComponent(id)), { signal }))[one] as Shown,
    useAuditLog: ({ _id, version }: Shown) =>
      useQuery({
        queryKey: keys.history(_id, version),
        queryFn: ({ signal }) => callApi<History>(`${path}/${_id}/history`, { signal }),
        meta: { fallback: "Failed to load the history" },
      }),
    changeStatus: mutationOptions({
      ...change<StatusChange>("status"),
      meta: {
        changes: [keys.all],
        success: `${label} status updated successfully`,
        fallback: "Failed to update status",
      },
    }),
    saveNotes: mutationOptions({
      ...change<{ notes: string; version?: number | undefined }>("notes", { method: notesMethod }),
      meta: { changes: [keys.all], success: "Notes added successfully", fallback: "Failed to add notes" },
    }),
    correct: mutationOptions({
      ...change<Correction>("correction"),
      meta: {
        changes: [keys.all],
        success: `${label} corrected successfully`,
        fallback: `Failed to correct the ${one}`,
      },
    }),
  };
}

function withoutPage(query: string): string {
  const filters = new URLSearchParams(query);
  filters.delete("page");
  return filters.toString();
}
