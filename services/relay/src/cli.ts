import { runService } from '@latchkey/service-kit'
import { optionsFromEnv } from './options.js'
import { startRelay } from './relay.js'

await runService((log) => startRelay({ ...optionsFromEnv(process.env), log }))
