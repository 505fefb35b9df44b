import { mutationOptions, type QueryClient, useQuery } from "@tanstack/react-query";
import type { ManagedAnswer, ManagedChange, ManagedMeeting } from "#inquiries/bookings/managed-meeting.ts";
import type { Channel } from "#people/permissions/channels.ts";
import { ApiError, callApi } from "#platform/web/api.ts";
import { reload } from "#platform/web/query-client.ts";
import { bookingKeys } from "../query-keys.ts";

export function useManagedMeeting(token: string | undefined) {
  return useQuery({
    queryKey: bookingKeys.managed(token),
    queryFn: ({ signal }) =>
      callApi<ManagedAnswer>("/api/manage-meeting/look-up", { method: "POST", body: { token }, signal }),
    enabled: Boolean(token),
    meta: { fallback: "Failed to load your meeting" },
  });
}

export function moveMeeting(token: string) {
  return change<{ meetingDate: string; meetingTime: string }>(token, "move", "Failed to move your meeting");
}

export function cancelMeeting(token: string) {
  return change<{ reason: string | undefined }>(token, "cancel", "Failed to cancel your meeting");
}

/** Every answer, even a refusal, contains the meeting's current state. */
function change<Wish>(token: string, operation: "move" | "cancel", fallback: string) {
  const show = (client: QueryClient, meeting: ManagedMeeting) => {
    client.setQueryData<ManagedAnswer>(bookingKeys.managed(token), (answer) => answer && { ...answer, meeting });
    reload(bookingKeys.openTimes);
  };
  return mutationOptions({
    mutationFn: (wish: Wish & { sequence: number }) =>
      callApi<ManagedChange>(`/api/manage-meeting/${operation}`, { method: "POST", body: { ...wish, token } }),
    onSuccess: ({ meeting }, _wish, _context, { client }) => show(client, meeting),
    onError: (error, _wish, _context, { client }) => {
      const present = presentOf(error);
      if (present) show(client, present);
    },
    meta: { fallback },
  });
}

export function stopContact(token: string) {
  return mutationOptions({
    mutationFn: (channels: readonly Channel[]) =>
      callApi<{ message: string }>(`/api/stop/${encodeURIComponent(token)}`, { method: "POST", body: { channels } }),
    meta: { fallback: "Failed to record it. Please try again, or call" },
  });
}

export function presentOf(error: unknown): ManagedMeeting | undefined {
  if (!(error instanceof ApiError) || (error.code !== "changed_meanwhile" && error.code !== "too_late"))
    return undefined;
  return error.body.meeting as ManagedMeeting | undefined;
}
