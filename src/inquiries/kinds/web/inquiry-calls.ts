import { mutationOptions, type QueryClient, useQuery } from "@tanstack/react-query";
import type { Inquiry } from "#people/leads/inquiry.ts";
import type { History } from "#platform/audit-log.ts";
import { callApi } from "#platform/web/api.ts";
import { conflictIn } from "#platform/web/conflict.ts";
import type { inquiryKeys } from "./inquiry-keys.ts";

/** What the admin's pages read of every inquiry. */
export type ShownInquiry = Inquiry & {
  _id: string;
  status: string;
  notes?: string | undefined;
  tries?: number | undefined;
  version: number;
};

type Of = {
  keys: ReturnType<typeof inquiryKeys>;
  path: string;
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
  names: { one, many },
  detailsOf = (id) => `${path}/${id}`,
  notesMethod = "PATCH",
}: Of) {
  type Answer = { message: string } & Record<string, Shown>;
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

  const conflictOf = (error: Error | null) => conflictIn<Shown>(error, one);
  return {
    change,
    showChanged,
    conflictOf,
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
