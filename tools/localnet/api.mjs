// The blockchain API of the local world: a process of its own, as a site runs it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from '../run/lib/children.mjs'
import { at } from '../run/lib/paths.mjs'

const HOST = '127.0.0.1'

/**
 * Starts it. Needs a built tree. Its database is new, because the local chains are.
 * @param {{ chains: readonly { id: number, url: string }[], solana?: { url: string, genesisHash:
 * string }, pages?: readonly string[], port?: number }} options `pages`: URLs of pages that may ask;
 * none: any may
 * @returns {import('node:child_process').ChildProcess} it prints a line of JSON with `event:
 * 'blockchain-api.started'`
 */
export function spawnApi({ chains, solana, pages = [], port = 0 }) {
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
      CONFIG: at('tools/localnet/apiOptions.mjs'),
      LOG_LEVEL: 'info',
    },
  })
  child.once('close', () => rmSync(folder, { recursive: true, force: true }))
  return child
}
