import { currentFacts } from "#company/facts/facts.ts";
import type { Message } from "#delivery/mail/mail.ts";
import type { Writers } from "#delivery/mail/server/store.ts";
import { staffMailboxes } from "#delivery/mail/staff.ts";
import { formatInstant } from "#platform/dates.ts";
import { ALARMS, type AlarmMail } from "./alarm-words.ts";
import { durationText } from "./checks/words.ts";

type Settings = { publicUrl: string; alertEmail: string | undefined };

export const SYSTEM_PAGE = "/admin/system";

export function alarmWriters(settings: Settings) {
  return {
    "system-alarm": async ({ detail }) => alarmMessage(JSON.parse(detail), settings),
  } satisfies Partial<Writers>;
}

export function alarmMessage({ alarm, since, found, toDo, overAt }: AlarmMail, settings: Settings): Message {
  const { company } = currentFacts();
  const { begun, over } = ALARMS[alarm];
  const heading = overAt ? over : begun;
  const moment = (at: string) => formatInstant(new Date(at), currentFacts().timeZone);
  return {
    to: settings.alertEmail ? [{ name: company.name, address: settings.alertEmail }] : staffMailboxes(currentFacts()),
    replyTo: { name: company.name, address: company.email },
    letter: {
      subject: overAt ? `Over: ${begun.charAt(0).toLowerCase()}${begun.slice(1)}` : `Alarm: ${begun}`,
      preheader: found,
      heading,
      paragraphs: toDo ? [found, toDo] : [found],
      details: [
        { label: "Since", value: moment(since) },
        ...(overAt
          ? [
              { label: "Over since", value: moment(overAt) },
              { label: "It lasted", value: durationText(Date.parse(overAt) - Date.parse(since)) },
            ]
          : []),
        { label: "Site", value: settings.publicUrl },
      ],
      button: { label: "See how the site is", url: settings.publicUrl + SYSTEM_PAGE },
      closing: [
        overAt
          ? "There is nothing to do."
          : "You hear of this trouble once, and once more when it has been over for half an hour.",
      ],
      reason: settings.alertEmail
        ? "You get this e-mail because ALERT_EMAIL in the settings of the site names this address."
        : "You get this e-mail because notices of the site go to this address. The setting ALERT_EMAIL names another one for alarms.",
    },
  };
}
