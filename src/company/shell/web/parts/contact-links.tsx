import { type ComponentProps, Fragment } from "react";
import { formatPhone, phoneHref } from "#platform/phone.ts";

type Guards = Pick<ComponentProps<"a">, "onClick" | "onCopy">;

export function PhoneLink({ phone, ...guards }: { phone: string } & Guards) {
  return (
    <a {...guards} href={phoneHref(phone)} className="link contact-link tabular-nums whitespace-nowrap">
      {formatPhone(phone)}
    </a>
  );
}

export function EmailLink({ email, ...guards }: { email: string } & Guards) {
  return (
    <a
      {...guards}
      href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}
      className="link contact-link wrap-break-word"
    >
      <EmailText email={email} />
    </a>
  );
}

/** Breaks after "@" and dots, and inside a word only where one is too long for a line. */
export function EmailText({ email }: { email: string }) {
  return email.split(/(?<=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

export function MapLink({ address }: { address: string }) {
  return (
    <a
      href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}
      target="_blank"
      rel="noreferrer"
      className="link contact-link wrap-anywhere"
    >
      {address}
      <span className="sr-only"> (opens a map in a new tab)</span>
    </a>
  );
}
