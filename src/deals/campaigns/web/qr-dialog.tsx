import { useMemo, useRef } from "react";
import { encode } from "uqr";
import { Dialog } from "#platform/web/dialogs/dialog.tsx";
import { saveFile } from "#platform/web/save-file.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";

/** Cameras need a quiet zone of this many modules around the code. */
const QUIET_ZONE = 4;

type Props = { address: string; name: string; onClose: () => void };

export function QrDialog({ address, name, onClose }: Props) {
  const picture = useRef<SVGSVGElement>(null);
  const { size, squares } = useMemo(() => squaresOf(address), [address]);
  const download = () => {
    if (!picture.current) return;
    const text = new XMLSerializer().serializeToString(picture.current);
    saveFile(new Blob([text], { type: "image/svg+xml" }), `qr-code-${name}.svg`);
  };
  return (
    <Dialog
      title="QR Code"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <Button onClick={download}>
            <Icon name="icon-download" />
            Download
          </Button>
        </>
      }
    >
      <svg
        ref={picture}
        role="img"
        aria-label={`QR code of ${address}`}
        viewBox={`0 0 ${size} ${size}`}
        width={280}
        height={280}
        shapeRendering="crispEdges"
        className="mx-auto"
      >
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#000" d={squares} />
      </svg>
      <p className="wrap-anywhere mt-3 text-center">{address}</p>
      <p className="mt-1 text-center text-muted">
        The file prints sharp at any size. Try it with a phone before you print.
      </p>
    </Dialog>
  );
}

function squaresOf(text: string): { size: number; squares: string } {
  const { size, data } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const dark = data.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, squares: dark.join("") };
}
