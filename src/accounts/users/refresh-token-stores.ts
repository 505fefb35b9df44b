export const REFRESH_TOKEN_STORES = ["browser", "cookie"] as const;

export type RefreshTokenStore = (typeof REFRESH_TOKEN_STORES)[number];
