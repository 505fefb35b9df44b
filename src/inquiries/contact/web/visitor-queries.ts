import { mutationOptions } from "@tanstack/react-query";
import type { NewContactMessage } from "#inquiries/contact/contact.ts";
import type { Done } from "#platform/shapes.ts";
import { callApi } from "#platform/web/api.ts";

export const sendMessage = mutationOptions({
  mutationFn: ({ body, idempotencyKey }: { body: NewContactMessage; idempotencyKey: string }) =>
    callApi<Done>("/api/contact", { method: "POST", body, idempotencyKey }),
  meta: {
    success: (answer) => ({ title: "Message Sent!", description: (answer as Done).message }),
    fallback: "Failed to send message. Please try again.",
  },
});
