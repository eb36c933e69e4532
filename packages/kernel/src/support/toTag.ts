/** A locale as `Intl` writes it, `de-CH` for `de_ch`; `undefined` if it is not a locale. */
export const toTag = (locale: unknown): string | undefined => {
  try {
    return String(new Intl.Locale((locale as string).replace(/_/g, '-')))
  } catch {
    return
  }
}
