/**
 * `npm create @latchkey/plugin` as a function.
 * @packageDocumentation
 */
export { createPlugin, type CreatedPlugin, type CreateOptions } from './createPlugin.js'
export { isCreateError, type CreateError, type CreateErrorCode } from './CreateError.js'
export { isKind, KINDS, toNames, type Kind, type PluginNames } from './names.js'
