import { currentFacts } from "#company/facts/facts.ts";
import type { Message } from "#delivery/mail/mail.ts";
import { staffMailboxes } from "#delivery/mail/staff.ts";

export type MailSettings = { publicUrl: string };

export function testMail({ publicUrl }: MailSettings): Message {
  const { company } = currentFacts();
  return {
    to: staffMailboxes(currentFacts()),
    replyTo: { name: company.name, address: company.email },
    letter: {
      subject: `Test e-mail from ${company.name}`,
      preheader: "If you can read this, mail from the site arrives.",
      heading: "Mail from the site arrives.",
      paragraphs: [
        "This test e-mail took the same path as every confirmation and reminder: written to the database, claimed by the mail worker, handed to the mail server.",
        "Please check that it is in the inbox and not in the spam folder, and that the sender's address is the one you expect.",
      ],
      details: [{ label: "Site", value: publicUrl }],
      button: { label: "Open the mail page", url: `${publicUrl}/admin/mail` },
      closing: [],
      reason: "You get this e-mail because an admin pressed “Send a Test Email”.",
    },
  };
}
