import type { ComponentProps, ReactNode } from "react";
import { describedBy, FieldError } from "./field.tsx";

type Props = ComponentProps<"input"> & { id: string; label: ReactNode; hint?: ReactNode; error?: string | undefined };

export function Checkbox({ id, label, hint, error, ...rest }: Props) {
  return (
    <div className="field">
      <div className="choice">
        <input {...rest} id={id} type="checkbox" className="check" {...describedBy(id, hint, error)} />
        <div className="min-w-0">
          <label htmlFor={id} className="block cursor-[inherit] font-semibold leading-6">
            {label}
          </label>
          {hint && (
            <div id={`${id}-hint`} className="field-hint mt-1">
              {hint}
            </div>
          )}
        </div>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
