// Runs the localnet until it is told to end. Prints one line of JSON when it is ready:
//   {"chains":[{"id","name","url"},…],"erc20":{"address","symbol","decimals"},"accounts":[{"address","privateKey"},…]}
// Usage: node start.mjs [--ports 8545,8546] [--block-time 2]
import process from 'node:process'
import { parseArgs } from 'node:util'
import { startLocalnet } from './src/index.mjs'

const { values } = parseArgs({ options: { ports: { type: 'string' }, 'block-time': { type: 'string' } } })
const [one = 0, two = 0] = (values.ports ?? '').split(',').map(Number)
const localnet = await startLocalnet({
  ports: [one, two],
  ...(values['block-time'] && { blockTime: Number(values['block-time']) }),
})
const { address, symbol, decimals } = localnet.erc20
console.log(JSON.stringify({ chains: localnet.chains, erc20: { address, symbol, decimals }, accounts: localnet.accounts }))

const idle = setInterval(() => {}, 60_000)
let ending = false
const end = async () => {
  if (ending) return
  ending = true
  clearInterval(idle)
  await localnet.close()
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
process.on('SIGHUP', end)
