import { type Log } from '@latchkey/service-kit'
import { type Mailbox, type MailboxBounds } from './mailbox.js'
import { createMemoryMailbox } from './memory.js'

/** Opens the mailbox in Redis where a URL is given, else in this process. */
export async function createMailbox(
  redisUrl: string | undefined,
  bounds: MailboxBounds,
  log: Log,
): Promise<Mailbox> {
  if (redisUrl === undefined) return createMemoryMailbox(bounds)
  const { createRedisMailbox } = await import('./redis.js') // The Redis client is loaded only where it is needed.
  return createRedisMailbox(redisUrl, bounds, log)
}
