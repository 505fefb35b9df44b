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
  const pressed = useRef(0);
  const isBusy = Boolean(busyLabel);

  useLayoutEffect(() => {
    const element = button.current;
    if (!element) return;
    element.style.minWidth = isBusy && pressed.current ? `${pressed.current}px` : "";
  }, [isBusy]);

  return (
    <button
      onMouseDown={type === "submit" ? keepFocus : undefined}
      // Not when it is shown: measuring lays out the page, and a dialog with its buttons would be laid out twice.
      onClickCapture={({ currentTarget }) => {
        pressed.current = currentTarget.offsetWidth;
      }}
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
