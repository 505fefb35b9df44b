import { calendarInvites } from "#company/facts/facts.ts";
import { showToast } from "#platform/web/toast.ts";
import { Button } from "#platform/web/ui/button.tsx";

export function InviteButton({ id }: { id: string }) {
  return (
    <Button variant="outline" onClick={() => downloadInvite(id)}>
      Download Calendar Invite
    </Button>
  );
}

function downloadInvite(id: string): void {
  if (!calendarInvites) {
    showToast({ title: "Coming soon", description: "The calendar invite feature will be available soon." });
    return;
  }
  const link = document.createElement("a");
  link.href = `/api/bookings/${encodeURIComponent(id)}/invite.ics`;
  link.download = "meeting.ics";
  link.click();
}
