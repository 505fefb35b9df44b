import {
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from "react";
import { Spinner } from "./spinner.tsx";

export type ButtonVariant = "lamp" | "brand" | "outline" | "link" | "danger" | "quiet";
export type ButtonSize = "regular" | "hero" | "compact" | "icon";

type Look = {
  /** lamp marks the primary action: at most one is visible. */
  variant?: ButtonVariant;
  size?: ButtonSize;
};

type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** The label during the operation. While set, the button is inert and keeps its width. */
    busyLabel?: string | false | undefined;
  };

export function Button({
  variant,
  size,
  busyLabel,
  className,
  children,
  disabled,
  type = "button",
  ...rest
}: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const widest = useRef(0);
  const isBusy = Boolean(busyLabel);

  useLayoutEffect(() => {
    const element = button.current;
    if (!element) return;
    if (!isBusy) widest.current = element.offsetWidth;
    element.style.minWidth = isBusy && widest.current ? `${widest.current}px` : "";
  }, [isBusy]);

  return (
    <button
      onMouseDown={type === "submit" ? keepFocus : undefined}
      {...rest}
      ref={button}
      type={type}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={buttonClasses({ variant, size }, className)}
    >
      {isBusy ? (
        <>
          <Spinner />
          {busyLabel}
        </>
      ) : (
        children
      )}
    </button>
  );
}

/** Keeps the focus: a field that loses it may show an error, which would move the button away in mid-click. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

type ButtonLinkProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; children: ReactNode };

/** A link that looks like a button: it navigates and does nothing else. */
export function ButtonLink({ variant, size, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={buttonClasses({ variant, size }, className)}>
      {children}
    </a>
  );
}

/** For links other than plain anchors, such as the router's. */
export function buttonClasses({ variant = "brand", size = "regular" }: Look, className = ""): string {
  return `button button-${variant}${size === "regular" ? "" : ` button-${size}`} ${className}`.trim();
}
