// Few mail programs support style sheets, so each element has its colours inline, and a style block replaces them in dark mode.
import { readFileSync } from "node:fs";
import { currentFacts } from "#company/facts/facts.ts";
import { readColors } from "#company/shell/color-tokens.ts";
import { weeklyHours } from "#company/shell/opening-hours.ts";
import { shownAddress, shownContact } from "#company/shell/shown.ts";
import type { Letter, LetterDetail } from "#delivery/mail/mail.ts";
import { escapeHtml } from "#platform/text.ts";

const COLORS = readColors(
  readFileSync(new URL("../../../platform/web/styles/tokens.css", import.meta.url), "utf8"),
  readFileSync(new URL("../../../company/shell/web/styles/palettes.css", import.meta.url), "utf8"),
);

const BODY = "font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px";
const SMALL = "font-family:Arial,Helvetica,sans-serif;font-size:13px;line-height:20px";
const SERIF = "font-family:Georgia,'Times New Roman',serif;font-weight:bold";
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
const PREHEADER_FILL = "&#847;&zwnj;&nbsp;&#8199;&#173;".repeat(40);

export function renderHtml(letter: Letter): string {
  const content = [
    `<h1 class="ink" style="margin:0 0 16px;${SERIF};font-size:26px;line-height:32px;color:${hex("ink")}">${escapeHtml(letter.heading)}</h1>`,
    ...letter.paragraphs.map(paragraph),
    letter.details.length > 0 ? detailsTable(letter.details) : "",
    letter.button ? buttonCell(letter.button) : "",
    letter.link
      ? `<p class="ink" style="margin:0 0 24px;${BODY};color:${hex("ink")}">${link(letter.link.url, letter.link.label)}</p>`
      : "",
    ...letter.closing.map(paragraph),
  ];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="date=no, address=no">
<title>${escapeHtml(letter.subject)}</title>
<style>${styleBlock()}</style>
</head>
<body class="bg" style="margin:0;padding:0;background-color:${hex("bg")}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(letter.preheader)}${PREHEADER_FILL}</div>
<table ${TABLE} width="100%" class="bg" style="background-color:${hex("bg")}"><tr><td align="center" style="padding:24px 12px">
<table ${TABLE} width="100%" style="max-width:600px">
<tr><td class="deep pad" align="left" style="padding:20px 32px;background-color:${hex("brand-deep")};${SERIF};font-size:20px;line-height:28px;color:${hex("surface")}">${escapeHtml(currentFacts().company.name)}</td></tr>
<tr><td class="surface line pad" align="left" style="padding:32px 32px 16px;border:1px solid ${hex("line")};border-top:0;background-color:${hex("surface")}">
${content.filter(Boolean).join("\n")}
</td></tr>
<tr><td class="muted pad" align="left" style="padding:24px 32px;${SMALL};color:${hex("muted")}">${footerHtml(letter)}</td></tr>
</table></td></tr></table>
</body></html>`;
}

export function renderText(letter: Letter): string {
  const blocks = [
    letter.heading,
    ...letter.paragraphs,
    letter.details.map(({ label, value }) => `${label}: ${value.replaceAll("\n", "\n  ")}`).join("\n"),
    ...[letter.button, letter.link].map((way) => way && `${way.label}:\n${way.url}`),
    ...letter.closing,
    ["-- ", ...senderLines(), shownContact(currentFacts()).text, ...hoursLines(), "", letter.reason].join("\n"),
    letter.optOuts?.map(({ label, url }) => `${label}: ${url}`).join("\n"),
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;${BODY};color:${hex("ink")}">${lines(text)}</p>`;
}

function detailsTable(details: readonly LetterDetail[]): string {
  const rows = details.map(
    ({ label, value, href }, index) => `<tr>
<th scope="row" align="left" valign="top" width="32%" class="muted line" style="padding:10px 16px 10px 0;border-top:1px solid ${hex("line")};${BODY};font-size:15px;font-weight:normal;color:${hex("muted")}">${escapeHtml(label)}</th>
<td align="left" valign="top" class="ink line" style="padding:10px 0;border-top:1px solid ${hex("line")};${BODY};${index === 0 ? "font-weight:bold;" : ""}word-break:break-word;color:${hex("ink")}">${href ? link(href, value) : lines(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" class="line" style="margin:8px 0 24px;border-bottom:1px solid ${hex("line")}">${rows.join("\n")}</table>`;
}

function buttonCell({ label, url }: NonNullable<Letter["button"]>): string {
  return `<table ${TABLE} style="margin:0 0 24px"><tr><td class="lamp" align="center" style="border-radius:6px;border-bottom:3px solid ${hex("lamp-sill")};background-color:${hex("lamp")}">
<a href="${escapeHtml(url)}" class="on-lamp" style="display:inline-block;padding:12px 24px;${BODY};font-weight:bold;text-decoration:none;color:${hex("on-lamp")}">${escapeHtml(label)}</a></td></tr></table>`;
}

function footerHtml(letter: Letter): string {
  const contact = shownContact(currentFacts());
  return [
    senderLines().map(escapeHtml).join("<br>"),
    [link(contact.href, contact.text), ...hoursLines().map(escapeHtml)].join("<br>"),
    escapeHtml(letter.reason),
    letter.optOuts?.map(({ label, url }) => link(url, label)).join("<br>"),
  ]
    .filter(Boolean)
    .join("<br><br>");
}

function link(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}" class="brand" style="color:${hex("brand")}">${lines(text)}</a>`;
}

function senderLines(): string[] {
  const facts = currentFacts();
  const address = shownAddress(facts);
  return [facts.company.name, ...(address ? [address.line] : [])];
}

function hoursLines(): string[] {
  return weeklyHours(currentFacts().businessHours).map(({ days, hours }) => `${days}: ${hours}`);
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}

function hex(token: string, theme: "light" | "dark" = "light"): string {
  const value = COLORS[currentFacts().accent][theme][token];
  if (!value) throw new Error(`The style sheet has no --${token}.`);
  return value;
}

function styleBlock(): string {
  const backgrounds = { bg: "bg", surface: "surface", deep: "brand-deep", lamp: "lamp" };
  const colors = { ink: "ink", muted: "muted", brand: "brand", "on-lamp": "on-lamp", deep: "ink" };
  const rules = [
    ...Object.entries(backgrounds).map(([name, token]) => `.${name}{background-color:${hex(token, "dark")}!important}`),
    ...Object.entries(colors).map(([name, token]) => `.${name}{color:${hex(token, "dark")}!important}`),
    `.line{border-color:${hex("line", "dark")}!important}`,
    `.lamp{border-color:${hex("lamp-sill", "dark")}!important}`,
  ];
  return `:root{color-scheme:light dark}@media(max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}}@media(prefers-color-scheme:dark){${rules.join("")}}`;
}
