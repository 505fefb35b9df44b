import * as z from "zod/mini";
import { PICTURES_PATH, type PictureSize } from "#company/facts/pictures.ts";
import type { Database } from "#platform/server/database/database.ts";
import { answerPageNotFound } from "#platform/server/http/errors.ts";
import type { App, PageHandler } from "#platform/server/http/types.ts";
import { PictureCache } from "./picture-cache.ts";
import { findPicture } from "./store.ts";

type Services = { database: Database; servePage: PageHandler };

const FILE = /^([0-9a-f]{32})-(small|large)\.webp$/;

export function pictureRoutes({ database, servePage }: Services) {
  const cache = new PictureCache((id, size) => findPicture(database.read, id, size));
  return async (app: App) => {
    app.get(
      `${PICTURES_PATH}:file`,
      {
        config: { access: "public" },
        schema: { summary: "A picture of the company, as WebP", params: z.object({ file: z.string() }) },
      },
      async (request, reply) => {
        const [, id = "", size] = FILE.exec(request.params.file) ?? [];
        const picture = size && (await cache.find(id, size as PictureSize));
        if (!picture) return answerPageNotFound(reply, servePage);
        return reply.type("image/webp").header("cache-control", "public, max-age=31536000, immutable").send(picture);
      },
    );
  };
}
