import { definePlugin, type ConnectAttempt, type SignInRequest } from '@latchkey/plugin-api'
import { inWorld } from '@latchkey/plugin-testkit'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { verifyMessage } from 'viem'
import { mainnet, sepolia } from 'viem/chains'
import { parseSiweMessage } from 'viem/siwe'
import { describe, expect, it, vi } from 'vitest'
import { evm } from '../src/index.js'

// Chunks that are loaded for the first time take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const ID = 'test.bench'
const MESSAGE = {
  domain: 'shop.test',
  uri: 'https://shop.test/in',
  version: '1',
  nonce: 'abcdef0123456789',
  issuedAt: '2026-01-01T00:00:00.000Z',
  statement: 'Welcome to the shop.',
  expirationTime: '2026-01-02T00:00:00.000Z',
  requestId: 'r-1',
  resources: ['https://shop.test/terms'],
}
type Answer = Parameters<SignInRequest['fulfil']>[0]
interface Signer {
  readonly answers: Answer[]
  connect(): Promise<unknown>
  addresses(): string[]
}
interface Case {
  wallet: Eip155Wallet
  message?: SignInRequest['message']

  fulfil?(answer: Answer): void
}

/** A page that asks the visitor to sign in while connecting. */
async function onPage(
  { wallet, message = MESSAGE, fulfil }: Case,
  run: (signer: Signer) => Promise<void>,
): Promise<void> {
  const answers: Answer[] = []
  const take = (answer: Answer): void => {
    answers.push(answer)
    fulfil?.(answer)
  }
  const asker = definePlugin({
    id: 'asker',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    setup: (ctx) =>
      void ctx.flow.connect.before(
        (attempt: ConnectAttempt) => void (attempt.signIn = { message, fulfil: take }),
      ),
  })
  const make = () => evm({ networks: [mainnet, sepolia] })
  await inWorld(
    { make, options: { beside: () => [asker], page: () => wallet.install() } },
    async (world) => {
      const kernel = world.create(make())
      await kernel.ready
      await kernel.ports.late.load()
      await run({
        answers,
        connect: () => kernel.connect(ID),
        addresses: () =>
          kernel.ports.connections
            .get()
            .connections.flatMap(
              ({ scopes }) => scopes['eip155']?.accounts.map(({ address }) => address) ?? [],
            ),
      })
    },
  )
}

/** A wallet that answers or refuses `wallet_connect` as the test decides. */
function odd(answer: (right: () => Promise<unknown>, params: unknown) => unknown): {
  wallet: Eip155Wallet
  methods: string[]
} {
  const wallet = new Eip155Wallet({ signsIn: true })
  const { request } = wallet.provider
  const methods: string[] = []
  wallet.provider.request = async (asked) => {
    methods.push(asked.method)
    return asked.method === 'wallet_connect'
      ? answer(() => request(asked), asked.params)
      : request(asked)
  }
  return { wallet, methods }
}
const refuse =
  (code: number | undefined, message = 'Something went wrong') =>
  () =>
    Promise.reject(Object.assign(new Error(message), code === undefined ? {} : { code }))
interface Right {
  accounts: { address: string; capabilities: { signInWithEthereum: Record<string, unknown> } }[]
}

describe('signing in with connecting (ERC-7846)', () => {
  const wallet = new Eip155Wallet({ signsIn: true })

  it('A sign-in asks the wallet once, and hands over the signed message unchanged', () =>
    onPage({ wallet }, async ({ answers, connect, addresses }) => {
      await connect()
      expect(wallet.asked).toEqual(['wallet_connect'])
      expect(addresses()).toEqual([wallet.address])
      const [{ account, network, message, signature }] = answers as [Answer]
      expect({ address: account.address, network, count: answers.length }).toEqual({
        address: wallet.address,
        network: 'eip155:1',
        count: 1,
      })
      expect(parseSiweMessage(message)).toMatchObject({
        domain: 'shop.test',
        uri: 'https://shop.test/in',
        nonce: MESSAGE.nonce,
        statement: MESSAGE.statement,
        requestId: 'r-1',
        resources: MESSAGE.resources,
        chainId: 1,
        address: wallet.address,
        expirationTime: new Date(MESSAGE.expirationTime),
      })
      expect(
        await verifyMessage({
          address: wallet.address as `0x${string}`,
          message,
          signature: signature as `0x${string}`,
        }),
      ).toBe(true)
    }))

  it('A sign-in asks as ERC-7846 says, for the networks of the site', async () => {
    let asked: unknown
    const { wallet: one } = odd((right, params) => ((asked = params), right()))
    await onPage({ wallet: one }, async ({ connect }) => void (await connect()))
    expect(asked).toEqual([
      {
        version: '1',
        chainIds: ['0x1', '0xaa36a7'],
        capabilities: { signInWithEthereum: { ...MESSAGE, chainId: '0x1' } },
      },
    ])
  })

  it('A sign-in without a nonce asks for accounts only', () =>
    onPage({ wallet, message: { domain: 'shop.test' } }, async ({ answers, connect }) => {
      await connect()
      expect([wallet.asked, answers]).toEqual([['eth_requestAccounts'], []])
    }))

  it('A refused sign-in stays refused, and the next attempt asks the same way again', () =>
    onPage({ wallet }, async ({ answers, connect }) => {
      wallet.behave({ reject: Object.assign(new Error('no'), { code: 4001 }) })
      await expect(connect()).rejects.toMatchObject({ code: 'wallet.user_rejected' })
      expect(wallet.asked).toEqual(['wallet_connect'])
      wallet.behave('accept')
      await connect()
      expect([wallet.asked, answers.length]).toEqual([['wallet_connect', 'wallet_connect'], 1])
    }))

  it('A sign-in reports a request that still waits in the wallet, and asks nothing else', async () => {
    const { wallet: one, methods } = odd(refuse(-32_002))
    await onPage({ wallet: one }, async ({ connect }) => {
      await expect(connect()).rejects.toMatchObject({ code: 'wallet.request_pending' })
      expect(methods).not.toContain('eth_requestAccounts')
    })
  })

  it.each<[number | undefined, string]>([
    [4200, ''],
    [4100, ''],
    [-32_601, ''],
    [-32_004, ''],
    [-32_602, ''],
    [-32_600, 'Unsupported method: wallet_connect'],
    [5700, ''],
    [5710, ''],
    [-32_603, 'The method wallet_connect does not exist/is not available'],
    [undefined, 'Unsupported method'],
    [35, 'method is not supported'],
    [undefined, "method [wallet_connect] doesn't has corresponding handler"],
  ])(
    'A wallet that refuses the method connects plainly in the same attempt: %s %s',
    async (code, text) => {
      const { wallet: one } = odd(refuse(code, text))
      await onPage({ wallet: one }, async ({ answers, connect, addresses }) => {
        await connect()
        expect([one.asked, addresses(), answers]).toEqual([
          ['eth_requestAccounts'],
          [one.address],
          [],
        ])
      })
    },
  )
  it('A wallet that does not know ERC-7846 connects plainly', async () => {
    const plain = new Eip155Wallet()
    await onPage({ wallet: plain }, async ({ answers, connect }) => {
      await connect()
      expect([plain.asked, answers]).toEqual([['eth_requestAccounts'], []])
    })
  })
  it('A failure that may have come after a prompt ends the attempt, and the next one connects plainly', async () => {
    const { wallet: one, methods } = odd(refuse(-32_603, 'Internal error'))
    await onPage({ wallet: one }, async ({ connect, addresses }) => {
      await expect(connect()).rejects.toMatchObject({
        code: 'wallet.connect_failed',
        details: 'Internal error',
        cause: { code: 'rpc.failed', context: { method: 'wallet_connect', rpcCode: -32_603 } },
      })
      expect(methods).not.toContain('eth_requestAccounts')
      await connect()
      expect([methods.filter((method) => method === 'wallet_connect').length, addresses()]).toEqual(
        [1, [one.address]],
      )
    })
  })

  const evil = {
    accounts: {
      get length() {
        throw new Error('no')
      },
    },
  }
  it.each<[string, unknown]>([
    ['nothing', null],
    ['a string', 'ok'],
    ['an object without a list', { accounts: 'all' }],
    ['a list of anything', { accounts: [7, null] }],
    ['a list without addresses', { accounts: [{}] }],
    ['an object that throws', evil],
  ])('A wallet is asked for accounts after its answer is %s', async (_what, answer) => {
    const { wallet: one } = odd(() => answer)
    await onPage({ wallet: one }, async ({ answers, connect, addresses }) => {
      await connect()
      expect([one.asked, addresses(), answers]).toEqual([
        ['eth_requestAccounts'],
        [one.address],
        [],
      ])
    })
  })
  it('A sign-in fails where no account is exposed, and asks nothing else', async () => {
    const { wallet: one, methods } = odd(() => ({ accounts: [] }))
    await onPage({ wallet: one }, async ({ connect }) => {
      await expect(connect()).rejects.toMatchObject({ code: 'wallet.bad_answer' })
      expect(methods).not.toContain('eth_requestAccounts')
    })
  })
  it.each<[string, (signed: Record<string, unknown>) => unknown]>([
    ['nothing', () => undefined],
    ['no message', ({ signature }) => ({ signature })],
    ['no signature', ({ message }) => ({ message })],
    ['a signature that is not hexadecimal', ({ message }) => ({ message, signature: '<b>' })],
    ['a message that is too long', ({ signature }) => ({ message: 'a'.repeat(20_000), signature })],
  ])('A wallet that signed %s connects, and nothing is handed over', async (_what, change) => {
    const { wallet: one } = odd(async (right) => {
      const {
        accounts: [account],
      } = (await right()) as Right
      return {
        accounts: [
          {
            ...account,
            capabilities: { signInWithEthereum: change(account!.capabilities.signInWithEthereum) },
          },
        ],
      }
    })
    await onPage({ wallet: one }, async ({ answers, connect, addresses }) => {
      await connect()
      expect([one.asked, addresses(), answers]).toEqual([['wallet_connect'], [one.address], []])
    })
  })
  it('A sign-in accepts an answer of addresses alone', async () => {
    const { wallet: one } = odd(async (right) => (await right(), { accounts: [one.address] }))
    await onPage({ wallet: one }, async ({ answers, connect, addresses }) => {
      await connect()
      expect([one.asked, addresses(), answers]).toEqual([['wallet_connect'], [one.address], []])
    })
  })

  const other = `0x${'1'.repeat(40)}`
  it('The account that signed comes before the others', async () => {
    const { wallet: one } = odd(async (right) => ({
      accounts: [{ address: other, capabilities: {} }, ...((await right()) as Right).accounts],
    }))
    await onPage({ wallet: one }, async ({ answers, connect, addresses }) => {
      await connect()
      expect([addresses(), answers.map(({ account }) => account.address)]).toEqual([
        [one.address, other],
        [one.address],
      ])
    })
  })
  it('A message of another account or site is handed over unchanged, because the asker verifies it', async () => {
    const message = `evil.test wants you to sign in with your Ethereum account:\n${other}\n\n<b>`
    const { wallet: one } = odd(async (right) => {
      const {
        accounts: [account],
      } = (await right()) as Right
      return {
        accounts: [
          {
            ...account,
            capabilities: {
              signInWithEthereum: { ...account!.capabilities.signInWithEthereum, message },
            },
          },
        ],
      }
    })
    await onPage({ wallet: one }, async ({ answers, connect }) => {
      await connect()
      expect(answers).toMatchObject([{ account: { address: one.address }, message }])
    })
  })
  it('The signature of an account that is gone is not handed over', async () => {
    const { wallet: one } = odd((right) => right())
    const { request } = one.provider
    one.provider.request = async (asked) => {
      if (asked.method === 'eth_chainId') one.show('other')
      return request(asked)
    }
    await onPage({ wallet: one }, async ({ answers, connect, addresses }) => {
      await connect()
      expect([addresses(), answers]).toEqual([[one.address], []])
    })
  })
  it('A sign-in keeps no connection where the asker refuses the signature', () =>
    onPage(
      {
        wallet,
        fulfil: () => {
          throw new Error('refused')
        },
      },
      async ({ connect, addresses }) => {
        await expect(connect()).rejects.toThrow()
        expect([addresses(), wallet.listeners()]).toEqual([[], 0])
      },
    ))
})
