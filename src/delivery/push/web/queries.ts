import { mutationOptions, useQuery } from "@tanstack/react-query";
import { messageToast } from "#platform/web/toast.ts";
import { pushKeys } from "./query-keys.ts";
import { listDevices, readBrowser, ringOnce, saveSettings, switchOff, switchOn } from "./this-browser.ts";

export function useDevices() {
  return useQuery({
    queryKey: pushKeys.devices,
    queryFn: ({ signal }) => listDevices(signal),
    meta: { fallback: "Failed to load what rings" },
  });
}

export function useBrowser() {
  return useQuery({
    queryKey: pushKeys.browser,
    queryFn: readBrowser,
    meta: { fallback: "Failed to ask the browser what rings" },
  });
}

export const startRinging = mutationOptions({
  mutationFn: switchOn,
  meta: { mayChange: [pushKeys.all], success: "This device rings", fallback: "Failed to let this device ring" },
});

export const changeRinging = mutationOptions({
  mutationFn: saveSettings,
  meta: { mayChange: [pushKeys.all], success: "Saved what rings", fallback: "Failed to save what rings" },
});

export const stopRinging = mutationOptions({
  mutationFn: switchOff,
  meta: {
    mayChange: [pushKeys.all],
    success: "This device does not ring any more",
    fallback: "Failed to switch it off",
  },
});

export const testRinging = mutationOptions({
  mutationFn: ringOnce,
  meta: { mayChange: [pushKeys.devices], success: messageToast, fallback: "Failed to ring this device" },
});
