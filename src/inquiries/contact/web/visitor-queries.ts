import { mutationOptions } from "@tanstack/react-query";
import type { ContactMessageSent, NewContactMessage } from "#inquiries/contact/contact.ts";
import { callApi } from "#platform/web/api.ts";

export const sendMessage = mutationOptions({
  mutationFn: ({ body, idempotencyKey }: { body: NewContactMessage; idempotencyKey: string }) =>
    callApi<ContactMessageSent>("/api/contact", { method: "POST", body, idempotencyKey }),
  meta: {
    success: (answer) => ({ title: "Message Sent!", description: (answer as ContactMessageSent).message }),
    fallback: "Failed to send message. Please try again.",
  },
});
