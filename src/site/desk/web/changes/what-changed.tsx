import { lazy, Suspense } from "react";
import type { Facts } from "#company/facts/schema.ts";
import { LoadingText } from "#platform/web/ui/loading-text.tsx";

// Few visits open what needs it.
const ChangedWords = lazy(() => import("./changed-words.tsx"));

export function WhatChanged(props: { before: Facts; after: Facts; heading: "h3" | "h4" }) {
  return (
    <Suspense fallback={<LoadingText>Comparing...</LoadingText>}>
      <ChangedWords {...props} />
    </Suspense>
  );
}
