// Loaded into a service that a test starts: a worker that was killed can stop nothing any more.
const LOOK_MS = 2_000;
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS).unref();
