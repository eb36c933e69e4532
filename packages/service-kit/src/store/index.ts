export { type Engine, type Lock, type OpenDatabase } from './engine.js'
export { migrate } from './migrate.js'
export { patient } from './patience.js'
