// A Polkadot chain on this machine: chopsticks runs the runtime of an asset hub from its own
// genesis, without any network.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { endChild, listening, request, spawnKept } from '@latchkey/testing/nodes'

const accounts = Object.freeze([
  Object.freeze({ uri: '//Alice', address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY' }),
  Object.freeze({ uri: '//Bob', address: '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty' }),
])
const free = '1000000000000000'
// It compiles a whole runtime before it listens.
const listens = { name: 'chopsticks', pattern: /listening on \S*:(\d+)/i, limitMs: 60_000 }

/**
 * A file of a package that its `exports` do not name; both packages have their entry two folders
 * down.
 * @param {string} name
 * @param {string} file
 */
const fileOf = (name, file) =>
  join(dirname(createRequire(import.meta.url).resolve(name)), '..', '..', file)

/**
 * The chain's first state. Of the package's specifications only this one contains its runtime.
 * @returns {Promise<string>}
 */
async function genesis() {
  const file = fileOf('@substrate/connect-known-chains', 'dist/esm/specs/rococo_v2_2_asset_hub.js')
  const { chainSpec } = /** @type {{ chainSpec: string }} */ (
    await import(pathToFileURL(file).href)
  )
  return chainSpec
}

/** @param {string} folder */
async function configure(folder) {
  await writeFile(join(folder, 'genesis.json'), await genesis())
  const account = accounts.map(({ address }) => [[address], { providers: 1, data: { free } }])
  const config = {
    genesis: join(folder, 'genesis.json'),
    'mock-signature-host': false,
    'build-block-mode': 'Instant',
    port: 0,
    'import-storage': { System: { Account: account } },
  }
  const path = join(folder, 'config.yml')
  // JSON is YAML.
  await writeFile(path, JSON.stringify(config))
  return path
}

/**
 * @type {typeof import('./index.d.mts').startPolkadot}
 */
export async function startPolkadot() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-polkadot-'))
  const child = spawnKept(
    process.execPath,
    [fileOf('@acala-network/chopsticks', 'chopsticks.cjs'), '-c', await configure(folder)],
    { cwd: folder },
  )
  const close = async () => {
    await endChild(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const port = await listening(child, listens)
    const url = `ws://127.0.0.1:${port}`
    const genesisHash = /** @type {import('./index.d.mts').Hex} */ (
      await request(`http://127.0.0.1:${port}`, 'chain_getBlockHash', [0])
    )
    const chain = {
      name: 'Rococo Asset Hub',
      genesisHash,
      ss58Prefix: 2,
      nativeCurrency: { name: 'Rococo', symbol: 'ROC', decimals: 12 },
      rpcUrls: /** @type {[string]} */ ([url]),
      testnet: /** @type {const} */ (true),
    }
    return { url, pid: /** @type {number} */ (child.pid), chain, accounts, close }
  } catch (error) {
    await close()
    throw error
  }
}
