import "#company/shell/web/styles/palettes.css";
import { useWatch } from "react-hook-form";
import { PALETTES, type Palette } from "#company/facts/choices.ts";
import { FACT_LIMITS } from "#company/facts/limits.ts";
import { ClosedDayPanel } from "#inquiries/bookings/web/availability/closed-day-panel.tsx";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { FieldError } from "#platform/web/forms/field.tsx";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useDesk } from "../desk-context.ts";
import { FieldGroup } from "../fields/fields.tsx";
import { PictureField } from "../fields/picture-field.tsx";

const PALETTE_TEXTS: Record<Palette, { name: string; text: string }> = {
  porch: { name: "Porch", text: "Deep green" },
  harbor: { name: "Harbor", text: "Quiet blue" },
  brick: { name: "Brick", text: "Red brown" },
  plum: { name: "Plum", text: "Dark violet" },
};

export function LookSection() {
  const { field, saved } = useDesk();
  return (
    <>
      <FieldGroup
        title="Logo"
        text="Instead of the drawn house. The small picture in the browser’s tab is made from it."
      >
        <PictureField path="logo" what="logo" />
        <PictureField path="logoDark" what="logo for dark pages" />
        <p className="text-muted">Without a logo for dark pages yours stands on a light plate there.</p>
      </FieldGroup>
      <FieldGroup title="Color and theme">
        <AccentCards />
        <SelectField
          {...field("defaultTheme")}
          label="Default theme"
          options={[
            ["system", "What their device is set to"],
            ["light", "Light"],
            ["dark", "Dark"],
          ]}
          className="sm:max-w-sm"
        />
      </FieldGroup>
      <FieldGroup
        title="Announcement"
        text="One line above the bar of every page, such as “Closed on Friday for the move”."
      >
        <TextField {...field("announcement.text")} label="Text" optional maxLength={FACT_LIMITS.announcement} />
        <TextField
          {...field("announcement.until")}
          label="Last day"
          optional
          hint="Empty: until you remove it."
          type="date"
          className="sm:max-w-sm"
        />
        <ClosedDay />
      </FieldGroup>
      <FieldGroup title="Social links" text="Without an address an icon leads nowhere.">
        {saved.socialLinks.map(({ name }, index) => (
          <TextField key={name} {...field(`socialLinks.${index}.url`)} label={name} optional type="url" />
        ))}
        <Checkbox {...field("hideEmptySocialLinks")} label="Hide icons without an address" />
      </FieldGroup>
    </>
  );
}

function ClosedDay() {
  const [text, until] = useWatch({
    control: useDesk().form.control,
    name: ["announcement.text", "announcement.until"],
  });
  return <ClosedDayPanel announcement={text} until={until} />;
}

function AccentCards() {
  const { id, error, ...accent } = useDesk().field("accent");
  return (
    <fieldset className="field">
      <legend className="legend mb-1.5">Color</legend>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {PALETTES.map((palette, index) => (
          <label key={palette} className="accent-card">
            <input {...accent} type="radio" value={palette} id={index === 0 ? id : `${id}-${palette}`} />
            <span className={`accent-swatch ${palette}`} aria-hidden="true" />
            <span>
              <span className="block font-semibold">{PALETTE_TEXTS[palette].name}</span>
              <span className="block text-muted">{PALETTE_TEXTS[palette].text}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
