import { type AdminContactMessage, toAdminContactMessage } from "#contact/admin.ts";
import type { ContactMessage } from "#contact/contact.ts";
import { listStopped, type PermissionsTables } from "#permissions/server/store.ts";
import type { Database } from "#platform/server/database/database.ts";

/** With what each sender has asked us to stop. */
export async function withStops(
  database: Database<PermissionsTables>,
  messages: readonly ContactMessage[],
): Promise<AdminContactMessage[]> {
  const stopped = await listStopped(database, messages);
  return messages.map((message, index) => {
    const channels = stopped[index] ?? [];
    return { ...toAdminContactMessage(message), ...(channels.length > 0 && { stopped: channels }) };
  });
}

export async function withItsStops(
  database: Database<PermissionsTables>,
  message: ContactMessage,
): Promise<AdminContactMessage> {
  const [shown = toAdminContactMessage(message)] = await withStops(database, [message]);
  return shown;
}
