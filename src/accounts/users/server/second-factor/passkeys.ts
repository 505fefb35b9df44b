// Origin and relying party come from PUBLIC_URL, never from a header of the request.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import type { Assertion, PasskeyRegistration } from "#accounts/users/second-factor.ts";
import { currentFacts } from "#company/facts/facts.ts";
import type { PasskeysTable } from "./table.ts";

export type RelyingParty = { id: string; origin: string };

export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

const ALGORITHMS = [-8, -7, -257];

/** The library would cost a quarter of a second of every start, and 28 MB. */
const webAuthn = () => import("@simplewebauthn/server");

export async function requestOptions(
  party: RelyingParty,
  { challenge, passkeys, isAlone }: { challenge: string; passkeys: readonly PasskeysTable[]; isAlone: boolean },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    allowCredentials: passkeys.map(toDescriptor),
    userVerification: isAlone ? "required" : "preferred",
  });
}

export async function creationOptions(
  party: RelyingParty,
  {
    challenge,
    user,
    passkeys,
  }: { challenge: string; user: { id: string; email: string }; passkeys: readonly PasskeysTable[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: currentFacts().company.name,
    userID: Uint8Array.from(Buffer.from(user.id)),
    userName: user.email,
    challenge: bytesOf(challenge),
    excludeCredentials: passkeys.map(toDescriptor),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

type Credential = { credential_id: string; public_key: string; counter: number; transports: string };

export async function verifyRegistration(
  party: RelyingParty,
  { challenge, registration }: { challenge: string; registration: PasskeyRegistration },
): Promise<Credential | undefined> {
  const { verifyRegistrationResponse } = await webAuthn();
  const { transports = [], ...response } = registration.response;
  const { registrationInfo } = await emptyOnError(
    verifyRegistrationResponse({
      response: { ...registration, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!registrationInfo) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: JSON.stringify(transports),
  };
}

export async function verifyAssertion(
  party: RelyingParty,
  {
    challenge,
    passkey,
    assertion,
    isAlone,
  }: { challenge: string; passkey: PasskeysTable; assertion: Assertion; isAlone: boolean },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const { userHandle, ...response } = assertion.response;
  // A passkey names its account if the site did not ask for a certain one.
  if (isAlone && userHandle !== Buffer.from(passkey.user_id).toString("base64url")) return undefined;
  const { verified, authenticationInfo } = await emptyOnError(
    verifyAuthenticationResponse({
      response: { ...assertion, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { ...toDescriptor(passkey), publicKey: bytesOf(passkey.public_key), counter: passkey.counter },
      requireUserVerification: isAlone,
    }),
  );
  return verified ? authenticationInfo?.newCounter : undefined;
}

function toDescriptor({ credential_id, transports }: PasskeysTable) {
  return { id: credential_id, transports: JSON.parse(transports) as string[] };
}

function bytesOf(text: string) {
  return Uint8Array.from(Buffer.from(text, "base64url"));
}

async function emptyOnError<Result extends object>(result: Promise<Result>): Promise<Partial<Result>> {
  try {
    return await result;
  } catch {
    return {};
  }
}
