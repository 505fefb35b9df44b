import { invitationAnswerSchema, invitationsSchema, newInvitationSchema } from "#accounts/users/invitation.ts";
import type { Clock } from "#platform/server/clock.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { makesAdmin } from "../admin-changes.ts";
import {
  type InvitationServices,
  invite,
  listInvitations,
  revokeInvitation,
  sendInvitationAgain,
} from "./invitations.ts";

export function invitationRoutes(services: InvitationServices & { clock: Clock }) {
  const { database, clock } = services;
  return endpoints({ access: "admin", duties: ["run"], clock }, (api) => {
    api.get("", {
      summary: "Invitations that nobody has accepted yet",
      answer: invitationsSchema,
      handle: async ({ now }) => ({ invitations: await listInvitations(database.read, now) }),
    });

    api.post("", {
      summary: "Invite a person, who sets a password of their own. Replaces an open invitation to the address",
      proof: makesAdmin,
      body: newInvitationSchema,
      created: invitationAnswerSchema,
      handle: async ({ body, caller, now }) => {
        const invitation = await invite(services, { ...body, caller, now });
        return { message: `The invitation to ${invitation.email} is on its way`, invitation };
      },
    });

    api.post("/:id/send-again", {
      summary: "Send an invitation again with a new link; the earlier link ends",
      answer: invitationAnswerSchema,
      handle: async ({ id, caller, now }) => {
        const invitation = await sendInvitationAgain(services, { id, caller, now });
        return { message: `The invitation to ${invitation.email} is on its way again, with a new link`, invitation };
      },
    });

    api.delete("/:id", {
      summary: "Revoke an invitation",
      message: "The invitation is revoked",
      handle: ({ id, caller, now }) => revokeInvitation(services, { id, caller, now }),
    });
  });
}
