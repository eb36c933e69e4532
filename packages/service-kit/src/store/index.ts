export { type Engine, type Lock, type OpenDatabase } from './engine.js'
export { type Transact, groupTransactions } from './group.js'
export { type NewerSchemaError, isNewerSchema, migrate } from './migrate.js'
export { patient } from './patience.js'
