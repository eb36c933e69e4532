import { createHmac, timingSafeEqual } from 'node:crypto'
import { badInput } from '@latchkey/service-kit/http'

/** The place after which a page begins. */
export interface Place {
  chain: string
  /** The source that made the page: a cursor stays with it. */
  source: string
  /** In the source's own words. */
  position: string
}

export interface Cursors {
  /** @param scope account, chain and filter of the list, which the cursor is bound to */
  write(scope: readonly string[], place: Place): string
  /** @throws Refusal 400 for a cursor of another list, of another server, or of nobody */
  read(scope: readonly string[], cursor: string): Place
}

const VERSION = 1
const TAG_BYTES = 16
const MAX_LENGTH = 2048

/** @param secret the same for all instances behind one address */
export function createCursors(secret: Uint8Array): Cursors {
  const tagOf = (scope: readonly string[], payload: Uint8Array): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([VERSION, ...scope]))
      .update(payload)
      .digest()
      .subarray(0, TAG_BYTES)
  return {
    write(scope, { chain, source, position }) {
      const payload = Buffer.from(JSON.stringify([chain, source, position]))
      return Buffer.concat([Buffer.of(VERSION), tagOf(scope, payload), payload]).toString(
        'base64url',
      )
    },
    read(scope, cursor) {
      const bytes = Buffer.from(cursor.slice(0, MAX_LENGTH), 'base64url')
      const payload = bytes.subarray(1 + TAG_BYTES)
      const tag = bytes.subarray(1, 1 + TAG_BYTES)
      const isOurs =
        bytes.toString('base64url') === cursor &&
        bytes[0] === VERSION &&
        tag.length === TAG_BYTES &&
        timingSafeEqual(tag, tagOf(scope, payload))
      if (!isOurs)
        throw badInput(
          'cursor',
          'This cursor belongs to no list of this server. Begin without one.',
        )
      const [chain, source, position] = JSON.parse(payload.toString()) as [string, string, string]
      return { chain, source, position }
    },
  }
}
