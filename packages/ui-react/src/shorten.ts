/**
 * Shortens an address to both its ends, for use before its adapter is loaded. Never compare
 * shortened addresses.
 */
export const shorten = (address: string): string =>
  address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
