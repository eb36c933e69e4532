import { createSiwxServer, memoryStore, type SiwxServer } from '@latchkey/siwx-server'

/** The address under which visitors see this site: `SITE=https://shop.example`. Without it, this computer's own names. */
const { SITE: site, PORT: port = '3000' } = process.env

const make = (): SiwxServer =>
  createSiwxServer({
    domain: site ? new URL(site).host : [`localhost:${port}`, `127.0.0.1:${port}`],
    // One process. With several, or without a server of your own, take a store that they share.
    store: memoryStore(),
    session: { kind: 'cookie', secure: site?.startsWith('https:') ?? false },
  })

// Next gives each route a copy of this module: the memory must be one.
const shared = globalThis as { siwx?: SiwxServer }

export const getSiwx = (): SiwxServer => (shared.siwx ??= make())
