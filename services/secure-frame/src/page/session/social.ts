import type { FrameSocialProvider } from '@latchkey/embedded-wallet/protocol'
import {
  farcasterStart,
  farcasterWait,
  RESULT_PATH,
  socialStart,
  socialWait,
  type LoginState,
} from '../../contract/social.js'
import { FrameError, isFrameError } from '../link/errors.js'
import type { Client, Route } from './client.js'

/** A sign-in by a provider that has begun. */
export interface SocialLogin {
  /** The page of the provider. */
  uri: string
  /**
   * Settles with the uri of the result when the person came back, also with a refusal.
   * @throws FrameError where the time is over
   */
  result(signal: AbortSignal): Promise<string>
}

/** A result as the service takes it. */
export interface SocialResult {
  login: string
  result: string
}

/** Begins sign-ins by providers. */
export interface Social {
  start(
    provider: FrameSocialProvider | 'farcaster',
    more?: {
      /** A page of the parent's origin, for a redirect without a window. */
      returnTo?: string | undefined
      /** The frame itself opens the window. */
      isOwnWindow?: boolean
    },
  ): Promise<SocialLogin>
  /** @throws FrameError where it is not the uri of a result of this service */
  readResult(uri: string): SocialResult
}

interface Options {
  client: Client
  projectId: string
  /** Origin of the page around the frame. */
  origin: string
  lang: string
  /** Of the frame. */
  ownOrigin: string
  /** For tests. */
  pauseMs?: number
}

/** A service that was away is asked again after this. */
const PAUSE_MS = 2_000

const expired = (): FrameError =>
  new FrameError('The time for this sign-in is over. Start again.', { reason: 'expired' })

const isAway = (error: unknown): boolean =>
  isFrameError(error) && error.details.reason === 'unreachable'

export function createSocial(options: Options): Social {
  const { client, projectId, origin, lang, ownOrigin, pauseMs = PAUSE_MS } = options

  /** A phone that shows the provider's window may have no line for a while: that ends nothing. */
  async function wait(
    route: Route<(typeof socialWait)['answer']>,
    login: string,
    signal: AbortSignal,
  ): Promise<string> {
    let seen: LoginState | undefined
    for (;;) {
      signal.throwIfAborted()
      try {
        const body = seen === undefined ? { login } : { login, seen }
        const { state, uri } = await client(route, { body, signal })
        if (uri !== undefined) return uri
        if (state === 'expired') throw expired()
        seen = state
      } catch (error) {
        if (signal.aborted || !isAway(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }
  return {
    async start(provider, { returnTo, isOwnWindow = false } = {}) {
      const asked = { projectId, origin, lang }
      if (provider === 'farcaster') {
        const { login, uri } = await client(farcasterStart, { body: asked })
        return { uri, result: (signal) => wait(farcasterWait, login, signal) }
      }
      const path = socialStart.path.replace(':provider', provider)
      const more = { ...(returnTo !== undefined && { returnTo }), isOwnWindow }
      const { login, uri } = await client({ ...socialStart, path }, { body: { ...asked, ...more } })
      return { uri, result: (signal) => wait(socialWait, login, signal) }
    },
    readResult(text) {
      const uri = URL.canParse(text) ? new URL(text) : undefined
      const [login, result] = ['login', 'result'].map((name) => uri?.searchParams.get(name) ?? '')
      const isResult = uri?.origin === ownOrigin && uri.pathname === RESULT_PATH
      if (!isResult || !login || !result) throw expired()
      return { login, result }
    },
  }
}
