import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // Data URLs would need font-src data: in the content security policy.
  build: { assetsInlineLimit: 0, target: "baseline-widely-available", reportCompressedSize: false },
  server: { watch: { ignored: ["**/data/**", "**/build*/**"] } },
});
