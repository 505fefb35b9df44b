import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { MailItem } from "./mail-item.tsx";
import { useMailOf } from "./queries.ts";

export function MailPanel({ recordId }: { recordId: string }) {
  const { data: mails, isPending, isError } = useMailOf(recordId);
  if (isPending) return <Skeleton className="h-24 w-full" />;
  if (isError) return <p className="text-muted">Failed to load e-mail</p>;
  if (mails.length === 0) return <p className="text-muted">No e-mail belongs to this record.</p>;
  return (
    <ul className="divide-y divide-line">
      {mails.map((mail) => (
        <MailItem key={mail._id} mail={mail} />
      ))}
    </ul>
  );
}
