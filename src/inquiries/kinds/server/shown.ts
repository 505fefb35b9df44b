import type { Inquiry } from "#people/leads/inquiry.ts";
import { marksOf } from "#people/leads/server/leads.ts";
import type { Channel } from "#people/permissions/channels.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import type { Database } from "#platform/server/database/database.ts";

type Marked = Pick<Inquiry, "leadId"> & { email: string; phone?: string | undefined; stopped?: Channel[] | undefined };

/** With what their people and leads say now. */
export async function showInquiries<Shown extends Marked>(
  database: Database,
  inquiries: readonly Shown[],
): Promise<Shown[]> {
  const stopped = await listStopped(database, inquiries);
  const marks = await marksOf(database.read, inquiries);
  return inquiries.map((inquiry, index) => {
    const channels = stopped[index] ?? [];
    return { ...inquiry, ...(channels.length > 0 && { stopped: channels }), ...marks[index] };
  });
}
