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

type Option = readonly [value: string, label: ReactNode];

type RadiosProps = Omit<ComponentProps<"input">, "id"> & {
  /** Also the first choice's id: the error summary links to it. */
  id: string;
  label: ReactNode;
  options: readonly Option[];
  error?: string | undefined;
  /** If set, the caller keeps the value itself. */
  chosen?: string | undefined;
  columns?: string;
};

export function Radios({ id, label, options, error, chosen, columns = "", ...rest }: RadiosProps) {
  return (
    <fieldset className="field" aria-describedby={error && `${id}-error`}>
      <legend className="field-label">{label}</legend>
      <div className={`grid ${columns}`}>
        {options.map(([value, text], index) => (
          <label key={value} className="choice">
            <input
              {...rest}
              {...(chosen !== undefined && { checked: chosen === value })}
              id={index === 0 ? id : `${id}-${value}`}
              type="radio"
              value={value}
              className="mt-1 size-4 flex-none accent-(--brand)"
              aria-invalid={error ? true : undefined}
            />
            <span className="wrap-anywhere min-w-0">{text}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
