import type { ComponentProps } from "react";

export function Input({ className = "", ...rest }: ComponentProps<"input">) {
  return <input type="text" {...rest} className={`input ${className}`} />;
}

export function Textarea({ className = "", rows = 4, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} {...rest} className={`input ${className}`} />;
}
