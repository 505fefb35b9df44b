// The commands as people read them, with files that are encrypted.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";
import { drill } from "../drill.ts";
import { emptyFolder } from "../programs/backups.ts";
import { runCommand } from "../programs/commands.ts";
import { book } from "../requests.ts";
import { databaseEnvironment, emptyDatabaseEnvironment, startSite } from "../server.ts";

type Settings = Record<string, string>;

const SLOW = { timeout: 240_000 };
const PASSPHRASE = "correct horse battery";

drill("a backup made with a passphrase is restored with it, and with nothing else", SLOW, async () => {
  const settings = await siteWithBooking();
  const file = join(emptyFolder(), "today.backup");
  expect(await runCommand("backup", { ...settings, BACKUP_PASSPHRASE: PASSPHRASE }, file)).toContain("It is encrypted");
  expect(readFileSync(file).includes("Elm Street")).toBe(false);
  const target = await emptyDatabaseEnvironment();
  expect(await refusal(target, file)).toBe(`${file} is encrypted with a passphrase: set BACKUP_PASSPHRASE.`);
  expect(await refusal({ ...target, BACKUP_PASSPHRASE: "another passphrase" }, file)).toBe(
    `The passphrase is not the one that ${file} is encrypted with.`,
  );
  const cut = join(emptyFolder(), "cut.backup");
  writeFileSync(cut, readFileSync(file).subarray(0, -40));
  expect(await refusal({ ...target, BACKUP_PASSPHRASE: PASSPHRASE }, cut)).toBe(
    `${cut} is damaged or cut short: nothing was restored.`,
  );
  const said = await runCommand("restore", { ...target, BACKUP_PASSPHRASE: PASSPHRASE }, file);
  expect(said).toMatch(/^Checking .+ …\n/);
  expect(said).toMatch(/\nRestored: the site as it was at .+ UTC, less than an hour ago\.\nIt has .*1 meeting,/);
  expect(said).toMatch(/It took \d+ s\.\nNext: .+\n$/);
});

test("a backup made for a public key is restored with the file of its private key", SLOW, async () => {
  const settings = await siteWithBooking();
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const folder = emptyFolder();
  const file = join(folder, "today.backup");
  expect(await runCommand("backup", { ...settings, BACKUP_RECIPIENT: recipient }, file)).toContain(`for ${recipient}`);

  const target = await emptyDatabaseEnvironment();
  expect(await refusal(target, file)).toContain("name the file of its private key with --identity KEYFILE");
  const key = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return ["--identity", join(folder, name)];
  };
  for (const [content, complaint] of [
    [`${await generateX25519Identity()}\n`, `The private key is not one that ${file} is encrypted for.`],
    [`${identity.slice(0, -1)}\n`, "one of its characters is wrong."],
    ["# nothing\n", "does not hold private keys as age-keygen writes them."],
    ["age-encryption.org/v1\n-> scrypt", "is encrypted itself: decrypt it with age -d first."],
  ] as const)
    expect(await refusal(target, file, ...key("wrong.txt", content))).toContain(complaint);
  expect(await refusal(target, file, "--identity", join(folder, "nowhere"))).toContain("cannot be read (ENOENT)");
  const said = await runCommand(
    "restore",
    target,
    file,
    ...key("key.txt", `# created: today\n# public key\n${identity}\n`),
  );
  expect(said).toContain("1 meeting,");
});

test("a restore says in ten lines what there is and what is next, the rest on request", SLOW, async () => {
  const settings = await siteWithBooking();
  const file = join(emptyFolder(), "today.backup");
  await runCommand("backup", settings, file);
  const short = await runCommand("restore", await emptyDatabaseEnvironment(), file);
  expect(short.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  expect(short).toMatch(/It has 1 person, 1 meeting, 1 lead, 0 messages, 0 accounts; \d+ rows in all/);
  expect(short).toContain("Next: start the site");
  expect(short).not.toContain("passkeys");
  expect(await runCommand("restore", await emptyDatabaseEnvironment(), file, "--all")).toContain("0 passkeys");
});

test("a site whose backups are encrypted takes a plain file only if it is told to", SLOW, async () => {
  const settings = await siteWithBooking();
  const folder = emptyFolder();
  const file = join(folder, "today.backup");
  await runCommand("backup", settings, file);
  const target = await emptyDatabaseEnvironment();
  const identity = await generateX25519Identity();
  writeFileSync(join(folder, "key.txt"), identity);
  const refused = `${file} is not encrypted, though backups of this site are: anybody can have written it. If you trust it, add --plain. Nothing was restored.`;
  expect(await refusal({ ...target, BACKUP_PASSPHRASE: PASSPHRASE }, file)).toBe(refused);
  const withRecipient = { ...target, BACKUP_RECIPIENT: await identityToRecipient(identity) };
  expect(await refusal(withRecipient, file)).toBe(refused);
  expect(await refusal(target, file, "--identity", join(folder, "key.txt"))).toBe(refused);
  expect(await runCommand("restore", withRecipient, file, "--plain")).toContain("1 meeting,");
});

test("the age program decrypts a backup, and makes keys that the commands take", SLOW, async ({ skip }) => {
  if (!existsSync("/usr/bin/age-keygen")) skip("age is not installed: apt-get install age");
  const settings = await siteWithBooking();
  const folder = emptyFolder();
  const [keyFile, file] = [join(folder, "key.txt"), join(folder, "today.backup")];
  execFileSync("/usr/bin/age-keygen", ["-o", keyFile], { stdio: "ignore" });
  const recipient = execFileSync("/usr/bin/age-keygen", ["-y", keyFile]).toString().trim();
  await runCommand("backup", { ...settings, BACKUP_RECIPIENT: recipient }, file);
  const decrypted = execFileSync("/usr/bin/age", ["-d", "-i", keyFile, file], { maxBuffer: 2 ** 28 });
  expect(gunzipSync(decrypted).toString()).toContain("Elm Street");
  expect(await runCommand("restore", await emptyDatabaseEnvironment(), file, "--identity", keyFile)).toContain(
    "1 meeting,",
  );
});

test("a restore that is called in another way says how", SLOW, async () => {
  const target = await emptyDatabaseEnvironment();
  for (const words of [[], ["one", "two"], ["one", "--key", "two"]])
    expect(await refusal(target, ...words)).toMatch(/^Usage: npm run restore -- FILE/);
});

async function siteWithBooking(): Promise<Settings> {
  const settings = await databaseEnvironment();
  const site = await startSite({ env: settings });
  expect((await book(site)).statusCode).toBe(201);
  return settings;
}

/** What the command says when it fails, one line. */
async function refusal(settings: Settings, ...words: string[]): Promise<string> {
  const { stderr } = (await runCommand("restore", settings, ...words).catch((error) => error)) as { stderr?: string };
  return (stderr ?? "").trim();
}
