import { refusal } from '@latchkey/service-kit/http'
import { randomNonce } from '@latchkey/siwx'
import { type FrameContext } from '../../context.js'
import { LOGIN_MS, REASONS } from '../../contract/index.js'
import { newSecret } from '../../secrets.js'
import { type Begun, type Beginning, noteBeginning, notConfigured } from '../social/begin.js'
import { reasonOf } from '../social/boundedFetch.js'
import { type Login, answerContext, noteAnswer } from '../social/logins.js'
import { openChannel, readChannel } from './relay.js'

/** The relay is asked so often while a frame waits. */
export const RELAY_POLL_MS = 1_000

/**
 * The site in the message is the page around the frame: the person's app names the site that they are on,
 * and not a service that they have never heard of.
 */
const siteOf = (origin: string) => ({ domain: new URL(origin).host, siweUri: origin })

/** Opens a channel of Farcaster Connect. */
export async function beginFarcaster(context: FrameContext, asked: Beginning): Promise<Begun> {
  const { farcaster, now, log } = context
  if (!farcaster) throw notConfigured('Farcaster')
  const nonce = randomNonce()
  const notAfter = now() + LOGIN_MS
  const channel = await openChannel(farcaster.relay, {
    ...siteOf(asked.origin),
    nonce,
    notAfter,
  }).catch((error: unknown) => {
    log('warn', 'social.failed', { provider: 'farcaster', reason: reasonOf(error) })
    throw refusal(502, REASONS.provider, 'The relay of Farcaster did not answer. Try again.')
  })
  const login = newSecret()
  const more = { id: login, provider: 'farcaster', secret: channel.token, nonce }
  const { expiresAt } = await noteBeginning(context, asked, more)
  return { login, uri: channel.uri, expiresAt }
}

/** Looks once whether the person has approved, and keeps what was checked. */
export async function lookForApproval(context: FrameContext, row: Login): Promise<void> {
  const { farcaster, store, vault, waits, now, log } = context
  if (!farcaster || row.state !== 'started') return
  const { relay, rpc } = farcaster
  try {
    // A relay that is away for a moment ends nothing.
    const approval = await readChannel(relay, row.secret).catch(() => undefined)
    if (!approval) return
    const expected = { ...siteOf(row.origin), nonce: row.nonce, rpc, at: now() }
    // viem takes a third of the time of a start: it is loaded for the first approval.
    const { checkApproval } = await import('./checkApproval.js')
    const profile = await checkApproval(approval, expected)
    const bytes = Buffer.from(JSON.stringify(profile))
    const { sealed } = await vault.seal(bytes, answerContext(row.id_hash))
    // The nonce of the frame's own sign-in was signed: there is no other browser to ask.
    const came = { state: 'returned', answer: sealed, isProven: true, now: now() } as const
    await store.transact((db) => noteAnswer(db, row.id_hash, came))
  } catch (error) {
    log('warn', 'social.failed', { provider: 'farcaster', reason: reasonOf(error) })
    const came = { state: 'failed', answer: null, isProven: true, now: now() } as const
    await store.transact((db) => noteAnswer(db, row.id_hash, came))
  }
  waits.wake(row.id_hash)
}
