// Several chain families and wallets at once, recorded and gone through again.
import { createKernel } from '@latchkey/kernel'
import {
  definePlugin,
  LatchkeyError,
  namespaceOf,
  type Account,
  type Caip2,
  type Connection,
  type ConnectionChange,
  type Namespace,
  type Scopes,
} from '@latchkey/plugin-api'
import { replay } from '@latchkey/plugin-testkit'
import { expect, it } from 'vitest'
import type { ConnectionLog } from './log.js'
import { record } from './record.js'

const NETWORKS: readonly Caip2[] = ['test:1', 'test:2', 'other:1', 'third:1']
const account = (namespace: Namespace, key: string, type = 'eoa'): Account => ({
  key,
  namespace,
  address: `${namespace}-address-of-${key}`,
  type,
})
const scope = (
  namespace: Namespace,
  keys: readonly string[],
  more: Partial<Scopes[string]> = {},
): Scopes => ({
  [namespace]: {
    accounts: keys.map((key) => account(namespace, key)),
    networks: 'any',
    methods: 'any',
    ...more,
  },
})

function createWallet(id: string, namespaces: readonly Namespace[], scopes: Scopes) {
  const listeners = new Set<(change: ConnectionChange) => void>()
  const wallet = {
    fail: undefined as unknown,
    tell: (change: ConnectionChange) => listeners.forEach((listener) => listener(change)),
  }
  const connection: Connection = {
    id: `${id}-secret-topic`,
    connectorId: id,
    scopes,
    request: async () => null,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async switchNetwork(network) {
      wallet.tell({ network: network.id })
    },
    canRelease: () => true,
    release: async () => undefined,
    snapshot: () => null,
  }
  const connector = {
    id,
    name: id,
    kind: 'external' as const,
    namespaces,
    availability: () => 'available' as const,
    async connect({ onStep }: { onStep(step: { step: string }): void }) {
      onStep({ step: 'confirm' })
      if (wallet.fail) throw wallet.fail
      return connection
    },
  }
  return Object.assign(wallet, { connector })
}

it(
  'The log of several chain families and wallets leads a replay through the same states',
  { timeout: 120_000 },
  async () => {
    const both = createWallet('both', ['test', 'other'], {
      ...scope('test', ['a', 'b'], { network: 'test:1' }),
      ...scope('other', ['o']),
    })
    const alone = createWallet('alone', ['third', 'test'], {
      ...scope('third', ['t']),
      ...scope('test', ['x']),
    })
    const plugin = definePlugin({
      id: 'families',
      version: '0.1.0',
      kernelApi: '>=0.1 <1',
      chains: ['test', 'other', 'third'],
      setup(ctx) {
        for (const namespace of ['test', 'other', 'third'])
          ctx.adapters.add({
            namespace,
            abilities: [],
            session: { methods: [], events: [] },
            resembles: () => true,
            load: async () => ({
              parseAddress: (text) => text,
              formatAddress: (text) => text,
              addressOn: ({ address }, { reference }) => `${address}/${reference}`,
            }),
          })
        for (const id of NETWORKS)
          ctx.networks.add({
            id,
            namespace: namespaceOf(id),
            reference: id.split(':')[1] ?? '',
            name: id,
            nativeCurrency: { name: 'C', symbol: 'C', decimals: 0 },
            rpcUrls: [],
          })
        for (const { connector } of [both, alone]) ctx.connectors.add(connector)
      },
    })
    const kernel = createKernel({
      metadata: { name: 'Test' },
      plugins: [plugin],
      storage: null,
      mobile: false,
      logLevel: 'silent',
    })
    const recorder = record(kernel)
    await kernel.ready
    alone.fail = new LatchkeyError('wallet.popup_closed', 'closed')
    await kernel.connect('alone', { namespaces: ['third'] }).catch(() => undefined)
    alone.fail = undefined
    const { id } = await kernel.connect('both')
    await kernel.switchNetwork('test:2')
    await kernel.switchNetwork('other:1')
    await kernel.switchNetwork('test:1')
    await kernel.ports.accounts.select({ connectionId: id, namespace: 'test', key: 'b' })
    await kernel.connect('alone', { namespaces: ['third'] })
    both.tell({
      scopes: {
        ...scope('test', ['b', 'c'], { network: 'test:2', selected: 'c' }),
        ...scope('other', ['o', 'p']),
      },
    })
    await kernel.disconnect({ namespace: 'other' })
    both.tell({ closed: 'expired' })
    await kernel.disconnect()
    const log = JSON.parse(JSON.stringify(recorder.log())) as ConnectionLog
    const { states, expected } = await replay(log)
    expect(expected.length).toBeGreaterThan(14)
    expect(states).toEqual(expected)
    expect(JSON.stringify(log)).not.toContain('secret-topic')
    recorder.dispose()
    kernel.dispose()
  },
)
