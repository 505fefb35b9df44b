// For openapi-typescript, which uses the API that TypeScript no longer has in version 7. ts-morph brings the last version with it.
import { registerHooks } from "node:module";

const TYPESCRIPT_6 = "@ts-morph/common/dist/typescript.js";

registerHooks({
  resolve: (name, context, next) => next(name === "typescript" ? TYPESCRIPT_6 : name, context),
});
