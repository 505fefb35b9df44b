import { useMutation, useQuery } from "@tanstack/react-query";
import type { DeadLetters, Mail, MailAnswer, MailStatusAnswer, Mails } from "#delivery/mail/admin.ts";
import { callApi } from "#platform/web/api.ts";

const mailKeys = {
  all: ["mail"],
  ofRecord: (id: string) => ["mail", "record", id],
  status: ["mail", "status"],
  failed: ["mail", "failed"],
  one: (id: string | undefined) => ["mail", "one", id],
};

export function useMailOf(recordId: string) {
  return useQuery({
    queryKey: mailKeys.ofRecord(recordId),
    queryFn: ({ signal }) => callApi<Mails>(`/api/mail/records/${recordId}`, { signal }),
    select: ({ mails }) => mails,
    meta: { fallback: "Failed to load e-mail" },
  });
}

export function useMailStatus() {
  return useQuery({
    queryKey: mailKeys.status,
    queryFn: ({ signal }) => callApi<MailStatusAnswer>("/api/mail/status", { signal }),
    select: ({ status }) => status,
    meta: { fallback: "Failed to load e-mail" },
  });
}

export function useDeadLetters() {
  return useQuery({
    queryKey: mailKeys.failed,
    queryFn: ({ signal }) => callApi<DeadLetters>("/api/mail/failed", { signal }),
    meta: { fallback: "Failed to load e-mail" },
  });
}

export function useRetryMail() {
  return useMutation({
    mutationFn: (which: { id: string } | "all") =>
      callApi(which === "all" ? "/api/mail/failed/retry" : `/api/mail/${which.id}/retry`, { method: "POST" }),
    meta: { mayChange: [mailKeys.all], success: "Sending again", fallback: "Failed to send again" },
  });
}

export function useSendTestMail() {
  return useMutation({
    mutationFn: () => callApi<MailAnswer>("/api/mail/test", { method: "POST" }),
    meta: { fallback: "Failed to send the test e-mail" },
  });
}

export function useWatchedMail(id: string | undefined) {
  return useQuery({
    queryKey: mailKeys.one(id),
    queryFn: ({ signal }) => callApi<MailAnswer>(`/api/mail/${id}`, { signal }),
    select: ({ mail }) => mail,
    enabled: id !== undefined,
    meta: { fallback: "Failed to load e-mail" },
  });
}

export function isUndecided(mail: Mail | undefined): boolean {
  return mail === undefined || (mail.state === "waiting" && mail.lastError === null);
}
