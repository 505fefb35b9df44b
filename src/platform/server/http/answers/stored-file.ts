import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { isKnownTag } from "./known-tag.ts";

const PAGE_QUALITY = 9;
const PAGE_WINDOW = 16;
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITY, [constants.BROTLI_PARAM_LGWIN]: PAGE_WINDOW },
};
const GZIP = { level: 9 };

export const REVALIDATE = "no-cache";

type Encoding = "br" | "gzip" | "identity";
type Bodies = { identity: () => Buffer } & Partial<Record<Encoding, () => Buffer>>;
type Variant = { body: Buffer; etag: string; headers: string[]; notModified: string[] };

export class StoredFile {
  readonly #variants = new Map<Encoding, Variant>();
  readonly #bodies: Bodies;
  readonly #headers: Record<string, string>;
  readonly #hash: string;
  readonly #status: number;

  constructor(content: Buffer, status: number, headers: Record<string, string>, bodies: Bodies) {
    this.#status = status;
    this.#headers = headers;
    this.#bodies = bodies;
    this.#hash = createHash("sha256").update(content).digest("base64url").slice(0, 20);
  }

  get text(): string {
    return this.#bodies.identity().toString();
  }

  answer(request: IncomingHttpHeaders): { status: number; headers: string[]; body: Buffer | undefined } {
    const { etag, notModified, headers, body } = this.#variant(request["accept-encoding"] ?? "");
    if (this.#status === 200 && isKnownTag(request["if-none-match"], etag))
      return { status: 304, headers: notModified, body: undefined };
    return { status: this.#status, headers, body };
  }

  #variant(accepted: string): Variant {
    const encoding =
      this.#bodies.br && accepted.includes("br")
        ? "br"
        : this.#bodies.gzip && accepted.includes("gzip")
          ? "gzip"
          : "identity";
    const known = this.#variants.get(encoding);
    if (known) return known;
    const body = (this.#bodies[encoding] ?? this.#bodies.identity)();
    const etag = `"${this.#hash}${encoding === "identity" ? "" : `-${encoding}`}"`;
    const always = {
      ...this.#headers,
      etag,
      ...(this.#bodies.br && { vary: "accept-encoding" }),
    };
    const full = {
      ...always,
      "content-length": String(body.length),
      ...(encoding !== "identity" && { "content-encoding": encoding }),
    };
    const variant = { body, etag, headers: Object.entries(full).flat(), notModified: Object.entries(always).flat() };
    this.#variants.set(encoding, variant);
    return variant;
  }
}

export function bodiesOf(body: Buffer): Bodies {
  return {
    identity: () => body,
    br: () => brotliCompressSync(body, BROTLI),
    gzip: () => gzipSync(body, GZIP),
  };
}

export async function storedBeside(body: Buffer, headers: Record<string, string>): Promise<StoredFile> {
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(body, BROTLI), promisify(gzip)(body, GZIP)]);
  return new StoredFile(body, 200, headers, { identity: () => body, br: () => br, gzip: () => zipped });
}
