import { createSiwxServer, memoryStore, type SiwxServer } from '@latchkey/siwx-server'

/** The address under which visitors see this site. */
const site = new URL(process.env['SITE'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 3000}`)

const make = (): SiwxServer => createSiwxServer({
  domain: site.host,
  // One process. With several, or without a server of your own, take a store that they share.
  store: memoryStore(),
  session: { kind: 'cookie', secure: site.protocol === 'https:' },
})

// Next gives each route a copy of this module: the memory must be one.
const shared = globalThis as { siwx?: SiwxServer }

export const getSiwx = (): SiwxServer => (shared.siwx ??= make())
