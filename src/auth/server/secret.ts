import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const SECRET_FILE = "auth-secret";
const SECRET_BYTES = 48;

/** AUTH_SECRET, or the secret that the first start made and kept in the data folder. */
export function authSecret({ authSecret, dataDir }: { authSecret: string | undefined; dataDir: string }): string {
  if (authSecret) return authSecret;
  const file = join(dataDir, SECRET_FILE);
  return readSecret(file) ?? makeSecret(file);
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Of two first starts at the same moment both use the secret of one: a link is made whole or not at all. */
function makeSecret(file: string): string {
  const own = `${file}-${process.pid}-${randomBytes(4).toString("hex")}`;
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  writeFileSync(own, `${secret}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(own, file);
    return secret;
  } catch (error) {
    const theirs = readSecret(file);
    if (!theirs) throw error;
    return theirs;
  } finally {
    unlinkSync(own);
  }
}
