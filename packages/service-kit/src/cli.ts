import { type Log, jsonLog, readLogLevel } from './log.js'

/**
 * Runs a service as a program: lines of JSON on the standard output from `LOG_LEVEL` on, an orderly
 * end at SIGTERM and SIGINT, and the exit code 1 with a plain message where it cannot start.
 */
export async function runService(
  start: (log: Log) => Promise<{ close(): Promise<void> }>,
): Promise<void> {
  const word = process.env.LOG_LEVEL || 'info'
  const level = readLogLevel(word)
  if (!level) {
    process.stderr.write(`LOG_LEVEL must be debug, info, warn or error. It is "${word}".\n`)
    process.exit(1)
  }
  const log = jsonLog((line) => void process.stdout.write(line), level)
  try {
    const service = await start(log)
    const end = (): void =>
      void service.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
  } catch (error) {
    const isExpected = error instanceof Error && 'code' in error
    process.stderr.write(`${isExpected ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
