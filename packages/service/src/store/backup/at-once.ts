/** A cluster is a thousand small files, and a disk makes many durable in the time of one. */
const AT_ONCE = 16;

/** Does it with each, several at a time. All have ended before this does, so that nobody writes to what is then removed. */
export async function withEach<T>(all: AsyncIterable<T>, work: (each: T) => Promise<void>): Promise<void> {
  const each = all[Symbol.asyncIterator]();
  const some = async () => {
    for (let next = await each.next(); next.done !== true; next = await each.next()) await work(next.value);
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, some));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
