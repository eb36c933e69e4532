/** Whether two addresses of the EVM are the same one: their case is a checksum. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()
