export { type PostgresOptions, lockPostgres, openPostgres } from './pool.js'
export { type WatchOptions, type WatchedPostgres, WAIT_MS, watchPostgres } from './watch.js'
