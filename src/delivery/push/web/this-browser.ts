// What this browser can do and has been asked for. The site knows devices by their sessions.
import type { PushSubscription as Device, PushSettings } from "#delivery/push/push.ts";
import { ApiError, callApi } from "#platform/web/api.ts";
import { findWorker, registerWorker } from "#platform/web/service-worker.ts";

const PATH = "/api/push";
const KNOWN_KEY = "ringing";
const DECLINED_KEY = "ringing-declined";

const BROWSERS = [
  ["Edge", /Edg/],
  ["Firefox", /Firefox|FxiOS/],
  ["Chrome", /Chrome|CriOS/],
  ["Safari", /Safari/],
] as const;
const SYSTEMS = [
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Android", /Android/],
  ["Windows", /Windows/],
  ["a Mac", /Macintosh/],
  ["Linux", /Linux/],
] as const;

export type Devices = { publicKey: string; subscriptions: readonly Device[] };

/** install: an iPhone or iPad lets only apps of the home screen ring. */
export type BrowserState = "on" | "off" | "blocked" | "install" | "unsupported";

type Known = { id: string; endpoint: string };

export function listDevices(signal?: AbortSignal): Promise<Devices> {
  return callApi<Devices>(PATH, { signal });
}

export async function readBrowser(): Promise<BrowserState> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window))
    return isInBrowserOfApple() ? "install" : "unsupported";
  if ((await mayNotify()) === "denied") return "blocked";
  return (await findSubscription()) ? "on" : "off";
}

export async function mayNotify(): Promise<PermissionState> {
  return (await navigator.permissions.query({ name: "notifications" })).state;
}

export async function findSubscription(): Promise<PushSubscription | undefined> {
  return (await (await findWorker())?.pushManager.getSubscription()) ?? undefined;
}

/** Asks the person, so it is called by a press alone. */
export async function switchOn({ publicKey, settings }: { publicKey: string; settings?: PushSettings }): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw refused("This browser does not let the site notify you.");
  await subscribe(publicKey, settings);
}

async function subscribe(publicKey: string, settings: PushSettings = {}): Promise<void> {
  const { pushManager } = await registerWorker();
  // It may be of another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscribed = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  await save(
    await subscribed.catch(() => {
      throw refused("This browser has no push service. An open tab of the admin area notifies you in the background.");
    }),
    settings,
  );
}

export async function saveSettings(settings: PushSettings): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) throw refused("This device does not ring any more.");
  await save(subscription, settings);
}

async function save(subscription: PushSubscription, settings: PushSettings): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint, keys, device: deviceText(navigator.userAgent), ...settings };
  const { subscription: device } = await callApi<{ subscription: Device }>(`${PATH}/subscriptions`, {
    method: "POST",
    body,
  });
  store(KNOWN_KEY, { id: device._id, endpoint: subscription.endpoint });
}

export async function switchOff(): Promise<void> {
  const subscription = await findSubscription();
  const endpoint = subscription?.endpoint ?? known()?.endpoint;
  if (endpoint) await callApi(`${PATH}/subscriptions`, { method: "DELETE", body: { endpoint } });
  await subscription?.unsubscribe();
  store(KNOWN_KEY, null);
}

export async function ringOnce(): Promise<{ message: string }> {
  return callApi(`${PATH}/test`, { method: "POST", body: { endpoint: (await findSubscription())?.endpoint ?? "" } });
}

/** The browser may have replaced its address, and a new secret of the site makes each device subscribe anew. */
export async function keepRinging(): Promise<void> {
  await registerWorker();
  const before = known();
  if (!before || (await mayNotify()) !== "granted") return;
  const { publicKey, subscriptions } = await listDevices();
  const device = subscriptions.find(({ _id }) => _id === before.id);
  if (!device) {
    // It is another person's, or the site has forgotten it.
    await (await findSubscription())?.unsubscribe();
    return store(KNOWN_KEY, null);
  }
  const isSame = (await findSubscription())?.endpoint === before.endpoint;
  if (isSame && device.isThisDevice && !device.isStale) return;
  await subscribe(publicKey, settingsOf(device));
  if (known()?.endpoint === before.endpoint) return;
  await callApi(`${PATH}/subscriptions`, { method: "DELETE", body: { endpoint: before.endpoint } });
}

export function settingsOf({ kinds, named, quietFrom = "", quietTo = "", daysOff, mailToo }: Device): PushSettings {
  return { kinds, named, quietFrom, quietTo, daysOff, mailToo };
}

export function declineRinging(): void {
  store(DECLINED_KEY, true);
}

export function isRingingDeclined(): boolean {
  return read(DECLINED_KEY) === true;
}

function isInBrowserOfApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isTablet = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  return (isTablet || /iPhone|iPad/.test(userAgent)) && !matchMedia("(display-mode: standalone)").matches;
}

function deviceText(userAgent: string): string {
  const nameIn = (names: readonly (readonly [string, RegExp])[]) => names.find(([, sign]) => sign.test(userAgent))?.[0];
  return [nameIn(BROWSERS) ?? "A browser", nameIn(SYSTEMS)].filter(Boolean).join(" on ");
}

function refused(message: string): ApiError {
  return new ApiError(0, "refused", { message });
}

function known(): Known | null {
  return read(KNOWN_KEY) as Known | null;
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage it is asked again.
  }
}
