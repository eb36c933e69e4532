import { createSiwxServer, memoryStore, type SiwxServer } from '@latchkey/siwx-server'

/**
 * The address that visitors see: `SITE=https://shop.example`. Without it, this computer's own names.
 */
const { SITE: site, PORT: port = '3000' } = process.env

const make = (): SiwxServer =>
  createSiwxServer({
    domain: site ? new URL(site).host : [`localhost:${port}`, `127.0.0.1:${port}`],
    // For one process. Several processes, or serverless functions, need a store that they share.
    store: memoryStore(),
    session: { kind: 'cookie', secure: site?.startsWith('https:') ?? false },
  })

// Next gives each route its own copy of this module, but the memory must be shared.
const shared = globalThis as { siwx?: SiwxServer }

export const getSiwx = (): SiwxServer => (shared.siwx ??= make())
