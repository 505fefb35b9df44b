import type { FastifyRequest } from "fastify";
import { PICTURE_LIMITS, PICTURE_TYPES, pictureAnswerSchema } from "#company/facts/pictures.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { onAnswered } from "#platform/server/http/logging.ts";
import type { App } from "#platform/server/http/types.ts";
import { type EncodedPicture, encodePicture, pictureRefusal } from "./encode-picture.ts";
import { countUnpublishedPictures, insertPicture } from "./store.ts";

type Services = { database: Database; clock: Clock };

/** Each upload may hold 5 MB while it waits. */
const MAX_OPEN_UPLOADS = 4;
const BUSY_SECONDS = 5;
/** The limit allows some 50 MB, or 900 MB of noise; a company shows a few dozen. */
const MAX_UNPUBLISHED = 500;
const FULL_SECONDS = 3600;
const HEIC_TYPES = ["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"];

/** A separate plugin accepts pictures and nothing else. */
export function pictureAdminRoutes({ database, clock }: Services) {
  return endpoints({ access: "admin", duties: ["site"], clock }, (api, app) => {
    const encode = oneAtATime();
    acceptPicturesOnly(app);
    limitOpenUploads(app);
    api.post("", {
      summary: "Upload a picture (JPEG, PNG, WebP, AVIF, GIF or SVG with its content type, 5 MB)",
      created: pictureAnswerSchema,
      options: { bodyLimit: PICTURE_LIMITS.bytes },
      handle: async ({ by, request }) => {
        const upload = pictureOf(request);
        if ((await countUnpublishedPictures(database.read)) >= MAX_UNPUBLISHED) throw tooManyPictures();
        const picture = await encode(upload);
        const { id, width, height } = picture;
        await database.transaction(async (trx) => {
          await insertPicture(trx, { picture, ...by });
          const to = `a picture of ${width} × ${height} pixels`;
          await writeAuditLogEntry(trx, { subject: { kind: "picture", id }, ...by, action: "created", to });
        });
        return { picture: { id, width, height } };
      },
    });
  });
}

function acceptPicturesOnly(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...PICTURE_TYPES, ...HEIC_TYPES], { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  app.addContentTypeParser("*", (_request, _payload, done) => done(pictureRefusal("unreadable"), undefined));
  app.setErrorHandler((error) => {
    throw (error as { statusCode?: number }).statusCode === 413 ? pictureRefusal("tooManyBytes") : error;
  });
}

/** The limit applies before a body is read. */
function limitOpenUploads(app: App): void {
  const open = new Set<FastifyRequest>();
  app.addHook("preParsing", async (request) => {
    if (open.size >= MAX_OPEN_UPLOADS)
      throw new AppError("unavailable", "Other pictures are still being read. Please try again in a moment.", {
        retryAfterSeconds: BUSY_SECONDS,
      });
    open.add(request);
  });
  onAnswered(app, (request) => void open.delete(request));
}

/** A large photo takes hundreds of megabytes while it is read. */
function oneAtATime(): (upload: Uint8Array) => Promise<EncodedPicture> {
  let last: Promise<unknown> = Promise.resolve();
  return (upload) => {
    const next = last.then(() => encodePicture(upload));
    last = next.catch(() => {});
    return next;
  };
}

function pictureOf({ body }: { body: unknown }): Uint8Array {
  if (body instanceof Uint8Array) return body;
  throw pictureRefusal("unreadable");
}

function tooManyPictures(): AppError {
  return new AppError(
    "rate_limited",
    `${MAX_UNPUBLISHED} pictures were uploaded within a week, which is the most. Please try again another day.`,
    { retryAfterSeconds: FULL_SECONDS },
  );
}
