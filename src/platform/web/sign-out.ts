import { callApi } from "./api.ts";
import { forgetSession, refreshToken } from "./session.ts";

/** Ends the sign-in here and on the server, and loads the sign-in page afresh. */
export function signOut(): void {
  const token = refreshToken();
  if (token) void tellServer(token);
  forgetSession();
  location.assign("/login");
}

async function tellServer(token: string): Promise<void> {
  const request = { method: "POST", body: { refreshToken: token }, renewal: "refuse", outlivesPage: true } as const;
  // Unheard, the sign-in ends by itself when its tokens do.
  await callApi("/api/auth/logout", request).catch(() => {});
}
