import { type AddressInfo, connect } from "node:net";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { PICTURE_LIMITS, PICTURE_REFUSALS, pictureUrl } from "#company/facts/pictures.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { addSignedIn } from "#test/accounts.ts";
import { photo, uploadPicture } from "#test/pictures.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";

/** A busy machine needs more time. */
const PATIENT = { timeout: 10_000 };
const DAY_SECONDS = 24 * 60 * 60;

async function start() {
  const site = await startSite();
  const admin = await addSignedIn(site);
  const upload = (body: Uint8Array | string, type?: string) => uploadPicture({ ...site, ...admin }, body, type);
  return { site, upload, ...admin };
}

async function served(site: TestSite, id: string, size: "small" | "large" = "large") {
  const answer = await site.app.inject(pictureUrl(id, size));
  return { ...answer, file: answer.rawPayload, header: await sharp(answer.rawPayload).metadata() };
}

async function countStored({ database }: TestSite): Promise<number> {
  return (await database.read.selectFrom("pictures").select("id").execute()).length;
}

test("a photo is kept upright in two sizes, without where and when it was taken", async () => {
  const { site, upload } = await start();
  const taken = { IFD0: { Copyright: "Renée O'Brien" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "39/1 47/1 0/1" } };
  const file = await photo().withExif(taken).withMetadata({ orientation: 6 }).keepXmp().jpeg().toBuffer();
  expect((await sharp(file).metadata()).exif?.toString("latin1")).toContain("O'Brien");
  const answer = await upload(file);
  expect(answer.statusCode).toBe(201);
  const { picture } = answer.json();
  expect(picture).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), width: 640, height: 960 });
  for (const [size, width, height] of [
    ["small", 213, 320],
    ["large", 640, 960],
  ] as const) {
    const { header, file } = await served(site, picture.id, size);
    expect(header).toMatchObject({ format: "webp", width, height });
    expect([header.exif, header.xmp, header.icc, header.orientation]).toEqual(Array(4).fill(undefined));
    expect(file.toString("latin1")).not.toContain("O'Brien");
  }
});

test("anybody may read a picture, and needs to ask only once", async () => {
  const { site, upload } = await start();
  const { id } = (await upload(await photo(400, 300).webp().toBuffer(), "image/webp")).json().picture;
  const headers = {
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "same-origin",
  };
  const { statusCode, file, ...answer } = await served(site, id, "small");
  expect([statusCode, answer.headers]).toEqual([200, expect.objectContaining(headers)]);
  const head = await site.app.inject({ method: "HEAD", url: pictureUrl(id, "small") });
  expect(head.headers).toMatchObject({ ...headers, "content-length": String(file.length) });
  expect(head.body).toBe("");
  for (const url of [pictureUrl("0".repeat(32), "small"), `/pictures/${id}.webp`, `/pictures/${id}-huge.webp`]) {
    const missing = await site.app.inject(url);
    expect([missing.statusCode, missing.headers["cache-control"]]).toEqual([404, "no-store"]);
  }
});

test("the same picture has one id and one place, even if two processes take it at once", async () => {
  const { site, upload, session } = await start();
  const other = await startSite({ env: databaseOf(site) });
  const file = await photo(200, 100).png().toBuffer();
  const answers = await Promise.all([
    upload(file, "image/png"),
    uploadPicture({ ...other, session }, file, "image/png"),
    upload(file, "image/png"),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.json().picture.id)).size).toBe(1);
  expect(await countStored(site)).toBe(1);
  expect((await upload(await photo(200, 101).png().toBuffer())).json().picture.id).not.toBe(
    answers[0]?.json().picture.id,
  );
});

test("a picture that is refused is answered with the reason, and nothing is stored", async () => {
  const { site, upload } = await start();
  const jpeg = await photo().jpeg().toBuffer();
  for (const [file, status, code, refusal] of [
    [Buffer.alloc(0), 400, "invalid_input", "empty"],
    [jpeg.subarray(0, jpeg.length / 2), 400, "invalid_input", "damaged"],
    [Buffer.from("hello"), 415, "unsupported_media_type", "unreadable"],
    [Buffer.alloc(PICTURE_LIMITS.bytes + 1), 413, "too_large", "tooManyBytes"],
  ] as const) {
    const answer = await upload(file);
    expect([answer.statusCode, answer.json()]).toEqual([
      status,
      { success: false, code, message: PICTURE_REFUSALS[refusal], error: PICTURE_REFUSALS[refusal] },
    ]);
  }
  expect(await countStored(site)).toBe(0);
});

test("a photo of a phone, and a file that is none, are refused in the same words under whatever type they come", async () => {
  const { site, upload } = await start();
  const heic = await photo(64, 64).avif().toBuffer();
  heic.write("heic", 8);
  const words = async (body: Uint8Array | string, type: string) => {
    const answer = await upload(body, type);
    return [answer.statusCode, answer.json().code, answer.json().message];
  };
  for (const type of ["image/jpeg", "image/heic", "image/heif", "image/heic-sequence", "IMAGE/HEIC"])
    expect(await words(heic, type), type).toEqual([415, "unsupported_media_type", PICTURE_REFUSALS.heic]);
  for (const type of ["image/tiff", "application/pdf", "application/json"])
    expect(await words("{}", type), type).toEqual([415, "unsupported_media_type", PICTURE_REFUSALS.unreadable]);
  expect(await countStored(site)).toBe(0);
});

test("no other call takes pictures", async () => {
  const { site, session } = await start();
  const headers = { authorization: `Bearer ${session.accessToken}`, "content-type": "image/png" };
  const draft = await site.app.inject({ method: "PUT", url: "/api/site/draft", headers, payload: "{}" });
  expect(draft.statusCode).toBe(415);
});

test("four uploads may wait at once, and those that break off make room", async () => {
  const { site, upload, session } = await start();
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.address() as AddressInfo;
  const head = [
    "POST /api/site/pictures HTTP/1.1",
    "Host: x",
    `Authorization: Bearer ${session.accessToken}`,
    "Content-Type: image/png",
    "Content-Length: 1000",
  ];
  const answers: string[] = [];
  const senders = Array.from({ length: 8 }, () => connect(port, "127.0.0.1"));
  for (const sender of senders) {
    onTestFinished(() => void sender.destroy());
    sender.on("data", (answer) => answers.push(answer.toString()));
    sender.write(`${head.join("\r\n")}\r\n\r\nhalf`);
  }
  await expect.poll(() => answers.length, PATIENT).toBe(4);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 503 .*retry-after: 5\r\n/s);
  const file = await photo(64, 64).png().toBuffer();
  const refused = await upload(file);
  expect([refused.statusCode, refused.json().code]).toEqual([503, "unavailable"]);
  for (const sender of senders) sender.destroy();
  await expect.poll(async () => (await upload(file)).statusCode, PATIENT).toBe(201);
});

test("five hundred pictures that no version shows are the most", async () => {
  const { site, upload } = await start();
  const rows = Array.from({ length: 500 }, (_, at) => ({
    id: String(at).padStart(32, "0"),
    width: 1,
    height: 1,
    small: Buffer.alloc(1),
    large: Buffer.alloc(1),
    icon: Buffer.alloc(1),
    uploaded_by: "",
    uploaded_at: site.clock.now().toISOString(),
    published_at: null,
  }));
  await site.database.transaction((trx) => trx.insertInto("pictures").values(rows).execute());
  const file = await photo(64, 64).png().toBuffer();
  expect([(await upload(file)).statusCode, await countStored(site)]).toEqual([429, 500]);
  site.clock.advance(8 * DAY_SECONDS);
  await site.site.housekeeping.tidy();
  expect(await countStored(site)).toBe(0);
});

test("a picture that neither the draft nor any version names is deleted a week after its last upload", async () => {
  const { site, upload, user } = await start();
  const files = await Promise.all([1, 2, 3, 4].map(() => photo(32, 32).png().toBuffer()));
  const ids: string[] = [];
  for (const file of files) ids.push((await upload(file)).json().picture.id);
  const factsWith = (id = "") => JSON.stringify({ ...seedFacts(), logo: { id } });
  const now = site.clock.now().toISOString();
  await site.database.transaction(async (trx) => {
    const version = { changes: "Logo", published_by: user.email, published_at: now };
    for (const [number, id] of [ids[0], ""].entries())
      await trx
        .insertInto("company_versions")
        .values({ number: number + 2, facts: factsWith(id), ...version })
        .execute();
    const draft = {
      id: "site",
      facts: factsWith(ids[1]),
      version: 1,
      based_on: 3,
      changed_by: user.email,
      changed_at: now,
    };
    await trx.insertInto("company_drafts").values(draft).execute();
  });
  const left = async () => {
    await site.site.housekeeping.tidy();
    const stored = await site.database.read.selectFrom("pictures").select("id").execute();
    return ids.map((id) => stored.some((row) => row.id === id));
  };
  site.clock.advance(6 * DAY_SECONDS);
  expect(await left()).toEqual([true, true, true, true]);
  const { session } = await addSignedIn(site, { email: "later@example.com" });
  await uploadPicture({ ...site, session }, files[3] ?? "");
  site.clock.advance(DAY_SECONDS + 1);
  expect(await left()).toEqual([true, true, false, true]);
  await site.database.transaction((trx) => trx.updateTable("company_drafts").set({ facts: "" }).execute());
  site.clock.advance(365 * DAY_SECONDS);
  expect(await left()).toEqual([true, false, false, false]);
});
