import { deepStrictEqual, match, ok, strictEqual } from "node:assert";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { BlockList, isIPv6 } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { readConfig } from "#app/config.ts";
import { NotChecked, requirePrograms, root, runProgram } from "./part.ts";

type Service = {
  image: string;
  build?: { context: string; dockerfile: string };
  environment?: Record<string, string>;
  volumes?: string[];
  networks?: string[] | Record<string, { ipv4_address?: string; ipv6_address?: string }>;
  profiles?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  restart?: string;
  stop_grace_period?: string;
};
type Network = { internal?: boolean; ipam?: { config: { subnet: string; ip_range: string }[] } } | null;
type Compose = { services: Record<string, Service>; volumes: Record<string, null>; networks: Record<string, Network> };

const FOLDER = join(root, "deploy");
const EXAMPLE = join(FOLDER, ".env.example");
const BEGINNING = ["caddy", "site"];

export async function checkCompose(): Promise<string> {
  const compose = parse(readFileSync(join(FOLDER, "compose.yaml"), "utf8"), { merge: true }) as Compose;
  const { services } = compose;
  deepStrictEqual(
    Object.keys(services)
      .filter((name) => !services[name]?.profiles)
      .sort(),
    BEGINNING,
  );
  for (const [name, service] of Object.entries(services)) {
    checkPlaces(compose, name, service);
    ok(service.restart === "unless-stopped" && service.image, name);
    if (name === "db") continue;
    ok(service.read_only, `${name} may write to its root`);
    deepStrictEqual([service.cap_drop, service.security_opt], [["ALL"], ["no-new-privileges:true"]], name);
  }
  checkSite(compose);
  return "";
}

export async function askDocker(): Promise<string> {
  requirePrograms("docker");
  await requireCompose();
  // The services read .env, which a checkout does not have.
  const folder = mkdtempSync(join(tmpdir(), "compose-"));
  try {
    copyFileSync(join(FOLDER, "compose.yaml"), join(folder, "compose.yaml"));
    copyFileSync(EXAMPLE, join(folder, ".env"));
    await runProgram("docker", ["compose", "--profile", "*", "config", "--quiet"], { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return "with all profiles";
}

export async function requireCompose(): Promise<void> {
  await runProgram("docker", ["compose", "version"]).catch(() => {
    throw new NotChecked("docker compose is missing");
  });
}

function checkPlaces({ volumes, networks }: Compose, name: string, service: Service): void {
  match(service.image, /:/, `${name} names no version`);
  if (service.build) ok(existsSync(join(FOLDER, service.build.context, service.build.dockerfile)), name);
  for (const volume of service.volumes ?? []) {
    const [from = "", to] = volume.split(":");
    if (to) ok(from.startsWith("./") ? existsSync(join(FOLDER, from)) : from in volumes, `${name}: ${volume}`);
  }
  const joined = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks ?? {});
  for (const network of joined) ok(network in networks, `${name}: ${network}`);
}

function checkSite({ services, networks }: Compose): void {
  const { site, caddy } = services;
  const given = { ...site?.environment, PUBLIC_URL: "https://homes.example.com" };
  const config = readConfig({ ...exampleSettings(), ...given });
  strictEqual(config.publicUrl, "https://homes.example.com");
  strictEqual(config.host, "0.0.0.0");
  strictEqual(config.dataDir, "/data");
  const [place] = Object.values(caddy?.networks ?? {});
  const addresses = [place?.ipv4_address ?? "", place?.ipv6_address ?? ""];
  deepStrictEqual(config.trustProxy, addresses);
  const ranges = networks.edge?.ipam?.config ?? [];
  strictEqual(ranges.length, addresses.length);
  for (const [index, { subnet, ip_range }] of ranges.entries()) {
    ok(isWithin(addresses[index], subnet), `Caddy is not in ${subnet}`);
    ok(!isWithin(addresses[index], ip_range), `another container may take the address of Caddy from ${ip_range}`);
  }
  strictEqual(Number.parseInt(site?.stop_grace_period ?? "", 10), 15);
}

function isWithin(address = "", range = ""): boolean {
  const [network = "", prefix] = range.split("/");
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family);
  return list.check(address, family);
}

/** Commented-out lines count too: all of them have to be valid settings. */
function exampleSettings(): Record<string, string> {
  const lines = readFileSync(EXAMPLE, "utf8").matchAll(/^(?:# )?([A-Z_]+)=(.+)$/gm);
  const settings = Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value.replaceAll("'", "")]));
  return { ...settings, BACKUP_RECIPIENT: "", AUTH_SECRET: "x".repeat(40) };
}
