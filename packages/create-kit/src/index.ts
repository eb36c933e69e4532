/**
 * The parts that `npm create @latchkey/plugin` and `npm create @latchkey/app` share. Both bundle them,
 * and this package is not published.
 * @packageDocumentation
 */
export { CreateError, isCreateError } from './CreateError.js'
export { readTree, requireEmpty, writeTree, type Tree } from './folders.js'
export { rangesOf, toRanges } from './manifest.js'
export { nextSteps } from './nextSteps.js'
export type { Streams } from './streams.js'
