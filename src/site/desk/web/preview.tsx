import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { pagePath } from "#company/facts/pages/pages.ts";
import type { Facts } from "#company/facts/schema.ts";
import { isDark } from "#company/shell/web/theme.ts";
import { SelectField } from "#platform/web/forms/select.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { LoadState } from "#platform/web/ui/load-state.tsx";
import { previewPages } from "#site/desk/preview-pages.ts";
import { type Shown, usePage } from "./queries.ts";

const FRAME_PATH = "/api/site/preview-frame";
const WIDTHS = { phone: 390, desktop: 1280 };
const HEIGHTS = { phone: 844, desktop: 900 };
type Device = keyof typeof WIDTHS;

type Props = {
  shown: Shown;
  looks: "looks" | "looked" | "would look";
  facts: Facts;
  /** The id of the page that the person was writing. */
  page: string | undefined;
};

export function Preview({ shown, looks, facts, page: written }: Props) {
  const [chosen, setPath] = useState<string>();
  // A page that was typed a moment ago is in the draft once that is saved.
  const start = facts.pages.find(({ id }) => id === written);
  const path = chosen ?? (start ? pagePath(start) : "/");
  const [device, setDevice] = useState<Device>("desktop");
  const [theme, setTheme] = useState<"light" | "dark">(isDark() ? "dark" : "light");
  const page = usePage(path, shown);
  return (
    <div className="card grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-muted">
        This is how the site {looks}. Links and buttons do nothing here.
        {written && !start && " What you are writing is shown once it is complete."}
      </p>
      <div className="flex flex-wrap items-start gap-4">
        <SelectField
          id="site-preview-page"
          label="Page"
          className="min-w-0 flex-1 basis-48 sm:max-w-xs"
          value={path}
          options={previewPages(facts)}
          onChange={({ target }) => setPath(target.value)}
        />
        <Choice
          label="Width"
          value={device}
          onChange={setDevice}
          options={[
            ["phone", "Phone", <Icon key="phone" name="icon-smartphone" />],
            ["desktop", "Desktop", <Icon key="desktop" name="icon-monitor" />],
          ]}
        />
        <Choice
          label="Theme"
          value={theme}
          onChange={setTheme}
          options={[
            ["light", "Light", <Icon key="light" name="icon-sun" />],
            ["dark", "Dark", <Icon key="dark" name="icon-moon" />],
          ]}
        />
      </div>
      <LoadState query={page} what="the page" fallback="Failed to show the page" />
      <Frame html={page.data?.html} device={device} theme={theme} />
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, label: string, icon: ReactNode])[];
  onChange: (value: Value) => void;
};

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend className="legend mb-1.5">{label}</legend>
      <div className="flex gap-2">
        {options.map(([option, text, icon]) => (
          <Button
            key={option}
            variant={option === value ? "brand" : "outline"}
            className="px-4"
            aria-pressed={option === value}
            onClick={() => onChange(option)}
          >
            {icon}
            {text}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

type FrameProps = { html: string | undefined; device: Device; theme: "light" | "dark" };

function Frame({ html, device, theme }: FrameProps) {
  const [isReady, setReady] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const { box, width } = useWidth();
  const scale = Math.min(1, width / WIDTHS[device]);

  useEffect(() => {
    if (isReady && html !== undefined && frame.current) showPage(frame.current, html);
  }, [isReady, html]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins without a theme
  useEffect(() => {
    const root = frame.current?.contentDocument?.documentElement;
    root?.classList.toggle("dark", theme === "dark");
    root?.setAttribute("data-theme", theme);
  }, [isReady, html, theme]);

  return (
    <div ref={box}>
      <div
        className="mx-auto overflow-hidden border border-line"
        style={{ height: HEIGHTS[device] * scale, width: WIDTHS[device] * scale }}
      >
        <iframe
          ref={frame}
          src={FRAME_PATH}
          sandbox="allow-same-origin"
          title="Preview"
          className="block max-w-none origin-top-left bg-white"
          style={{ width: WIDTHS[device], height: HEIGHTS[device], transform: `scale(${scale})` }}
          onLoad={() => setReady(true)}
        />
      </div>
    </div>
  );
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>(WIDTHS.phone);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

/** The frame parses the page, because this page's policy forbids turning text into HTML. Its links do nothing. */
function showPage(frame: HTMLIFrameElement, html: string): void {
  const inside = frame.contentWindow as (Window & typeof globalThis) | null;
  const target = frame.contentDocument;
  if (!inside || !target) return;
  const page = new inside.DOMParser().parseFromString(html, "text/html");
  for (const element of page.querySelectorAll("script, iframe, meta[http-equiv]")) element.remove();
  for (const link of page.querySelectorAll("a, area")) link.removeAttribute("href");
  for (const element of page.querySelectorAll("[action], [formaction]")) {
    element.removeAttribute("action");
    element.removeAttribute("formaction");
  }
  target.replaceChild(target.adoptNode(page.documentElement), target.documentElement);
}
