import type { ComponentType, ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";

type FieldProps = {
  /** Also the control's id: the error summary links to it. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
  className?: string;
  controlClass?: string;
};

/** Label, hint, control, error, in this order: `<TextField {...field("email")} label="Email" type="email" />`. */
export function asField<Props extends object>(Control: ComponentType<Props>) {
  return ({
    id,
    label,
    hint,
    error,
    optional,
    className = "",
    controlClass,
    ...control
  }: FieldProps & Omit<Props, keyof FieldProps>) => (
    <div className={`field ${className}`}>
      <label htmlFor={id} className="field-label">
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <Control id={id} {...describedBy(id, hint, error)} {...(control as unknown as Props)} className={controlClass} />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** What connects a control with its hint and its error. */
export function describedBy(id: string, hint: ReactNode, error: string | undefined) {
  return {
    "aria-describedby": [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined,
    "aria-invalid": error ? (true as const) : undefined,
  };
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
