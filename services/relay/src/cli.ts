import { isRelayError } from './errors.js'
import { type LogLevel, jsonLog } from './log.js'
import { optionsFromEnv } from './options.js'
import { startRelay } from './relay.js'

const log = jsonLog(
  (line) => void process.stdout.write(line),
  process.env.LOG_LEVEL as LogLevel | undefined,
)

try {
  const relay = await startRelay({ ...optionsFromEnv(process.env), log })
  const end = (): void =>
    void relay.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
} catch (error) {
  process.stderr.write(
    `${isRelayError(error) || (error instanceof Error && 'code' in error) ? error.message : String(error)}\n`,
  )
  process.exit(1)
}
