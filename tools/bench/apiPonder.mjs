// Ponder beside the follower: the same chain, the same node. It is installed here and nowhere else.
import { installPonder, startPonder } from '@latchkey-tools/localnet'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './lib/apiProcess.mjs'

/** PGlite lives in Ponder's process, so that the count comes from its own server. */
const COUNT = `import { db } from 'ponder:api'
import { transfer } from 'ponder:schema'
import { Hono } from 'hono'
import { count } from 'ponder'
const app = new Hono()
app.get('/count', async (c) => c.json((await db.select({ n: count() }).from(transfer))[0]))
export default app
`

/** Ponder takes a tenth of that on a calm machine. */
const PATIENCE_MS = 15 * 60_000

/**
 * Starts the project of `engines/ponder` with PGlite on a node and waits until it has all transfers: it
 * says that it is at the head some seconds before.
 * @returns seconds, with the start of Node
 */
export async function timePonder(folder, url, transfers) {
  const root = join(folder, 'ponder')
  installPonder(root)
  await writeFile(join(root, 'src/api/index.ts'), COUNT)
  const port = await freePort()
  const began = performance.now()
  const env = { DATABASE_SCHEMA: 'bench', PONDER_RPC_URL_31337: url, PONDER_POLL_MS: '500' }
  const ponder = startPonder({ folder: root, env, port })
  try {
    while (Number((await readAt(port, 'count'))?.n ?? 0) < transfers) {
      if (ponder.exitCode() !== null) throw new Error(`Ponder ended: ${ponder.output()}`)
      if (performance.now() - began > PATIENCE_MS)
        throw new Error('Ponder did not get all transfers')
      await new Promise((done) => setTimeout(done, 200))
    }
    return (performance.now() - began) / 1000
  } finally {
    await ponder.close()
  }
}

/** @returns undefined until it answers */
const readAt = (port, path) =>
  fetch(`http://127.0.0.1:${port}/${path}`).then(
    (answer) => (answer.ok ? answer.json() : undefined),
    () => undefined,
  )
