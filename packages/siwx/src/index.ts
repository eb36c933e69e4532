export type { Expected, NodeRequest, SiwxMessage, SiwxSession } from './types.js'
