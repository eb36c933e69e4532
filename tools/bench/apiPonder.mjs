// Ponder beside the follower: the same chain, the same node. It is installed here and nowhere else.
import { spawnKept, endChild, tokens } from '@latchkey-tools/localnet'
import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './lib/apiProcess.mjs'

const FILES = {
  'package.json': JSON.stringify({
    name: 'bench-ponder',
    private: true,
    type: 'module',
    dependencies: { ponder: '0.16.10', viem: '2.39.3', hono: '4.10.6', typescript: '5.9.3' },
  }),
  'ponder.config.ts': `import { createConfig } from 'ponder'
import { parseAbi } from 'viem'
export default createConfig({
  chains: { local: { id: 31337, rpc: process.env.BENCH_RPC, pollingInterval: 500 } },
  contracts: {
    Token: {
      chain: 'local',
      abi: parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']),
      address: '${tokens.erc20.address}',
      startBlock: 0,
    },
  },
})
`,
  'ponder.schema.ts': `import { onchainTable } from 'ponder'
export const transfer = onchainTable('transfer', (t) => ({
  id: t.text().primaryKey(),
  block: t.bigint().notNull(),
  hash: t.hex().notNull(),
  from: t.hex().notNull(),
  to: t.hex().notNull(),
  amount: t.bigint().notNull(),
}))
`,
  'src/index.ts': `import { ponder } from 'ponder:registry'
import { transfer } from 'ponder:schema'
ponder.on('Token:Transfer', async ({ event, context }) => {
  await context.db.insert(transfer).values({
    id: event.id,
    block: event.block.number,
    hash: event.transaction.hash,
    from: event.args.from,
    to: event.args.to,
    amount: event.args.value,
  })
})
`,
  'src/api/index.ts': `import { db } from 'ponder:api'
import { transfer } from 'ponder:schema'
import { Hono } from 'hono'
import { count } from 'ponder'
const app = new Hono()
app.get('/count', async (c) => c.json((await db.select({ n: count() }).from(transfer))[0]))
export default app
`,
}

/** Ponder takes a tenth of that on a calm machine. */
const PATIENCE_MS = 15 * 60_000

/**
 * Starts Ponder with PGlite on a node and waits until it has all transfers: it says that it is at the
 * head some seconds before.
 * @returns seconds, with the start of Node
 */
export async function timePonder(folder, url, transfers) {
  const root = join(folder, 'ponder')
  await mkdir(join(root, 'src/api'), { recursive: true })
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(root, name), text)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root })
  const port = await freePort()
  const began = performance.now()
  const child = spawnKept(
    process.execPath,
    [join(root, 'node_modules/ponder/dist/esm/bin/ponder.js'), 'start', '--port', String(port)],
    {
      cwd: root,
      env: {
        ...process.env,
        BENCH_RPC: url,
        DATABASE_SCHEMA: 'bench',
        PONDER_TELEMETRY_DISABLED: '1',
      },
      stdio: 'ignore',
    },
  )
  try {
    while (Number((await readAt(port, 'count'))?.n ?? 0) < transfers) {
      if (child.exitCode !== null) throw new Error(`Ponder ended with code ${child.exitCode}`)
      if (performance.now() - began > PATIENCE_MS)
        throw new Error('Ponder did not get all transfers')
      await new Promise((done) => setTimeout(done, 200))
    }
    return (performance.now() - began) / 1000
  } finally {
    await endChild(child)
  }
}

/** @returns undefined until it answers */
const readAt = (port, path) =>
  fetch(`http://127.0.0.1:${port}/${path}`).then(
    (answer) => (answer.ok ? answer.json() : undefined),
    () => undefined,
  )
