import { useFacts } from "#company/facts/web/use-facts.ts";
import "./no-meeting.css";
import { callOrWrite, shownContact } from "#company/shell/shown.ts";
import { ContactLink } from "#company/shell/web/parts/reach.tsx";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";

type Props = {
  words: { title: string; text: (reach: string) => string };
  /** Given if trying again may help. */
  onRetry?: () => void;
};

/** The phone number or the e-mail address follows the text. */
export function NoMeeting({ words: { title, text }, onRetry }: Props) {
  const facts = useFacts();
  return (
    <div className="confirmation confirmation-waiting">
      <h1>{title}</h1>
      <p>
        {text(callOrWrite(facts))} <ContactLink contact={shownContact(facts)} className="link" />.
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
