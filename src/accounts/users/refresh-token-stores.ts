/** Where refresh tokens are kept: in the storage of pages, or in a cookie that no script can read. */
export const REFRESH_TOKEN_STORES = ["browser", "cookie"] as const;

export type RefreshTokenStore = (typeof REFRESH_TOKEN_STORES)[number];
