/** The part of RESULTS.md that does not change. */
export const ABOUT = `# What the bench measured

Written by \`npm run bench\`; do not edit. Each family of processors has its own section, and each
size one within it, which only a run on that family and at that size replaces.

## How to read it

A ratio compares two things in one run on one machine, so it can be checked anywhere; the figures behind it cannot. Both
sides take turns in short windows, after a warm-up; who goes first changes from round to round. The ratio is the
median over the rounds, beside it the lowest and the highest. Server, database and the load generator share the
machine's processors. The generator is a process of its own that keeps so many connections busy with one request each, on
loopback, and fails the run on any answer that is not a success. "µs CPU" is the processor time of the server process
(without PostgreSQL) for one request; for calculate it says the same as the ratio, with less noise.

Best run on a quiet machine; how busy it was with other things stands below each table. On a busy one pgbench, with a
process per client, gets a larger share of the processors than our one process does, and placing looks worse than it is.

- **calculate**: 64 connections, every pair of assets in turn, one receive entry. The other is Fastify with the same JSON Schemas for request and answer (its own ajv and
  fast-json-stringify), which returns a real answer of ours as a constant.
- **calculate with a market**: an api node with 500 more assets, each request for five receivers, prices from books of 20 levels of five
  venues. The second row is the p99 while 5,000 of these books change each second, against the p99 while none does; whoever leads, judges
  and stores is this process, on the same processors.
- **query**: 64 connections, 20,000 different orders. The other is Fastify with pg (named statement, as many
  connections), which reads the order's one row by its query code. Ours also reads the receive entries and, for float
  orders that are not accepted yet, computes amounts at the current prices.
- **list**: one request at a time, 10 orders a page, always with \`total\`, whose value is checked against a real
  count. The ratio is of the median latencies; the other is the same call on a second service whose store has 10,000
  orders. "Any page" is 2,000 pages at random.
- **follow**: a block of 5,000 transfers, 50 of them to orders (most of them new, a tenth up to a week old), is matched against all
  deposit addresses and recorded, then rolled back. The engine has read the addresses into its filter before, as it does in its first minutes. The ratio is of the
  times; the other is the same on a store with a thousand orders.
- **follow a block of a real node**: a block of 5,000 transfers, 50 of them to us, of a litecoind in regtest is read, matched and
  recorded, then rolled back. The ratio is of the times; the other is the node's answers to the same three calls, read and
  thrown away. So 1 is free of charge, and 2 is as much again.
- **follow a full block of TRON, of Solana**: the same with 2,000 transactions, 50 of them to us, in the form of these families' nodes. No node
  of theirs is to be had here: the other is a process that writes the same answers as JSON each time it is asked, which is less than a node does for them.
- **deposit to completed**: 512 float orders at a time, ETH for USDT on TRON, each with a payment of its own: from the
  deposit in the mempool to the confirmed payment, with all of the engine's rounds, screening, ledger and comparison of the
  books. The time that the test networks take to mine, to answer and to take payments is left out: on real chains that is
  others' work. The other is pgbench with 16 clients on the same database. Its script, \`bench/pgbench/settle.sql\`, writes and
  rewrites the same rows for one order in the same steps, but all in one transaction with one commit; it decides nothing,
  and looks for nothing. The second row compares the same work with that on a store with a thousand orders.
- **place**: float orders with one receiver, of five exchanges in turn, in open mode, each answered when it is on disk. The other is
  pgbench with as many clients on the same server (fsync on) and a copy of the same database, over the same unix socket. Its
  script, \`bench/pgbench/place.sql\`, places one order in one prepared statement, one round trip and one commit: it appends to a
  roll, and inserts the order, its entry and the roll's delta. Where the two differ, pgbench has it easier:
  it has no HTTP, JSON or address checks; every client has a roll of its own, so none waits for another's lock; values are
  constants; the deposit address is made up instead of taken from a pool (we take some hundreds at a time); nothing folds its
  deltas. After every comparison the number of stored orders is checked to be the number of acknowledged ones.
- **log** (\`--only log\`): the interface's \`GET /openapi/events?after=\` through our client, one request at a time, a hundred events each. The other is
  the same of an account with ten thousand events in the same store.
- **streams** (\`--only streams\`): ten thousand readers of the events of as many orders, each on a connection of its own, on a fresh api node of one process:
  what its memory has grown by, at most, once they are open, in 35 s without events, and while some come. The other is the limit.
- **webhooks** (\`--only webhooks\`): placements on a node of two processes while a thousand webhooks a second go to five URLs of one account. The
  other is the same while the same events happen and nobody wants to be told. First four clients place, which leave the processors time, then as many as they can serve.
- **workers**: quotes and placements as above, of api nodes with two and with four processes, each against one with one
  process (\`--only workers\`). Load, database and workers share the machine: on two cores there is nothing to gain.
- **overload** (\`--only overload\`): an api node of one process, asked for as many quotes, placements and orders. What it can do is what 24 connections get out
  of it. Then requests come at even distances, whatever has become of those before: eight seconds at 0.7 of that, ten at five times, eight at 0.7 again,
  three times over. A request's time runs from when it was due. The load has a processor for itself and service and database the others (\`taskset\`), so that neither takes anything
  from the other; on two, one processor does all that is measured, so that a refusal costs what an answer could have used. Rows compare the slowest hundredths.
- **model** (\`--only model\`): what [docs/scale.md](../docs/scale.md) reckons with. Each kind of request is measured by itself, with one client and with 32; from
  that alone \`bench/src/model\` says what a node can do, and at 0.4 and 0.7 of the most how much of the processors it uses and what half of the requests take, for all kinds together. Rows say by which factor it is
  wrong, up or down; "Swapdesk" is what it says, "the other" what was measured.
- **soak** (\`--only soak\`): half an hour of half of what an api node can do, of ten requests four quotes, five queries and a placement, with processors as
  for overload. The last tenth of the time against the first.
- **memory**: resident size of the service process after all of the above. The rows of that name are of an api node after an
  hour of load (\`--only memory\`): 16 connections that ask for quotes of both modes, orders and pages of the list, and place
  orders, in turn, as fast as they are answered. The first row holds it against the limit, the second against what it was after the first tenth.
- **venues**, measured once, on x64: ccxt is installed apart, 34 MB, \`npm run venues\` takes 13 s. Loading five venues takes 1.5 s and
  35 MB, only where they are configured. The first \`npm start\` needs none of it.

Seeded orders are written by SQL, as if they had come in over a year: 1 to 3 entries, all statuses, tallies folded; those
that were completed or refunded, as far as they are among the newest million, with their deposits, payments, payouts, events and ledger
entries. All of it is checked against real counts and sums. Their deposit addresses, and those that placing takes, are made up: no key belongs to them, and nobody
is shown them. The server allows 200 connections, because pgbench needs one per client; otherwise it is as users get it.
`;
