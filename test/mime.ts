// Parses a message as a mail program would: headers, and every part with its text decoded.

export type MimePart = {
  /** Names in lower case; a repeated header has several values. */
  headers: Record<string, string[]>;
  /** "text/html", in lower case. */
  type: string;
  parameters: Record<string, string>;
  text: string;
  parts: MimePart[];
};

export function parseMime(raw: string): MimePart {
  const gap = raw.indexOf("\r\n\r\n");
  const headers = parseHeaders(raw.slice(0, gap));
  const [type = "text/plain", ...rest] = (headers["content-type"]?.[0] ?? "text/plain").split(/;\s*/);
  const parameters = Object.fromEntries(
    rest.map((pair) => {
      const [name = "", value = ""] = pair.split(/=(.*)/);
      return [name.toLowerCase(), value.replace(/^"|"$/g, "")];
    }),
  );
  const body = raw.slice(gap + 4);
  const parts = parameters.boundary ? splitParts(body, parameters.boundary).map(parseMime) : [];
  const text = parts.length > 0 ? "" : decodeBody(body, headers["content-transfer-encoding"]?.[0]);
  return { headers, type: type.toLowerCase(), parameters, text, parts };
}

/** Every part that is not multipart, in order. */
export function leavesOf(part: MimePart): MimePart[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf);
}

export function findPart(part: MimePart, type: string): MimePart {
  const found = leavesOf(part).find((leaf) => leaf.type === type);
  if (!found) throw new Error(`No ${type} in the message.`);
  return found;
}

export function header(part: MimePart, name: string): string {
  const values = part.headers[name.toLowerCase()] ?? [];
  if (values.length !== 1) throw new Error(`${values.length} headers ${name}.`);
  return values[0] ?? "";
}

function parseHeaders(text: string): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (const line of text.replace(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const [name = "", value = ""] = line.split(/:\s*(.*)/);
    const key = name.toLowerCase();
    headers[key] = [...(headers[key] ?? []), decodeWords(value)];
  }
  return headers;
}

function splitParts(body: string, boundary: string): string[] {
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.replace(/^\r\n/, "").replace(/\r\n$/, ""));
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_word, encoding: string, content: string) =>
      encoding.toLowerCase() === "b"
        ? Buffer.from(content, "base64").toString("latin1")
        : unquote(content.replaceAll("_", " ")),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, "latin1").toString("utf8"));
}

function decodeBody(body: string, encoding = "7bit"): string {
  switch (encoding.toLowerCase()) {
    case "base64":
      return Buffer.from(body, "base64").toString("utf8");
    case "quoted-printable":
      return Buffer.from(unquote(body.replace(/=\r\n/g, "")), "latin1").toString("utf8");
    default:
      return body;
  }
}

/** Bytes as characters from 0 to 255. */
function unquote(text: string): string {
  return text.replace(/=([0-9a-f]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
