/** An address for a button or a row where its adapter is not loaded yet: both ends of it. Never for a comparison. */
export const shorten = (address: string): string =>
  address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
