/** Languages and scripts that are written from right to left. */
const RTL = /^(ar|arc|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)\b|-(arab|hebr|syrc|thaa)\b/i

/** The writing direction of a locale. */
export const directionOf = (locale: string): 'ltr' | 'rtl' => (RTL.test(locale) ? 'rtl' : 'ltr')
