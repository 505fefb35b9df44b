import { renderMarkdown } from "./markdown.ts";

export function Text({ markdown, className }: { markdown: string; className?: string }) {
  return <Rendered html={renderMarkdown(markdown)} className={className} />;
}

export function Rendered({ html, className }: { html: string; className?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown.ts makes it and escapes everything typed
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
