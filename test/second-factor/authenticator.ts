// A passkey as a phone or a security key makes it, without a browser: an ES256 key that signs what a site asks for.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

type Site = { origin: string; rpId: string };
type Flags = { isVerified?: boolean };

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export class Authenticator {
  readonly id = randomBytes(16);
  /** 0 for one that does not count. */
  counter: number;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  #userHandle = "";

  constructor({ counter = 0 } = {}) {
    this.counter = counter;
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** Answers navigator.credentials.create(). */
  register(site: Site, options: { challenge: string; user: { id: string } }, flags: Flags = {}) {
    this.#userHandle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey()]);
    const authData = Buffer.concat([this.#authData(site, HAS_CREDENTIAL, flags), credential]);
    const attestation = cborMap([
      [cborText("fmt"), cborText("none")],
      [cborText("attStmt"), cborMap([])],
      [cborText("authData"), cborBytes(authData)],
    ]);
    return this.#answer({
      clientDataJSON: clientData("webauthn.create", site, options.challenge).toString("base64url"),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal"],
    });
  }

  /** Answers navigator.credentials.get(). */
  authenticate(site: Site, { challenge }: { challenge: string }, flags: Flags = {}) {
    if (this.counter > 0) this.counter += 1;
    const authData = this.#authData(site, 0, flags);
    const client = clientData("webauthn.get", site, challenge);
    const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
    return this.#answer({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: sign("sha256", signed, this.#privateKey).toString("base64url"),
      userHandle: this.#userHandle,
    });
  }

  #answer<Response>(response: Response) {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key" as const, response, clientExtensionResults: {} };
  }

  #authData({ rpId }: Site, flag: number, { isVerified = true }: Flags): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = Buffer.from([flag | USER_PRESENT | (isVerified ? USER_VERIFIED : 0)]);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), flags, counter]);
  }

  /** RFC 9053: EC2, ES256, P-256, x, y. */
  #coseKey(): Buffer {
    const { x = "", y = "" } = this.#publicKey.export({ format: "jwk" });
    return cborMap([
      [Buffer.from([1]), Buffer.from([2])],
      [Buffer.from([3]), Buffer.from([0x26])],
      [Buffer.from([0x20]), Buffer.from([1])],
      [Buffer.from([0x21]), cborBytes(Buffer.from(x, "base64url"))],
      [Buffer.from([0x22]), cborBytes(Buffer.from(y, "base64url"))],
    ]);
  }
}

function clientData(type: string, { origin }: Site, challenge: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function cborMap(entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 + entries.length]), ...entries.flat()]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}
