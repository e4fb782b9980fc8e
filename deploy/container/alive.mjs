// Whether the node in this container answers: any answer over HTTP says so, whatever it is. It asks nothing of the store, so a database
// that is away does not have every node restarted. Once there is /health/live, ask that.
const port = process.env.SWAPDESK_PORT ?? '8080';
try {
  await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(4_000), redirect: 'manual' });
} catch (error) {
  console.error(`no answer on port ${port}: ${error.cause?.code ?? error.name}`);
  process.exitCode = 1;
}
