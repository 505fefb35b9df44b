// Pictures for tests, and their upload.

import sharp, { type Sharp } from "sharp";
import type { SignedIn } from "#accounts/users/credentials.ts";
import type { TestSite } from "./server.ts";

/** Noise, as a photo is: it does not compress to nothing. */
export function photo(width = 1200, height = 800): Sharp {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: "grey", noise } });
}

type Sender = { app: TestSite["app"]; session: SignedIn };

export function uploadPicture({ app, session }: Sender, body: Uint8Array | string, type = "image/jpeg") {
  return app.inject({
    method: "POST",
    url: "/api/site/pictures",
    headers: { authorization: `Bearer ${session.accessToken}`, "content-type": type },
    payload: Buffer.from(body as Uint8Array),
  });
}
