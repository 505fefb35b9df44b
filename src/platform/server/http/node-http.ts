// Not an import: that would also load what node:http only offers, a whole web client, 15 MB and a tenth of a second.
export const { createServer, request, ServerResponse } = process.getBuiltinModule("node:http");
