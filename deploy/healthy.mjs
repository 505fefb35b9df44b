// node healthy.mjs [PORT]: ends with 0 while the site answers /readyz with 200. The health check of a container.
try {
  const { ok } = await fetch(`http://127.0.0.1:${process.argv[2] || process.env.PORT || 3000}/readyz`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
