/**
 * `npm create @latchkey/app` as a function.
 * @packageDocumentation
 */
export { createApp, type CreatedApp, type CreateOptions } from './createApp.js'
export { isCreateError, type CreateError, type CreateErrorCode } from './CreateError.js'
export {
  CHAINS,
  DEFAULTS,
  FEATURES,
  FRAMEWORKS,
  type Chain,
  type Choice,
  type Chosen,
  type Feature,
  type Framework,
} from './choices.js'
