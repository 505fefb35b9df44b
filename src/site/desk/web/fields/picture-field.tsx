import { useState } from "react";
import { useWatch } from "react-hook-form";
import { PICTURE_LIMITS, PICTURE_REFUSALS, PICTURE_TYPES, type Picture, pictureUrl } from "#company/facts/pictures.ts";
import { errorText } from "#platform/web/api.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadingText } from "#platform/web/ui/loading-text.tsx";
import { useDesk } from "../desk-context.ts";
import { useUpload } from "../queries.ts";

export type PicturePath = "logo" | "logoDark" | `team.${number}.portrait` | `pages.${number}.picture`;
type Props = { path: PicturePath; what: string };

/** A picture is stored at once; the site shows it when the draft is published. */
export function PictureField({ path, what }: Props) {
  const { form, wiringOf } = useDesk();
  const picture = useWatch({ control: form.control, name: path });
  const upload = useUpload();
  const [tooLarge, setTooLarge] = useState("");
  const { id, error } = wiringOf(path);
  // The person may have moved in the list since the upload began.
  const store = useStableCallback((stored: Picture) => form.setValue(path, stored, { shouldDirty: true }));
  const choose = (file: File | undefined) => {
    const isTooLarge = (file?.size ?? 0) > PICTURE_LIMITS.bytes;
    setTooLarge(isTooLarge ? PICTURE_REFUSALS.tooManyBytes : "");
    if (!file || isTooLarge) return;
    upload.mutate(file, { onSuccess: store });
  };
  const refusal = upload.error ? errorText(upload.error, "Failed to upload the picture") : "";
  return (
    <div className="flex flex-wrap items-start gap-5">
      {picture && (
        <div className="grid justify-items-start gap-1">
          <img
            src={pictureUrl(picture.id, "small")}
            alt={`Your ${what}`}
            width={picture.width}
            height={picture.height}
            className="h-24 w-auto max-w-48 rounded-card border border-line bg-surface object-contain"
          />
          <Button
            variant="quiet"
            size="compact"
            className="min-h-11 px-0"
            onClick={() => {
              form.setValue(path, null, { shouldDirty: true });
              document.getElementById(id)?.focus();
            }}
          >
            <Icon name="icon-trash-2" />
            Remove the {what}
          </Button>
        </div>
      )}
      <div className="grid min-w-0 flex-1 basis-64 gap-1.5">
        <TextField
          id={id}
          label={picture ? `Another ${what}` : `A ${what}`}
          optional
          hint="JPEG, PNG, WebP, AVIF, GIF or SVG, at most 5 MB."
          error={tooLarge || refusal || error}
          type="file"
          accept={PICTURE_TYPES.join(",")}
          disabled={upload.isPending}
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // The same file may be chosen again after a failure.
            event.target.value = "";
          }}
        />
        {upload.isPending && <LoadingText>Uploading...</LoadingText>}
      </div>
    </div>
  );
}
