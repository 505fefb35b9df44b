import { mutationOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { ClosuresAnswer } from "#company/shell/closures.ts";
import { CLOSURES_PATH } from "#company/shell/opening-hours.ts";
import type { NewTry, Tried, Tries } from "#people/leads/contact-try.ts";
import { type LeadRules, leadRules, siteLeadRules } from "#people/leads/inquiry.ts";
import type { NewNote, Note } from "#people/leads/note.ts";
import { callApi } from "#platform/web/api.ts";
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

export const addNote = mutationOptions({
  mutationFn: ({ leadId, text }: NewNote & { leadId: string }) =>
    callApi<{ note: Note }>(`/api/leads/${leadId}/notes`, { method: "POST", body: { text } }),
  meta: { changes: [leadKeys.all], success: "Note added", fallback: "Failed to add the note" },
});

export function useTries(leadId: string) {
  return useQuery({
    queryKey: leadKeys.tries(leadId),
    queryFn: ({ signal }) => callApi<Tries>(`/api/leads/${leadId}/tries`, { signal }),
    meta: { fallback: "Failed to load the tries" },
  });
}

export const recordTry = mutationOptions({
  mutationFn: ({ leadId, made, idempotencyKey }: { leadId: string; made: NewTry; idempotencyKey: string }) =>
    callApi<Tried>(`/api/leads/${leadId}/tries`, { method: "POST", body: made, idempotencyKey }),
  meta: { changes: [leadKeys.all], success: messageToast, fallback: "Failed to record the try" },
});
