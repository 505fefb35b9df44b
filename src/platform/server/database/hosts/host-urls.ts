const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/** The driver knows one host. libpq's form lists several, each with its port: postgres://user@one:5432,two:5432/site */
export function hostUrls(url: string): string[] {
  const [, before, hosts, after] = AUTHORITY.exec(url) ?? [];
  return hosts?.includes(",") ? hosts.split(",").map((host) => `${before}${host}${after}`) : [url];
}

/** What libpq's target_session_attrs asks for. The site writes, so that it asks of several hosts for the one that can be written. */
export function asksForPrimary(url: string): boolean {
  return hostUrls(url).length > 1 || targetOf(url) !== null;
}

/** Why the address cannot be one of a database; undefined if it can. */
export function wrongDatabaseUrl(url: string): string | undefined {
  const hosts = hostUrls(url);
  if (!hosts.every((host) => URL.canParse(host) && /^postgres(ql)?:$/.test(new URL(host).protocol)))
    return "must be an address that begins with postgres:// or postgresql://";
  if (hosts.length > 1 && hosts.some((host) => new URL(host).hostname === "")) return "names an empty host";
  if (!["read-write", "primary", null].includes(targetOf(url)))
    return "has a target_session_attrs other than read-write or primary: the site writes";
  return undefined;
}

function targetOf(url: string): string | null {
  return new URL(hostUrls(url)[0] ?? url).searchParams.get("target_session_attrs");
}
