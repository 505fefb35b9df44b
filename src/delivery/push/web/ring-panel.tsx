import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { capitalized, WEEKDAYS } from "#company/facts/choices.ts";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import {
  PUSH_KINDS,
  type PushKind,
  type PushSettings,
  type PushSubscription,
  pushSettingsSchema,
} from "#delivery/push/push.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { ErrorSummary } from "#platform/web/forms/error-summary.tsx";
import { FieldError } from "#platform/web/forms/field.tsx";
import { FormRefusal } from "#platform/web/forms/form-refusal.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { useSchemaForm, useSubmit } from "#platform/web/forms/use-submit.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { changeRinging, startRinging, stopRinging, testRinging, useBrowser, useDevices } from "./queries.ts";
import { type BrowserState, settingsOf } from "./this-browser.ts";

const FAILED = "Failed to load what rings";
const SWITCH = "ring-switch";

const CANNOT: Record<Exclude<BrowserState, "on" | "off">, string> = {
  blocked:
    "This browser blocks notifications of this site. Allow them in its settings of the site, then load this page again.",
  install:
    "On an iPhone or iPad the app has to be installed first: press Share, then Add to Home Screen, open it from there, sign in, and come back to this page.",
  unsupported: "This browser cannot ring. Another one may, over https.",
};

const STATES: Record<PushSubscription["recent"][number]["state"], string> = {
  waiting: "Waits",
  "handed over": "Handed over",
  expired: "Too late",
  failed: "Failed",
  shown: "Shown",
};

/** A group of check boxes holds texts. */
const formSchema = z.pipe(
  z.transform(({ daysOff, ...rest }: Typed): PushSettings => ({ ...rest, daysOff: daysOff.map(Number) })),
  pushSettingsSchema,
);

type Typed = {
  kinds: PushKind[];
  named: boolean;
  quietFrom: string;
  quietTo: string;
  daysOff: string[];
  mailToo: boolean;
};

/** What rings this device, and when; and the other devices of the account. */
export function RingPanel() {
  const devices = useDevices();
  const browser = useBrowser();
  if (!devices.data || !browser.data) return <LoadState query={devices} what="what rings" fallback={FAILED} />;
  const { publicKey, subscriptions } = devices.data;
  const own = subscriptions.find(({ isThisDevice, isStale }) => isThisDevice && !isStale);
  const others = subscriptions.filter(({ isThisDevice }) => !isThisDevice);
  const isOn = browser.data === "on" && own !== undefined;
  return (
    <>
      {browser.data !== "on" && browser.data !== "off" ? (
        <Note>
          <p>{CANNOT[browser.data]}</p>
        </Note>
      ) : (
        <Switch isOn={isOn} publicKey={publicKey} />
      )}
      {isOn && <Settings key={own._id} device={own} />}
      {isOn && <Recent device={own} />}
      {others.length > 0 && (
        <p className="wrap-anywhere">
          It also rings: {others.map(({ device }) => device).join(", ")}. It stops there with the sign-in.
        </p>
      )}
    </>
  );
}

/** One button, so that it keeps the focus. */
function Switch({ isOn, publicKey }: { isOn: boolean; publicKey: string }) {
  const start = useMutation(startRinging);
  const stop = useMutation(stopRinging);
  const test = useMutation(testRinging);
  const isBusy = start.isPending || stop.isPending;
  const press = () => !isBusy && (isOn ? stop.mutate() : start.mutate({ publicKey }));
  return (
    <p className="flex flex-wrap gap-3">
      <Button id={SWITCH} variant={isOn ? "outline" : "brand"} onClick={press}>
        <Icon name={isOn ? "icon-bell-off" : "icon-bell-ring"} />
        {isOn ? "Stop Ringing" : "Ring This Device"}
      </Button>
      {isOn && (
        <Button variant="outline" onClick={() => !test.isPending && test.mutate()}>
          <Icon name="icon-bell" />
          Ring Once as a Test
        </Button>
      )}
    </p>
  );
}

function Settings({ device }: { device: PushSubscription }) {
  const { daysOff, kinds = [], named = false, quietFrom = "", quietTo = "", mailToo = true } = settingsOf(device);
  const form = useSchemaForm(formSchema, {
    defaultValues: { kinds, named, quietFrom, quietTo, daysOff: daysOff?.map(String) ?? [], mailToo },
  });
  const submission = useSubmit({ form, prefix: "ring", mutation: changeRinging, toVariables: (settings) => settings });
  const { field, refusal, submittedAt, isBusy, attempt, mistakes, onSubmit } = submission;
  return (
    <form
      noValidate
      aria-label="What rings this device"
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={onSubmit}
    >
      <ErrorSummary attempt={attempt} errors={mistakes} />
      {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
      <Choices legend="It rings when" binding={field("kinds")} options={Object.entries(PUSH_KINDS)} />
      <Checkbox
        {...field("named")}
        label="Show names and addresses"
        hint="Also on the locked screen. Otherwise it shows what it is, the town and the time."
      />
      <fieldset className="field">
        <legend className="field-label">Quiet hours</legend>
        <div className="grid grid-cols-2 gap-4 sm:max-w-sm">
          <TextField {...field("quietFrom")} label="From" type="time" />
          <TextField {...field("quietTo")} label="Until" type="time" />
        </div>
      </fieldset>
      <Choices
        legend="Days off"
        binding={field("daysOff")}
        options={WEEKDAYS.map((day, number) => [String(number), capitalized(day)])}
        isInLine
      />
      <Checkbox
        {...field("mailToo")}
        label="Send the mail about a lead in any case"
        hint="Otherwise it is left out if you open or take the lead within two minutes."
      />
      <Button type="submit" className="justify-self-start" busyLabel={isBusy && "Saving..."}>
        Save
      </Button>
    </form>
  );
}

type ChoicesProps = {
  legend: string;
  binding: { id: string; error: string | undefined };
  options: readonly (readonly [value: string, label: string])[];
  isInLine?: boolean;
};

function Choices({ legend, binding: { id, error, ...control }, options, isInLine = false }: ChoicesProps) {
  return (
    <fieldset className="field">
      <legend className="field-label">{legend}</legend>
      <div className={isInLine ? "flex flex-wrap gap-x-5" : "grid"}>
        {options.map(([value, label], place) => (
          <Checkbox key={value} {...control} id={place === 0 ? id : `${id}-${value}`} value={value} label={label} />
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}

function Recent({ device: { recent } }: { device: PushSubscription }) {
  return (
    <div>
      <h3 className="text-(length:--text-body)">The latest</h3>
      {recent.length === 0 ? (
        <p className="text-muted">It has not rung yet.</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {recent.map(({ at, what, state }) => (
            <li key={`${at} ${what}`} className="flex flex-wrap justify-between gap-x-6 py-2">
              <span>
                {what}, <Instant at={at} />
              </span>
              <span className="text-muted">{STATES[state]}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
