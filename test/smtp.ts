// A real SMTP server on a socket, which can misbehave like real ones.
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { to: string[]; from: string; raw: string; at: number };

export type SmtpMode =
  | "accept"
  /** 451 to every recipient. */
  | "busy"
  /** 550 to recipients that begin with "nobody". */
  | "refuse nobody"
  /** Accepts the connection and never writes. */
  | "silence"
  /** Reads the whole message and never answers. */
  | "hang after data"
  /** Reads the whole message and answers on request. */
  | "answer later";

export type TestSmtp = {
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** Connections so far. */
  connections: number;
  mode: SmtpMode;
  /** Resolves when this many mails were accepted. */
  received(count: number): Promise<ReceivedMail[]>;
  /** Sends the delayed answers. */
  answer(): void;
  /** Refuses connections until it is opened again. */
  close(): Promise<void>;
  open(): Promise<void>;
};

export async function startSmtp(port = 0): Promise<TestSmtp> {
  const waiting: (() => void)[] = [];
  const unanswered: (() => void)[] = [];
  const sockets = new Set<Socket>();
  let front: Server | undefined;

  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _session, callback) => {
      if (server.mode === "busy") callback(refusal(451, "Try again later"));
      else if (server.mode === "refuse nobody" && address.startsWith("nobody"))
        callback(refusal(550, "No such person here"));
      else callback();
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        server.mails.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString("utf8"),
          at: Date.now(),
        });
        for (const heard of waiting.splice(0)) heard();
        if (server.mode === "answer later") unanswered.push(callback);
        else if (server.mode !== "hang after data") callback();
      });
    },
  });
  smtp.on("error", () => {});

  const server: TestSmtp = {
    url: "",
    port,
    mails: [],
    connections: 0,
    mode: "accept",
    received: async (count) => {
      while (server.mails.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return server.mails;
    },
    answer: () => {
      for (const callback of unanswered.splice(0)) callback();
    },
    close: async () => {
      const closing = front;
      front = undefined;
      for (const socket of sockets) socket.destroy();
      if (closing) await new Promise((resolve) => closing.close(resolve));
    },
    open: async () => {
      front = createServer((socket) => {
        server.connections++;
        sockets.add(socket);
        socket.on("close", () => sockets.delete(socket));
        socket.on("error", () => {});
        if (server.mode !== "silence") smtp.server.emit("connection", socket);
      });
      front.listen(server.port, "127.0.0.1");
      await once(front, "listening");
      const address = front.address();
      if (address && typeof address === "object") server.port = address.port;
      server.url = `smtp://127.0.0.1:${server.port}`;
    },
  };
  await server.open();
  return server;
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
