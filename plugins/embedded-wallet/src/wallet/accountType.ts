import type { Account } from '@latchkey/plugin-api'
import type { FrameAccountType } from '../protocol/index.js'

/** The only family with several types of accounts. */
export const FAMILY = 'eip155'

/** The type of an account, as the frame names it. */
export const frameTypeOf = ({ type }: Account): FrameAccountType =>
  type === 'smartAccount' ? 'smartAccount' : 'eoa'
