import { definePlugin } from '@latchkey/plugin-api'
import { afterEach, expect, it } from 'vitest'
import { createKernel, type Kernel } from '../../src/index.js'
import { account, adapterFor, connectorFor, FakeLink, network } from './support.js'

/**
 * A wallet that speaks bytes: `signMessage({ message: Uint8Array }) -> { signature: Uint8Array }`,
 * as Wallet Standard wallets do.
 */
interface BytesWallet {
  readonly publicKey: Uint8Array
  signMessage(input: { message: Uint8Array }): Promise<{ signature: Uint8Array }>
}
const hex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const bytes = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))

const standard = (wallet: BytesWallet) =>
  definePlugin({
    id: 'standard',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['solana'],
    setup(ctx) {
      ctx.adapters.add(
        adapterFor('solana', (text) => text.length === 8, {
          async sign({ account: { connectionId }, network: { id }, message }) {
            const raw = typeof message === 'string' ? new TextEncoder().encode(message) : message
            return String(
              await ctx.connections.request({
                connectionId,
                network: id,
                method: 'solana_signMessage',
                params: { message: hex(raw) },
              }),
            )
          },
        }),
      )
      ctx.networks.add(network('solana:main'))
      ctx.rpc.allow({ namespace: 'solana', methods: { solana_signMessage: 'sign' } })
      ctx.connectors.add(
        connectorFor(
          'bytes',
          ['solana'],
          () =>
            new FakeLink(
              'bytes',
              'bytes',
              {
                solana: {
                  accounts: [account('solana', hex(wallet.publicKey))],
                  networks: 'any',
                  methods: 'any',
                },
              },
              {
                // The translation: JSON on our side of the wire, bytes on the wallet's.
                async answer({ params }) {
                  if (
                    typeof params !== 'object' ||
                    params === null ||
                    !('message' in params) ||
                    typeof params.message !== 'string'
                  )
                    throw new TypeError('no message')
                  return hex(
                    (await wallet.signMessage({ message: bytes(params.message) })).signature,
                  )
                },
              },
            ),
        ),
      )
    },
  })

let kernel: Kernel | undefined
afterEach(() => kernel?.dispose())

it('JSON of a request becomes the bytes that a Wallet Standard wallet wants, and back', async () => {
  const seen: Uint8Array[] = []
  const made = createKernel({
    metadata: { name: 'Walk' },
    storage: null,
    plugins: [
      standard({
        publicKey: Uint8Array.of(1, 2, 3, 4),
        signMessage: async ({ message }) => (
          seen.push(message),
          { signature: message.map((byte) => byte ^ 255) }
        ),
      }),
    ],
  })
  kernel = made
  await made.connect('bytes')
  const [signer] = made.ports.accounts.all('solana')
  const adapter = await made.ports.adapter('solana')
  const current = made.ports.activeNetwork.current('solana')
  expect(signer?.address).toBe('01020304')
  const signature = await adapter.sign?.({ account: signer!, network: current!, message: 'hi' })
  expect(seen[0]).toEqual(Uint8Array.of(0x68, 0x69))
  expect(signature).toBe('9796')
})
