import * as z from "zod/mini";
import { invitationAnswerSchema, invitationsSchema, newInvitationSchema } from "#accounts/users/invitation.ts";
import type { Clock } from "#platform/server/clock.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { makesAdmin } from "../admin-changes.ts";
import {
  type InvitationServices,
  invite,
  listInvitations,
  revokeInvitation,
  sendInvitationAgain,
} from "./invitations.ts";

const ADMIN = { access: "admin" } as const;
const idSchema = z.object({ id: z.string() });
const SENT = "The invitation is on its way";

export function invitationRoutes(services: InvitationServices & { clock: Clock }) {
  const { database, clock } = services;
  return async (app: App) => {
    app.get(
      "",
      {
        config: ADMIN,
        schema: { summary: "Invitations that nobody has accepted yet", response: { 200: invitationsSchema } },
      },
      async () => ({ success: true as const, invitations: await listInvitations(database.read, clock.now()) }),
    );

    app.post(
      "",
      {
        config: { ...ADMIN, proof: makesAdmin },
        schema: {
          summary: "Invite a person, who sets a password of their own. Replaces an open invitation to the address",
          body: newInvitationSchema,
          response: { 201: invitationAnswerSchema },
        },
      },
      async (request, reply) => {
        const by = { caller: requireCaller(request), now: clock.now() };
        const invitation = await invite(services, { ...request.body, ...by });
        return reply.status(201).send({ success: true, message: SENT, invitation });
      },
    );

    app.post(
      "/:id/send-again",
      {
        config: ADMIN,
        schema: {
          summary: "Send an invitation again with a new link; the earlier link ends",
          params: idSchema,
          response: { 200: invitationAnswerSchema },
        },
      },
      async (request) => {
        const by = { caller: requireCaller(request), now: clock.now() };
        const invitation = await sendInvitationAgain(services, { id: request.params.id, ...by });
        return { success: true as const, message: SENT, invitation };
      },
    );

    app.delete(
      "/:id",
      {
        config: ADMIN,
        schema: {
          summary: "Revoke an invitation",
          params: idSchema,
          response: { 200: z.object({ success: z.literal(true), message: z.string() }) },
        },
      },
      async (request) => {
        await revokeInvitation(services, { id: request.params.id, caller: requireCaller(request), now: clock.now() });
        return { success: true as const, message: "The invitation is revoked" };
      },
    );
  };
}
