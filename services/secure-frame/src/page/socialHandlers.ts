import type { FrameAccountType, FrameNotice, FrameUser } from '@latchkey/embedded-wallet/protocol'
import type { Question } from '../contract/signIn.js'
import type { Handlers } from './link/channel.js'
import { FrameError } from './link/errors.js'
import type { Session } from './session/session.js'
import type { SocialLogin } from './session/social.js'

interface Options {
  session: Session
  /** Has the person answer a question before their session. */
  settle: (question: Question | undefined, signal: AbortSignal) => Promise<void>
  /** Has the wallet of whoever signed in ready. */
  prepare: () => Promise<unknown>
  setChain: (chainId: number | string) => void
  toUser: (wanted?: FrameAccountType) => Promise<FrameUser>
  tell: (notice: FrameNotice) => void
}

type SocialHandlers = Required<
  Pick<
    Handlers,
    'get social redirect uri' | 'connect social' | 'get farcaster uri' | 'connect farcaster'
  >
> & {
  /** Completes the sign-in of a result. */
  signIn: (uri: string, signal: AbortSignal) => Promise<void>
}

/** The events of sign-ins by providers. One is under way at a time. */
export function createSocialHandlers(options: Options): SocialHandlers {
  const { session, settle, prepare, setChain, toUser, tell } = options
  let watch = new AbortController()
  let farcaster: SocialLogin | undefined

  /** A window may have lost the page that opened it: the service says that the person came back. */
  const watchFor = (login: SocialLogin): void => {
    const { signal } = watch
    login.result(signal).then(
      (uri) => void (signal.aborted || tell({ type: 'social result', uri })),
      // The page still has the window, and the person a button.
      () => undefined,
    )
  }
  const stopWatch = (): void => {
    watch.abort()
    watch = new AbortController()
  }
  const signIn = async (uri: string, signal: AbortSignal): Promise<void> => {
    const result = session.social.readResult(uri)
    stopWatch()
    await settle(await session.verifySocial(result), signal)
    await prepare()
  }
  return {
    signIn,
    'get social redirect uri': async ({ provider, returnTo }) => {
      stopWatch()
      const login = await session.social.start(provider, { returnTo })
      if (returnTo === undefined) watchFor(login)
      return { uri: login.uri }
    },
    'connect social': async ({ uri, preferredAccountType, chainId }, signal) => {
      setChain(chainId)
      await signIn(uri, signal)
      return { user: await toUser(preferredAccountType) }
    },
    'get farcaster uri': async () => {
      stopWatch()
      farcaster = await session.social.start('farcaster')
      return { uri: farcaster.uri }
    },
    'connect farcaster': async (_, signal) => {
      if (!farcaster) throw new FrameError('Ask for a link first.', { reason: 'no_attempt' })
      await signIn(await farcaster.result(signal), signal)
      farcaster = undefined
      return { userName: session.user()?.userName ?? '' }
    },
  }
}
