import { brand } from './brand.js'

/** The name of a service. Equal by its text, also across copies of this package. */
export type Token<T> = symbol & { readonly __service?: T }

/** @example const QUOTES = createToken<QuoteService>('swap.quotes') */
export const createToken = <T>(name: string): Token<T> => Symbol.for(`${brand.scope}/${name}`)
