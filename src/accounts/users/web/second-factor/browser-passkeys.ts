import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { FactorMethod, PasskeyRequest } from "#accounts/users/second-factor.ts";
import { ApiError } from "#platform/web/api.ts";

type Options = PasskeyRequest["passkey"];

export type AskedFactor = { challenge: string; methods: FactorMethod[]; passkey: Options };

export function askedFactorOf(body: Record<string, unknown>): AskedFactor {
  const { challenge, methods, passkey } = body as Partial<AskedFactor>;
  return { challenge: challenge ?? "", methods: methods ?? [], passkey: passkey ?? {} };
}

const browser = () => import("@simplewebauthn/browser");

export async function askForPasskey(options: Options) {
  const { startAuthentication } = await browser();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return refuseOnError(startAuthentication({ optionsJSON }), "No passkey was used. Try again, or choose another way.");
}

export async function makePasskey(options: Options) {
  const { startRegistration } = await browser();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return refuseOnError(startRegistration({ optionsJSON }), "No passkey was made.", {
    InvalidStateError: "This device has a passkey of your account already.",
  });
}

/** Browsers hide the reason, so that sites cannot ask which passkeys a person has. */
async function refuseOnError<Result>(
  answer: Promise<Result>,
  message: string,
  known: Record<string, string> = {},
): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    const { name } = error as Error;
    throw new ApiError(0, "passkey_refused", { message: known[name] ?? message });
  }
}
