import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { isQuiet } from "./push.ts";
import { isCurvePoint, pushIdentityOf } from "./server/identity.ts";

test.each([
  ["22:00", "07:00", "23:59", true],
  ["22:00", "07:00", "06:59", true],
  ["22:00", "07:00", "07:00", false],
  ["22:00", "07:00", "21:59", false],
  ["12:00", "13:00", "12:00", true],
  ["12:00", "13:00", "13:00", false],
  ["12:00", "12:00", "12:00", false],
])("from %s to %s a device is quiet at %s: %s", (quietFrom, quietTo, at, expected) => {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  expect(isQuiet({ quietFrom, quietTo, daysOff: [] }, 3, hours * 60 + minutes)).toBe(expected);
});

test("a day off is quiet all day", () => {
  expect(isQuiet({ daysOff: [0, 6] }, 6, 600)).toBe(true);
  expect(isQuiet({ daysOff: [0, 6] }, 5, 600)).toBe(false);
});

test("the key is made of the secret: always the same of one, another of another, and valid", () => {
  const keys = Array.from({ length: 50 }, (_, n) => pushIdentityOf(`a secret of tests, long enough ${n}`));
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(50);
  for (const { publicKey, privateKey } of keys) {
    expect(isCurvePoint(publicKey)).toBe(true);
    expect(Buffer.from(privateKey, "base64url")).toHaveLength(32);
    const curve = createECDH("prime256v1");
    curve.setPrivateKey(privateKey, "base64url");
    expect(curve.getPublicKey("base64url")).toBe(publicKey);
  }
  expect(pushIdentityOf("the same secret of tests, twice")).toMatchObject({
    publicKey: pushIdentityOf("the same secret of tests, twice").publicKey,
  });
});
