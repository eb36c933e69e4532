// The service with a zone of names, to be killed while names are registered. Prints its address.
import process from 'node:process'
import { startBlockchainApi } from '../../src/index.js'
import { type BlockchainApiOptions } from '../../src/options.js'

const options = JSON.parse(process.env.NAMES!) as BlockchainApiOptions
const api = await startBlockchainApi(options)
process.stdout.write(`${api.url}\n`)
process.once('SIGTERM', () => void api.close().then(() => process.exit(0)))
