// Secrets are planted wherever a kernel can meet one, and looked for in everything that is written
// down.
import { createKernel } from '@latchkey/kernel'
import {
  definePlugin,
  LatchkeyError,
  type Connection,
  type ConnectionChange,
  type Network,
} from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { expect, it, vi } from 'vitest'
import { ownKeys } from './ownKeys.js'
import { record } from './record.js'
import { timings } from './timing.js'

declare module '@latchkey/plugin-api' {
  interface KernelEvents {
    'leaky:spilled': { secret: string }
  }
}

const secret = (name: string): string => `PLANTED${name}`
const LONG = 'PLANTEDKEY'.repeat(8)
const ADDRESS = 'testaddress-of-somebody-in-particular'
const network: Network = {
  id: 'test:1',
  namespace: 'test',
  reference: '1',
  name: 'Test',
  nativeCurrency: { name: 'T', symbol: 'T', decimals: 0 },
  rpcUrls: [`https://node.example/${secret('rpc')}`],
}

/** A connection with a secret in every part that a log does not need. */
function createConnection(tell: { listener?: (change: ConnectionChange) => void }): Connection {
  const account = {
    key: secret('accountKey'),
    namespace: 'test',
    address: ADDRESS,
    type: 'eoa',
    publicKey: secret('publicKey'),
    path: secret('path'),
    label: secret('label'),
    keyType: secret('keyType'),
  }
  return {
    id: secret('sessionTopic'),
    connectorId: 'leaky.wallet',
    scopes: {
      test: {
        accounts: [account],
        selected: account.key,
        networks: 'any',
        methods: ['test_sign', `wc:topic@2?symKey=${secret('method')}`],
      },
    },
    request: async () => secret('signature'),
    onChange(listener) {
      tell.listener = listener
      return () => undefined
    },
    release: async () => undefined,
    snapshot: () => ({ snapshot: secret('nested'), symKey: secret('snapshot') }),
  }
}

const leaky = (tell: { listener?: (change: ConnectionChange) => void }) =>
  definePlugin({
    id: 'leaky',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: ['test'],
    setup(ctx) {
      let tries = 0
      ctx.networks.add(network)
      ctx.adapters.add({
        namespace: 'test',
        abilities: [],
        session: { methods: [], events: [] },
        resembles: () => true,
        load: async () => ({
          parseAddress: (text) => text,
          formatAddress: (text) => text,
          addressOn: ({ address }) => address,
        }),
      })
      ctx.rpc.allow({ namespace: 'test', methods: { test_sign: 'sign' } })
      ctx.connectors.add({
        id: 'leaky.wallet',
        name: secret('walletName'),
        kind: 'external',
        namespaces: ['test'],
        availability: () => 'available',
        async connect({ onStep }) {
          onStep({
            step: 'uri',
            uri: `wc:${secret('topic')}@2?relay-protocol=irn&symKey=${secret('symKey')}`,
            expiresAt: 0,
          })
          onStep({ step: `wc:${secret('step')}@2?symKey=${LONG}` })
          onStep({ step: LONG })
          if (!tries++)
            throw new LatchkeyError('wallet.connect_failed', secret('message'), {
              details: secret('details'),
              cause: new Error(secret('cause')),
              context: { connectorId: secret('context') },
            })
          return createConnection(tell)
        },
      })
      return {
        spill: () => ctx.events.emit('leaky:spilled', { secret: secret('event') }),
        sign: () =>
          ctx.connections.request({
            network: 'test:1',
            method: 'test_sign',
            params: [secret('params')],
          }),
      }
    },
  })

it.each(['short', 'whole'] as const)(
  'A log holds no pairing link, key, topic, signature, message or snapshot, with %s addresses',
  { timeout: 120_000 },
  async (addresses) => {
    const storage = fakeStorage()
    const tell: { listener?: (change: ConnectionChange) => void } = {}
    const kernel = createKernel({
      metadata: { name: secret('site') },
      plugins: [leaky(tell)],
      storage,
      logLevel: 'silent',
      mobile: false,
    })
    const recorder = record(kernel)
    await kernel.ready
    await expect(kernel.connect('leaky.wallet')).rejects.toThrow()
    await kernel.connect('leaky.wallet')
    kernel.open('Account')
    await kernel.plugins.leaky.sign()
    kernel.plugins.leaky.spill()
    const kept = ownKeys(kernel, () => storage)
    tell.listener?.({ closed: 'wallet' })
    const log = recorder.log({ addresses })
    const text = JSON.stringify(log)
    expect(text).not.toMatch(/PLANTED/i)
    expect(text).not.toContain('symKey')
    // It is a log all the same.
    for (const said of [
      'connection:started',
      'connection:failed',
      'wallet.connect_failed',
      'connection:established',
      'connection:closed',
      'request:settled',
      'test_sign',
      'leaky:spilled',
      'connection-1',
      'uri',
    ])
      expect(text).toContain(said)
    expect(text.includes(ADDRESS)).toBe(addresses === 'whole')
    expect(text).toContain(addresses === 'whole' ? ADDRESS : 'testad...ular')
    expect(timings(log.entries).map(({ what, outcome }) => [what, outcome])).toEqual(
      expect.arrayContaining([
        ['connect leaky.wallet', 'wallet.connect_failed'],
        ['connect leaky.wallet', 'connected'],
        ['modal open', 'under way'],
      ]),
    )
    expect(kept.map(({ name }) => name)).toContain('kernel:v1:connections')
    expect(JSON.stringify(kept)).not.toMatch(/PLANTED(snapshot|nested|symKey)/)
    recorder.dispose()
    kernel.dispose()
  },
)

it('The inspector reads only the stored keys of its own kernel, and none from a storage that throws', () => {
  const storage = fakeStorage()
  for (const key of [
    'token',
    'latchkey-other:kernel:v1:walletId',
    'latchkey-defaulty:x:v1:y',
    'latchkey-default:kernel:v1:walletId',
  ])
    storage.setItem(key, '"x"')
  expect(ownKeys({ id: 'default' }, () => storage)).toEqual([
    { name: 'kernel:v1:walletId', bytes: expect.any(Number) as number, value: '"x"' },
  ])
  const blocked = {
    ...storage,
    get length(): number {
      throw new Error('blocked')
    },
  }
  expect(ownKeys({ id: 'default' }, () => blocked)).toEqual([])
  const refused = vi.fn((): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  expect(ownKeys({ id: 'default' }, refused)).toEqual([])
  expect(refused).toHaveBeenCalledOnce()
})
