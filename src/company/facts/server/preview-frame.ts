import type { App } from "#platform/server/http/types.ts";

/** No script runs, nothing is sent, and only our own pages may embed the frame. An admin's page fills it, so that no URL holds a token. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-same-origin",
].join("; ");

const EMPTY = '<!DOCTYPE html><html lang="en"><head><title>Preview</title></head><body></body></html>';

export async function previewFrameRoutes(app: App): Promise<void> {
  app.get(
    "/preview-frame",
    { config: { access: "public" }, schema: { summary: "The empty frame of the preview", hide: true } },
    async (_request, reply) =>
      reply
        .header("content-security-policy", POLICY)
        .header("content-type", "text/html; charset=utf-8")
        .header("cache-control", "no-cache")
        .header("cross-origin-resource-policy", "same-origin")
        .send(EMPTY),
  );
}
