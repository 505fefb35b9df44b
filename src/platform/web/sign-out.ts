import { callApi } from "./api.ts";
import { forgetSession, isSignedIn, refreshToken } from "./session.ts";

export function signOut(): void {
  if (isSignedIn() || refreshToken()) void endServerSession(refreshToken());
  forgetSession();
  location.assign("/login");
}

/** Without a token in storage it is in a cookie. */
async function endServerSession(token: string | null): Promise<void> {
  const request = {
    method: "POST",
    body: token ? { refreshToken: token } : {},
    renewal: "refuse",
    outlivesPage: true,
  } as const;
  // If the server is not reached, the session ends when its tokens expire.
  await callApi("/api/auth/logout", request).catch(() => {});
}
