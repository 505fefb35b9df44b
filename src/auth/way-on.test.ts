import { expect, test } from "vitest";
import { wayOn } from "./way-on.ts";

test("an admin goes to /admin and anyone else home", () => {
  expect(wayOn("admin", undefined)).toBe("/admin");
  expect(wayOn("user", undefined)).toBe("/");
  expect(wayOn("owner", null)).toBe("/");
});

test("whom the guard sent goes back to a page they may see", () => {
  expect(wayOn("admin", "/admin/bookings?search=Ren%C3%A9e&page=2")).toBe("/admin/bookings?search=Ren%C3%A9e&page=2");
  expect(wayOn("admin", "/dashboard")).toBe("/dashboard");
  expect(wayOn("user", "/dashboard")).toBe("/dashboard");
  expect(wayOn("user", "/admin/users")).toBe("/");
});

test("nobody is sent to another site", () => {
  for (const from of [
    "https://evil.example/admin",
    "//evil.example/admin",
    "/\\evil.example",
    "/admin//evil.example",
    "/admin/../../evil",
    "/adminevil.example",
    "javascript:alert(1)",
    "/admin\n//evil.example",
    "/login",
    { pathname: "/admin" },
    7,
  ])
    expect(wayOn("admin", from)).toBe("/admin");
});
