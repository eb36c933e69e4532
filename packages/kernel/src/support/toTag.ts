/** A locale as `Intl` takes and writes it: `de-CH` for `de_ch`. `undefined`: it is none. */
export const toTag = (locale: unknown): string | undefined => {
  try {
    return String(new Intl.Locale((locale as string).replace(/_/g, '-')))
  } catch {
    return
  }
}
