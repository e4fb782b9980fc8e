import type { Command } from './command.ts';

/** How a command is called. */
export function usageOf({ name, usage }: Command): string {
  return `npx swapdesk ${name} ${usage}`.trim();
}

/** The help text: of those that are asked about, or of all. */
export function help(commands: readonly Command[], asked: readonly Command[] = []): string {
  if (asked.length > 0)
    return asked.map((command) => `${usageOf(command)}\n    ${command.summary}`).join('\n\n');
  const lines = commands.map(
    ({ name, usage, summary }) => `  ${`${name} ${usage}`.trim()}\n      ${summary}`,
  );
  return `Swapdesk: an asset exchange order service.

Usage: npx swapdesk COMMAND

Commands
${lines.join('\n')}

Environment
  SWAPDESK_PORT             port to serve on (8080)
  SWAPDESK_HOST             address to listen on (127.0.0.1)
  SWAPDESK_WORKERS          processes that answer requests (one for each core); or --workers of start and api
  SWAPDESK_DATA_DIR         where the embedded database and generated secrets live (./data)
  SWAPDESK_CONFIG           file that names the real chains to follow (swapdesk.config.json in the data folder or here)
  SWAPDESK_SIGNER_CONFIG    limits of the signer and more (swapdesk.signer.json in the data folder or here)
  SWAPDESK_DATABASE_URL     a PostgreSQL of your own instead of the embedded one
  SWAPDESK_REPLICA_URL      replicas of it, one or more with commas between them, at which lists and queries are read
  SWAPDESK_LOG_ARCHIVE      folder where the embedded database archives its log, for restore --at; counts from the next start, and from then on until another is named, or: none
  SWAPDESK_PASSPHRASE       protects the wallet seed; or SWAPDESK_PASSPHRASE_FILE. Generated on test networks
  SWAPDESK_PRICES_FILE      JSON file of coins and prices in USDT; without it or venues ("market" in the file), a random walk for test networks
  SWAPDESK_KEY_FILE         the key of this service; made in the data folder, the same for all nodes that serve
  SWAPDESK_PUBLIC_URL       what clients call this service, for links in answers
  SWAPDESK_TRUST_PROXY      the addresses of your proxies, which set X-Forwarded-For: 127.0.0.1, 10.0.0.0/8
  SWAPDESK_DRAIN_S          seconds for which a node that is to stop says so on /health/ready and still answers (5 with proxies, else 0)
  SWAPDESK_DENY_LIST        file of addresses that nothing is taken from or paid to, one a line
  SWAPDESK_SCREENING_URL    who is asked over HTTP about every address before money moves
  SWAPDESK_CONSOLE_LISTEN   where the console and /metrics are, apart from the rest: 127.0.0.1:8081; none: not here, see the command console
  SWAPDESK_METRICS          loopback (default): /metrics answers this machine only; public: everyone
  SWAPDESK_METRICS_TOKEN    whoever brings it (Authorization: Bearer …) may read /metrics; needed behind a proxy
  SWAPDESK_BACKUP_PASSPHRASE  seals backups that are made with --encrypt; or SWAPDESK_BACKUP_PASSPHRASE_FILE. Else it is asked for
  SWAPDESK_RECORD           folder of the signing record (the data folder's name with .record added)
  SWAPDESK_NETWORK          test, regtest or main; must be what the configuration file says
  SWAPDESK_PRICE_FEED       market, static or test (market if the file names venues, static if SWAPDESK_PRICES_FILE is set, else test)
  SWAPDESK_TEST_SEED        seed of the random walk of test prices (swapdesk)
  OTEL_EXPORTER_OTLP_ENDPOINT  whoever takes traces, by OpenTelemetry's protocol over HTTP: http://127.0.0.1:4318; without it there are none
  OTEL_TRACES_SAMPLER_ARG   of how many orders and requests they tell, from 0 to 1 (1). More variables: docs/operators.md, "Traces"
  SWAPDESK_LOG_LEVEL        fatal, error, warn (default; info for the signer), info, debug, trace

Secrets
  SWAPDESK_DATABASE_URL, SWAPDESK_REPLICA_URL, SWAPDESK_METRICS_TOKEN, SWAPDESK_SCREENING_URL, OTEL_EXPORTER_OTLP_HEADERS and whatever the configuration file takes from a variable
  can be in a file instead, which NAME_FILE names and only its owner may read; or be a credential of systemd (LoadCredential=NAME:…),
  as SWAPDESK_PASSPHRASE and SWAPDESK_KEY can. Each is given in one way.`;
}
