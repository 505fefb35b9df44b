import { type CreatedFeed, type Feed, newFeedSchema } from "#inquiries/agenda/admin.ts";
import { ConfirmDialog } from "#platform/web/dialogs/confirm-dialog.tsx";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { ShownOnceDialog } from "#platform/web/dialogs/shown-once-dialog.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { makeFeed, useRevokeFeed } from "./queries.ts";

export function MakeFeedDialog({ onMade, onClose }: { onMade: (made: CreatedFeed) => void; onClose: () => void }) {
  const form = useSchemaForm(newFeedSchema, { defaultValues: { name: "" } });
  const submission = useSubmit({
    form,
    prefix: "feed",
    // The address cannot be shown later, so a dialog that was closed before the answer does not hide it.
    mutation: { ...makeFeed, onSuccess: onMade },
    toVariables: (feed) => feed,
  });
  return (
    <FormDialog
      title="Create Calendar Address"
      submit={{ label: "Create Address", busyLabel: "Creating..." }}
      submission={submission}
      of="Anyone with the address can read the meetings with names, addresses and notes, without signing in. Add it only to your own calendar program."
      onClose={onClose}
    >
      <TextField
        {...submission.field("name")}
        label="Name"
        hint="Where you will use it, such as My phone."
        autoComplete="off"
        data-autofocus=""
      />
    </FormDialog>
  );
}

const PROGRAMS = [
  ["iPhone, iPad", "Open this page there and press Open in Calendar Program, then Subscribe."],
  ["Mac", "In Calendar: File, New Calendar Subscription. Paste the address; set Auto-refresh to 15 minutes."],
  ["Google", "On a computer, beside Other calendars: +, From URL. Google looks again every few hours only."],
  ["Outlook", "Add calendar, Subscribe from web. Paste the address and give it a name."],
] as const;

export function FeedAddressDialog({ made: { feed, url }, onClose }: { made: CreatedFeed; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title="Your Calendar Address"
      lead="It is shown only once. If you lose it, revoke it and create another."
      secret={{ id: "feed-address", label: `Address for ${feed.name}`, value: url, copyLabel: "Copy Address" }}
      onClose={onClose}
    >
      <p>
        <ButtonLink variant="outline" size="compact" href={url.replace(/^https?:/, "webcal:")}>
          Open in Calendar Program
        </ButtonLink>
      </p>
      <dl className="grid gap-2">
        {PROGRAMS.map(([program, how]) => (
          <div key={program}>
            <dt className="font-semibold">{program}</dt>
            <dd>{how}</dd>
          </div>
        ))}
      </dl>
    </ShownOnceDialog>
  );
}

export function RevokeFeedDialog({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  const revoke = useRevokeFeed();
  return (
    <ConfirmDialog
      title="Revoke Calendar Address"
      confirm={{ label: "Revoke", busyLabel: "Revoking...", isBusy: revoke.isPending }}
      error={revoke.error}
      fallback="Failed to revoke the calendar"
      onConfirm={() => revoke.mutate(feed._id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        The address of <strong className="wrap-anywhere">{feed.name}</strong> leads nowhere from now on. What a program
        has read already it may show until you remove the calendar there. This action cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
