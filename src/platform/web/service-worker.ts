import { WORKER_POLICY, WORKER_SCOPE, WORKER_SCRIPT } from "#platform/page-file.ts";

type Policy = { createScriptURL: (address: string) => string };
type TrustedTypes = { createPolicy: (name: string, rules: Policy) => Policy };

let policy: Policy | undefined;

/** Resolves once it can receive messages. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy(WORKER_POLICY, { createScriptURL: () => WORKER_SCRIPT });
  const script = policy?.createScriptURL("") ?? WORKER_SCRIPT;
  const registration = await navigator.serviceWorker.register(script, { scope: WORKER_SCOPE });
  await untilActive(registration);
  return registration;
}

/** `navigator.serviceWorker.ready` never resolves on pages outside the scope. */
function untilActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const worker = active ?? waiting ?? installing;
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker?.state === "activated") resolve();
      if (!worker || worker.state === "redundant") reject(new Error("The service worker was not installed."));
    };
    worker?.addEventListener("statechange", look);
    look();
  });
}

export async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration(WORKER_SCOPE).catch(() => undefined);
}
