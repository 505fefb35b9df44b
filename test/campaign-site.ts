// A site with an admin whose session outlives moves of the clock, and people who come from campaigns.
import { expect } from "vitest";
import type { Report, ReportRow } from "#deals/campaigns/admin.ts";
import { NO_FIGURES } from "#deals/campaigns/report.ts";
import type { SpendChange } from "#deals/campaigns/spend.ts";
import type { Amounts, Stage } from "#people/leads/lead.ts";
import { findLead } from "#people/leads/server/leads.ts";
import { updateLead, writeStage } from "#people/leads/server/stage.ts";
import { addAccount, login } from "./accounts.ts";
import { bookMeeting, sendContactMessage } from "./requests.ts";
import { startSite } from "./server.ts";

const BROWSER =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1";
const DAY_MS = 86_400_000;

export async function startCampaignSite(settings: Record<string, string> = {}) {
  const site = await startSite({ env: { ...settings, RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400" } });
  await addAccount(site);
  let session = { token: "", until: 0 };
  let people = 0;
  // Signs in again after the clock was moved.
  const call = async (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload?: object) => {
    const now = site.clock.now().getTime();
    if (now > session.until || now < session.until - DAY_MS)
      session = { token: (await login(site, "dana@example.com")).json().accessToken, until: now + DAY_MS / 2 };
    const headers = { authorization: `Bearer ${session.token}` };
    return site.app.inject({ method, url, headers, ...(payload && { payload }) });
  };
  const times = ["9:00 AM", "9:30 AM", "10:00 AM", "10:30 AM", "11:00 AM", "11:30 AM"];
  return {
    ...site,
    call,
    /** By another person each time. */
    book: async (source: object, changes: object = {}, headers: Record<string, string> = {}): Promise<string> =>
      (
        await bookMeeting(
          site,
          { email: `person${++people}@example.com`, meetingTime: times.shift(), source, ...changes },
          { headers },
        )
      ).id,
    /** By another person each time. */
    write: (source: object, changes: object = {}, headers: Record<string, string> = {}) =>
      sendContactMessage(site, { email: `person${++people}@example.com`, source, ...changes }, { headers }),
    status: async (id: string, status: string) => {
      const answer = await call("PATCH", `/api/bookings/${id}/status`, { status });
      expect(answer.statusCode, answer.body).toBe(200);
    },
    /** Moves the lead of a booking. */
    move: (bookingId: string, to: Stage, amounts: Amounts = {}) =>
      site.database.transaction(async (trx) => {
        const { lead_id: id } = await trx
          .selectFrom("bookings")
          .select("lead_id")
          .where("id", "=", bookingId)
          .executeTakeFirstOrThrow();
        const lead = await findLead(trx, id);
        if (!lead) throw new Error("The booking has no lead");
        const now = site.clock.now();
        await updateLead(
          trx,
          await writeStage(trx, lead, { to, at: now, actor: "dana@example.com", now }),
          amounts,
          now,
        );
      }),
    spend: async (...entries: SpendChange["entries"]) => {
      const answer = await call("POST", "/api/campaigns/spend", { entries });
      expect(answer.statusCode, answer.body).toBe(200);
    },
    report: async (query: string): Promise<Report> => {
      const answer = await call("GET", `/api/campaigns/report?${query}`);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    },
    rows: async (query: string): Promise<ReportRow[]> =>
      (await call("GET", `/api/campaigns/report?${query}`)).json().rows,
    makeLink: async (form: object) => {
      const answer = await call("POST", "/api/campaigns/links", form);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json().link;
    },
    links: async () => (await call("GET", "/api/campaigns/links")).json().links as { visits: number }[],
    go: (url: string, headers: Record<string, string> = {}) =>
      site.app.inject({ method: "GET", url, headers: { "user-agent": BROWSER, ...headers } }),
  };
}

export function reportRow(name: string, figures: Partial<ReportRow>): ReportRow {
  return { name, ...NO_FIGURES, ...figures };
}
