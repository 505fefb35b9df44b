import { countPasskeysOfOtherHosts } from "#accounts/users/server/second-factor/store.ts";
import { type Check, ok, type Subject, warning } from "./check.ts";

const PASSKEYS: Subject = { id: "passkeys", group: "address", title: "Passkeys" };

export const passkeysCheck: Check = {
  subjects: [PASSKEYS],
  run: async ({ read, config }) => {
    const { hostname } = new URL(config.publicUrl);
    const lost = await countPasskeysOfOtherHosts(read, hostname);
    if (lost === 0) return [ok(PASSKEYS, `All passkeys are for ${hostname}, the host of PUBLIC_URL.`)];
    return [
      warning(
        PASSKEYS,
        `${lost === 1 ? "One passkey was" : `${lost} passkeys were`} made for another host than ${hostname} of PUBLIC_URL, and ${lost === 1 ? "does" : "do"} not work here.`,
        "Their owners sign in with the password and a recovery code or an app, and add a passkey again under My Account. If PUBLIC_URL is wrong, correct it.",
      ),
    ];
  },
};
