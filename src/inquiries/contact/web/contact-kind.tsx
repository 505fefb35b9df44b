import { useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  AdminContactMessage,
  ContactChanged,
  ContactCorrectionChange,
  ContactStatusChange,
} from "#inquiries/contact/admin.ts";
import { isUnresolved } from "#inquiries/contact/contact.ts";
import { inquiryCalls } from "#inquiries/kinds/web/inquiry-calls.ts";
import type { ShownKind } from "#inquiries/kinds/web/shown-kind.ts";
import { callApi } from "#platform/web/api.ts";
import { reload } from "#platform/web/query-client.ts";
import { contactKeys } from "./query-keys.ts";
import { StatusBadge } from "./status-badge.tsx";

const PATH = "/api/contact/admin/submissions";

export const contactCalls = inquiryCalls<AdminContactMessage, ContactStatusChange, ContactCorrectionChange>({
  keys: contactKeys,
  path: PATH,
  names: { one: "contact", many: "contacts" },
});

export const CONTACTS: ShownKind<AdminContactMessage> = {
  calls: contactCalls,
  list: "/admin/contacts",
  parameter: "contact",
  fallback: "Failed to load contacts",
  nameOf: ({ name }) => name,
  isOpen: isUnresolved,
  badgeOf: ({ status }) => <StatusBadge status={status} />,
  statusIcon: "icon-message-circle-reply",
};

export function useDeleteContact() {
  return useMutation({
    mutationFn: (id: string) => callApi<object>(`${PATH}/${id}`, { method: "DELETE" }),
    meta: { changes: [contactKeys.all], success: "Contact deleted successfully", fallback: "Failed to delete contact" },
  });
}

/** Shows the message as read at once. A failure is only logged, because it does not concern the reader. */
export function useMarkRead() {
  const client = useQueryClient();
  const show = (contact: AdminContactMessage) => contactCalls.showChanged(client, contact);
  return async (contact: AdminContactMessage): Promise<AdminContactMessage> => {
    if (contact.status !== "New") return contact;
    show({ ...contact, read: true, status: "In Progress" });
    try {
      const answer = await callApi<ContactChanged>(`${PATH}/${contact._id}/read`, { method: "PATCH" });
      show(answer.contact);
      reload(contactKeys.all);
      return answer.contact;
    } catch (error) {
      console.warn("A message could not be marked as read.", error);
      show(contact);
      return contact;
    }
  };
}
