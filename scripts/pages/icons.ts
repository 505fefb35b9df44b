import { createRequire } from "node:module";
import iconImports from "lucide-react/dynamicIconImports";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import plugin from "tailwindcss/plugin";

const OPEN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="red" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">';
const require = createRequire(import.meta.url);

export default plugin(({ matchUtilities }) => {
  const names = Object.keys(iconImports).map((name) => [name, name]);
  matchUtilities({ icon: (name) => ({ "-webkit-mask-image": maskOf(name) }) }, { values: Object.fromEntries(names) });
});

function maskOf(name: string): string {
  const { default: Drawn } = require(`lucide-react/icons/${name}`);
  const svg = renderToStaticMarkup(createElement(Drawn)).replace(/^<svg[^>]*>/, OPEN);
  const short = svg.replace(/><\/(?!svg)\w+>/g, "/>").replaceAll('"', "'");
  return `-webkit-image-set(url("data:image/svg+xml,${short.replaceAll("<", "%3C").replaceAll(">", "%3E")}") 1x)`;
}
