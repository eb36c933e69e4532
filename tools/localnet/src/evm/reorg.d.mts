export { reorg } from '../index.mjs'
