import type { ComponentProps } from "react";
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
      className="link contact-link wrap-anywhere"
    >
      {email}
    </a>
  );
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
