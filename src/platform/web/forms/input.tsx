import type { ComponentProps } from "react";
import { asField } from "./field.tsx";

export function Input({ className = "", ...rest }: ComponentProps<"input">) {
  return <input type="text" {...USUAL[rest.type ?? ""]} {...rest} className={`input ${className}`} />;
}

const USUAL: Record<string, ComponentProps<"input">> = {
  email: { inputMode: "email", spellCheck: false },
  tel: { inputMode: "tel" },
  url: { inputMode: "url", spellCheck: false },
};

export function Textarea({ className = "", rows = 4, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} {...rest} className={`input ${className}`} />;
}

export const TextField = asField(Input);
export const LongTextField = asField(Textarea);
