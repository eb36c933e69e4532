// A process of hostile clients: node relayAttacker.mjs ATTACK URL CLIENT_IDS SECONDS. Prints what
// it sent.
import { setMaxListeners } from 'node:events'
import { ATTACKS } from './lib/relayAttacks.mjs'
import { newKey } from './lib/relayLoad.mjs'

const [attack, url, ids, seconds] = process.argv.slice(2)
const keys = Array.from({ length: Number(ids) }, newKey)
const counts = { sent: 0, opened: 0 }
const ending = new AbortController()
setMaxListeners(0, ending.signal) // one for each half-sent request
setTimeout(
  () => {
    ending.abort()
    process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit(0))
  },
  Number(seconds) * 1000,
)
await ATTACKS[attack]({ url, signal: ending.signal, counts }, keys)
