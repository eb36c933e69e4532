import { createToken, definePlugin, defineView, type SignInRequest } from '@latchkey/plugin-api'
import { afterEach, expect, it } from 'vitest'
import { createKernel, type Kernel } from '../../src/index.js'
import { account, adapterFor, connectorFor, FakeLink, network, settle } from './support.js'

const chain = (answersSignIn: boolean) =>
  definePlugin({
    id: 'chain',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['any'],
    setup(ctx) {
      ctx.adapters.add(
        adapterFor('any', Boolean, { sign: async ({ message }) => `sig(${String(message)})` }),
      )
      ctx.networks.add(network('any:1'))
      ctx.connectors.add(
        connectorFor('wallet', ['any'], ({ signIn }) => {
          const [signer] = [account('any', 'addr')]
          if (answersSignIn && signer)
            signIn?.fulfil({
              account: signer,
              network: 'any:1',
              message: `one click ${String(signIn.message['nonce'])}`,
              signature: 'one-click',
            })
          return new FakeLink('wallet', 'wallet', {
            any: { accounts: [account('any', 'addr')], networks: 'any', methods: 'any' },
          })
        }),
      )
    },
  })

const SESSIONS = createToken<string[]>('walk.sessions')
const siwx = () =>
  definePlugin({
    id: 'siwx',
    version: '0.1.0',
    kernelApi: '^0.1',
    setup(ctx) {
      ctx.provide(SESSIONS, () => [])
      const sessions = () => ctx.get(SESSIONS)
      ctx.views.add(
        defineView({ id: 'SIWXSignMessage', title: 'siwx.title', bare: true, render: {} }),
      )
      ctx.flow.connect.before((attempt) => {
        const signIn: SignInRequest = {
          message: { nonce: 'n1' },
          fulfil: ({ signature }) => void sessions().push(signature),
        }
        attempt.signIn = signIn
      })
      ctx.flow.connect.after(() => {
        if (!sessions().length) ctx.router.push('SIWXSignMessage')
      })
      // Sign-in is required: no leaving without it.
      ctx.flow.close(
        () => sessions().length > 0 || ctx.router.get().at(-1)?.view !== 'SIWXSignMessage',
      )
      return {
        sessions,
        async sign() {
          const signer = ctx.accounts.active()
          const current = ctx.activeNetwork.current()
          if (!signer || !current) throw new Error('nobody is connected')
          sessions().push(
            String(
              await ctx.connections.request({
                network: current.id,
                method: 'any_sign',
                params: ['n1'],
              }),
            ),
          )
          ctx.modal.close()
        },
      }
    },
  })

let kernel: Kernel | undefined
afterEach(() => kernel?.dispose())

it('Sign-in pushes its view after connecting, and keeps the modal open until there is a session', async () => {
  const made = createKernel({
    metadata: { name: 'Walk' },
    storage: null,
    plugins: [chain(false), siwx()],
    rpcPolicy: { allow: { any_sign: 'sign' } },
  })
  kernel = made
  made.open()
  await made.connect('wallet')
  await settle()
  expect(made.ports.router.get().at(-1)?.view).toBe('SIWXSignMessage')
  expect(made.close()).toBe(false)
  expect(made.ports.modal.get()).toMatchObject({ open: true, shakes: 1 })
  await made.plugins.siwx.sign()
  expect(made.ports.modal.get().open).toBe(false)
})

it('Sign-in together with connecting pushes no view', async () => {
  const made = createKernel({
    metadata: { name: 'Walk' },
    storage: null,
    plugins: [chain(true), siwx()],
  })
  kernel = made
  made.open()
  await made.connect('wallet')
  await settle()
  expect(made.plugins.siwx.sessions()).toEqual(['one-click'])
  expect(made.ports.modal.get().open).toBe(false)
})
