/**
 * Tells what can be mistaken for something else: addresses for addresses that the visitor knows, and
 * names of tokens for names that the site lists. Pure functions; import them only from modules that
 * load when a visitor needs them.
 * @packageDocumentation
 */
export {
  differencesOf,
  findLookalike,
  isSameAddress,
  type KnownAddress,
  type Lookalike,
} from './addresses.js'
export { hasLink, spellsLike } from './names.js'
