// The service with its sandbox, to be killed in the middle of a delivery. Prints its address.
import process from 'node:process'
import { type SandboxOptions, sandbox, startBlockchainApi } from '../../src/index.js'
import { type BlockchainApiOptions } from '../../src/options.js'

const { coins, key, ...options } = JSON.parse(process.env.SANDBOX!) as BlockchainApiOptions &
  SandboxOptions
const api = await startBlockchainApi({ ...options, onramp: [sandbox({ coins, key })] })
process.stdout.write(`${api.url}\n`)
process.once('SIGTERM', () => void api.close().then(() => process.exit(0)))
