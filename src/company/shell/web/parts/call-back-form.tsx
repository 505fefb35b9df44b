import { useFacts } from "#company/facts/web/use-facts.ts";
import { shownNow, wordsOf } from "#company/shell/agreements.ts";
import { CALL_BACK_FORM, CALL_BACKS_PATH, WISHES } from "#company/shell/call-back.ts";
import { weeklyHours } from "#company/shell/opening-hours.ts";
import { zoneNames } from "#platform/dates.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { Button } from "#platform/web/ui/button.tsx";

const MAX_NAME_LENGTH = 100;
const PHONE_PATTERN = "[\\d\\s\\p{P}\\p{Cf}+]{7,}";

const SMALL = "text-fine leading-snug sm:text-small";

/** A page has at most one. Without script the browser posts it and gets a page; the site's script answers in place. */
export function CallBackForm({ className = "" }: { className?: string }) {
  const facts = useFacts();
  return (
    <form id={CALL_BACK_FORM} method="post" action={CALL_BACKS_PATH} aria-label="Call Me Back" className={className}>
      <div data-answer="" role="status" tabIndex={-1} className="note mb-3 empty:hidden" />
      <div data-fields="" className="grid gap-2 sm:gap-3">
        <div className="grid items-end gap-3 phone:grid-cols-[1fr_auto]">
          <TextField
            id="call-back-phone"
            name="phone"
            label="Your number"
            type="tel"
            autoComplete="tel-national"
            required
            pattern={PHONE_PATTERN}
            title="A phone number with its area code"
          />
          <Button type="submit" className="min-h-13 max-sm:px-4">
            Call Me Back
          </Button>
        </div>
        <details>
          <summary className="link min-h-11 cursor-pointer content-center">
            Add a name or a good time (optional)
          </summary>
          <div className="mt-2 grid gap-3 sm:grid-cols-2">
            <TextField
              id="call-back-name"
              name="name"
              label="Who to ask for"
              autoComplete="name"
              autoCapitalize="words"
              maxLength={MAX_NAME_LENGTH}
            />
            <SelectField id="call-back-when" name="when" label="A good time" options={WISHES} />
          </div>
        </details>
        <div className="honeypot" aria-hidden="true">
          <label htmlFor="call-back-website">Website</label>
          <input id="call-back-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
        </div>
        <input type="hidden" name="wordsVersion" value={facts.permissionWords.version} />
        <p className={SMALL}>
          {wordsOf("callBack", shownNow(facts))} See the{" "}
          <a href="/privacy" className="link">
            Privacy Policy
          </a>
          .
        </p>
        <CallingHours />
      </div>
    </form>
  );
}

function CallingHours() {
  const { businessHours, timeZone } = useFacts();
  const open = weeklyHours(businessHours).filter(({ hours }) => hours !== "closed");
  return (
    <p className={`${SMALL} text-muted`}>
      Calls are made {open.map(({ days, hours }) => `${days} ${hours}`).join(", ")} ({zoneNames(timeZone).name}), and
      never before 8 AM or after 9 PM where you or the house are.
    </p>
  );
}
