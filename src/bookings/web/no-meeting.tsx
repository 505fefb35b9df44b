import "./no-meeting.css";
import { company } from "#company/facts.ts";
import { phoneHref } from "#platform/phone.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";

type Props = {
  words: { title: string; text: string };
  /** Given if trying again may help. */
  onRetry?: () => void;
};

/** Shown if a link opens no meeting. The text ends where the phone number follows. */
export function NoMeeting({ words: { title, text }, onRetry }: Props) {
  return (
    <div className="confirmation confirmation-waiting">
      <h1>{title}</h1>
      <p>
        {text}{" "}
        <a className="link" href={phoneHref(company.phone)}>
          {company.phone}
        </a>
        .
      </p>
      <p className="flex flex-wrap gap-3">
        {onRetry && <Button onClick={onRetry}>Retry</Button>}
        <ButtonLink href="/" variant="outline">
          Return Home
        </ButtonLink>
      </p>
    </div>
  );
}
