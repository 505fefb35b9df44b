import type { ComponentType, ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";

export type FieldWiring = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

export type FieldProps = {
  /** Also the control's id: the error summary links to it. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
  /** Of the whole field. */
  className?: string;
};

/** Label, hint, control, error, in this order. Most fields are a control made by `asField`. */
export function Field({
  id,
  label,
  hint,
  error,
  optional,
  className = "",
  children,
}: FieldProps & { children: (wiring: FieldWiring) => ReactNode }) {
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id} className="field-label">
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
      </label>
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      {children({
        id,
        "aria-describedby": [hintId, errorId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** The control with its label, hint and error: `<TextField {...field("email")} label="Email" type="email" />`. */
export function asField<Props extends { className?: string | undefined }>(Control: ComponentType<Props>) {
  return ({
    id,
    label,
    hint,
    error,
    optional,
    className,
    controlClass,
    ...control
  }: FieldProps & { controlClass?: string } & Omit<Props, keyof FieldProps>) => (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} {...(className && { className })}>
      {(wiring) => <Control {...wiring} {...(control as unknown as Props)} className={controlClass} />}
    </Field>
  );
}

export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <p id={id} className="field-error">
      <Icon name="icon-circle-alert" />
      {children}
    </p>
  );
}
