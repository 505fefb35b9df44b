import Bowser from "bowser";

/** "Chrome on Windows", of a browser's own description of itself. */
export function deviceText(userAgent: string): string {
  if (!userAgent.trim()) return "Unknown device";
  const { browser, os } = Bowser.parse(userAgent);
  const words = [browser.name, os.name && `on ${os.name}`].filter(Boolean);
  return words.length > 0 ? words.join(" ") : "Unknown device";
}
