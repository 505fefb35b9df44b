// The service worker of the signed-in area: it shows what rings, and opens the lead on a press. It keeps no personal data.
import type { PushAct, PushMessage } from "#delivery/push/push.ts";
import { OFFLINE_CACHE, OFFLINE_PAGE } from "#platform/page-file.ts";

declare const self: ServiceWorkerGlobalScope;

/** The types of the browser leave out the buttons. */
type Shown = NotificationOptions & { actions?: readonly { action: string; title: string }[] };
type Data = Pick<PushMessage, "url" | "token">;

const ACTS_PATH = "/api/push/acts";
const ICON = "/admin/icon-192.png";
const CLAIM = "claim";
const DAY = "/admin";

self.addEventListener("install", (event) => {
  void self.skipWaiting();
  event.waitUntil(caches.open(OFFLINE_CACHE).then((cache) => cache.add(OFFLINE_PAGE)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(showOffline));
});

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(ring(event.data.json()));
});

self.addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(action === CLAIM ? claim(notification) : open((notification.data as Data).url));
});

async function showOffline(): Promise<Response> {
  return (await caches.match(OFFLINE_PAGE)) ?? Response.error();
}

async function ring({ title, body, tag, url, token, canClaim }: PushMessage): Promise<void> {
  const actions = canClaim && token ? [{ action: CLAIM, title: "I take it" }] : [];
  await show(title, { body, tag, actions, data: { url, token } });
  if (!token) return;
  // What is not noted as shown is told as handed over.
  await act({ token, act: "shown" }).catch(() => {});
}

async function claim({ body, tag, data }: Notification): Promise<void> {
  const { url, token = "" } = data as Data;
  const said = await act({ token, act: CLAIM }).catch(() => "There is no connection");
  await show(said, { body, tag, data: { url } });
}

/** Returns what the site says of it. */
async function act(body: PushAct): Promise<string> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(ACTS_PATH, { method: "POST", headers, body: JSON.stringify(body) });
  const { message } = (await answer.json()) as { message?: string };
  return message ?? "Something went wrong";
}

async function show(title: string, options: Shown): Promise<void> {
  await self.registration.showNotification(title, { ...options, icon: ICON });
}

/** In a window that shows it already, or in a new one: a person may be typing in any other. */
async function open(path: string): Promise<void> {
  const wanted = new URL(path, self.location.origin);
  // Not even a forged message leads to another site.
  const { href } = wanted.origin === self.location.origin ? wanted : new URL(DAY, self.location.origin);
  const shown = (await listWindows()).find(({ url }) => url === href);
  await (shown ? shown.focus() : self.clients.openWindow(href));
}

function listWindows(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true });
}
