import type { SpamReason } from '../api.js'
import type { Services } from '../services.js'
import type { RawToken } from './rawToken.js'

export const createSpamOf =
  (_: Services) =>
  (_token: RawToken): SpamReason | undefined =>
    undefined
