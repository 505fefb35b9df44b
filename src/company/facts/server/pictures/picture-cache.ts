import type { PictureSize } from "#company/facts/pictures.ts";

type Find = (id: string, size: PictureSize) => Promise<Uint8Array | undefined>;

/** The cache holds two or three dozen portraits with the logo. */
const MAX_BYTES = 8 * 1024 * 1024;

export class PictureCache {
  readonly #find: Find;
  readonly #pictures = new Map<string, Uint8Array>();
  #bytes = 0;

  constructor(find: Find) {
    this.#find = find;
  }

  async find(id: string, size: PictureSize): Promise<Uint8Array | undefined> {
    const key = `${id} ${size}`;
    const picture = this.#take(key) ?? (await this.#find(id, size));
    if (picture) this.#put(key, picture);
    return picture;
  }

  #take(key: string): Uint8Array | undefined {
    const picture = this.#pictures.get(key);
    this.#bytes -= picture?.length ?? 0;
    this.#pictures.delete(key);
    return picture;
  }

  /** A map keeps insertion order, so the newest is last. */
  #put(key: string, picture: Uint8Array): void {
    this.#take(key);
    this.#pictures.set(key, picture);
    this.#bytes += picture.length;
    for (const oldest of this.#pictures.keys()) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#take(oldest);
    }
  }
}
