import { expect, test } from "vitest";
import { redirectAfterSignIn } from "./redirect-after-sign-in.ts";

test("an admin goes to /admin and anyone else home", () => {
  expect(redirectAfterSignIn("admin", undefined)).toBe("/admin");
  expect(redirectAfterSignIn("user", undefined)).toBe("/");
  expect(redirectAfterSignIn("owner", null)).toBe("/");
});

test("after sign-in a person returns to the requested page if their role may see it", () => {
  expect(redirectAfterSignIn("admin", "/admin/bookings?search=Ren%C3%A9e&page=2")).toBe(
    "/admin/bookings?search=Ren%C3%A9e&page=2",
  );
  expect(redirectAfterSignIn("admin", "/dashboard")).toBe("/dashboard");
  expect(redirectAfterSignIn("user", "/dashboard")).toBe("/dashboard");
  expect(redirectAfterSignIn("user", "/admin/users")).toBe("/");
});

test("a redirect never leads to another site", () => {
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
    expect(redirectAfterSignIn("admin", from)).toBe("/admin");
});
