// Backups use the age format (https://age-encryption.org/v1), so that other programs can decrypt them too.
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { ReadableStream as WebStream } from "node:stream/web";
import { Decrypter, Encrypter } from "age-encryption";

/** The message is for the person who named the file or the database. */
export class BackupError extends Error {}

export type BackupLock = { recipients: readonly string[] } | { passphrase: string };

export type BackupKeys = { passphrase?: string | undefined; identities?: readonly string[] };

export function lockOf({
  recipient,
  passphrase,
}: {
  recipient: string | undefined;
  passphrase: string | undefined;
}): BackupLock | undefined {
  if (passphrase !== undefined) return { passphrase };
  return recipient === undefined ? undefined : { recipients: [recipient] };
}

const MAGIC = "age-encryption.org/v1\n";
const WITH_PASSPHRASE = "-> scrypt ";

export function isRecipient(recipient: string): boolean {
  try {
    new Encrypter().addRecipient(recipient);
    return true;
  } catch {
    return false;
  }
}

/** Throws BackupError for an invalid recipient. */
export function encrypting(lock: BackupLock) {
  const encrypter = new Encrypter();
  if ("passphrase" in lock) encrypter.setPassphrase(lock.passphrase);
  else
    for (const recipient of lock.recipients) {
      if (!isRecipient(recipient))
        throw new BackupError(`${recipient} is not an age public key: one of its characters is wrong`);
      encrypter.addRecipient(recipient);
    }
  return async function* (source: AsyncIterable<Uint8Array>) {
    yield* await encrypter.encrypt(webStream(source));
  };
}

/** Returns the compressed content of a backup. Throws BackupError if it cannot be decrypted. */
export async function openBackup(file: string, keys: BackupKeys): Promise<Readable> {
  const beginning = await readBeginning(file);
  if (!beginning.startsWith(MAGIC)) return createReadStream(file);
  const decrypter = decrypterOf(file, { keys, isPassphrase: beginning.startsWith(WITH_PASSPHRASE, MAGIC.length) });
  try {
    const decrypted = await decrypter.decrypt(webStream(createReadStream(file)));
    return Readable.fromWeb(decrypted as WebStream<Uint8Array>);
  } catch (error) {
    if (!(error as Error).message.startsWith("no identity matched")) throw error;
    throw new BackupError(
      keys.passphrase !== undefined && beginning.startsWith(WITH_PASSPHRASE, MAGIC.length)
        ? `The passphrase is not the one that ${file} is encrypted with`
        : `The private key is not one that ${file} is encrypted for`,
    );
  }
}

export async function isEncryptedBackup(file: string): Promise<boolean> {
  return (await readBeginning(file)).startsWith(MAGIC);
}

function webStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return WebStream.from(source) as ReadableStream<Uint8Array>;
}

function decrypterOf(file: string, { keys, isPassphrase }: { keys: BackupKeys; isPassphrase: boolean }): Decrypter {
  const decrypter = new Decrypter();
  if (isPassphrase) {
    if (keys.passphrase === undefined)
      throw new BackupError(`${file} is encrypted with a passphrase: set BACKUP_PASSPHRASE`);
    decrypter.addPassphrase(keys.passphrase);
    return decrypter;
  }
  if (!keys.identities?.length)
    throw new BackupError(`${file} is encrypted for a key: name the file of its private key with --identity KEYFILE`);
  for (const identity of keys.identities) {
    try {
      decrypter.addIdentity(identity);
    } catch {
      throw new BackupError("A private key is not written as age writes them: one of its characters is wrong");
    }
  }
  return decrypter;
}

async function readBeginning(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length + WITH_PASSPHRASE.length));
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await handle.close();
  }
}
