import { FACT_LIMITS } from "#company/facts/limits.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
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
      <FieldGroup
        title="Following up"
        text="After a try without an answer, the log proposes the next one from this plan, between 8 AM and 9 PM where the house is. After the last, it proposes to let the lead sleep, or to lose it."
      >
        <ItemList
          name="tries"
          one="try"
          add="Add a Try"
          blank={{ days: "1", time: "12:00" }}
          first="days"
          max={FACT_LIMITS.tries}
        >
          {(index) => (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField {...field(`tries.${index}.days`)} label="Days after the try before" inputMode="numeric" />
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
      <FieldGroup title="Reminders and invites">
        <TextField
          {...field("leads.overdueAfterBusinessMinutes")}
          label="Remind us of a lead after"
          optional
          hint="In minutes of your business hours without a first contact, such as 120. Empty: no reminder."
          inputMode="numeric"
          className="sm:max-w-sm"
        />
        <Checkbox
          {...field("calendarInvites")}
          label="Send calendar invites"
          hint="With the confirmation e-mail, and as a download on the confirmation page."
        />
      </FieldGroup>
    </>
  );
}
