import type { PageMeta } from "#company/shell/web/page.ts";
import { CallLink } from "#company/shell/web/parts/reach.tsx";
import { CHANNEL_LABELS, CHANNELS } from "#people/permissions/channels.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { Button } from "#platform/web/ui/button.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `Stop e-mail, calls or texts | ${company.shortName}` });

/** Opening the page changes nothing; the button posts to the page's own address. */
export default function StopPage() {
  return (
    <div className="wrap py-12 lg:py-24">
      <p className="lot-label">Your permission</p>
      <h1>Stop these messages?</h1>
      <p className="lead mt-4">Choose what should stop. It takes effect at once, and you need no reason.</p>
      <form method="post" className="mt-8 grid max-w-prose gap-4">
        <fieldset className="grid gap-4">
          <legend className="mb-2 font-semibold">Stop</legend>
          {[...CHANNELS].reverse().map((channel) => (
            <Checkbox
              key={channel}
              id={`stop-${channel}`}
              name={channel}
              defaultChecked={channel === "email"}
              label={CHANNEL_LABELS[channel]}
            />
          ))}
        </fieldset>
        <div>
          <Button type="submit" className="w-full sm:w-auto">
            Stop
          </Button>
        </div>
      </form>
      <p className="mt-6 max-w-prose">
        If you have booked a meeting, e-mails that say it is confirmed, moved or cancelled still come. To change or
        cancel it, use the link in its e-mail, or{" "}
        <CallLink className="link inline-flex min-h-11 items-center font-semibold" />
      </p>
    </div>
  );
}
