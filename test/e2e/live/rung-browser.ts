// A browser that rings: a push service of this machine instead of the browser's own, and what its worker shows and opens.
import type { BrowserContext, Page, Worker } from "@playwright/test";
import { type Device, startPushService } from "../../ringing/push-service.ts";
import { expect, startSite, stopSite, test } from "../site.ts";

type Shown = { title: string; body: string; tag: string; actions: string[]; url: string };

/** A site that may call this machine, and the push service that it calls. */
export async function startRingingSite(env: Record<string, string> = {}) {
  const ends: (() => void | Promise<void>)[] = [];
  const service = await startPushService((end) => ends.push(end));
  const settings = { WEBHOOK_ALLOW_PRIVATE: "on", NODE_EXTRA_CA_CERTS: service.certificate, WORKER_POLL_SECONDS: "1" };
  const start = async (more: Record<string, string> = {}) => startSite({ ...settings, ...env, ...more });
  const site = await start();
  const end = async () => {
    await stopSite(site);
    for (const one of ends.reverse()) await one();
  };
  return { site, service, start, end };
}

/** The browser's own push service cannot be reached from here, so that a page subscribes with a device of ours. */
export async function letRing(context: BrowserContext, device: Device): Promise<void> {
  await context.grantPermissions(["notifications"]);
  await context.addInitScript(({ endpoint, keys }) => {
    const KEY = "subscribed-with";
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => localStorage.removeItem(KEY) === undefined,
    };
    Notification.requestPermission = async () => "granted";
    Object.assign(PushManager.prototype, {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem(KEY, applicationServerKey);
        return subscription;
      },
      getSubscription: async () => (localStorage.getItem(KEY) ? subscription : null),
    });
  }, device);
}

export function subscribedWith(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("subscribed-with"));
}

export async function workerOf(context: BrowserContext): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(watch);
  return worker;
}

type Watched = {
  shown: Map<string, NotificationOptions & { title: string }>;
  opened: string[];
  pressed: Promise<unknown>;
  registration: ServiceWorkerRegistration;
  clients: object;
};

/** A browser without a window has no place for notifications, and opens no window without a press of a real hand. */
function watch(): void {
  const self = globalThis as unknown as Watched;
  if (self.shown) return;
  Object.assign(self, { shown: new Map(), opened: [] });
  const show = async (title: string, options: NotificationOptions = {}) => {
    self.shown.set(options.tag ?? "", { ...options, title });
  };
  if (Notification.permission !== "granted") self.registration.showNotification = show;
  Object.assign(self.clients, { openWindow: async (url: string) => void self.opened.push(url) });
}

/** Hands it to the worker as the push service of the browser would, over DevTools. */
export async function deliver(page: Page, message: object): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devTools.send("ServiceWorker.enable");
  const { origin } = new URL(page.url());
  const registrationId = await registered;
  await devTools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(message) });
  await devTools.detach();
}

export function shownBy(worker: Worker): Promise<Shown[]> {
  return worker.evaluate(async () => {
    const self = globalThis as unknown as Watched;
    const real = Notification.permission === "granted" ? await self.registration.getNotifications() : [];
    return [...real, ...self.shown.values()].map((one) => {
      const { title, body = "", tag = "", data } = one;
      const { actions = [] } = one as { actions?: { title: string }[] };
      return { title, body, tag, actions: actions.map((action) => action.title), url: data.url };
    });
  });
}

/** Presses the notification, or a button of it. Returns what it opened. */
export function press(worker: Worker, tag: string, action = ""): Promise<string[]> {
  return worker.evaluate(
    async ([wanted, pressed]) => {
      const self = globalThis as unknown as Watched & EventTarget;
      const real = Notification.permission === "granted" ? await self.registration.getNotifications() : [];
      const notification =
        real.find((one) => one.tag === wanted) ??
        Object.assign({ close: () => self.shown.delete(wanted) }, self.shown.get(wanted));
      let until: unknown;
      const event = Object.assign(new Event("notificationclick"), {
        notification,
        action: pressed,
        waitUntil: (promise: unknown) => {
          until = promise;
        },
      });
      self.dispatchEvent(event);
      await until;
      return self.opened.splice(0);
    },
    [tag, action] as const,
  );
}

/** Whether this browser has a service worker of the site. */
export function hasWorker(page: Page): Promise<boolean> {
  return page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length > 0);
}

export { expect, test };
