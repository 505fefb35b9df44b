// Where somebody goes after signing in.

const HOME = { admin: "/admin", anyone: "/" };

/**
 * Back to the page the guard sent them from, where that is a page of the signed-in area they may see; else an admin goes
 * to /admin and anyone else home. Never anywhere but this site, whatever `from` says.
 */
export function redirectAfterSignIn(role: string, from: unknown): string {
  const isAdmin = role === "admin";
  if (typeof from === "string" && isUnder("/dashboard", from)) return from;
  if (typeof from === "string" && isUnder("/admin", from) && isAdmin) return from;
  return isAdmin ? HOME.admin : HOME.anyone;
}

function isUnder(path: string, from: string): boolean {
  return new RegExp(`^${path}([/?#][\\w/?#&=%.,+:~-]*)?$`).test(from) && !from.includes("//") && !from.includes("..");
}
