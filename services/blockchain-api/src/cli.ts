import { runService } from '@latchkey/service-kit'
import { optionsFromEnv } from './options.js'
import { startBlockchainApi } from './service.js'

await runService(async (log) => startBlockchainApi({ ...(await optionsFromEnv(process.env)), log }))
