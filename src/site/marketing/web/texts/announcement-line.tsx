import { useFacts } from "#company/facts/web/use-facts.ts";
import { renderInline } from "./markdown.ts";

export function AnnouncementLine() {
  const { announcement } = useFacts();
  const html = renderInline(announcement.text);
  if (html === "") return null;
  return (
    <section aria-label="Announcement" className="on-deep print:hidden">
      <p
        className="wrap py-2.5 text-center text-small"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown.ts makes it and escapes everything typed
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </section>
  );
}
