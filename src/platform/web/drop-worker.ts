import { OFFLINE_CACHE } from "#platform/page-file.ts";
import { findWorker } from "./service-worker.ts";

/** The worker goes with the session, and with it what it shows, keeps and is subscribed to. */
export async function dropWorker(): Promise<void> {
  const registration = await findWorker();
  if (!registration) return;
  // On an iPhone only an installed app has notifications and push.
  const closed = registration.getNotifications?.().then((shown) => shown.map((notification) => notification.close()));
  const unsubscribed = registration.pushManager?.getSubscription().then((subscription) => subscription?.unsubscribe());
  await Promise.allSettled([closed, unsubscribed, caches.delete(OFFLINE_CACHE)]);
  await registration.unregister();
}
