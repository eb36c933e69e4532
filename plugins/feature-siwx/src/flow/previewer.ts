import { LatchkeyError, type RequestPreviewer } from '@latchkey/plugin-api'
import type { SignRequest } from '../types.js'

/** The request that the visitor reads, and the signal that the request to the wallet carries. */
export interface ShownRequest {
  readonly request: SignRequest
  readonly signal: AbortSignal
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
function fromBase58(text: string): Uint8Array | undefined {
  const bytes: number[] = []
  for (const letter of text) {
    let carry = BASE58.indexOf(letter)
    if (carry < 0) return undefined
    for (let at = 0; at < bytes.length; at++) {
      carry += bytes[at]! * 58
      bytes[at] = carry & 255
      carry >>= 8
    }
    for (; carry; carry >>= 8) bytes.push(carry & 255)
  }
  return Uint8Array.from(bytes.reverse())
}
const fromHex = (text: string): Uint8Array | undefined =>
  /^0x([0-9a-f]{2})+$/i.test(text)
    ? Uint8Array.from(text.slice(2).match(/../g) ?? [], (pair) => parseInt(pair, 16))
    : undefined
const fromBase64 = (text: string): Uint8Array | undefined =>
  /^[A-Za-z0-9+/]+=*$/.test(text) && text.length % 4 === 0
    ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    : undefined

/** Every text inside a value. */
function* textsIn(value: unknown, depth = 8): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null && depth > 0)
    for (const part of Object.values(value)) yield* textsIn(part, depth - 1)
}

/** Whether a text is that message: plain, or as hexadecimal, base64 or base58 of its bytes. */
const isMessage =
  (message: string) =>
  (text: string): boolean =>
    text === message ||
    [fromHex, fromBase64, fromBase58].some((decode) => {
      // No encoding of the message is longer: longer texts are not worth decoding.
      const bytes = text.length < message.length * 2 + 4 ? decode(text) : undefined
      return bytes !== undefined && new TextDecoder().decode(bytes) === message
    })

/**
 * The sign-in view is the preview of its own request: the wallet must get exactly the text that the
 * view shows.
 * Without the view, the previewer for other requests shows this one too.
 */
export const createPreviewer = (getShown: () => ShownRequest | undefined): RequestPreviewer => ({
  id: 'siwx',
  order: 10,
  takes: ({ caller }) => caller !== undefined && getShown()?.signal === caller,
  async review({ params, network, account, class: kind }) {
    const request = getShown()?.request
    const isSame =
      request &&
      kind === 'sign' &&
      request.network.id === network.id &&
      account?.key === request.account.key &&
      account.connectionId === request.account.connectionId
    if (!isSame || ![...textsIn(params)].some(isMessage(request.message)))
      throw new LatchkeyError(
        'siwx.message_changed',
        'The wallet was about to get another message than the visitor read: nothing was signed.',
        { context: { network: network.id } },
      )
  },
})
