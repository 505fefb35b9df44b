import { mutationOptions, useMutation, useQuery } from "@tanstack/react-query";
import type * as z from "zod/mini";
import type {
  DraftChange,
  draftAnswerSchema,
  FieldChanges,
  FieldsAnswer,
  pageSchema,
  publishedAnswerSchema,
  siteAnswerSchema,
  versionAnswerSchema,
  versionsAnswerSchema,
} from "#company/facts/admin.ts";
import { adoptFacts } from "#company/facts/facts.ts";
import type { pictureAnswerSchema } from "#company/facts/pictures.ts";
import type { PlaceAnswer } from "#inquiries/bookings/booking.ts";
import { callApi } from "#platform/web/api.ts";
import { attemptKey } from "#platform/web/attempt-key.ts";
import { forget } from "#platform/web/tab-storage.ts";
import type { Effects } from "#site/desk/effects.ts";
import { siteKeys } from "./query-keys.ts";

const PATH = "/api/site";
/** Publishing renders every page, and an upload is re-encoded. */
const TIMEOUT_MS = 60_000;

const PUBLISHING = "site-publish";
const CHANGED_BY_PUBLISHING = [siteKeys.present, siteKeys.versions];

export type SiteAnswer = z.infer<typeof siteAnswerSchema>;
export type DraftAnswer = z.infer<typeof draftAnswerSchema>;
export type Version = z.infer<typeof versionsAnswerSchema>["versions"][number];

/** The pages of this tab show facts too: in their titles, links, dates and forms. */
export async function loadSite(signal?: AbortSignal): Promise<SiteAnswer> {
  const answer = await callApi<SiteAnswer>(PATH, { signal });
  adoptFacts(answer.published.facts);
  return answer;
}

export function useSite() {
  return useQuery({
    queryKey: siteKeys.present,
    queryFn: ({ signal }) => loadSite(signal),
    gcTime: 0,
    meta: { fallback: "Failed to load the site" },
  });
}

export function useVersions() {
  return useQuery({
    queryKey: siteKeys.versions,
    queryFn: ({ signal }) => callApi<z.infer<typeof versionsAnswerSchema>>(`${PATH}/versions`, { signal }),
    meta: { fallback: "Failed to load the history" },
  });
}

export function useEffects(version: number) {
  return useQuery({
    queryKey: siteKeys.effects(version),
    queryFn: ({ signal }) => callApi<Effects>(`${PATH}/draft/effects`, { signal }),
    gcTime: 0,
    meta: { fallback: "Failed to load the effects" },
  });
}

/** `draft` is the version of the draft; else a published one is shown. */
export type Shown = { draft: number } | { number: number };

export function usePage(path: string, shown: Shown) {
  const of = "draft" in shown ? "draft" : `versions/${shown.number}`;
  return useQuery({
    queryKey: siteKeys.page(path, shown),
    queryFn: ({ signal }) =>
      callApi<z.infer<typeof pageSchema>>(`${PATH}/${of}/page?path=${encodeURIComponent(path)}`, {
        signal,
        timeoutMs: TIMEOUT_MS,
      }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { fallback: "Failed to show the page" },
  });
}

/** A version never changes. */
export function useVersion(number: number) {
  return useQuery({
    queryKey: siteKeys.version(number),
    queryFn: ({ signal }) => callApi<z.infer<typeof versionAnswerSchema>>(`${PATH}/versions/${number}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: number > 0,
    meta: { fallback: "Failed to load the version" },
  });
}

/** It saves by itself, so nothing is shown over the page. */
export function saveFields(changes: FieldChanges, options: { outlivesPage?: true } = {}): Promise<FieldsAnswer> {
  return callApi(`${PATH}/draft`, { method: "PATCH", body: changes, ...options });
}

export const replaceDraft = mutationOptions({
  mutationFn: (change: DraftChange) => callApi<DraftAnswer>(`${PATH}/draft`, { method: "PUT", body: change }),
  meta: { mayChange: [siteKeys.present], fallback: "Failed to discard the draft" },
});

/** Pressed again after a lost answer, it has the same key. */
export function usePublish() {
  return useMutation({
    mutationFn: async (version: number) => {
      const answer = await callApi<z.infer<typeof publishedAnswerSchema>>(`${PATH}/publish`, {
        method: "POST",
        body: { version },
        idempotencyKey: attemptKey(PUBLISHING, { version }),
        timeoutMs: TIMEOUT_MS,
      });
      forget(PUBLISHING);
      return answer;
    },
    // The dialog and the preview are not invalidated: their draft no longer exists.
    meta: { mayChange: CHANGED_BY_PUBLISHING, success: "Published", fallback: "Failed to publish" },
  });
}

export function useRepublish() {
  return useMutation({
    mutationFn: async (number: number) => {
      await callApi(`${PATH}/versions/${number}/publish`, { method: "POST", timeoutMs: TIMEOUT_MS });
      await loadSite();
    },
    meta: { mayChange: CHANGED_BY_PUBLISHING, success: "Published again", fallback: "Failed to publish it again" },
  });
}

export function useFindPlace() {
  return useMutation({
    mutationFn: async (zipCode: string) =>
      (await callApi<PlaceAnswer>(`/api/zip-codes/place?zipCode=${encodeURIComponent(zipCode.slice(0, 5))}`)).place,
    meta: { fallback: "Failed to find the place" },
  });
}

export function useUpload() {
  return useMutation({
    mutationFn: async (file: File) => {
      const request = { method: "POST", file, timeoutMs: TIMEOUT_MS } as const;
      return (await callApi<z.infer<typeof pictureAnswerSchema>>(`${PATH}/pictures`, request)).picture;
    },
    meta: { fallback: "Failed to upload the picture" },
  });
}
