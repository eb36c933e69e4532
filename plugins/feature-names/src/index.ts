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
export type {
  NameAsking,
  NameChange,
  NameFailure,
  NameOwnerView,
  NamesOwner,
  OwnedNames,
} from './owner/api.js'
export { namesNamespaces, type NamesOptions } from './options.js'
export { names } from './plugin.js'
export type { NameTextKey, NameTextProblem, NameTexts } from './rules/texts.js'
