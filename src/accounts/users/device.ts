import Bowser from "bowser";

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));

export function deviceText(userAgent: string): string {
  const { browser, os } = Bowser.parse(userAgent || "none");
  const known = browser.name && BROWSERS.has(browser.name) ? browser.name : "An unknown browser";
  return os.name && SYSTEMS.has(os.name) ? `${known} on ${os.name}` : known;
}
