// A bundler of others, so that not only our own one is met: alto, in a process of its own. It is under the GPL.
import { altoProgram } from '@latchkey-tools/alto'
import { createServer } from 'node:net'
import process from 'node:process'
import { pad, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { endChild, request, spawnKept } from '@latchkey/testing/nodes'

const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const WEALTH = 10n ** 22n
const PATIENCE_MS = 50_000
const PAUSE_MS = 100
/** The end of its output is enough to say why it ended. */
const KEPT_CHARACTERS = 4_000

/** A port that was free a moment ago: alto takes no 0. @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })

/** @param {number} key */
const keyOf = (key) => pad(toHex(0xa170_0000 + key), { size: 32 })

/**
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => string} output
 */
async function untilUp(url, child, output) {
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`alto ended with ${child.exitCode}:\n${output()}`)
    const answer = await request(url, 'eth_supportedEntryPoints').catch(() => undefined)
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(`alto was not up within ${PATIENCE_MS / 1000} s:\n${output()}`)
}

/** @type {typeof import('../index.d.mts').startAlto} */
export async function startAlto({ rpcUrl }) {
  const keys = [keyOf(1), keyOf(2)]
  for (const key of keys)
    await request(rpcUrl, 'anvil_setBalance', [privateKeyToAccount(key).address, toHex(WEALTH)])
  const port = await freePort()
  const options = {
    'rpc-url': rpcUrl,
    entrypoints: ENTRY_POINT,
    'executor-private-keys': keys[0],
    'utility-private-key': keys[1],
    'safe-mode': 'false',
    port: String(port),
    'log-level': 'error',
    'min-executor-balance': '0',
    'network-name': 'local',
    'deploy-simulations-contract': 'true',
    'bundle-mode': 'auto',
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawnKept(process.execPath, [altoProgram, ...args], {
    env: { ...process.env, OTEL_SDK_DISABLED: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (/** @type {unknown} */ part) => {
    output = (output + String(part)).slice(-KEPT_CHARACTERS)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const url = `http://127.0.0.1:${port}`
  try {
    await untilUp(url, child, () => output)
  } catch (error) {
    await endChild(child)
    throw error
  }
  return { url, close: () => endChild(child) }
}
