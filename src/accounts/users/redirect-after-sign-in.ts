const HOME = { admin: "/admin", anyone: "/" };

/** Returns the page that required the sign-in, if the role may see it. `from` is untrusted and never leads to another site. */
export function redirectAfterSignIn(role: string, from: unknown): string {
  const isAdmin = role === "admin";
  if (typeof from === "string" && ["/dashboard", "/account"].some((path) => isUnder(path, from))) return from;
  if (typeof from === "string" && isUnder("/admin", from) && isAdmin) return from;
  return isAdmin ? HOME.admin : HOME.anyone;
}

function isUnder(path: string, from: string): boolean {
  return new RegExp(`^${path}([/?#][\\w/?#&=%.,+:~-]*)?$`).test(from) && !from.includes("//") && !from.includes("..");
}
