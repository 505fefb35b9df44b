import { countDeadLetters, readBacklog } from "#delivery/mail/server/store.ts";
import { type Check, ok, quietWarning, type Subject, trouble, warning } from "./check.ts";
import { count } from "./words.ts";

const MAIL: Subject = { id: "mail", group: "mail", title: "Email that waits" };
const SERVER: Subject = { id: "mail-server", group: "mail", title: "Mail server" };

const STUCK = 5;

export const mailCheck: Check = {
  subjects: [SERVER, MAIL],
  run: async ({ config, read, now }) => {
    const backlog = await readBacklog(read, now);
    const failed = await countDeadLetters(read);
    const because = backlog.lastError ? ` The last answer was: ${backlog.lastError}` : "";
    const look = "Open the page E-mail: it says why, and has a button to try again.";
    return [
      config.smtpUrl
        ? ok(SERVER, `E-mail is sent by ${hostOf(config.smtpUrl)}.`)
        : quietWarning(
            SERVER,
            "No mail server is set: each e-mail is a file in DATA_DIR/outbox, which reaches nobody.",
            "Set SMTP_URL and MAIL_FROM, then send a test e-mail from the page E-mail.",
          ),
      backlog.count >= STUCK
        ? trouble(MAIL, `${count(backlog.count, "e-mail is", "e-mails are")} late or failed at first.${because}`, look)
        : backlog.count + failed > 0
          ? warning(
              MAIL,
              `${count(backlog.count, "e-mail is", "e-mails are")} late, and ${failed} given up.${because}`,
              look,
            )
          : ok(MAIL, "No e-mail is late, and none was given up."),
    ];
  },
};

function hostOf(smtpUrl: string): string {
  return new URL(smtpUrl).hostname;
}
