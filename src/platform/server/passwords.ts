// PHC format stores the cost with the hash, so that the cost can be raised without breaking old hashes.
import { type Argon2Parameters, argon2, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const VERSION = 19;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive: (algorithm: "argon2id", parameters: Argon2Parameters) => Promise<Buffer> = promisify(argon2);

/** Takes tens of milliseconds: do not call it inside a transaction. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive("argon2id", { message: password, nonce: salt, tagLength: TAG_BYTES, ...COST });
  return `$argon2id$v=${VERSION}$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(salt)}$${encode(tag)}`;
}

/** An account that does not exist (hash undefined) takes the same time. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt = "", tag = ""] = PHC.exec(hash ?? NOBODY) ?? [];
  const expected = Buffer.from(tag, "base64");
  if (expected.length === 0) throw new Error("A stored password hash cannot be read.");
  const actual = await derive("argon2id", {
    message: password,
    nonce: Buffer.from(salt, "base64"),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(actual, expected) && hash !== undefined;
}

const NOBODY = `$argon2id$v=${VERSION}$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(randomBytes(SALT_BYTES))}$${encode(randomBytes(TAG_BYTES))}`;

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

export function randomPassword(): string {
  const group = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
