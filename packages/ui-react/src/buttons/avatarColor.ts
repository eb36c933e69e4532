/** Hashes an address to a number that is the same each time, spread evenly. */
export const hash = (text: string): number =>
  [...text].reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) >>> 0,
    0x811c9dc5,
  )

/** The avatar colour of an address; the same address has the same colour each time. */
export const avatarColor = (address: string): string =>
  `hsl(${hash(address.toLowerCase()) % 360} 65% 58%)`
