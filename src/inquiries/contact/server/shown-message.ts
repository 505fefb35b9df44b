import type { AdminContactMessage } from "#inquiries/contact/admin.ts";
import { marksOf } from "#people/leads/server/leads.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import type { Database } from "#platform/server/database/database.ts";

export async function showMessages(
  database: Database,
  messages: readonly AdminContactMessage[],
): Promise<AdminContactMessage[]> {
  const stopped = await listStopped(database, messages);
  const marks = await marksOf(database.read, messages);
  return messages.map((message, index) => {
    const channels = stopped[index] ?? [];
    return {
      ...message,
      ...(channels.length > 0 && { stopped: channels }),
      ...marks[index],
    };
  });
}

export async function showMessage(database: Database, message: AdminContactMessage): Promise<AdminContactMessage> {
  const [shown = message] = await showMessages(database, [message]);
  return shown;
}
