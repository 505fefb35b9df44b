import fastify from "fastify";

const app = fastify();
app.get("/", async () => ({ success: true, message: "Nothing was looked up for this" }));
console.log(`The reference is at ${await app.listen({ port: 0, host: "127.0.0.1" })}`);
process.once("SIGTERM", () => process.exit());
