/** Languages, and scripts, that run from right to left. */
const RTL = /^(ar|arc|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)\b|-(arab|hebr|syrc|thaa)\b/i

/** Which way a language runs. */
export const directionOf = (locale: string): 'ltr' | 'rtl' => (RTL.test(locale) ? 'rtl' : 'ltr')
