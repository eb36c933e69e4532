/** What is read of the browser; a test brings its own. */
export interface Surroundings {
  readonly userAgent: string
  readonly maxTouchPoints?: number
  /** Telegram's web views put one of these on the window. */
  readonly Telegram?: unknown
  readonly TelegramWebviewProxy?: unknown
  readonly TelegramWebviewProxyProto?: unknown
}

/** Where the page runs, as far as links and codes depend on it. */
export interface Environment {
  readonly system: 'ios' | 'android' | 'other'
  readonly isTelegram: boolean
  readonly isIosSafari: boolean
}

const OTHER_IOS_BROWSERS = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|GSA\/|YaBrowser/

/** By user agent and by Telegram's own objects: nothing else tells these apart. An iPad calls itself a Macintosh that can be touched. */
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

/** The browser that this runs in; on a server, none. */
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

/** Whether a code that is still good is shown again: leaving these for a wallet and coming back begins the view anew. */
export const reusesCodes = ({ isTelegram, isIosSafari }: Environment): boolean =>
  isTelegram || isIosSafari
