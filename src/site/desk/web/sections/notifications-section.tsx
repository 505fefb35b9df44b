import { useWatch } from "react-hook-form";
import { FACT_LIMITS } from "#company/facts/limits.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { useDesk } from "../desk-context.ts";
import { FieldGroup } from "../fields/fields.tsx";
import { ItemList } from "../fields/item-list.tsx";

export function NotificationsSection() {
  const { field } = useDesk();
  return (
    <>
      <FieldGroup
        title="Staff addresses"
        text="Each gets an e-mail for every new booking and message. At least one is required."
      >
        <ItemList
          name="staffEmails"
          one="address"
          add="Add an Address"
          blank={{ email: "" }}
          first="email"
          max={FACT_LIMITS.staffEmails}
        >
          {(index) => <TextField {...field(`staffEmails.${index}.email`)} label="E-mail address" type="email" />}
        </ItemList>
      </FieldGroup>
      <FieldGroup title="Reminders and invites">
        <TextField
          {...field("leads.overdueAfterBusinessMinutes")}
          label="Remind all of us after"
          optional
          hint="In minutes of your business hours without a first contact, such as 5. Empty: no reminder."
          inputMode="numeric"
          className="sm:max-w-sm"
        />
        <TextField
          {...field("leads.escalateAfterBusinessMinutes")}
          label="Remind one of us after"
          optional
          hint="Who is next on the roster, if nobody has reached them by then, such as 15. Empty: no second reminder."
          inputMode="numeric"
          className="sm:max-w-sm"
        />
        <Proposal />
        <TextField
          {...field("leads.openAgainAfterMinutes")}
          label="A lead that one of us took is open again after"
          hint="In minutes without a logged outcome, such as 10. Who is next on the roster then gets an e-mail."
          inputMode="numeric"
          className="sm:max-w-sm"
        />
        <Checkbox
          {...field("secondReminder")}
          label="Remind visitors a second time"
          hint="Two hours before a meeting, beside the e-mail of the day before. Who books within a day gets this one."
        />
        <Checkbox
          {...field("calendarInvites")}
          label="Send calendar invites"
          hint="With the confirmation e-mail, and as a download on the confirmation page."
        />
      </FieldGroup>
      <FieldGroup
        title="Following up"
        text="After a try without an answer, the log proposes the next one from this plan, between 8 AM and 9 PM where the house is. After the last, it proposes to let the lead sleep, or to lose it."
      >
        <ItemList
          name="tries"
          one="after try"
          add="Add a Try"
          blank={{ days: "1", time: "12:00" }}
          first="days"
          max={FACT_LIMITS.tries}
        >
          {(index) => (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField {...field(`tries.${index}.days`)} label="Days later" inputMode="numeric" />
              <TextField {...field(`tries.${index}.time`)} label="At what time" type="time" />
            </div>
          )}
        </ItemList>
        <TextField
          {...field("leads.sleepAfterDays")}
          label="Leads fall asleep after"
          optional
          hint="In days without a sign of life, such as 30, if nothing is planned. They leave the day and wake with the next sign of life. Empty: never."
          inputMode="numeric"
          className="sm:max-w-sm"
        />
      </FieldGroup>
    </>
  );
}

const PROPOSED = { overdueAfterBusinessMinutes: "5", escalateAfterBusinessMinutes: "15" } as const;

/** A site that is older than these figures keeps its own. */
function Proposal() {
  const { form } = useDesk();
  const [first, last] = useWatch({
    control: form.control,
    name: ["leads.overdueAfterBusinessMinutes", "leads.escalateAfterBusinessMinutes"],
  });
  const { overdueAfterBusinessMinutes, escalateAfterBusinessMinutes } = PROPOSED;
  if (first === overdueAfterBusinessMinutes && last === escalateAfterBusinessMinutes) return null;
  const use = () => {
    const dirty = { shouldDirty: true, shouldValidate: true };
    form.setValue("leads.overdueAfterBusinessMinutes", overdueAfterBusinessMinutes, dirty);
    form.setValue("leads.escalateAfterBusinessMinutes", escalateAfterBusinessMinutes, dirty);
    // The pressed button goes away.
    form.setFocus("leads.overdueAfterBusinessMinutes");
  };
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span>
        We propose {overdueAfterBusinessMinutes} minutes for all and {escalateAfterBusinessMinutes} for one.
      </span>
      <Button variant="outline" size="compact" onClick={use}>
        Use {overdueAfterBusinessMinutes} and {escalateAfterBusinessMinutes}
      </Button>
    </p>
  );
}
