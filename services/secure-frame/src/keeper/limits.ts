import { DEFAULT_HTTP_LIMITS, type HttpLimits } from '@latchkey/service-kit/http'

/** Bounds of a keeper. Each is set by `LIMIT_…`: `LIMIT_RELEASES_HOUR` for `releasesHour`. */
export interface KeeperLimits extends HttpLimits {
  /** Releases of the shares of an account in a day. */
  releasesAccount: number
  /** Releases in all in an hour: so fast a service that was taken over can empty the keeper. */
  releasesHour: number
}

export const DEFAULT_KEEPER_LIMITS: Readonly<KeeperLimits> = {
  ...DEFAULT_HTTP_LIMITS,
  // All requests are of one service.
  addressRequests: 12_000,
  releasesAccount: 5,
  releasesHour: 20,
}
