import { mutationOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { ClosuresAnswer } from "#company/shell/closures.ts";
import { CLOSURES_PATH } from "#company/shell/opening-hours.ts";
import type { Claimed } from "#people/leads/claim.ts";
import { type LeadRules, leadRules, siteLeadRules } from "#people/leads/inquiry.ts";
import type { Log, Logged, NewLog } from "#people/leads/log.ts";
import type { Note } from "#people/leads/note.ts";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import { callApi } from "#platform/web/api.ts";
import { JUST_READ_MS } from "#platform/web/query-client.ts";
import { messageToast } from "#platform/web/toast.ts";

import { leadKeys } from "./query-keys.ts";

const KEPT_MS = 5 * 60_000;

export function useLeadRules(): LeadRules {
  const facts = useFacts();
  const { data } = useQuery({
    queryKey: [CLOSURES_PATH],
    queryFn: ({ signal }) => callApi<ClosuresAnswer>(CLOSURES_PATH, { signal }),
    staleTime: KEPT_MS,
    meta: { fallback: "Failed to load the closed days" },
  });
  return useMemo(() => (data ? leadRules(facts, data.closures) : siteLeadRules(facts)), [facts, data]);
}

export function useNotes(leadId: string) {
  return useQuery({
    queryKey: leadKeys.notes(leadId),
    queryFn: ({ signal }) => callApi<{ notes: Note[] }>(`/api/leads/${leadId}/notes`, { signal }),
    enabled: leadId !== "",
    meta: { fallback: "Failed to load the notes" },
  });
}

export function useLog(leadId: string | undefined) {
  return useQuery({
    queryKey: leadKeys.log(leadId ?? ""),
    enabled: leadId !== undefined,
    queryFn: ({ signal }) => callApi<Log>(`/api/leads/${leadId}/log`, { signal }),
    staleTime: JUST_READ_MS,
    meta: { fallback: "Failed to load the log" },
  });
}

type WriteLog = { leadId: string; log: NewLog; idempotencyKey: string };

export const writeLog = mutationOptions({
  mutationFn: ({ leadId, log, idempotencyKey }: WriteLog) =>
    callApi<Logged>(`/api/leads/${leadId}/log`, { method: "POST", body: log, idempotencyKey }),
  // The next entry may be written before the log is read again, and needs the version of this one.
  onSuccess: (log, { leadId }, _context, { client }) => client.setQueryData<Log>(leadKeys.log(leadId), log),
  meta: {
    changes: [permissionKeys.all],
    mayChange: [leadKeys.all],
    success: messageToast,
    fallback: "Failed to save the log",
  },
});

/** `hold`: the caller is calling, or still on it. */
export const claimLead = mutationOptions({
  mutationFn: ({ leadId, hold }: { leadId: string; hold?: boolean }) =>
    callApi<Claimed>(`/api/leads/${leadId}/claim`, { method: "POST", body: { hold } }),
  meta: { mayChange: [leadKeys.all], success: messageToast, fallback: "Failed to take the lead" },
});

export const releaseLead = mutationOptions({
  mutationFn: ({ leadId }: { leadId: string }) => callApi<Claimed>(`/api/leads/${leadId}/claim`, { method: "DELETE" }),
  meta: { mayChange: [leadKeys.all], success: messageToast, fallback: "Failed to give the lead back" },
});

export const takeBackLog = mutationOptions({
  mutationFn: ({ leadId, logId }: { leadId: string; logId: string }) =>
    callApi<Log & { message: string }>(`/api/leads/${leadId}/log/${logId}`, { method: "DELETE" }),
  onSuccess: (log, { leadId }, _context, { client }) => client.setQueryData<Log>(leadKeys.log(leadId), log),
  meta: { mayChange: [leadKeys.all], success: messageToast, fallback: "Failed to take it back" },
});
