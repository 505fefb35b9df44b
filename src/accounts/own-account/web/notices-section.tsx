import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Account, NOTICE_CHOICES, type NoticeChoice } from "#accounts/own-account/account.ts";
import { RingPanel } from "#delivery/push/web/ring-panel.tsx";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { changeNotices } from "./queries.ts";
import { Section } from "./section.tsx";

const CHOICES: Record<NoticeChoice, { label: string; hint: string }> = {
  morning: {
    label: "My day, every morning",
    hint: "When we open: what is due for you, and who is without a next step.",
  },
  bookings: {
    label: "New bookings",
    hint: "Beside the company's addresses, also when a visitor moves or cancels a meeting, or has waited too long.",
  },
  messages: {
    label: "New messages",
    hint: "Beside the company's addresses, also when a message has waited too long for an answer.",
  },
};

export function NoticesSection({ account: { notices, isConfirmed } }: { account: Account }) {
  return (
    <Section title="Notifications" intro="E-mails to your account's address.">
      {notices &&
        NOTICE_CHOICES.map((name) => <Choice key={name} name={name} isOn={notices[name]} mayWait={!isConfirmed} />)}
      <p>
        E-mails that protect your account always come: of a new password, another e-mail address, a second factor, and a
        sign-in from a new browser. They cannot be switched off.
      </p>
    </Section>
  );
}

export function RingSection() {
  return (
    <Section
      title="This device rings"
      intro="On its screen, also while no page is open. It goes through the push service of this browser’s maker, such as Google, Apple, Mozilla or Microsoft, encrypted: they learn when it rings, not what it says. Nobody else takes part."
    >
      <RingPanel />
    </Section>
  );
}

function Choice({ name, isOn, mayWait }: { name: NoticeChoice; isOn: boolean; mayWait: boolean }) {
  const { mutate } = useMutation(changeNotices);
  const [chosen, setChosen] = useState<boolean>();
  const { label, hint } = CHOICES[name];
  return (
    <Checkbox
      id={`notice-${name}`}
      label={label}
      hint={mayWait ? `${hint} They come once your address is confirmed.` : hint}
      checked={chosen ?? isOn}
      onChange={({ target }) => {
        setChosen(target.checked);
        mutate({ [name]: target.checked }, { onError: () => setChosen(undefined) });
      }}
    />
  );
}
