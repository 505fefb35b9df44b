// compose.yaml: what a careful reader of it would check, and what docker says of it.
import { deepStrictEqual, match, ok, strictEqual } from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import { isIPv4 } from "node:net";
import { join } from "node:path";
import { parse } from "yaml";
import { readConfig } from "#app/config.ts";
import { NotChecked, requirePrograms, root, runProgram } from "./part.ts";

type Service = {
  image: string;
  build?: { context: string; dockerfile: string };
  environment?: Record<string, string>;
  volumes?: string[];
  networks?: string[] | Record<string, { ipv4_address?: string }>;
  profiles?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  restart?: string;
  stop_grace_period?: string;
};
type Network = { internal?: boolean; ipam?: { config: { subnet: string }[] } } | null;
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
  const hasCompose = await runProgram("docker", ["compose", "version"]).then(
    () => true,
    () => false,
  );
  if (!hasCompose) throw new NotChecked("docker compose is missing");
  const files = ["--file", join(FOLDER, "compose.yaml"), "--env-file", EXAMPLE];
  // The services read .env itself, which a checkout does not have.
  await runProgram("docker", ["compose", ...files, "--profile", "*", "config", "--quiet", "--no-env-resolution"]);
  return "with all profiles";
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

/** The settings are those of the site, and it trusts the address of Caddy and no other. */
function checkSite({ services, networks }: Compose): void {
  const { site, caddy } = services;
  const given = { ...site?.environment, PUBLIC_URL: "https://homes.example.com" };
  const config = readConfig({ ...exampleSettings(), ...given });
  strictEqual(config.publicUrl, "https://homes.example.com");
  strictEqual(config.host, "0.0.0.0");
  strictEqual(config.dataDir, "/data");
  const [address] = Object.values(caddy?.networks ?? {}).map(({ ipv4_address }) => ipv4_address);
  deepStrictEqual(config.trustProxy.filter(isIPv4), [address]);
  const [subnet = ""] = networks.edge?.ipam?.config.map(({ subnet }) => subnet) ?? [];
  strictEqual(address?.split(".").slice(0, 3).join("."), subnet.split(".").slice(0, 3).join("."));
  strictEqual(Number.parseInt(site?.stop_grace_period ?? "", 10), 15);
}

/** Also the lines that are off: all of them have to be settings that the site understands. */
function exampleSettings(): Record<string, string> {
  const lines = readFileSync(EXAMPLE, "utf8").matchAll(/^(?:# )?([A-Z_]+)=(.+)$/gm);
  const settings = Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value.replaceAll("'", "")]));
  return { ...settings, BACKUP_RECIPIENT: "", AUTH_SECRET: "x".repeat(40) };
}
