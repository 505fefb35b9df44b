import { expect, test } from "vitest";
import { mailboxKey } from "./mailbox.ts";

test("spellings that one mailbox receives are counted as one", () => {
  for (const email of ["renee.obrien@gmail.com", "ReneeOBrien@GoogleMail.com", "r.e.n.e.e.obrien+house+2@gmail.com"])
    expect(mailboxKey(email)).toBe("reneeobrien@gmail.com");
  expect(mailboxKey("Renee+house@Example.com")).toBe("renee@example.com");
  expect(mailboxKey("renee@me.com")).toBe(mailboxKey("renee+x@icloud.com"));
});

test("other people stay other people", () => {
  expect(mailboxKey("renee.obrien@example.com")).not.toBe(mailboxKey("reneeobrien@example.com"));
  expect(mailboxKey("renee@gmail.com.example")).toBe("renee@gmail.com.example");
  expect(mailboxKey("renee-obrien@gmail.com")).not.toBe(mailboxKey("reneeobrien@gmail.com"));
  expect(mailboxKey("+a@example.com")).not.toBe(mailboxKey("+b@example.com"));
});
