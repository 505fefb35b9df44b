import { callApi } from "./api.ts";
import { forgetSession, refreshToken } from "./session.ts";

/** Ends the session here and on the server, and reloads the sign-in page. */
export function signOut(): void {
  const token = refreshToken();
  if (token) void tellServer(token);
  forgetSession();
  location.assign("/login");
}

async function tellServer(token: string): Promise<void> {
  const request = { method: "POST", body: { refreshToken: token }, renewal: "refuse", outlivesPage: true } as const;
  // If the server is not reached, the session ends when its tokens expire.
  await callApi("/api/auth/logout", request).catch(() => {});
}
