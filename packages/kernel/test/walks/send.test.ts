import { definePlugin, defineView, type Transfer } from '@latchkey/plugin-api'
import { afterEach, expect, it } from 'vitest'
import { createKernel, type Kernel } from '../../src/index.js'
import { account, adapterFor, connectorFor, FakeLink, network } from './support.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'walk.send': undefined
    'walk.preview': { value: bigint }
  }
}

const chain = (sent: Transfer[], fail: { now: boolean }) =>
  definePlugin({
    id: 'chain',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['any'],
    setup(ctx) {
      ctx.adapters.add(
        adapterFor('any', Boolean, {
          estimate: async () => ({ fee: 21n }),
          send: {
            async submit(transfer) {
              if (fail.now) throw new Error('refused')
              sent.push(transfer)
              return { id: 'hash', kind: 'transaction' }
            },
            async *watch() {
              yield { status: 'pending' }
              yield { status: 'success', transaction: 'hash' }
            },
          },
        }),
      )
      ctx.networks.add(network('any:1'))
      ctx.connectors.add(
        connectorFor(
          'wallet',
          ['any'],
          () =>
            new FakeLink('wallet', 'wallet', {
              any: { accounts: [account('any', 'me')], networks: 'any', methods: 'any' },
            }),
        ),
      )
    },
  })

/** Sends by ability, whatever the chain is. */
const send = () =>
  definePlugin({
    id: 'walk-send',
    version: '0.1.0',
    kernelApi: '^0.1',
    setup(ctx) {
      const outcomes: string[] = []
      ctx.views.add(defineView({ id: 'walk.send', title: 'send.title', render: {} }))
      ctx.views.add(defineView({ id: 'walk.preview', title: 'send.preview', render: {} }))
      ctx.accountActions.add({
        id: 'send.open',
        label: 'send.label',
        feature: 'send',
        when: ({ network: at }) =>
          ctx.adapters
            .get()
            .some(
              ({ value }) => value.namespace === at?.namespace && value.abilities.includes('send'),
            ),
        run: () => ctx.router.push('walk.send'),
      })
      return {
        outcomes,
        async submit(adapter: Kernel['ports']['adapter'], value: bigint) {
          const signer = ctx.accounts.active()
          const at = ctx.activeNetwork.current()
          if (!signer || !at) throw new Error('nobody is connected')
          ctx.router.push('walk.preview', { value })
          const transaction = ctx.router.transaction({
            onSuccess: () => (outcomes.push('success'), ctx.router.reset('Account')),
            onError: () => void outcomes.push('error'),
            onCancel: () => void outcomes.push('cancel'),
          })
          try {
            const { send: ability } = await adapter(at.namespace)
            const submission = await ability?.submit({
              account: signer,
              network: at,
              to: 'you',
              value,
            })
            if (!submission || !ability) throw new Error('this chain cannot send')
            for await (const { status } of ability.watch(submission, { network: at }))
              if (status === 'success') transaction.settle('success')
          } catch {
            transaction.settle('error')
          }
        },
      }
    },
  })

let kernel: Kernel | undefined
afterEach(() => kernel?.dispose())

it("Sending uses the chain's ability and base units, and ends in Account", async () => {
  const sent: Transfer[] = []
  const fail = { now: false }
  const made = createKernel({
    metadata: { name: 'Walk' },
    storage: null,
    plugins: [chain(sent, fail), send()],
  })
  kernel = made
  await made.connect('wallet')
  const [action] = made.ports.accountActions.get()
  expect(
    action?.value.when?.({
      account: made.ports.accounts.active(),
      network: made.ports.activeNetwork.current(),
    }),
  ).toBe(true)
  made.open()
  action?.value.run()
  await made.plugins['walk-send'].submit(made.ports.adapter, 5n)
  expect(sent[0]).toMatchObject({ to: 'you', value: 5n })
  expect(made.plugins['walk-send'].outcomes).toEqual(['success'])
  expect(made.ports.router.get().map(({ view }) => view)).toEqual(['Account'])
})

it('A failed transaction goes back one view', async () => {
  const made = createKernel({
    metadata: { name: 'Walk' },
    storage: null,
    plugins: [chain([], { now: true }), send()],
  })
  kernel = made
  await made.connect('wallet')
  made.open()
  made.ports.router.push('walk.send')
  await made.plugins['walk-send'].submit(made.ports.adapter, 5n)
  expect(made.plugins['walk-send'].outcomes).toEqual(['error'])
  expect(made.ports.router.get().at(-1)?.view).toBe('walk.send')
})
