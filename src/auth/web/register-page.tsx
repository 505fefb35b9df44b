import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Create an account" };

export default function RegisterPage() {
  return <h1>Create an account</h1>;
}
