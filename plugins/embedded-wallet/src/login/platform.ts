import type { Social } from '../socials.js'

/** The members of `window` and `navigator` that are read; tests bring their own. */
export interface Surroundings {
  readonly userAgent: string
  readonly maxTouchPoints?: number
  /** Telegram's web views put one of these on the window. */
  readonly Telegram?: unknown
  readonly TelegramWebviewProxy?: unknown
  readonly TelegramWebviewProxyProto?: unknown
}

type System = 'ios' | 'macos' | 'android' | 'other'

/** The logins that do not work in Telegram's web view, by the system below it. */
const HIDDEN: Readonly<Record<System, readonly Social[]>> = {
  ios: ['google'],
  macos: ['x'],
  android: ['facebook', 'x'],
  other: [],
}

/** An iPad calls itself a Macintosh with touch. */
function systemOf({ userAgent, maxTouchPoints = 0 }: Surroundings): System {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'macos'
  return /Android/.test(userAgent) ? 'android' : 'other'
}

/** The surroundings of this page. */
export function surroundings(): Surroundings {
  const { Telegram, TelegramWebviewProxy, TelegramWebviewProxyProto } = window as unknown as Omit<
    Surroundings,
    'userAgent'
  >
  const { userAgent, maxTouchPoints } = navigator
  return {
    userAgent,
    maxTouchPoints,
    Telegram,
    TelegramWebviewProxy,
    TelegramWebviewProxyProto,
  }
}

/** Whether the page is in a web view of Telegram, where a popup cannot answer. */
export const isTelegram = (page = surroundings()): boolean =>
  [page.Telegram, page.TelegramWebviewProxy, page.TelegramWebviewProxyProto].some(Boolean)

/** Those of the logins that work here. */
export function offeredSocials(
  socials: readonly Social[],
  page = surroundings(),
): readonly Social[] {
  if (!isTelegram(page)) return socials
  const hidden = HIDDEN[systemOf(page)]
  return socials.filter((social) => !hidden.includes(social))
}
