import { isLatchkeyError, type Connection, type ConnectionChange } from '@latchkey/plugin-api'
import { describe, expect, it, vi } from 'vitest'
import { idOf, toNetwork, type Chains } from '../chain/chains.js'
import { openConnection } from './connection.js'
import { kusama, polkadotHub } from '../chain/networks.js'

const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const ALICE_ON_POLKADOT = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const ALICE_KEY = 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'
const BOB = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const SIGNATURE = `0x${'ab'.repeat(64)}`
const moonbeam = {
  ...kusama,
  name: 'Moonbeam',
  genesisHash: `0x${'fe'.repeat(32)}`,
  accounts: 'ethereum',
} as const
const chainsOf = (...list: readonly (typeof kusama)[]): Chains =>
  new Map(list.map((chain) => [toNetwork(chain).id, chain]))
const HUB = idOf(polkadotHub.genesisHash)

const signed = { id: 7, signature: SIGNATURE }
function extension(accounts: unknown = [{ address: ALICE, name: 'Alice', type: 'sr25519' }]) {
  const listeners = new Set<(accounts: unknown) => void>()
  const signRaw = vi.fn((_: object): Promise<unknown> => Promise.resolve(signed))
  const signPayload = vi.fn((_: object): Promise<unknown> => Promise.resolve(signed))
  const enable = vi.fn((_: string): Promise<unknown> =>
    Promise.resolve({
      accounts: {
        get: () => Promise.resolve(accounts),
        subscribe: (listener: (accounts: unknown) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      signer: { signRaw, signPayload },
    }),
  )
  const tell = (value: unknown): void => listeners.forEach((listener) => listener(value))
  return { enable, signRaw, signPayload, listeners, tell }
}
const signal = new AbortController().signal
const open = (
  found: { enable(origin: string): Promise<unknown> },
  chains = chainsOf(polkadotHub, kusama),
): Promise<Connection> =>
  openConnection(
    { id: 'polkadot.test', extension: found, origin: 'Shop', chains, live: new Set(), end: signal },
    signal,
  )
const accountsOf = (connection: Connection) => connection.scopes['polkadot']!.accounts
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (isLatchkeyError(error) ? error.code : error),
  )
const raw = (params: unknown, network = HUB) => ({
  network,
  method: 'polkadot_signMessage',
  params,
})
const transaction = (params: unknown, network = HUB) => ({
  network,
  method: 'polkadot_signTransaction',
  params,
})

describe('accounts', () => {
  it('An account has a key that does not depend on its spelling, its key type, and the type eoa', async () => {
    const found = extension([
      { address: ALICE, name: 'Al\u202eice', type: 'sr25519' },
      { address: BOB, type: 'ecdsa' },
      { address: ALICE_ON_POLKADOT, name: 'Again' },
    ])
    const connection = await open(found)
    expect(found.enable).toHaveBeenCalledExactlyOnceWith('Shop')
    expect(accountsOf(connection)).toEqual([
      {
        key: ALICE_KEY,
        namespace: 'polkadot',
        address: ALICE,
        type: 'eoa',
        keyType: 'sr25519',
        publicKey: ALICE_KEY,
        label: 'Alice',
      },
      {
        key: '8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48',
        namespace: 'polkadot',
        address: BOB,
        type: 'eoa',
        keyType: 'ecdsa',
      },
    ])
  })

  it('An account is on the networks on which it can be used', async () => {
    const shown = [
      { address: ALICE, type: 'sr25519' },
      { address: BOB, genesisHash: kusama.genesisHash },
      { address: ETHEREUM },
    ]
    const mixed = await open(extension(shown), chainsOf(polkadotHub, kusama, moonbeam))
    expect(accountsOf(mixed).map(({ networks, keyType }) => [keyType, networks])).toEqual([
      ['sr25519', [HUB, idOf(kusama.genesisHash)]],
      [undefined, [idOf(kusama.genesisHash)]],
      ['ethereum', [idOf(moonbeam.genesisHash)]],
    ])
    expect(accountsOf(await open(extension(shown), chainsOf(polkadotHub)))).toHaveLength(1)
  })

  it.each<[string, unknown]>([
    ['no list', {}],
    ['nothing', []],
    ['no addresses', [{}, { address: 7 }, { address: 'nonsense' }]],
    [
      'one that throws',
      new Proxy([], {
        get: (_, name) => {
          if (name === 'then') return undefined
          throw new Error('no')
        },
      }),
    ],
  ])('Accounts that are %s do not connect', async (_, accounts) => {
    const found = extension(accounts)
    expect(await codeOf(open(found))).toBe('wallet.bad_answer')
    expect(found.listeners.size).toBe(0)
  })

  it('A change of accounts is reported, and no account left closes the connection', async () => {
    const found = extension()
    const connection = await open(found)
    const changes: ConnectionChange[] = []
    connection.onChange((change) => changes.push(change))
    found.tell([{ address: BOB }])
    found.tell('nonsense')
    found.tell([])
    expect(changes).toMatchObject([
      { scopes: { polkadot: { accounts: [{ address: BOB }] } } },
      { closed: 'wallet' },
    ])
    expect(found.listeners.size).toBe(0)
  })
})

describe('signing', () => {
  it('A text is sent as its bytes, for the account as the wallet spells it, and the answer is passed on', async () => {
    const found = extension()
    const connection = await open(found)
    expect(
      await connection.request(raw({ address: ALICE_ON_POLKADOT, message: 'Grüezi' })),
    ).toEqual(signed)
    expect(found.signRaw).toHaveBeenLastCalledWith({
      address: ALICE,
      data: '0x4772c3bc657a69',
      type: 'bytes',
    })
    await connection.request(raw({ address: ALICE, message: '0x00ff' }))
    expect(found.signRaw).toHaveBeenLastCalledWith({
      address: ALICE,
      data: '0x00ff',
      type: 'bytes',
    })
  })

  it('A payload is sent with only the spelling of its address changed, and the answer is passed on', async () => {
    const found = extension()
    const connection = await open(found)
    const payload = {
      address: ALICE_ON_POLKADOT,
      genesisHash: polkadotHub.genesisHash,
      method: '0x0a03',
      nonce: '0x00',
      tip: '0x01',
      withSignedTransaction: true,
    }
    found.signPayload.mockResolvedValueOnce({ ...signed, signedTransaction: Uint8Array.of(1, 2) })
    expect(
      await connection.request(
        transaction({ address: ALICE_ON_POLKADOT, transactionPayload: payload }),
      ),
    ).toEqual({ ...signed, signedTransaction: '0x0102' })
    expect(found.signPayload).toHaveBeenCalledExactlyOnceWith({ ...payload, address: ALICE })
  })

  it.each<[string, unknown, string]>([
    [
      'for an account that is not there',
      transaction({
        address: BOB,
        transactionPayload: { address: BOB, genesisHash: polkadotHub.genesisHash },
      }),
      'wallet.unauthorized',
    ],
    [
      'for one account in the name of another',
      transaction({
        address: ALICE,
        transactionPayload: { address: BOB, genesisHash: polkadotHub.genesisHash },
      }),
      'wallet.unauthorized',
    ],
    [
      'for another chain',
      transaction({
        address: ALICE,
        transactionPayload: { address: ALICE, genesisHash: kusama.genesisHash },
      }),
      'wallet.chain_disconnected',
    ],
    ['without a payload', transaction({ address: ALICE }), 'wallet.chain_disconnected'],
    ['without a message', raw({ address: ALICE }), 'rpc.failed'],
    ['without an account', raw({ message: 'x' }), 'adapter.invalid_address'],
    [
      'by another method',
      { network: HUB, method: 'polkadot_signEverything' },
      'wallet.unsupported_method',
    ],
  ])('A request with %s is refused before the wallet is asked', async (_, request, code) => {
    const found = extension()
    expect(await codeOf((await open(found)).request(request as never))).toBe(code)
    expect(found.signRaw.mock.calls.length + found.signPayload.mock.calls.length).toBe(0)
  })

  it.each<[unknown]>([
    [undefined],
    [null],
    ['0x12'],
    [{ signature: '0x12' }],
    [{ signature: 'ab'.repeat(64) }],
    [{ signature: SIGNATURE, signedTransaction: 7 }],
    [
      new Proxy(
        {},
        {
          get: (_, name) => {
            if (name === 'then') return undefined
            throw new Error('no')
          },
        },
      ),
    ],
  ])('A malformed answer is refused: case %#', async (answer) => {
    const found = extension()
    found.signRaw.mockResolvedValue(answer)
    expect(await codeOf((await open(found)).request(raw({ address: ALICE, message: 'x' })))).toBe(
      'wallet.bad_answer',
    )
  })

  it.each<[unknown, string]>([
    [new Error('Cancelled'), 'wallet.user_rejected'],
    [new Error('Rejected by user'), 'wallet.user_rejected'],
    ['User rejected the request', 'wallet.user_rejected'],
    [{ code: 4001 }, 'wallet.user_rejected'],
    [
      new Error('The source https://shop.test has a pending authorization request'),
      'wallet.request_pending',
    ],
    [
      new Error('The source https://shop.test is not allowed to interact with this extension'),
      'wallet.unauthorized',
    ],
    [new Error('Unable to find keypair'), 'rpc.failed'],
    [undefined, 'rpc.failed'],
  ])('An error of the wallet has a code of its own: %s', async (thrown, code) => {
    const found = extension()
    found.signRaw.mockRejectedValue(thrown)
    expect(await codeOf((await open(found)).request(raw({ address: ALICE, message: 'x' })))).toBe(
      code,
    )
  })

  it('A request that is cancelled settles at once', async () => {
    const found = extension()
    found.signRaw.mockReturnValue(new Promise(() => undefined))
    const controller = new AbortController()
    const asking = codeOf(
      (await open(found)).request({
        ...raw({ address: ALICE, message: 'x' }),
        signal: controller.signal,
      }),
    )
    controller.abort()
    expect(await asking).toBe('kernel.aborted')
  })
})
