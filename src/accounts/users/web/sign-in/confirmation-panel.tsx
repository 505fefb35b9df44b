import { useMutation } from "@tanstack/react-query";
import { Button } from "#platform/web/ui/button.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { sendConfirmation } from "./link-queries.ts";

export function ConfirmationPanel() {
  const { mutate, isPending, isSuccess } = useMutation(sendConfirmation);
  return (
    <Note tone="warn">
      <p>Your e-mail address is not confirmed yet. Please open the link in the e-mail that we have sent to it.</p>
      <p className="mt-2">
        <Button variant="outline" size="compact" onClick={() => mutate()} busyLabel={isPending && "Sending..."}>
          {isSuccess ? "Send it once more" : "Send the e-mail again"}
        </Button>
      </p>
    </Note>
  );
}
