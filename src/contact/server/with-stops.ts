import type { AdminContactMessage } from "#contact/admin.ts";
import { listStopped, type PermissionsTables } from "#permissions/server/store.ts";
import type { Database } from "#platform/server/database/database.ts";

/** With what each sender has asked us to stop. */
export async function withStops(
  database: Database<PermissionsTables>,
  messages: readonly AdminContactMessage[],
): Promise<AdminContactMessage[]> {
  const stopped = await listStopped(database, messages);
  return messages.map((message, index) => {
    const channels = stopped[index] ?? [];
    return { ...message, ...(channels.length > 0 && { stopped: channels }) };
  });
}

export async function withItsStops(
  database: Database<PermissionsTables>,
  message: AdminContactMessage,
): Promise<AdminContactMessage> {
  const [shown = message] = await withStops(database, [message]);
  return shown;
}
