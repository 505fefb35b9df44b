import "#company/shell/web/styles/palettes.css";
import { PALETTES, type Palette } from "#company/facts/choices.ts";
import type { Panel } from "#company/facts/form/form.ts";
import { FieldError } from "#platform/web/forms/field.tsx";
import { useDesk } from "../desk-context.ts";

const PALETTE_TEXTS: Record<Palette, { name: string; text: string }> = {
  porch: { name: "Porch", text: "Deep green" },
  harbor: { name: "Harbor", text: "Quiet blue" },
  brick: { name: "Brick", text: "Red brown" },
  plum: { name: "Plum", text: "Dark violet" },
};

export function AccentCards({ fields }: Pick<Panel, "fields">) {
  const { id, error, ...accent } = useDesk().field("accent");
  return (
    <fieldset className="field">
      <legend className="legend mb-1.5">{fields[0]?.label}</legend>
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
