export { latchkey, type OpeningPlugin } from './plugin.js'
export { ViteError, isViteError, type ViteErrorCode } from './ViteError.js'
