interface WithTextInfo extends Intl.Locale {
  getTextInfo?(): { direction?: string }
  textInfo?: { direction?: string }
}

/** Which way a language runs; a locale nobody knows runs left to right. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  try {
    const known: WithTextInfo = new Intl.Locale(locale)
    const direction = known.getTextInfo?.().direction ?? known.textInfo?.direction
    return (direction ?? (/^(ar|arc|dv|fa|ha-ar|he|iw|ks|ku-ar|ps|sd|ug|ur|yi)\b/i.test(locale) ? 'rtl' : 'ltr')) === 'rtl' ? 'rtl' : 'ltr'
  } catch {
    return 'ltr'
  }
}
