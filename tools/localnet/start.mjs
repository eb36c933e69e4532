// Runs the localnet until it is told to end. Prints one line of JSON when it is ready:
//
// {"chains":[{"id","name","url"},…],"erc20":{"address","symbol","decimals"},
//  "accounts":[{"address","privateKey"},…],"solana","bitcoin","polkadot","cosmos"}
//
// A chain besides the EVM ones that this machine cannot run is left out, with the reason on stderr.
// Usage: node start.mjs [--ports 8545,8546] [--block-time 2] [--evm] [--pools] [--names] [--smart]
// --evm starts the two EVM chains alone. --pools puts Uniswap on the first one: `pools` names its addresses.
// --names puts a name service with shop.eth there, --smart the contracts of smart accounts and a bundler.
import process from 'node:process'
import { parseArgs } from 'node:util'
import { furnishHistory, startWorld } from './src/index.mjs'

/** Mines a Bitcoin block now and then, so that a sent transaction is soon in a block. */
const MINING_MS = 5_000

const { values } = parseArgs({
  options: {
    ports: { type: 'string' },
    'block-time': { type: 'string' },
    evm: { type: 'boolean', default: false },
    pools: { type: 'boolean', default: false },
    names: { type: 'boolean', default: false },
    smart: { type: 'boolean', default: false },
  },
})
const [one = 0, two = 0] = (values.ports ?? '').split(',').map(Number)
const world = await startWorld({
  ports: [one, two],
  ...(values['block-time'] && { blockTime: Number(values['block-time']) }),
  evmOnly: values.evm,
  pools: values.pools,
  names: values.names,
  smartAccounts: values.smart,
  onMissing: (name, error) =>
    console.error(
      `${name} could not be started: ${error instanceof Error ? error.message : String(error)}`,
    ),
})
await Promise.all(world.shown.chains.map(({ url }) => furnishHistory(url)))
console.log(JSON.stringify(world.shown))

const mining = setInterval(() => void world.mine().catch(() => undefined), MINING_MS)
let ending = false
const end = async () => {
  if (ending) return
  ending = true
  clearInterval(mining)
  await world.close()
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
process.on('SIGHUP', end)
