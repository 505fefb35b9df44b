// An import would also load the web client that node:http offers, 15 MB and a tenth of a second.
export const { createServer, request, ServerResponse } = process.getBuiltinModule("node:http");
