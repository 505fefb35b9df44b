import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { PICTURE_REFUSALS, type PictureRefusal } from "#company/facts/pictures.ts";
import { AppError } from "#platform/errors.ts";
import type { PictureAnswer, ReadPicture } from "./read-picture.ts";

export type EncodedPicture = ReadPicture & { id: string };

/** The largest accepted photo takes two seconds. */
const TIMEOUT_MS = 12_000;
const MAX_OUTPUT = 2_000;
const ID_LENGTH = 32;
const PROCESS = new URL("./read-picture.ts", import.meta.url);
const CODES: Partial<Record<PictureRefusal, "too_large" | "unsupported_media_type">> = {
  tooManyBytes: "too_large",
  tooManyPixels: "too_large",
  heic: "unsupported_media_type",
  unreadable: "unsupported_media_type",
};

/** Throws invalid_input, too_large or unsupported_media_type. */
export async function encodePicture(upload: Uint8Array, timeoutMs = TIMEOUT_MS): Promise<EncodedPicture> {
  if (upload.length === 0) throw pictureRefusal("empty");
  const answer = await readInProcess(upload, timeoutMs);
  if ("refusal" in answer) throw pictureRefusal(answer.refusal);
  const id = createHash("sha256").update(answer.large).update(answer.small).digest("hex").slice(0, ID_LENGTH);
  return { ...answer, id };
}

export function pictureRefusal(refusal: PictureRefusal): AppError {
  return new AppError(CODES[refusal] ?? "invalid_input", PICTURE_REFUSALS[refusal]);
}

async function readInProcess(upload: Uint8Array, timeoutMs: number): Promise<PictureAnswer> {
  const reader = fork(PROCESS, {
    serialization: "advanced",
    execArgv: [],
    // The child process gets none of the site's secrets.
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, SystemRoot: process.env.SystemRoot },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const timer = setTimeout(() => reader.kill("SIGKILL"), timeoutMs);
  try {
    return await answerOf(reader, upload);
  } finally {
    clearTimeout(timer);
    reader.kill("SIGKILL");
  }
}

/** A process that ends without an answer was stopped, by itself or by the timer. */
function answerOf(reader: ChildProcess, upload: Uint8Array): Promise<PictureAnswer> {
  let output = "";
  reader.stderr?.on("data", (chunk) => {
    output = `${output}${chunk}`.slice(0, MAX_OUTPUT);
  });
  return new Promise((resolve, reject) => {
    reader.once("message", (answer) => resolve(answer as PictureAnswer));
    reader.once("exit", (_code, signal) =>
      signal
        ? resolve({ refusal: "tooHeavy" })
        : reject(new Error(`The process that reads pictures has failed: ${output}`)),
    );
    reader.on("error", reject);
    reader.send(upload, (error) => error && reader.kill("SIGKILL"));
  });
}
