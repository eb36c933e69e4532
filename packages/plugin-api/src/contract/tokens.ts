import { brand } from '../brand.js'

/** The typed name of a service or extension point. Two tokens with one text are equal, also across package copies. */
export type Token<T> = symbol & { readonly __service?: T }

/** Makes a token. @example const QUOTES = createToken<QuoteService>('swap.quotes') */
export const createToken = <T>(name: string): Token<T> => Symbol.for(`${brand.scope}/${name}`)
