import { type ReactNode, useState } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "./button.tsx";
import { Icon } from "./icon.tsx";

export function CopyButton({
  text,
  children,
  ...look
}: {
  text: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  children: ReactNode;
}) {
  const [isCopied, setCopied] = useState(false);
  if (!navigator.clipboard) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Button {...look} onClick={copy}>
      <Icon name="icon-copy" />
      {isCopied ? "Copied" : children}
    </Button>
  );
}
