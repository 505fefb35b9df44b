// With TEST_REFRESH_TOKENS=cookie requests keep refresh tokens as a browser does in cookie mode, so that the same tests hold in both.

export const isCookieMode = process.env.TEST_REFRESH_TOKENS === "cookie";

const NAME = "refreshToken";

/** Moves the refresh token of the body into the cookie of a page of the site. */
export function withCookie(
  url: string,
  body: object | string | undefined,
  headers: Record<string, string> = {},
): { body: object | string | undefined; headers: Record<string, string> } {
  if (!isCookieMode || !url.includes("/auth/") || typeof body !== "object" || !(NAME in body)) return { body, headers };
  const { [NAME]: token, ...rest } = body;
  const cookie: Record<string, string> =
    typeof token === "string" && token !== "" ? { cookie: `${NAME}=${encodeURIComponent(token)}` } : {};
  return { body: rest, headers: { "sec-fetch-site": "same-origin", ...cookie, ...headers } };
}

/** The body with the refresh token of the answer's cookie, where the other mode has it. */
export function withToken<Body>(body: Body, setCookie: string | readonly string[] | undefined): Body {
  if (!isCookieMode) return body;
  if (JSON.stringify(body)?.includes(NAME)) throw new Error("A body holds a refresh token.");
  const cookies = [setCookie ?? []].flat().map((one) => /^refreshToken=([^;]+);/.exec(one)?.[1]);
  const token = cookies.find(Boolean);
  if (!token) return body;
  const answer = body as { data?: object };
  return (answer.data ? { ...answer, data: { ...answer.data, [NAME]: token } } : { ...answer, [NAME]: token }) as Body;
}
