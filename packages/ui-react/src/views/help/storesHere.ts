/**
 * For the views that come with the modal and those of wallets, which then share one copy. The help
 * views have a copy of their own: a module that all three share would be a file of its own.
 */
export { rankStores, storeOf } from './rankStores.js'
