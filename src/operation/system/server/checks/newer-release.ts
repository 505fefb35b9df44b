import { siteVersion } from "#platform/server/version.ts";
import { byVersion, findAnswer } from "../newer-release.ts";
import { type Check, notChecked, ok, quietWarning, type Subject } from "./check.ts";

const RELEASE: Subject = { id: "release", group: "site", title: "Newer release" };

export const newerReleaseCheck: Check = {
  subjects: [RELEASE],
  run: async ({ config }) => {
    if (config.updateRemote === undefined) return [];
    const answer = await findAnswer(config);
    if (!answer) return [notChecked(RELEASE, "UPDATE_REMOTE was not asked yet.")];
    const { askedAt, newest, problem } = answer;
    const day = askedAt.slice(0, 10);
    if (problem !== null)
      return [
        quietWarning(
          RELEASE,
          `UPDATE_REMOTE did not answer on ${day}: ${problem}.`,
          "Correct the address, or leave the setting out. It is asked again a week later.",
        ),
      ];
    if (newest === null || byVersion(newest, siteVersion()) <= 0)
      return [ok(RELEASE, `On ${day} there was none newer than this.`)];
    return [quietWarning(RELEASE, `Version ${newest} is out.`, "Read its changelog, then run npm run update.")];
  },
};
