import type { FrameEvent } from '../protocol/index.js'

/** ms from the ready event until the frame is used. */
export const SETTLE_MS = 500
/** ms that the frame has to load. */
export const LOAD_MS = 20_000
/** ms of silence after which the service is asked why. */
export const CHECK_MS = 1_500
/** ms after which a page without a place for the frame is told. */
export const PLACE_MS = 3_000
/** ms that a sign-out waits for the frame. */
export const SIGN_OUT_MS = 3_000
/** ms that the frame has to say whether a request that was taken back is carried out all the same. */
export const TAKE_BACK_MS = 2_000
/** ms of a request that a visitor answers by typing, by a mail or by a provider. */
const REQUEST_MS = 120_000

/** ms that a visitor has to approve in Farcaster: the life of its channel. */
const FARCASTER_MS = 600_000

/** ms that a visitor has to answer what the frame asks before it lets them in: the life of its question. */
export const QUESTION_MS = 600_000
/** The events of a sign-in, which may lead to a question of the frame. */
export const isSignIn = (event: FrameEvent): boolean =>
  event === 'connect otp' || event === 'connect social' || event === 'get user'

/** ms that a request has. `undefined`: a visitor reads and decides, however long that takes. */
export const timeoutOf = (event: FrameEvent): number | undefined => {
  if (event === 'rpc request' || event === 'open security') return undefined
  if (event === 'connect farcaster') return FARCASTER_MS
  return event === 'sign out' ? SIGN_OUT_MS : REQUEST_MS
}
