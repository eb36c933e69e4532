import { type Log } from '../log.js'
import { type Mailbox, type MailboxBounds } from '../mailbox.js'
import { createMemoryMailbox } from './memory.js'

/** In Redis where there is one, else in this process. */
export async function createMailbox(
  redisUrl: string | undefined,
  bounds: MailboxBounds,
  log: Log,
): Promise<Mailbox> {
  if (redisUrl === undefined) return createMemoryMailbox(bounds)
  const { createRedisMailbox } = await import('./redis.js') // its client only where it is wanted
  return createRedisMailbox(redisUrl, bounds, log)
}
