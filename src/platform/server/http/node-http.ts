export const { createServer, request, ServerResponse } = process.getBuiltinModule("node:http");
