import { useFacts } from "#company/facts/web/use-facts.ts";
import { showToast } from "#platform/web/toast.ts";
import { Button } from "#platform/web/ui/button.tsx";

export function InviteButton({ id }: { id: string }) {
  const { calendarInvites } = useFacts();
  return (
    <Button variant="outline" onClick={calendarInvites ? () => downloadInvite(id) : showComingSoon}>
      Download Calendar Invite
    </Button>
  );
}

function showComingSoon(): void {
  showToast({ title: "Coming soon", description: "The calendar invite feature will be available soon." });
}

function downloadInvite(id: string): void {
  const link = document.createElement("a");
  link.href = `/api/bookings/${encodeURIComponent(id)}/invite.ics`;
  link.download = "meeting.ics";
  link.click();
}
