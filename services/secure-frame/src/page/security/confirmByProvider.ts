import type { SignInKind } from '../../contract/user.js'
import { FrameError } from '../link/errors.js'
import type { Session } from '../session/session.js'
import type { SocialResult } from '../session/social.js'
import type { Screens } from './screens.js'

/** Names of their own, which no language translates. */
const NAMES = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  farcaster: 'Farcaster',
} as const
type Provider = keyof typeof NAMES
interface Parts {
  readonly screens: Screens
  readonly session: Session
}
const isProvider = (kind: SignInKind): kind is Provider => kind in NAMES

const WINDOW = 'popup,width=600,height=800'

/** Waits for the message of the callback's page in a window that this page opened. */
const messageOf = (self: Window, opened: Window, signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => {
    const listen = ({ source, origin, data }: MessageEvent): void => {
      const { type, uri } = (data ?? {}) as { type?: unknown; uri?: unknown }
      const isOurs = source === opened && origin === self.location.origin
      if (isOurs && type === 'latchkey social result' && typeof uri === 'string') resolve(uri)
    }
    self.addEventListener('message', listen, { signal })
  })

/** Opens the provider's page in the click itself, and waits until the person is back. */
async function signInAgain(
  { screens: { self }, session: { social } }: Parts,
  provider: Provider,
  signal: AbortSignal,
): Promise<SocialResult> {
  const opened = self.open('about:blank', '', WINDOW)
  if (!opened) throw new FrameError('The window was blocked.', { reason: 'window_blocked' })
  try {
    const login = await social.start(provider, { isOwnWindow: true })
    opened.location.href = login.uri
    const ways = [login.result(signal), messageOf(self, opened, signal)]
    return social.readResult(await Promise.race(ways))
  } finally {
    opened.close()
  }
}

/** Has the person sign in once more by one of their providers. Another person there changes nothing. */
export async function confirmByProvider(parts: Parts): Promise<void> {
  const { screens, session } = parts
  const { texts, signal } = screens
  const providers = (session.user()?.signIns ?? []).filter(isProvider)
  await screens.tried(async (error) => {
    const over = new AbortController()
    try {
      const ends = AbortSignal.any([signal, over.signal])
      const result = await screens.ask<Promise<SocialResult>>({
        title: texts['confirm.title'],
        texts: [texts['confirm.whyProvider']],
        error,
        actions: providers.map((provider) => ({
          label: texts['confirm.with'].replace('{provider}', NAMES[provider]),
          kind: 'primary' as const,
          run: () => signInAgain(parts, provider, ends),
        })),
      })
      await session.confirmSocial(result)
    } finally {
      over.abort()
    }
  })
}
