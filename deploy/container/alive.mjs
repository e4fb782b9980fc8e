// Whether the node in this container answers. It asks nothing of the store, so a database that is away does not have every node
// restarted.
const port = process.env.SWAPDESK_PORT ?? '8080';
try {
  const { status } = await fetch(`http://127.0.0.1:${port}/health/live`, {
    signal: AbortSignal.timeout(4_000),
  });
  if (status !== 200) throw new Error(`/health/live says ${status}`);
} catch (error) {
  console.error(`no answer on port ${port}: ${error.cause?.code ?? error.message}`);
  process.exitCode = 1;
}
