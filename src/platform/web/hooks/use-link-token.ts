// The secret behind "#" is stored only in its history entry, so that Back and Forward lead to the right record.
import { useEffect, useRef, useState } from "react";

export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  const present = useRef("");
  useEffect(() => {
    const read = () => {
      present.current = takeToken(present.current);
      setToken(present.current);
    };
    read();
    for (const event of MOVES) addEventListener(event, read);
    return () => {
      for (const event of MOVES) removeEventListener(event, read);
    };
  }, []);
  return token;
}

const MOVES = ["hashchange", "popstate", "pageshow"];

/**
 * A secret in the address is moved out of sight: screenshots, shared addresses and the browser history must not contain
 * it. A link within the page keeps `present`, the previous entry's secret.
 */
function takeToken(present: string): string {
  const fragment = location.hash.slice(1);
  if (fragment.includes(".")) return keepToken(fragment, location.pathname + location.search);
  const kept: unknown = Object(history.state).linkToken;
  if (typeof kept === "string") return kept;
  return keepToken(location.href.includes("#") ? present : "", location.href);
}

function keepToken(linkToken: string, address: string): string {
  history.replaceState({ ...history.state, linkToken }, "", address);
  return linkToken;
}
