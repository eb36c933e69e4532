import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import type { Chain } from 'viem'

/** One modal of the page. Everything a host needs stands here. */
export const makeKernel = (id: string, name: string, networks: [Chain, ...Chain[]]) =>
  createKernel({ id, metadata: { name }, plugins: [evm({ networks })], connectorOrder: 'installed-first' })

export type PlaygroundKernel = ReturnType<typeof makeKernel>

declare module '@latchkey/plugin-api' {
  interface Register {
    kernel: PlaygroundKernel
  }
}
