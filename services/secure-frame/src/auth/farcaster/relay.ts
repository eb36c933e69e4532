import * as v from 'valibot'
import { providerError, createBoundedFetch } from '../social/boundedFetch.js'

/** A channel of Farcaster Connect (FIP-11), by which an app hands a signed message over. */
export interface Channel {
  token: string
  /** The link that the app opens. */
  uri: string
}

/** The relay's word that the person has approved. Nothing of it is believed before it is checked. */
export interface Approval {
  message: string
  signature: `0x${string}`
  /** Shown at most. */
  username: string | undefined
}

const RELAY_MS = 10_000
const token = v.pipe(v.string(), v.minLength(1), v.maxLength(256), v.regex(/^[\w.-]+$/))
const WEB = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/?#]|$))[^\s\\"<>]+$/i
const opened = v.object({
  channelToken: token,
  url: v.pipe(v.string(), v.maxLength(4_096), v.regex(WEB)),
})
const completed = v.object({
  state: v.literal('completed'),
  message: v.pipe(v.string(), v.maxLength(8_192)),
  signature: v.pipe(v.string(), v.maxLength(20_000), v.regex(/^0x[\da-fA-F]*$/)),
  username: v.fallback(v.optional(v.string()), undefined),
})

const readJson = async (response: Response): Promise<unknown> => {
  if (!response.ok) throw providerError('refused')
  return response.json()
}
const read = <S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> => {
  const { success, output } = v.safeParse(schema, body)
  if (!success) throw providerError('refused')
  return output
}

/** @throws ProviderError where the relay does not answer as it should */
export async function openChannel(
  relay: string,
  asked: { domain: string; siweUri: string; nonce: string; notAfter: number },
): Promise<Channel> {
  const ask = createBoundedFetch(AbortSignal.timeout(RELAY_MS))
  const { domain, siweUri, nonce, notAfter } = asked
  const response = await ask(`${relay}/v1/channel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      domain,
      siweUri,
      nonce,
      expirationTime: new Date(notAfter).toISOString(),
    }),
  })
  const { channelToken, url } = read(opened, await readJson(response))
  return { token: channelToken, uri: url }
}

/** @returns `undefined` where the person has not approved yet */
export async function readChannel(
  relay: string,
  channelToken: string,
): Promise<Approval | undefined> {
  const ask = createBoundedFetch(AbortSignal.timeout(RELAY_MS))
  const response = await ask(`${relay}/v1/channel/status`, {
    headers: { authorization: `Bearer ${channelToken}`, accept: 'application/json' },
  })
  const body = await readJson(response)
  if (v.is(v.object({ state: v.literal('pending') }), body)) return undefined
  const { message, signature, username } = read(completed, body)
  return { message, signature: signature as `0x${string}`, username }
}
