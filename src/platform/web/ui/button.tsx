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
  variant?: ButtonVariant;
  size?: ButtonSize;
};

type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
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

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

type ButtonLinkProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; children: ReactNode };

export function ButtonLink({ variant, size, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={buttonClasses({ variant, size }, className)}>
      {children}
    </a>
  );
}

export function buttonClasses({ variant = "brand", size = "regular" }: Look, className = ""): string {
  return `button button-${variant}${size === "regular" ? "" : ` button-${size}`} ${className}`.trim();
}
