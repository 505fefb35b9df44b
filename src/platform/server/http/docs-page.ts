import { escapeHtml } from "#platform/text.ts";

export function docsPage(document: object): string {
  const { info, paths = {} } = document as OpenApi;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationSection(method.toUpperCase(), path, operation)),
  );
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${escapeHtml(info.title)}</title></head>
<body><main><h1>${escapeHtml(info.title)}</h1>
<p>Every call answers JSON. Failures carry <code>success: false</code>, <code>message</code>, <code>error</code>, a stable <code>code</code>, and for a rejected form <code>fields</code>. The machine-readable document is at <a href="/api/docs/json">/api/docs/json</a>.</p>
<p>Accounts and programs send <code>Authorization: Bearer …</code>: an account its access token, a program its key. Failures of a key have the codes <code>key_invalid</code> (401), <code>key_scope</code> (403) and <code>rate_limited</code> (429).</p>
${operations.join("\n")}</main></body></html>`;
}

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  description?: string;
};
type Operation = {
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
};
type OpenApi = { info: { title: string }; paths?: Record<string, Record<string, Operation>> };

function operationSection(method: string, path: string, operation: Operation): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const answers = Object.entries(operation.responses ?? {}).map(([status, response]) => {
    const schema = Object.values(response.content ?? {})[0]?.schema;
    return schema ? `<h3>Answer ${escapeHtml(status)}</h3>${schemaBlock(schema)}` : "";
  });
  return `<section><h2><code>${method} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(operation.summary ?? "")}</p><p>${escapeHtml(operation.description ?? "")}</p>
${parameterList(operation.parameters ?? [])}${body ? `<h3>Body</h3>${schemaBlock(body)}` : ""}${answers.join("")}</section>`;
}

function parameterList(parameters: NonNullable<Operation["parameters"]>): string {
  if (parameters.length === 0) return "";
  const items = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<li><code>${escapeHtml(name)}</code> (${escapeHtml(place)}${required ? ", required" : ""})${schema?.enum ? `: ${escapeHtml(schema.enum.join(", "))}` : ""}</li>`,
  );
  return `<h3>Parameters</h3><ul>${items.join("")}</ul>`;
}

function schemaBlock(schema: Schema): string {
  return `<pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;
}
