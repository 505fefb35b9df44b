import type { ComponentProps } from "react";

/** Uncontrolled, so that input from before hydration stays. Works with `register()` of react-hook-form. */
export function Input({ className = "", ...rest }: ComponentProps<"input">) {
  return <input type="text" {...rest} className={`input ${className}`} />;
}

export function Textarea({ className = "", rows = 4, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} {...rest} className={`input ${className}`} />;
}
