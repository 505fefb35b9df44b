import { useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { Caller } from "#inquiries/calls/call.ts";
import type { Known } from "#people/leads/web/log-form.ts";
import { useLog } from "#people/leads/web/queries.ts";
import { wallClock } from "#platform/dates.ts";
import { ApiError } from "#platform/web/api.ts";
import { FormDialog } from "#platform/web/dialogs/form-dialog.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { CallLogFields, HeardField, PersonFields, PropertyFields, SaidField, SituationField } from "./call-fields.tsx";
import { callFormSchema, callKey, emptyCall, storeCall, storedCall } from "./call-form.ts";
import { KnownCallers } from "./known-callers.tsx";
import { MeetingFields } from "./meeting-fields.tsx";
import { PermissionFields } from "./permission-fields.tsx";
import { enterCall, useKnownCallers } from "./queries.ts";

/** Fields follow the order of a conversation. Closing keeps the input, because a phone call is not repeated. */
export function CallDialog({ onClose }: { onClose: () => void }) {
  const owner = useSession().user?.email ?? "";
  const [kept, setKept] = useState(() => storedCall(owner));
  const isSaved = useRef(false);
  const navigate = useNavigate();
  const [leadId, setLeadId] = useState<string>();
  // The check comes after the render that looked the caller up.
  const schema = callFormSchema(useStableCallback((): Known => known));
  const form = useSchemaForm(schema, { defaultValues: kept ?? emptyCall() });
  const { control, getValues, setValue, reset } = form;
  const [phone, email, personId, hasMeeting] = useWatch({
    control,
    name: ["phone", "email", "personId", "hasMeeting"],
  });
  const known = useKnown(leadId, { phone, email });
  const submission = useSubmit({
    form,
    prefix: "call",
    mutation: enterCall,
    toVariables: (call) => ({ call, idempotencyKey: callKey(call) }),
    // In the server's errors the field has the same name as in other bookings.
    nameOf: (path) => (path === "meetingTime" ? "meeting.meetingTime" : path.replace(/^log\.next\./, "log.")),
    onDone: ({ personId }) => {
      isSaved.current = true;
      onClose();
      navigate(`/admin/people/${personId}`);
    },
    onRefused: (error) => {
      if (error instanceof ApiError && error.fields.meetingTime) setValue("meeting.meetingTime", "");
    },
  });
  useEffect(
    () => () => {
      if (!isSaved.current) storeCall(owner, getValues());
    },
    [owner, getValues],
  );

  const choose = useStableCallback((caller: Caller | undefined, lead?: Caller["leads"][number]) => {
    setValue("personId", caller?._id ?? "", { shouldDirty: true });
    for (const name of ["name", "phone", "email"] as const)
      if (caller && !getValues(name)) setValue(name, caller[name] ?? "", { shouldDirty: true });
    setLeadId(lead?._id);
    const { street = "", city = "", state = "", zipCode = "" } = lead?.property ?? {};
    if (lead) setValue("property", { street, city, state, zipCode }, { shouldDirty: true });
  });

  return (
    <FormDialog
      title="Enter a Call"
      submit={{ label: hasMeeting ? "Save Call and Meeting" : "Save Call", busyLabel: "Saving..." }}
      submission={submission}
      keepsInput
      onClose={onClose}
    >
      {kept && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          This is what you typed before.
          <Button
            variant="outline"
            size="compact"
            onClick={() => {
              reset(emptyCall());
              setKept(undefined);
              document.getElementById(submission.wiringOf("name").id)?.focus();
            }}
          >
            Start Over
          </Button>
        </p>
      )}
      <PersonFields {...submission} />
      <KnownCallers phone={phone} email={email} personId={personId} onChoose={choose} />
      <PropertyFields {...submission} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SituationField {...submission} />
        <HeardField {...submission} />
      </div>
      <MeetingFields {...submission} />
      <CallLogFields {...submission} known={known} />
      <SaidField {...submission} />
      <PermissionFields {...submission} />
    </FormDialog>
  );
}

/** Of the lead that was chosen among the known ones, or of a new one. */
function useKnown(leadId: string | undefined, typed: { phone: string; email: string }): Known {
  const { timeZone } = useFacts();
  const { lead, plan } = useLog(leadId).data ?? {};
  const callers = useKnownCallers(typed).data;
  const today = wallClock(new Date(), timeZone).day;
  return { stage: lead?.stage, step: lead?.nextStep, plan: plan ?? callers?.plan, today };
}
