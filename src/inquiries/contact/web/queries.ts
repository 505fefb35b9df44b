import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type {
  AdminContactMessage,
  ContactAnswer,
  ContactChanged,
  ContactCorrectionChange,
  ContactList,
  ContactNotesChange,
  ContactStatusChange,
} from "#inquiries/contact/admin.ts";
import { useFirstContactChange } from "#people/leads/web/queries.ts";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import type { History } from "#platform/audit-log.ts";
import { callApi } from "#platform/web/api.ts";
import { reload } from "#platform/web/query-client.ts";
import { contactKeys } from "./query-keys.ts";

const PATH = "/api/contact/admin/submissions";

export function useContacts(query: string) {
  return useQuery({
    queryKey: contactKeys.list(query),
    queryFn: ({ signal }) => callApi<ContactList>(`${PATH}${query && `?${query}`}`, { signal }),
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to load contacts", follows: [permissionKeys.all, leadKeys.all] },
  });
}

export async function loadContact(id: string, signal: AbortSignal): Promise<AdminContactMessage> {
  const { contact } = await callApi<ContactAnswer>(`${PATH}/${encodeURIComponent(id)}`, { signal });
  return contact;
}

export function useContactAuditLog(contact: AdminContactMessage) {
  return useQuery({
    queryKey: contactKeys.history(contact),
    queryFn: ({ signal }) => callApi<History>(`${PATH}/${contact._id}/history`, { signal }),
    meta: { fallback: "Failed to load the history" },
  });
}

export const changeContactStatus = mutationOptions({
  mutationFn: ({ id, ...change }: ContactStatusChange & { id: string }) =>
    callApi<ContactChanged>(`${PATH}/${id}/status`, { method: "PATCH", body: change }),
  onSuccess: ({ contact }, _change, _context, { client }) => showChanged(client, contact),
  meta: {
    changes: [contactKeys.all],
    success: "Contact status updated successfully",
    fallback: "Failed to update status",
  },
});

export const saveContactNotes = mutationOptions({
  mutationFn: ({ id, ...change }: ContactNotesChange & { id: string }) =>
    callApi<ContactChanged>(`${PATH}/${id}/notes`, { method: "PATCH", body: change }),
  onSuccess: ({ contact }, _change, _context, { client }) => showChanged(client, contact),
  meta: { changes: [contactKeys.all], success: "Notes added successfully", fallback: "Failed to add notes" },
});

export const correctContact = mutationOptions({
  mutationFn: ({ id, ...change }: ContactCorrectionChange & { id: string }) =>
    callApi<ContactChanged>(`${PATH}/${id}/correction`, { method: "PATCH", body: change }),
  onSuccess: ({ contact }, _change, _context, { client }) => showChanged(client, contact),
  meta: {
    changes: [contactKeys.all],
    success: "Contact corrected successfully",
    fallback: "Failed to correct the contact",
  },
});

export function useMarkFirstContact() {
  return useFirstContactChange<AdminContactMessage, ContactChanged>({
    pathOf: (id) => `${PATH}/${id}/first-contact`,
    recordName: "contact",
    keys: contactKeys,
    show: showChanged,
  });
}

export function useDeleteContact() {
  return useMutation({
    mutationFn: (id: string) => callApi<object>(`${PATH}/${id}`, { method: "DELETE" }),
    meta: { changes: [contactKeys.all], success: "Contact deleted successfully", fallback: "Failed to delete contact" },
  });
}

/** Shows the message as read at once. A failure is only logged, because it does not concern the reader. */
export function useMarkRead() {
  const client = useQueryClient();
  return async (contact: AdminContactMessage): Promise<AdminContactMessage> => {
    if (contact.status !== "New") return contact;
    const read: AdminContactMessage = { ...contact, read: true, status: "In Progress" };
    showChanged(client, read);
    try {
      const answer = await callApi<ContactChanged>(`${PATH}/${contact._id}/read`, { method: "PATCH" });
      showChanged(client, answer.contact);
      reload(contactKeys.all);
      return answer.contact;
    } catch (error) {
      console.warn("A message could not be marked as read.", error);
      showChanged(client, contact);
      return contact;
    }
  };
}

/** The list and the dialog show the server's answer at once. */
function showChanged(client: QueryClient, changed: AdminContactMessage): void {
  client.setQueriesData<ContactList>(
    { queryKey: contactKeys.lists },
    (list) => list && { ...list, contacts: list.contacts.map((one) => (one._id === changed._id ? changed : one)) },
  );
  client.setQueryData<AdminContactMessage>(contactKeys.record(changed._id), (one) => one && changed);
}
