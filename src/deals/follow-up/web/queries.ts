import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { userKeys } from "#accounts/users/web/query-keys.ts";
import type {
  AdminLead,
  AmountsChange,
  Assignees,
  Board,
  JoinRequest,
  LeadAnswer,
  LeadChanged,
  LeadEdit,
  LeadList,
  LeadStageChange,
} from "#deals/follow-up/admin.ts";
import { bookingKeys } from "#inquiries/bookings/web/query-keys.ts";
import { contactKeys } from "#inquiries/contact/web/query-keys.ts";
import { type Role, type Stage, sumOf } from "#people/leads/lead.ts";
import type { NewStep, Sleep, StepChange } from "#people/leads/next-step.ts";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import { callApi } from "#platform/web/api.ts";
import { idsOf, useSteadyQuery } from "#platform/web/live/steady-query.ts";
import { JUST_READ_MS } from "#platform/web/query-client.ts";
import { messageToast } from "#platform/web/toast.ts";
import { followUpKeys } from "./query-keys.ts";

const PATH = "/api/leads";
/** Changes of bookings, messages and permissions also change leads. */
export const FOLLOWED = [bookingKeys.all, contactKeys.all, permissionKeys.all];

export function useLeads(query: string) {
  return useSteadyQuery({
    queryKey: followUpKeys.list(query),
    queryFn: ({ signal }) => callApi<LeadList>(`${PATH}${query && `?${query}`}`, { signal }),
    rowsOf: ({ leads }) => idsOf(leads),
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to load leads", follows: FOLLOWED },
  });
}

/** `mine` is "yes" or "". */
export function useBoard(mine: string) {
  return useSteadyQuery({
    queryKey: followUpKeys.board(mine),
    queryFn: ({ signal }) => callApi<Board>(`${PATH}/board${mine && "?mine=yes"}`, { signal }),
    rowsOf: ({ stages }) => stages.flatMap(({ stage, leads }) => [stage, ...idsOf(leads)]),
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to load the pipeline", follows: FOLLOWED },
  });
}

export async function loadLead(id: string, signal: AbortSignal): Promise<AdminLead> {
  return (await callApi<LeadAnswer>(`${PATH}/${encodeURIComponent(id)}`, { signal })).lead;
}

export function useLead(id: string) {
  return useQuery({
    queryKey: followUpKeys.record(id),
    queryFn: ({ signal }) => loadLead(id, signal),
    staleTime: JUST_READ_MS,
    meta: { fallback: "Failed to load the lead", follows: FOLLOWED },
  });
}

export function useAssignees() {
  return useQuery({
    queryKey: followUpKeys.assignees,
    queryFn: ({ signal }) => callApi<Assignees>(`${PATH}/assignees`, { signal }),
    meta: { fallback: "Failed to load the accounts", follows: [userKeys.all] },
  });
}

export const changeStage = mutationOptions({
  mutationFn: ({ id, ...change }: LeadStageChange & { id: string }) =>
    callApi<LeadChanged>(`${PATH}/${id}/stage`, { method: "PATCH", body: change }),
  onSuccess: ({ lead }, _change, _context, { client }) => showLead(client, lead),
  meta: { mayChange: [leadKeys.all], success: messageToast, fallback: "Failed to move the lead" },
});

type Move = { lead: AdminLead; to: Stage };

/** Moves the card on the board at once. If the server refuses, reloading the board moves it back. */
export function useMove() {
  const client = useQueryClient();
  return useMutation({
    // Moves run one after another, because each needs the version that the move before created.
    scope: { id: "move" },
    mutationFn: ({ lead, to }: Move) =>
      callApi<LeadChanged>(`${PATH}/${lead._id}/stage`, {
        method: "PATCH",
        body: { stage: to, version: leadOnBoard(client, lead).version },
      }),
    onMutate: ({ lead, to }) => {
      // This is not awaited, so that the card moves before the next key press.
      void client.cancelQueries({ queryKey: followUpKeys.boards });
      changeBoards(client, (board) => withLeadMoved(board, lead, to));
    },
    onSuccess: ({ lead: { _id, version } }) =>
      changeBoards(client, (board) => ({
        ...board,
        stages: board.stages.map((column) => ({
          ...column,
          leads: column.leads.map((lead) => (lead._id === _id ? { ...lead, version } : lead)),
        })),
      })),
    meta: { mayChange: [leadKeys.all], fallback: "Failed to move the lead" },
  });
}

export function leadOnBoard(client: QueryClient, lead: AdminLead): AdminLead {
  const boards = client.getQueriesData<Board>({ queryKey: followUpKeys.boards });
  const shown = boards.flatMap(([, board]) => board?.stages.flatMap(({ leads }) => leads) ?? []);
  return shown.find(({ _id }) => _id === lead._id) ?? lead;
}

function changeBoards(client: QueryClient, change: (board: Board) => Board): void {
  client.setQueriesData<Board>({ queryKey: followUpKeys.boards }, (board) => board && change(board));
}

function withLeadMoved(board: Board, drawn: AdminLead, to: Stage): Board {
  // The board may have a newer version than the pressed card, which renders a moment after an answer.
  const lead = board.stages.flatMap(({ leads }) => leads).find(({ _id }) => _id === drawn._id) ?? drawn;
  const sum = sumOf(lead) ?? 0;
  return {
    ...board,
    stages: board.stages.map((column) => {
      const rest = column.leads.filter(({ _id }) => _id !== lead._id);
      const left = column.leads.length - rest.length;
      const came = column.stage === to ? 1 : 0;
      const moved = { ...lead, stage: to, stageAt: new Date().toISOString() };
      return {
        ...column,
        count: column.count - left + came,
        sumCents: to === "Lost" && came ? column.sumCents : column.sumCents + (came - left) * sum,
        leads: came ? [moved, ...rest] : rest,
      };
    }),
  };
}

export const changeAmounts = mutationOptions({
  mutationFn: ({ id, ...change }: AmountsChange & { id: string }) =>
    callApi<LeadChanged>(`${PATH}/${id}/amounts`, { method: "PATCH", body: change }),
  onSuccess: ({ lead }, _change, _context, { client }) => showLead(client, lead),
  meta: { mayChange: [leadKeys.all], success: "Amounts saved", fallback: "Failed to save the amounts" },
});

export const addNextStep = mutationOptions({
  mutationFn: ({ leadId, ...step }: NewStep & { leadId: string }) =>
    callApi<LeadChanged>(`${PATH}/${leadId}/next-steps`, { method: "POST", body: step }),
  onSuccess: ({ lead }, _change, _context, { client }) => showLead(client, lead),
  meta: { mayChange: [leadKeys.all], success: "Next step saved", fallback: "Failed to save the next step" },
});

export const changeNextStep = mutationOptions({
  mutationFn: ({ id, ...change }: StepChange & { id: string }) =>
    callApi<LeadChanged>(`/api/next-steps/${id}`, { method: "PATCH", body: change }),
  onSuccess: ({ lead }, _change, _context, { client }) => showLead(client, lead),
  meta: { mayChange: [leadKeys.all], success: "Next step saved", fallback: "Failed to save the next step" },
});

export const editLead = mutationOptions({
  mutationFn: ({ id, ...change }: LeadEdit & { id: string }) =>
    callApi<LeadChanged>(`${PATH}/${id}`, { method: "PATCH", body: change }),
  onSuccess: ({ lead }, _change, _context, { client }) => showLead(client, lead),
  meta: { mayChange: [leadKeys.all], success: messageToast, fallback: "Failed to save the lead" },
});

export const joinLead = mutationOptions({
  mutationFn: ({ id, ...join }: JoinRequest & { id: string }) =>
    callApi<LeadChanged>(`${PATH}/${id}/join`, { method: "POST", body: join }),
  onSuccess: ({ lead }, _change, _context, { client }) => showLead(client, lead),
  meta: { mayChange: [leadKeys.all], success: messageToast, fallback: "Failed to join the leads" },
});

export const partLead = mutationOptions({
  mutationFn: ({ id }: { id: string }) => callApi<LeadChanged>(`${PATH}/${id}/part`, { method: "POST" }),
  meta: { mayChange: [leadKeys.all], success: messageToast, fallback: "Failed to part the leads" },
});

export const changeRole = mutationOptions({
  mutationFn: ({ id, role }: { id: string; role: Role | null }) =>
    callApi<LeadChanged>(`${PATH}/${id}/role`, { method: "PATCH", body: { role } }),
  meta: { mayChange: [leadKeys.all], success: messageToast, fallback: "Failed to save the role" },
});

export const sleepLead = mutationOptions({
  mutationFn: ({ id, ...sleep }: Sleep & { id: string }) =>
    callApi<LeadChanged>(`${PATH}/${id}/sleep`, { method: "POST", body: sleep }),
  onSuccess: ({ lead }, _change, _context, { client }) => showLead(client, lead),
  meta: { mayChange: [leadKeys.all], success: messageToast, fallback: "Failed to let the lead sleep" },
});

export const wakeLead = mutationOptions({
  mutationFn: ({ id }: { id: string }) => callApi<LeadChanged>(`${PATH}/${id}/sleep`, { method: "DELETE" }),
  onSuccess: ({ lead }, _change, _context, { client }) => showLead(client, lead),
  meta: { mayChange: [leadKeys.all], success: messageToast, fallback: "Failed to wake the lead" },
});

function showLead(client: QueryClient, lead: AdminLead): void {
  client.setQueryData<AdminLead>(followUpKeys.record(lead._id), (one) => one && lead);
}
