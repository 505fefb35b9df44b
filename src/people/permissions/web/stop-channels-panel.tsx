import { CHANNEL_LABELS, CHANNELS } from "#people/permissions/channels.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { FieldError } from "#platform/web/forms/field.tsx";
import type { FieldBinding } from "#platform/web/forms/use-fields.ts";

/** What a person asked to stop: `<StopChannels {...field("stop")} />`. */
export function StopChannels({ id, error, ...stop }: FieldBinding) {
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap gap-x-6">
        {CHANNELS.map((channel, index) => (
          <Checkbox
            key={channel}
            {...stop}
            id={index === 0 ? id : `${id}-${channel}`}
            value={channel}
            label={`No more ${CHANNEL_LABELS[channel].toLowerCase()}`}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
