import { type Picture, pictureUrl } from "#company/facts/pictures.ts";

type Props = {
  picture: Picture;
  /** What it may take of the page, in pixels; its own proportions decide. */
  fit: { width: number; height: number };
  alt: string;
  className?: string;
};

/** With its size on the page, so that nothing moves when it arrives. */
export function PictureImage({ picture: { id, width, height }, fit, alt, className }: Props) {
  const scale = Math.min(fit.width / width, fit.height / height);
  return (
    <img
      src={pictureUrl(id, "small")}
      srcSet={`${pictureUrl(id, "small")} 1x, ${pictureUrl(id, "large")} 2x`}
      width={Math.max(1, Math.round(width * scale))}
      height={Math.max(1, Math.round(height * scale))}
      alt={alt}
      className={className}
    />
  );
}
