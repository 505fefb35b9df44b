import { Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";

/** Puts a text on the clipboard. Not there for pages without HTTPS, for which browsers have no clipboard. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [isCopied, setCopied] = useState(false);
  if (!navigator.clipboard) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Button onClick={copy}>
      <Copy size={18} aria-hidden="true" />
      {isCopied ? "Copied" : children}
    </Button>
  );
}
