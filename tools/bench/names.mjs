// Names through the built service: what a client of ENS waits for, and what the gateway answers in a
// second, with the load on the same two cores.
import { prepareDeployment } from '@latchkey/blockchain-api'
import { deployNames, startLocalnet } from '@latchkey-tools/localnet'
import { EnsPlugin, JsonRpcProvider, Network } from 'ethers'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesToHex, encodeFunctionData, namehash, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { at } from '../run/lib/paths.mjs'
import { freePort, startApiProcess } from './lib/apiProcess.mjs'
import { judge, median, quantile } from './lib/figures.mjs'

const SIGNER_KEY = `0x${'5a'.repeat(32)}`
const OWNER = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const ROUNDS = 100
const SECONDS = 10
const AT_ONCE = 10
const RATE = 100
/** Requests of which the answers are kept. */
const KEPT = 50
const abi = parseAbi([
  'function resolve(bytes name, bytes data)',
  'function addr(bytes32 node, uint256 coinType)',
])

/** @param {{ seconds?: number }} [options] */
export async function benchNames({ seconds = SECONDS } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-names-'))
  const localnet = await startLocalnet()
  const world = await startWorld(localnet, join(folder, 'api.db'))
  try {
    await register(world)
    const found = await resolveByEthers(world)
    const load = createLoad(world)
    // Each call names another chain, so none was answered before.
    let fresh = 0
    const next = () => load.ask((fresh += 1))
    await closed(next, 1)
    const signed = await closed(next, seconds)
    const kept = await closed(() => load.ask(-Math.ceil(Math.random() * KEPT)), seconds)
    const late = await constant(next, RATE, seconds)
    load.end()
    return judge(`names: ${AT_ONCE} at once for ${seconds} s, the load on the same cores`, [
      {
        name: `ethers resolves a name, median of ${ROUNDS}`,
        value: found,
        bound: 150,
        unit: ' ms',
      },
      {
        name: 'a fresh answer',
        value: 1000 / signed,
        bound: 4,
        unit: ' ms',
        note: perSecond(signed),
      },
      {
        name: 'a kept answer',
        value: 1000 / kept,
        bound: 1.25,
        unit: ' ms',
        note: perSecond(kept),
      },
      {
        name: `fresh answers at ${RATE}/s, p99`,
        value: quantile(late, 0.99),
        bound: 60,
        unit: ' ms',
      },
      { name: 'the same, p50', value: quantile(late, 0.5), unit: ' ms' },
    ])
  } finally {
    await world.api.close()
    await localnet.close()
    await rm(folder, { recursive: true })
  }
}

const perSecond = (rate) => `${Math.round(rate)}/s`

async function startWorld(localnet, file) {
  const ens = await deployNames(localnet.url)
  const port = await freePort()
  const { resolver, transactions } = await prepareDeployment({
    ...{ name: ens.name, rpc: localnet.url, registry: ens.registry },
    ...{ url: `http://127.0.0.1:${port}`, signer: privateKeyToAccount(SIGNER_KEY).address },
  })
  await ens.send(transactions)
  const zones = { [ens.name]: { signerKey: SIGNER_KEY, resolvers: [resolver] } }
  const api = await startApiProcess({
    ...{ PORT: String(port), ROLE: 'api', LOG_LEVEL: 'info', DATABASE_FILE: file },
    RPC_URLS: `eip155:31337=${localnet.url}`,
    CONFIG: at('tools/bench/lib/namesOptions.mjs'),
    BENCH_NAMES: JSON.stringify({ zones }),
  })
  return { ens, localnet, resolver, api, name: `alice.${ens.name}` }
}

async function register({ api, name }) {
  const timestamp = Math.floor(Date.now() / 1000)
  const message = JSON.stringify({ name, attributes: {}, timestamp })
  const signature = await OWNER.signMessage({ message })
  const answer = await fetch(`${api.url}/v1/profile/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ coin_type: 60, address: OWNER.address, message, signature }),
  })
  if (!answer.ok) throw new Error(`The name was not registered: ${await answer.text()}`)
}

/** The walk of ethers itself, without anything kept. @returns the median in ms, after the first */
async function resolveByEthers({ ens, localnet, name }) {
  const network = new Network('localnet', 31_337)
  network.attachPlugin(new EnsPlugin(ens.registry, 31_337))
  const options = { staticNetwork: network, cacheTimeout: -1 }
  const provider = new JsonRpcProvider(localnet.url, network, options)
  const times = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begun = performance.now()
    if ((await provider.resolveName(name)) !== OWNER.address) throw new Error('another address')
    if (round > 0) times.push(performance.now() - begun)
  }
  provider.destroy()
  return median(times)
}

function createLoad({ api, resolver, name }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const node = namehash(name)
  const dns = bytesToHex(packetToBytes(name))
  const pathOf = (chain) => {
    const args = [node, BigInt(0x8000_0000) + BigInt(Math.abs(chain) + (chain < 0 ? 0 : 1000))]
    const data = encodeFunctionData({ abi, functionName: 'addr', args })
    const call = encodeFunctionData({ abi, functionName: 'resolve', args: [dns, data] })
    return `/v1/names/ccip/${resolver}/${call}.json`
  }
  const keptPaths = Array.from({ length: KEPT + 1 }, (_, chain) => pathOf(-chain))
  return {
    /** @param {number} chain below 0: one whose answer is kept */
    ask: (chain) => get(agent, api.url + (chain < 0 ? keptPaths[-chain] : pathOf(chain))),
    end: () => agent.destroy(),
  }
}

const get = (agent, url) =>
  new Promise((done, fail) => {
    const sent = request(url, { agent }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200 ? done() : fail(new Error(`answered ${answer.statusCode}`)),
      )
    })
    sent.on('error', fail)
    sent.end()
  })

/** As many as it answers, some at once. @returns a second */
async function closed(ask, seconds) {
  const end = performance.now() + seconds * 1000
  let count = 0
  const one = async () => {
    for (; performance.now() < end; count += 1) await ask()
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return count / ((performance.now() - begun) / 1000)
}

/** So many in a second, whether others were answered or not. @returns ms from when each was due */
async function constant(ask, rate, seconds) {
  const begun = performance.now()
  return Promise.all(
    Array.from({ length: rate * seconds }, async (_, index) => {
      const due = begun + (index * 1000) / rate
      await new Promise((done) => setTimeout(done, due - performance.now()))
      await ask()
      return performance.now() - due
    }),
  )
}
