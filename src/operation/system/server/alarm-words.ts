/** These findings raise an alarm. E-mail that is stuck or held cannot be reported by e-mail: log and dashboard show it. */
export const ALARMS = {
  "backup-made": { begun: "The nightly backup was not made", over: "Backups are made again", isMailed: true },
  "backup-proof": { begun: "A backup could not be restored", over: "Backups can be restored again", isMailed: true },
  "backup-encryption": {
    begun: "Backups cannot be encrypted",
    over: "Backups can be encrypted again",
    isMailed: true,
  },
  "journal-copy": {
    begun: "The journal of removals is not copied off the machine",
    over: "The journal of removals is copied again",
    isMailed: true,
  },
  "backup-copy": {
    begun: "A backup was not copied off the machine",
    over: "Backups are copied off the machine again",
    isMailed: true,
  },
  "disk-data": { begun: "The disk is almost full", over: "The disk has room again", isMailed: true },
  "disk-backups": {
    begun: "The disk of the backups is almost full",
    over: "The disk of the backups has room again",
    isMailed: true,
  },
  certificate: { begun: "The certificate ends soon", over: "The certificate is renewed", isMailed: true },
  crash: {
    begun: "The site ended without being stopped",
    over: "The site has not ended by itself for a day",
    isMailed: true,
  },
  errors: { begun: "Many calls of the site fail", over: "The site answers calls again", isMailed: true },
  hold: { begun: "The site is held after a restore", over: "The site is not held any more", isMailed: false },
  mail: { begun: "E-mail is stuck", over: "E-mail is sent again", isMailed: false },
} as const;

export type AlarmId = keyof typeof ALARMS;

export type AlarmMail = {
  alarm: AlarmId;
  since: string;
  found: string;
  toDo: string | null;
  overAt: string | null;
};

export function isAlarmId(id: string): id is AlarmId {
  return Object.hasOwn(ALARMS, id);
}
