import type { PageMeta } from "#platform/web/page.ts";

export const meta: PageMeta = { title: "Sign in" };

export default function LoginPage() {
  return <h1>Sign in</h1>;
}
