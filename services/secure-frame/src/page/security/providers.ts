import type { SignInKind } from '../../contract/user.js'
import { FrameError } from '../link/errors.js'
import type { Session } from '../session/session.js'
import type { SocialResult } from '../session/social.js'
import type { SecurityTexts } from '../translations/security/index.js'
import type { Action, Screen, Screens } from './screens.js'

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
export type Provider = keyof typeof NAMES
export interface ProviderParts {
  readonly screens: Screens
  readonly session: Session
}
export const isProvider = (kind: SignInKind): kind is Provider => kind in NAMES

/** The name of a kind of sign-in. */
export const kindName = (kind: SignInKind, texts: SecurityTexts): string =>
  isProvider(kind) ? NAMES[kind] : texts['signIns.email']

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
async function openProvider(
  { screens: { self }, session: { social } }: ProviderParts,
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

interface ProviderScreen<T> extends Pick<Screen<never>, 'title' | 'texts' | 'error' | 'leave'> {
  /** Another way, whose button stands before those of the providers. */
  before?: readonly Action<T>[]
}

/**
 * Has the person sign in by one of these providers.
 * @throws FrameError 4001 where they leave
 */
export async function byProvider<T = never>(
  parts: ProviderParts,
  providers: readonly Provider[],
  { before = [], ...screen }: ProviderScreen<T>,
): Promise<SocialResult | Awaited<T>> {
  const { texts, signal } = parts.screens
  const over = new AbortController()
  try {
    const ends = AbortSignal.any([signal, over.signal])
    return await parts.screens.ask<T | Promise<SocialResult>>({
      ...screen,
      actions: [
        ...before,
        ...providers.map((provider) => ({
          label: texts['confirm.with'].replace('{provider}', NAMES[provider]),
          kind: before.length ? ('secondary' as const) : ('primary' as const),
          run: () => openProvider(parts, provider, ends),
        })),
      ],
    })
  } finally {
    over.abort()
  }
}
