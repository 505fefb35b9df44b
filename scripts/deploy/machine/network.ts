import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createConnection } from "node:net";
import { text } from "node:stream/consumers";

/** Addresses that slirp4netns gives: names are asked here, and the machine that checks is here. */
export const NAME_SERVER = "10.0.2.3";
export const CHECKING_MACHINE = "10.0.2.2";

type Network = { pid: string; socket: string; port: number };

/** The namespace of `pid` reaches the world as this user does, and `port` of this machine leads to it. */
export async function connect({ pid, socket, port }: Network): Promise<ChildProcess> {
  const slirp = spawn(
    "slirp4netns",
    ["--configure", "--mtu=65520", `--api-socket=${socket}`, "--ready-fd=3", pid, "tap0"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  );
  const ready = slirp.stdio[3];
  const isReady = await Promise.race([
    ready ? once(ready, "data").then(() => true) : false,
    once(slirp, "exit").then(() => false),
  ]);
  if (!isReady) throw new Error("slirp4netns did not start");
  const where = { proto: "tcp", host_addr: "127.0.0.1", host_port: port, guest_port: port };
  const answer = await ask(socket, { execute: "add_hostfwd", arguments: where });
  if (!answer.includes("return")) throw new Error(`slirp4netns: ${answer}`);
  return slirp;
}

async function ask(socket: string, question: object): Promise<string> {
  const connection = createConnection(socket);
  connection.end(JSON.stringify(question));
  return text(connection);
}
