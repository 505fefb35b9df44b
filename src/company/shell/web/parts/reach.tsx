import { useFacts } from "#company/facts/web/use-facts.ts";
import { type ShownContact, shownContact, shownEmail, shownPhone } from "#company/shell/shown.ts";
import { SampleMark } from "./sample-mark.tsx";

export function CallLink({
  start = "call",
  className = "link",
}: {
  start?: keyof typeof WRITE_TO;
  className?: string;
}) {
  const facts = useFacts();
  const way = shownPhone(facts) ? start : WRITE_TO[start];
  return (
    <>
      {way} <ContactLink contact={shownContact(facts)} className={className} />
    </>
  );
}

const WRITE_TO = { call: "write to", Call: "Write to", "or call": "or write to", "Or call": "Or write to" };

export function CallOrWriteLinks({ start }: { start: "call" | "Call" }) {
  const facts = useFacts();
  const email = shownPhone(facts) && shownEmail(facts);
  return (
    <>
      <CallLink start={start} />
      {email && (
        <>
          {" "}
          or write to <ContactLink contact={email} className="link" />
        </>
      )}
    </>
  );
}

export function ContactLink({
  contact: { href, text, isSample },
  className,
}: {
  contact: ShownContact;
  className: string;
}) {
  return (
    <>
      <a href={href} className={className}>
        {text}
      </a>
      {isSample && (
        <>
          {" "}
          <SampleMark />
        </>
      )}
    </>
  );
}
