// The blockchain API of the local world: a process of its own, as a site runs it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { start } from '../run/lib/children.mjs'
import { at } from '../run/lib/paths.mjs'
import { freePort } from '../run/lib/ports.mjs'
import { SIGNER } from './nameSigner.mjs'
import { sendAsNameOwner } from './src/evm/names.mjs'

const HOST = '127.0.0.1'
const OPTIONS = at('tools/localnet/apiOptions.mjs')
/** Orders of the sandbox are signed with it. */
const SECRET = 'a secret of the local world'

/**
 * Needs a built tree. The database is new, because the local chains are.
 * @type {typeof import('./api.d.mts').spawnApi}
 */
export function spawnApi({
  chains,
  solana,
  pools,
  names,
  sandbox,
  pages = [],
  port = 0,
  config = OPTIONS,
}) {
  const nodes = [
    ...chains.map(({ id, url }) => `eip155:${id}=${url}`),
    ...(solana ? [`solana:${solana.genesisHash.slice(0, 32)}=${solana.url}`] : []),
  ]
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-api-'))
  const child = start(process.execPath, [at('services/blockchain-api/bin.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      HOST,
      PORT: String(port),
      RPC_URLS: nodes.join(),
      ALLOWED_ORIGINS: pages.map((page) => new URL(page).origin).join(),
      DATABASE_FILE: join(folder, 'api.db'),
      EVERYTHING: 'true',
      CONFIG: config,
      ...(pools && { LOCALNET_POOLS: JSON.stringify(pools) }),
      ...(names?.resolver && {
        LOCALNET_NAMES: JSON.stringify({ ...names, chain: `eip155:${chains[0].id}` }),
      }),
      ...(sandbox && { TESTNETS: nodes.map((node) => node.split('=')[0]).join(), SECRET }),
      LOG_LEVEL: 'info',
    },
  })
  child.once('close', () => rmSync(folder, { recursive: true, force: true }))
  return child
}

/** @type {typeof import('./api.d.mts').deployResolver} */
export async function deployResolver({ name, registry }, rpcUrl, apiUrl) {
  const built = new URL('../../services/blockchain-api/dist/index.js', import.meta.url).href
  const { prepareDeployment } = await import(built)
  const { resolver, transactions } = await prepareDeployment({
    ...{ name, registry, rpc: rpcUrl, url: apiUrl, signer: SIGNER.address },
  })
  await sendAsNameOwner(rpcUrl, transactions)
  return resolver
}

/** The resolver names the URL of the API, so the port is chosen before it is deployed. */
async function withResolver({ names, port = 0, ...options }) {
  if (!names || names.resolver) return { names, port, ...options }
  const chosen = await freePort(port)
  const url = `http://${HOST}:${chosen}`
  const resolver = await deployResolver(names, options.chains[0].url, url)
  return { names: { ...names, resolver }, port: chosen, ...options }
}

/** @type {typeof import('./api.d.mts').startApi} */
export async function startApi(options) {
  const child = spawnApi(await withResolver(options))
  const ended = new Promise((resolve) => child.once('close', resolve))
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
  const port = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const { event, port } = text.startsWith('{') ? JSON.parse(text) : {}
      if (event === 'blockchain-api.started') resolve(port)
    })
    void ended.then((code) =>
      reject(new Error(`The blockchain API ended with code ${code}.\n${errors}`)),
    )
  })
  return {
    url: `http://${HOST}:${port}`,
    async close() {
      child.kill()
      await ended
    },
  }
}
