/** A number that an address always gives, spread evenly. */
export const hash = (text: string): number =>
  [...text].reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) >>> 0,
    0x811c9dc5,
  )

/** The colour that an address always has. */
export const avatarColor = (address: string): string =>
  `hsl(${hash(address.toLowerCase()) % 360} 65% 58%)`
