import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import {
  cookieStorage,
  cookieToInitialState,
  createConfig,
  createStorage,
  getConnection,
  hydrate,
  serialize,
} from '@wagmi/core'
import { http } from 'viem'
import { mainnet, sepolia } from 'viem/chains'
import { expect, it, vi } from 'vitest'
import { latchkey } from '../src/index.js'

// Chunks that are loaded for the first time take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const make = () => {
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    plugins: [evm({ networks: [mainnet, sepolia] })],
  })
  return createConfig({
    chains: [mainnet, sepolia],
    connectors: [latchkey({ kernel })],
    ssr: true,
    storage: createStorage({ storage: cookieStorage }),
    transports: { [mainnet.id]: http(), [sepolia.id]: http() },
  })
}
/** As wagmi writes it in the browser. */
const connection = {
  accounts: [ADDRESS],
  chainId: sepolia.id,
  connector: { id: 'latchkey', name: 'Latchkey', type: 'latchkey', uid: 'uid' },
}
const stored = {
  state: { connections: new Map([['uid', connection]]), chainId: sepolia.id, current: 'uid' },
  version: 3,
}
const cookie = `a=b; wagmi.store=${serialize(stored)}`

it('A server without a window draws the account of the cookie, and asks no wallet', () => {
  expect(typeof window).toBe('undefined')
  const config = make()
  const initialState = cookieToInitialState(config, cookie)
  hydrate(config, { initialState, reconnectOnMount: true })
  expect(getConnection(config)).toMatchObject({
    status: 'reconnecting',
    address: ADDRESS,
    chainId: sepolia.id,
  })
})
it('A server that got no cookie draws no account, also while it draws another visitor', () => {
  const [ours, other] = [make(), make()]
  hydrate(other, { initialState: cookieToInitialState(other, cookie), reconnectOnMount: true })
  hydrate(ours, { initialState: cookieToInitialState(ours, null), reconnectOnMount: true })
  expect([getConnection(ours).status, getConnection(other).address]).toEqual([
    'disconnected',
    ADDRESS,
  ])
})
it('Configs that are made on a server leave no listener on the kernel, which outlives them', () => {
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    plugins: [evm({ networks: [mainnet, sepolia] })],
  })
  const on = vi.fn(kernel.on)
  const chains = [mainnet] as const
  for (let count = 0; count < 3; count++)
    createConfig({
      chains,
      connectors: [latchkey({ kernel: { ...kernel, on } })],
      ssr: true,
      transports: { [mainnet.id]: http() },
    })
  expect(on).not.toHaveBeenCalled()
})
