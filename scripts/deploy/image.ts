import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { debian } from "./debian.ts";
import { requirePrograms, root, runProgram } from "./part.ts";

const NOT_IN_SLIM = ["var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/man", "usr/share/locale"];
const BASE = "localhost/debian:check";
const BUILD = "localhost/node:check";
const IMAGE = "localhost/porchlight:check";
const PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const CERTIFICATES = "NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt";

export type Image = {
  size: number;
  config: ImageConfig;
  folder: string;
  remove(): Promise<void>;
};

type ImageConfig = {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
  StopSignal: string;
  Labels: Record<string, string>;
  Volumes: Record<string, object>;
  Healthcheck?: { Test: string[] };
};

export async function buildImage(version: string): Promise<Image> {
  requirePrograms("buildah", "tar");
  const bases = {
    plain: await debian(),
    withTools: await debian({ include: ["binutils", "ca-certificates", "libatomic1"] }),
  };
  const store = mkdtempSync(join(tmpdir(), "porchlight-buildah-"));
  const remove = async () => {
    await buildah(store, "rm", "--all");
    await buildah(store, "rmi", "--all", "--force");
    rmSync(store, { recursive: true, force: true });
  };
  try {
    await importBase(store, BASE, bases.plain);
    await importBase(store, BUILD, bases.withTools, nodeAndNpm());
    await buildah(
      store,
      "bud",
      "--format=docker",
      "--isolation=chroot",
      "--pull-never",
      "--layers=false",
      ...machineSettings(),
      `--ignorefile=${join(root, "deploy/Containerfile.dockerignore")}`,
      `--build-arg=BASE_IMAGE=${BASE}`,
      `--build-arg=BUILD_IMAGE=${BUILD}`,
      `--build-arg=VERSION=${version}`,
      "-f",
      "deploy/Containerfile",
      "-t",
      IMAGE,
      root,
    );
    const { Docker } = JSON.parse(await buildah(store, "inspect", "--type=image", IMAGE)) as {
      Docker: { config: ImageConfig };
    };
    const container = (await buildah(store, "from", "--pull-never", IMAGE)).trim();
    const folder = (await buildah(store, "mount", container)).trim();
    const [size = "0"] = (await runProgram("du", ["-s", "-B1", "--apparent-size", folder])).split("\t");
    return { size: Number(size), config: Docker.config, folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Certificates and npm settings of this machine, which may name a mirror, stay out of the image. */
function machineSettings(): string[] {
  const lent = [
    ["/etc/ssl/certs", "/etc/ssl/certs"],
    [join(homedir(), ".npmrc"), "/root/.npmrc"],
    ["/etc/npmrc", "/etc/npmrc"],
  ] as const;
  return lent.flatMap(([from, to]) => (existsSync(from) ? [`--volume=${from}:${to}:ro`] : []));
}

type Addition = { from: string; to: string };

async function importBase(store: string, name: string, folder: string, additions: Addition[] = []): Promise<void> {
  const archive = join(store, "base.tar");
  const without = [...NOT_IN_SLIM, "dev", "proc", "sys"].map((path) => `--exclude=./${path}/*`);
  await runProgram("tar", ["-C", folder, ...without, "-cf", archive, "."]);
  const container = (await buildah(store, "from", "scratch")).trim();
  await buildah(store, "add", container, archive, "/");
  rmSync(archive);
  for (const { from, to } of additions) await buildah(store, "copy", container, from, to);
  const environment = additions.length > 0 ? [PATH, CERTIFICATES] : [PATH];
  for (const setting of environment) await buildah(store, "config", "--env", setting, container);
  await buildah(store, "commit", "--rm", container, name);
}

function nodeAndNpm(): Addition[] {
  const npm = dirname(dirname(process.env.npm_execpath ?? "/usr/lib/node_modules/npm/bin/npm-cli.js"));
  return [
    { from: process.execPath, to: "/usr/local/bin/node" },
    { from: npm, to: "/usr/local/lib/node_modules/npm" },
    { from: join(import.meta.dirname, "npm.sh"), to: "/usr/local/bin/npm" },
  ];
}

function buildah(store: string, ...args: string[]): Promise<string> {
  const places = ["--root", join(store, "root"), "--runroot", join(store, "run"), "--storage-driver=vfs"];
  return runProgram("buildah", [...places, ...args]);
}
