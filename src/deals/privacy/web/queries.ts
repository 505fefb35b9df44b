import { keepPreviousData, mutationOptions, useMutation, useQuery } from "@tanstack/react-query";
import { userKeys } from "#accounts/users/web/query-keys.ts";
import { followUpKeys } from "#deals/follow-up/web/query-keys.ts";
import { offerKeys } from "#deals/offers/web/query-keys.ts";
import type { Person, PersonErased, PrivacyTasks, RequestAnswer, RequestAnswered } from "#deals/privacy/admin.ts";
import type { Merged, PeopleList, PersonPage } from "#deals/privacy/person.ts";
import { bookingKeys } from "#inquiries/bookings/web/query-keys.ts";
import { contactKeys } from "#inquiries/contact/web/query-keys.ts";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import { callApi, openApi } from "#platform/web/api.ts";
import { fileNameOf, saveFile } from "#platform/web/save-file.ts";
import { messageToast } from "#platform/web/toast.ts";
import { peopleKeys } from "./query-keys.ts";

export function usePerson(email: string) {
  return useQuery({
    queryKey: peopleKeys.person(email),
    queryFn: ({ signal }) => callApi<Person>(`/api/people?email=${encodeURIComponent(email)}`, { signal }),
    enabled: email !== "",
    meta: { fallback: "Failed to load the person", follows: [bookingKeys.all, contactKeys.all, userKeys.all] },
  });
}

export function usePeople(query: string) {
  return useQuery({
    queryKey: peopleKeys.list(query),
    queryFn: ({ signal }) => callApi<PeopleList>(`/api/people/search${query && `?${query}`}`, { signal }),
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to load people", follows: [bookingKeys.all, contactKeys.all, leadKeys.all] },
  });
}

export function usePersonPage(id: string) {
  return useQuery({
    queryKey: peopleKeys.page(id),
    queryFn: async ({ signal, client }) => {
      const page = await callApi<PersonPage>(`/api/people/${encodeURIComponent(id)}`, { signal });
      for (const { lead, log, offers } of page.shown) {
        client.setQueryData(followUpKeys.record(lead._id), lead);
        client.setQueryData(leadKeys.log(lead._id), log);
        client.setQueryData(offerKeys.ofLead(lead._id), offers);
      }
      return page;
    },
    meta: {
      fallback: "Failed to load the person",
      follows: [bookingKeys.all, contactKeys.all, leadKeys.all, permissionKeys.all],
    },
  });
}

export async function findPersonOfLead(leadId: string): Promise<string> {
  const { personId } = await callApi<{ personId: string }>(`/api/people/of-lead/${encodeURIComponent(leadId)}`);
  return personId;
}

export const mergePeople = mutationOptions({
  mutationFn: ({ id, personId }: { id: string; personId: string }) =>
    callApi<Merged>(`/api/people/${id}/merge`, { method: "POST", body: { personId } }),
  meta: { changes: [peopleKeys.all], success: "Merged into one person", fallback: "Failed to merge" },
});

export const unmergePerson = mutationOptions({
  mutationFn: (id: string) => callApi<Merged>(`/api/people/${id}/part`, { method: "POST", body: {} }),
  meta: { changes: [peopleKeys.all], success: "Two people again", fallback: "Failed to part" },
});

export function useExportNumber(id: string) {
  return useMutation({
    mutationFn: async () => {
      const response = await openApi(`/api/people/${id}/export`, { method: "POST", body: {} });
      saveFile(await response.blob(), fileNameOf(response, "person_export.json"));
    },
    meta: {
      changes: [peopleKeys.all],
      success: "Exported. The file holds personal data: send it to nobody else",
      fallback: "Failed to export the person",
    },
  });
}

export const eraseNumber = mutationOptions({
  mutationFn: (id: string) => callApi<{ message: string }>(`/api/people/${id}/erasure`, { method: "POST", body: {} }),
  meta: { mayChange: [peopleKeys.all], success: "The person is erased.", fallback: "Failed to erase the person" },
});

export function useExportPerson(email: string) {
  return useMutation({
    mutationFn: async () => {
      const response = await openApi("/api/people/export", { method: "POST", body: { email } });
      saveFile(await response.blob(), fileNameOf(response, "person_export.json"));
    },
    meta: {
      changes: [peopleKeys.all],
      success: "Exported. The file holds personal data: send it to nobody else",
      fallback: "Failed to export the person",
    },
  });
}

export function useErasePerson(email: string) {
  return useMutation({
    mutationFn: () => callApi<PersonErased>("/api/people/erasure", { method: "POST", body: { email } }),
    // What was read before must not lead back to the erased person's page.
    onSuccess: (_erased, _none, _context, { client }) => {
      client.setQueryData<Person>(peopleKeys.person(email), (person) => person && { ...person, personId: undefined });
    },
    meta: { mayChange: [peopleKeys.all], success: messageToast, fallback: "Failed to erase the person" },
  });
}

export function usePrivacyTasks() {
  return useQuery({
    queryKey: peopleKeys.requests,
    queryFn: ({ signal }) => callApi<PrivacyTasks>("/api/people/requests", { signal }),
    meta: { fallback: "Failed to load privacy requests" },
  });
}

export const answerRequest = mutationOptions({
  mutationFn: ({ id, ...answer }: RequestAnswer & { id: string }) =>
    callApi<RequestAnswered>(`/api/people/requests/${id}/done`, { method: "POST", body: answer }),
  meta: { mayChange: [peopleKeys.all], success: "Marked as answered", fallback: "Failed to mark as answered" },
});
