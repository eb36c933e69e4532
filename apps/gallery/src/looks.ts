/** Settings in which a scene is drawn. */
export interface Look {
  theme: 'dark' | 'light'
  locale: 'en' | 'ar'
  /** px */
  width: number
}

export const looks = {
  dark: { theme: 'dark', locale: 'en', width: 520 },
  light: { theme: 'light', locale: 'en', width: 520 },
  /** Forced colours: drawn in the colours of the system. */
  forced: { theme: 'dark', locale: 'en', width: 520 },
  arabic: { theme: 'dark', locale: 'ar', width: 520 },
  phone: { theme: 'light', locale: 'en', width: 360 },
} as const satisfies Readonly<Record<string, Look>>
export type LookName = keyof typeof looks
