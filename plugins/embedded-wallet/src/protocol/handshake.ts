import { is, literal, strictObject, type InferOutput } from 'valibot'
import { PROTOCOL_VERSION } from './bounds.js'
import { textLike } from './fields.js'

const nonce = textLike(/^[\da-f]{32}$/)
const version = literal(PROTOCOL_VERSION)

/**
 * The frame's first message, posted to its parent by `postMessage` while its page loads (ADR 97): the
 * ready event. The nonce is 16 random bytes in hex and names this document.
 */
const ready = strictObject({ type: literal('latchkey frame ready'), version, nonce })
/**
 * The page's answer, posted to the frame's origin alone, with one `MessagePort`: the frame's nonce
 * and one of the page.
 */
const offer = strictObject({
  type: literal('latchkey frame connect'),
  version,
  nonce,
  frameNonce: nonce,
})
/**
 * The frame's first message on the port: the page's nonce. The handshake is complete. Everything
 * else goes through the port.
 */
const accepted = strictObject({ type: literal('latchkey frame connected'), nonce })

/** The ready event of the frame. */
export type FrameReady = InferOutput<typeof ready>
/** The page's answer to the ready event. */
export type FrameOffer = InferOutput<typeof offer>
/** The frame's yes, on the port. */
export type FrameAccepted = InferOutput<typeof accepted>

/** Whether a message is the ready event. Check its origin and source beside. */
export const isFrameReady = (data: unknown): data is FrameReady => is(ready, data)
/** Whether a message offers a port to the frame. Check its origin, source and `frameNonce` beside. */
export const isFrameOffer = (data: unknown): data is FrameOffer => is(offer, data)
/** Whether a message of the port completes the handshake. Check its nonce beside. */
export const isFrameAccepted = (data: unknown): data is FrameAccepted => is(accepted, data)

/** 16 random bytes in hex. */
export const createNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** The ready event with the frame's nonce. */
export const frameReady = (nonce: string): FrameReady => ({
  type: 'latchkey frame ready',
  version: PROTOCOL_VERSION,
  nonce,
})
/** The page's answer to a ready event. */
export const frameOffer = (nonce: string, frameNonce: string): FrameOffer => ({
  type: 'latchkey frame connect',
  version: PROTOCOL_VERSION,
  nonce,
  frameNonce,
})
/** The frame's yes with the page's nonce. */
export const frameAccepted = (nonce: string): FrameAccepted => ({
  type: 'latchkey frame connected',
  nonce,
})
