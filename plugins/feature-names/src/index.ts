export type {
  NameLookup,
  NameOffer,
  NameRegistered,
  NameSource,
  NamesApi,
  NamesForm,
  NamesState,
  ResolvedName,
} from './api.js'
export { namesNamespaces, type NamesOptions } from './options.js'
export { names } from './plugin.js'
