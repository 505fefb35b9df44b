import { type ComponentProps, useState } from "react";
import { asField } from "./field.tsx";
import { Input } from "./input.tsx";

export function PasswordInput({ className = "", ...rest }: ComponentProps<"input">) {
  const [isShown, setShown] = useState(false);
  return (
    <span className="relative block">
      <Input
        spellCheck={false}
        {...rest}
        autoCapitalize={isShown ? "none" : undefined}
        type={isShown ? "text" : "password"}
        className={`pr-20 ${className}`}
      />
      {/* Named by its text: an aria-label would be another element labelled "password". */}
      <button
        type="button"
        className="button button-link absolute inset-y-0 right-0 min-h-0 px-4 text-small"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? "Hide" : "Show"}
        <span className="sr-only"> password</span>
      </button>
    </span>
  );
}

export const PasswordField = asField(PasswordInput);
