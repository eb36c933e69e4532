/** The suffix where the site has no zone of its own. */
export const DEFAULT_SUFFIX = '.reown.id'

/** The end of the names that the site gives out. @param zone such as `shop.eth` */
export const suffixOf = (zone: string | undefined): string =>
  zone === undefined ? DEFAULT_SUFFIX : `.${zone}`
