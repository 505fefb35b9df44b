// Certificates of an own authority, for https servers on this machine.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { onTestFinished } from "vitest";

/** End-to-end tests have an end of their own. */
export type AtEnd = (end: () => void | Promise<void>) => void;

/** For localhost, until the test ends. `trust` makes this process trust it, and NODE_EXTRA_CA_CERTS=file another. */
export function makeCertificate(days = 1, atEnd: AtEnd = onTestFinished) {
  const folder = mkdtempSync(join(tmpdir(), "https-"));
  atEnd(() => rmSync(folder, { recursive: true }));
  const [keyFile, file] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const options = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  execFileSync("openssl", [...options, "-days", String(days), ...subject, "-keyout", keyFile, "-out", file], {
    stdio: "ignore",
  });
  const [key, cert] = [readFileSync(keyFile, "utf8"), readFileSync(file, "utf8")];
  const endsAt = new Date(
    execFileSync("openssl", ["x509", "-enddate", "-noout", "-in", file]).toString().trim().slice(9),
  );
  const trust = () => {
    const before = getCACertificates("default");
    setDefaultCACertificates([...before, cert]);
    atEnd(() => setDefaultCACertificates(before));
  };
  return { key, cert, file, endsAt, trust };
}
