/** The members of `window` and `navigator` that are read; tests bring their own. */
export interface Surroundings {
  readonly userAgent: string
  readonly maxTouchPoints?: number
  /** Telegram's web views put one of these on the window. */
  readonly Telegram?: unknown
  readonly TelegramWebviewProxy?: unknown
  readonly TelegramWebviewProxyProto?: unknown
}

/** The parts of the environment on which links and codes depend. */
export interface Environment {
  readonly system: 'ios' | 'android' | 'other'
  readonly isTelegram: boolean
  readonly isIosSafari: boolean
}

const OTHER_IOS_BROWSERS = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|GSA\/|YaBrowser/

/**
 * Reads the environment from the user agent and Telegram's own objects, as nothing else tells. An
 * iPad calls itself a Macintosh with touch.
 */
export function readEnvironment({
  userAgent,
  maxTouchPoints = 0,
  ...page
}: Surroundings): Environment {
  const isIos =
    /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const isTelegram = [
    page.Telegram,
    page.TelegramWebviewProxy,
    page.TelegramWebviewProxyProto,
  ].some(Boolean)
  return {
    system: isIos ? 'ios' : /Android/.test(userAgent) ? 'android' : 'other',
    isTelegram,
    isIosSafari:
      isIos && /Safari\//.test(userAgent) && !OTHER_IOS_BROWSERS.test(userAgent) && !isTelegram,
  }
}

/** The environment of this page; on a server, of no browser. */
export function environment(): Environment {
  if (typeof window === 'undefined' || typeof navigator === 'undefined')
    return readEnvironment({ userAgent: '' })
  const { Telegram, TelegramWebviewProxy, TelegramWebviewProxyProto } = window as unknown as Omit<
    Surroundings,
    'userAgent'
  >
  return readEnvironment({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    Telegram,
    TelegramWebviewProxy,
    TelegramWebviewProxyProto,
  })
}

/**
 * Whether a later attempt shows a code again that is still valid: in these browsers the view starts
 * anew when the visitor comes back from a wallet.
 */
export const reusesCodes = ({ isTelegram, isIosSafari }: Environment): boolean =>
  isTelegram || isIosSafari
