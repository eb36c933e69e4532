export { preview, type PreviewOptions } from './plugin.js'
export type { PreviewApi, PreviewState, ShownRequest } from './api.js'
