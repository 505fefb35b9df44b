import { type Picture, pictureUrl } from "#company/facts/pictures.ts";

type Props = {
  picture: Picture;
  fit: { width: number; height: number };
  alt: string;
  className?: string;
};

/** The size on the page is set, so that nothing moves when the picture arrives. */
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
