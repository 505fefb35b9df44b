import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { saveFile } from "#platform/web/save-file.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { CopyButton } from "#platform/web/ui/copy-button.tsx";

export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join("\n");
  return (
    <Dialog
      title="Your Recovery Codes"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Done
          </Button>
          <CopyButton text={text} variant="outline">
            Copy
          </CopyButton>
          <Button onClick={() => saveFile(new Blob([`${text}\n`], { type: "text/plain" }), "recovery-codes.txt")}>
            Save as a file
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <p>
          Keep them where you find them without your phone. Each signs you in once, instead of the app or the passkey.
          They are shown only now.
        </p>
        <ol className="grid gap-1 font-mono" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code} className="wrap-anywhere">
              {code}
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
}
