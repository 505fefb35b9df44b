export type StreamEvent = { id: string | undefined; name: string; data: string };

/** Reads server-sent events as https://html.spec.whatwg.org/multipage/server-sent-events.html says, as far as our server writes them. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { onEvent, onBytes }: { onEvent: (event: StreamEvent) => void; onBytes: () => void },
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onBytes();
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = toEvent(block);
      if (event) onEvent(event);
    }
  }
}

/** Undefined for a comment, with which the server says that it is there. */
function toEvent(block: string): StreamEvent | undefined {
  const fields = new Map(
    block.split("\n").map((line) => {
      const [, name = "", value = ""] = /^([a-z]*): ?(.*)$/.exec(line) ?? [];
      return [name, value] as const;
    }),
  );
  const data = fields.get("data");
  return data === undefined ? undefined : { id: fields.get("id"), name: fields.get("event") ?? "", data };
}
