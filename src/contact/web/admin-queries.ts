// What the admin pages ask about messages, and what they change.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AdminContact, ContactList, ContactStatusChange } from "#contact/admin.ts";
import type { FirstContactChange } from "#leads/lead.ts";
import { FIRST_CONTACT_FAILED } from "#leads/web/first-contact-panel.tsx";
import type { HistoryLine } from "#platform/history.ts";
import { callApi } from "#platform/web/api.ts";
import { conflictIn } from "#platform/web/conflict.ts";

const ROOT = "contacts";
const PATH = "/api/contact/admin/submissions";

export function useContacts(query: string) {
  return useQuery({
    queryKey: [ROOT, "list", query],
    queryFn: ({ signal }) => callApi<ContactList>(`${PATH}${query && `?${query}`}`, { signal }),
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to load contacts" },
  });
}

export async function loadContact(id: string, signal: AbortSignal): Promise<AdminContact> {
  const { contact } = await callApi<Changed>(`${PATH}/${encodeURIComponent(id)}`, { signal });
  return contact;
}

export function useContactHistory(contact: AdminContact) {
  return useQuery({
    queryKey: [ROOT, "history", contact._id, contact.version],
    queryFn: ({ signal }) => callApi<{ history: HistoryLine[] }>(`${PATH}/${contact._id}/history`, { signal }),
    meta: { fallback: "Failed to load the history" },
  });
}

type Changed = { contact: AdminContact };

export function useChangeContactStatus() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ id, ...change }: ContactStatusChange & { id: string }) =>
      callApi<Changed>(`${PATH}/${id}/status`, { method: "PATCH", body: change }),
    onSuccess: reload,
    meta: { success: "Contact status updated successfully", fallback: "Failed to update status" },
  });
}

export function useSaveContactNotes() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ id, ...change }: { id: string; notes: string; version: number }) =>
      callApi<Changed>(`${PATH}/${id}/notes`, { method: "PATCH", body: change }),
    onSuccess: reload,
    meta: { success: "Notes added successfully", fallback: "Failed to add notes" },
  });
}

export function useMarkFirstContact() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ id, ...change }: FirstContactChange & { id: string }) =>
      callApi<Changed & { message: string }>(`${PATH}/${id}/first-contact`, { method: "PATCH", body: change }),
    onSuccess: reload,
    onError: (error) => {
      const present = conflictIn<AdminContact>(error, "contact");
      if (present) reload({ contact: present });
    },
    meta: {
      success: (answer) => ({ title: "Success", description: (answer as { message: string }).message }),
      fallback: FIRST_CONTACT_FAILED,
    },
  });
}

export function useDeleteContact() {
  const reload = useReload();
  return useMutation({
    mutationFn: (id: string) => callApi<object>(`${PATH}/${id}`, { method: "DELETE" }),
    onSuccess: reload,
    meta: { success: "Contact deleted successfully", fallback: "Failed to delete contact" },
  });
}

/** Shows the message as read at once. That the server did not hear of it is no news for the reader: it is only logged. */
export function useMarkRead() {
  const client = useQueryClient();
  return async (contact: AdminContact): Promise<AdminContact> => {
    if (contact.status !== "New") return contact;
    const read: AdminContact = { ...contact, read: true, status: "In Progress" };
    replaceInLists(client, read);
    try {
      const answer = await callApi<Changed>(`${PATH}/${contact._id}/read`, { method: "PATCH" });
      replaceInLists(client, answer.contact);
      void client.invalidateQueries({ queryKey: [ROOT] });
      return answer.contact;
    } catch (error) {
      console.warn("A message could not be marked as read.", error);
      replaceInLists(client, contact);
      return contact;
    }
  };
}

function replaceInLists(client: ReturnType<typeof useQueryClient>, changed: AdminContact): void {
  client.setQueriesData<ContactList>(
    { queryKey: [ROOT, "list"] },
    (list) => list && { ...list, contacts: list.contacts.map((one) => (one._id === changed._id ? changed : one)) },
  );
}

/** Not awaited: the dialog closes at once, its row says what the server answered, and the list follows. */
function useReload() {
  const client = useQueryClient();
  return (answer: Partial<Changed> | undefined) => {
    if (answer?.contact) replaceInLists(client, answer.contact);
    for (const key of [ROOT, "activity", "first-contact"]) void client.invalidateQueries({ queryKey: [key] });
  };
}
