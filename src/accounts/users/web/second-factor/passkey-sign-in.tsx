import { useMutation } from "@tanstack/react-query";
import type { SignedIn } from "#accounts/users/credentials.ts";
import { useHydrated } from "#platform/web/forms/use-hydrated.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { signInWithPasskey } from "../sign-in/queries.ts";

export function PasskeySignIn({ onDone }: { onDone: (signedIn: SignedIn) => void }) {
  const isHydrated = useHydrated();
  const { mutate, isPending } = useMutation({ ...signInWithPasskey, onSuccess: onDone });
  return (
    <div className="mt-4 grid">
      <Button
        variant="outline"
        disabled={!isHydrated}
        data-waiting={!isHydrated || undefined}
        busyLabel={isPending && "Waiting..."}
        onClick={() => mutate()}
      >
        <Icon name="icon-key-round" className="size-5" />
        Use a passkey instead
      </Button>
    </div>
  );
}
