import type {
  ChainAdapter,
  ConnectedAccount,
  Network,
  Submission,
  SubmissionStatus,
} from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  http,
  parseEther,
  parseGwei,
  verifyMessage,
  verifyTypedData,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createSite,
  failure,
  lastOf,
  methodsOf,
  openPage,
  type Page,
  type Site,
} from './support.js'

let page: Page
let site: Site | undefined
beforeAll(async () => {
  page = await openPage()
})
afterEach(() => {
  site?.close()
  site = undefined
})
afterAll(() => page.close())

interface Ready extends Site {
  adapter: ChainAdapter
  account: ConnectedAccount
  network: Network
  me: Address
  other: Address
}
async function connected(options?: Parameters<Page['site']>[0]): Promise<Ready> {
  site?.close()
  const made = (site = await page.site(options))
  const { ports } = made.kernel
  const account = ports.accounts.active('eip155')!
  return {
    ...made,
    adapter: await ports.adapter('eip155'),
    account,
    network: ports.activeNetwork.current('eip155')!,
    me: account.address as Address,
    other: page.localnet.accounts[5]!.address,
  }
}
const node = (index = 0) => createPublicClient({ chain: page.chains[index]!, transport: http() })
async function outcome(
  { adapter, network }: Ready,
  submission: Submission,
): Promise<SubmissionStatus | undefined> {
  let last: SubmissionStatus | undefined
  for await (const status of adapter.send!.watch(submission, { network })) last = status
  return last
}
const tokenBalance = (token: Address, holder: Address): Promise<bigint> =>
  node().readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] })

describe('reading', () => {
  it('The adapter reads the native balance', async () => {
    const { adapter, network, me } = await connected()
    expect(await adapter.balance!({ address: me, network })).toEqual({
      value: await node().getBalance({ address: me }),
      decimals: 18,
      symbol: 'ETH',
    })
  })

  it('Reading the chain needs no wallet', async () => {
    const { kernel } = (site = await page.site({ connect: false }))
    expect(
      await kernel.plugins.evm.provider.request({
        method: 'eth_getBalance',
        params: [page.localnet.accounts[9]!.address, 'latest'],
      }),
    ).toBe('0x21e19e0c9bab2400000')
    expect(site.wallet.requests).toEqual([])
  })
})

describe('signing', () => {
  it('The adapter signs text and bytes, and the signatures verify', async () => {
    const { adapter, account, network, me } = await connected()
    const signature = (await adapter.sign!({ account, network, message: 'Grüezi' })) as Hex
    expect(await verifyMessage({ address: me, message: 'Grüezi', signature })).toBe(true)
    const raw = new Uint8Array([0, 255, 7])
    expect(
      await verifyMessage({
        address: me,
        message: { raw },
        signature: (await adapter.sign!({ account, network, message: raw })) as Hex,
      }),
    ).toBe(true)
  })

  it('The adapter signs typed data, and the signature verifies', async () => {
    const { adapter, account, network, me } = await connected()
    const data = {
      domain: { name: 'Shop', chainId: 31337 },
      primaryType: 'Order',
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
        Order: [
          { name: 'item', type: 'string' },
          { name: 'price', type: 'uint256' },
        ],
      },
      message: { item: 'Book', price: '7' },
    } as const
    const signature = (await adapter.typedData!({ account, network, data })) as Hex
    expect(
      await verifyTypedData({
        address: me,
        domain: data.domain,
        types: { Order: data.types.Order },
        primaryType: 'Order',
        message: { item: 'Book', price: 7n },
        signature,
      }),
    ).toBe(true)
  })

  it('A signature that the visitor declines is reported as declined', async () => {
    const { adapter, account, network, wallet } = await connected()
    wallet.rejectNext({ method: 'personal_sign' })
    expect(await failure(adapter.sign!({ account, network, message: 'x' }))).toMatchObject({
      code: 'wallet.user_rejected',
    })
  })
})

describe('sending', () => {
  it('The adapter sends native currency as recipient, value and empty data [SEND-12]', async () => {
    const ready = await connected()
    const { adapter, account, network, other } = ready
    const before = await node().getBalance({ address: other })
    const submission = await adapter.send!.submit({
      account,
      network,
      to: other,
      value: parseEther('0.5'),
    })
    expect(lastOf(ready, 'eth_sendTransaction')).toEqual([
      { from: account.address, to: other, value: '0x6f05b59d3b20000', data: '0x' },
    ])
    expect(await outcome(ready, submission)).toEqual({
      status: 'success',
      transaction: submission.id,
    })
    expect((await node().getBalance({ address: other })) - before).toBe(parseEther('0.5'))
  })

  it('The adapter sends a token as a transfer call to its contract [SEND-13]', async () => {
    const ready = await connected()
    const { adapter, account, network, other } = ready
    const token = page.localnet.erc20.address
    const before = await tokenBalance(token, other)
    const submission = await adapter.send!.submit({
      account,
      network,
      to: other,
      value: 1_500_000n,
      token,
    })
    expect(lastOf(ready, 'eth_sendTransaction')).toEqual([
      {
        from: account.address,
        to: token,
        value: '0x0',
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transfer',
          args: [other, 1_500_000n],
        }),
      },
    ])
    expect((lastOf(ready, 'eth_sendTransaction') as { data: string }[])[0]!.data).toMatch(
      /^0xa9059cbb/,
    )
    expect(await outcome(ready, submission)).toMatchObject({ status: 'success' })
    expect((await tokenBalance(token, other)) - before).toBe(1_500_000n)
  })

  it('The adapter sends tokens that answer nothing, and does not send those that answer false [SEND-14]', async () => {
    const ready = await connected()
    const { adapter, account, network, other } = ready
    const { silent, refusing, erc20 } = page.localnet.tokens
    for (const { address } of [silent, erc20]) {
      const before = await tokenBalance(address, other)
      expect(
        await outcome(
          ready,
          await adapter.send!.submit({ account, network, to: other, value: 5n, token: address }),
        ),
      ).toMatchObject({ status: 'success' })
      expect((await tokenBalance(address, other)) - before).toBe(5n)
    }
    const sent = methodsOf(ready).filter((method) => method === 'eth_sendTransaction').length
    expect(
      await failure(
        adapter.send!.submit({ account, network, to: other, value: 5n, token: refusing.address }),
      ),
    ).toMatchObject({ code: 'evm.transfer_refused', context: { token: refusing.address } })
    expect(
      await failure(
        adapter.send!.submit({
          account,
          network,
          to: other,
          value: 5n,
          token: page.localnet.accounts[8]!.address,
        }),
      ),
    ).toMatchObject({ code: 'evm.transfer_refused' })
    expect(
      await failure(
        adapter.send!.submit({
          account,
          network,
          to: other,
          value: 10n ** 30n,
          token: erc20.address,
        }),
      ),
    ).toMatchObject({ code: 'rpc.failed' })
    expect(methodsOf(ready).filter((method) => method === 'eth_sendTransaction')).toHaveLength(sent)
  })

  it('After a reload, a replaced transaction that the node forgot is reported with its replacement', async () => {
    const storage = fakeStorage()
    const anvil = createTestClient({ mode: 'anvil', chain: page.chains[0], transport: http() })
    await anvil.setAutomine(false)
    try {
      const first = await connected({ kernel: { storage } })
      const nonce = await node().getTransactionCount({ address: first.me })
      const submission = await first.adapter.send!.submit({
        account: first.account,
        network: first.network,
        to: first.other,
        value: 1n,
      })
      for await (const { status } of first.adapter.send!.watch(submission, {
        network: first.network,
      })) {
        expect(status).toBe('pending')
        break
      }
      first.close()
      const own = createWalletClient({
        account: privateKeyToAccount(page.localnet.accounts[0]!.privateKey),
        chain: page.chains[0]!,
        transport: http(),
      })
      const by = await own.sendTransaction({
        to: first.me,
        value: 0n,
        nonce,
        maxFeePerGas: parseGwei('100'),
        maxPriorityFeePerGas: parseGwei('50'),
      })
      await anvil.mine({ blocks: 30 })
      expect(
        await node().request({
          method: 'eth_getTransactionByHash',
          params: [submission.id as Hex],
        }),
      ).toBeNull()
      const again = await connected({ kernel: { storage } })
      expect(await outcome(again, submission)).toEqual({ status: 'replaced', by })
    } finally {
      await anvil.setAutomine(true)
    }
  })

  it('The adapter estimates the fee as gas times price [WSIDE-31]', async () => {
    const { adapter, account, network, other, me } = await connected()
    const { fee, room } = await adapter.estimate!({ account, network, to: other, value: 1n })
    expect(room).toBe(fee)
    const gas = await node().estimateGas({ account: me, to: other, value: 1n })
    expect(fee % gas).toBe(0n)
    expect(fee / gas).toBeGreaterThan(0n)
    expect(
      (
        await adapter.estimate!({
          account,
          network,
          to: other,
          value: 1n,
          token: page.localnet.erc20.address,
        })
      ).fee,
    ).toBeGreaterThan(fee)
  })

  it('The adapter writes a contract by its interface [WSIDE-32]', async () => {
    const ready = await connected()
    const { adapter, account, network, other, me } = ready
    const { address, abi } = page.localnet.erc20
    const submission = await adapter.write!({
      account,
      network,
      address,
      abi,
      functionName: 'approve',
      args: [other, 7n],
    })
    expect(lastOf(ready, 'eth_sendTransaction')).toEqual([
      {
        from: me,
        to: address,
        value: '0x0',
        data: encodeFunctionData({ abi: abi as Abi, functionName: 'approve', args: [other, 7n] }),
      },
    ])
    expect(await outcome(ready, submission)).toMatchObject({ status: 'success' })
    expect(
      await node().readContract({
        address,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [me, other],
      }),
    ).toBe(7n)
  })
})

describe('what only the wallet knows', () => {
  it('The adapter asks for the capabilities of the account and returns them unchanged [WSIDE-33]', async () => {
    const ready = await connected()
    const answer = { '0x7a69': { atomic: { status: 'supported' } } }
    ready.wallet.answerNext(answer, { method: 'wallet_getCapabilities' })
    expect(await ready.adapter.capabilities!(ready)).toEqual(answer)
    expect(lastOf(ready, 'wallet_getCapabilities')).toEqual([ready.me, ['0x7a69']])
  })

  const metadata = {
    name: 'Test',
    symbol: 'TST',
    decimals: 6,
    price: 1.5,
    iconUrl: 'https://icons.test/t.png',
  }
  const entry = {
    address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    balance: '0x16e360',
    type: 'ERC20',
    metadata,
  }
  const assets = async (
    list: unknown,
    chain = '0x7a69',
  ): Promise<{ ready: Ready; answer: unknown }> => {
    const ready = await connected()
    ready.wallet.answerNext({ [chain]: list }, { method: 'wallet_getAssets' })
    return { ready, answer: await ready.adapter.assets!(ready).catch((error: unknown) => error) }
  }

  it('The adapter asks for the assets of an account and maps them to balances [WSIDE-34] [ENT-25]', async () => {
    const { ready, answer } = await assets([
      entry,
      {
        address: 'native',
        balance: '0x1',
        type: 'NATIVE',
        metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ])
    expect(lastOf(ready, 'wallet_getAssets')).toEqual([
      { account: ready.me, chainFilter: ['0x7a69'] },
    ])
    expect(answer).toEqual([
      {
        token: entry.address,
        name: 'Test',
        amount: { value: 1_500_000n, decimals: 6, symbol: 'TST' },
        price: '1.5',
        iconUrl: 'https://icons.test/t.png',
      },
      { name: 'Ether', amount: { value: 1n, decimals: 18, symbol: 'ETH' } },
    ])
  })

  it('Assets of other types are left out [ENT-24]', async () => {
    const { answer } = await assets([
      { ...entry, type: 'ERC721', metadata: { name: 'Picture', tokenId: '1' } },
      entry,
    ])
    expect(answer).toHaveLength(1)
  })

  it.each(['address', 'balance', 'type', 'metadata'])(
    'An asset without %s is refused [ENT-23]',
    async (key) => {
      for (const type of ['ERC20', 'NATIVE'])
        expect(
          (
            await assets([
              Object.fromEntries(
                Object.entries({ ...entry, type }).filter(([name]) => name !== key),
              ),
            ])
          ).answer,
        ).toMatchObject({ code: 'wallet.bad_answer' })
    },
  )

  it.each<[string, unknown]>([
    ['an object in place of the list', {}],
    ['a negative balance', [{ ...entry, balance: '-1' }]],
    ['too many decimals', [{ ...entry, metadata: { ...metadata, decimals: 37 } }]],
    ['a fraction', [{ ...entry, metadata: { ...metadata, decimals: 1.5 } }]],
    ['a number for a name', [{ ...entry, metadata: { ...metadata, name: 7 } }]],
  ])('Assets with %s are refused', async (_, list) => {
    expect((await assets(list)).answer).toMatchObject({ code: 'wallet.bad_answer' })
  })

  it('A chain that the wallet leaves out has no assets, and odd prices and pictures are dropped', async () => {
    expect((await assets([entry], '0x1')).answer).toEqual([])
    expect(
      (
        await assets([
          { ...entry, metadata: { ...metadata, price: 'NaN', iconUrl: 'javascript:alert(1)' } },
        ])
      ).answer,
    ).toEqual([
      {
        token: entry.address,
        name: 'Test',
        amount: { value: 1_500_000n, decimals: 6, symbol: 'TST' },
      },
    ])
  })
})

describe('networks', () => {
  const fault = async (error: unknown) => {
    const ready = await connected()
    ready.wallet.failNext(error, { method: 'wallet_switchEthereumChain' })
    const result = await failure(ready.kernel.ports.activeNetwork.switch('eip155:31338'))
    const asked = methodsOf(ready).filter((method) => /^wallet_/.test(method))
    return { ...ready, result, asked }
  }
  const ADDED = [
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_switchEthereumChain',
  ]

  it('A network that the wallet does not know is added [ERR-38]', async () => {
    const ready = await fault({ code: 4902, message: 'Unrecognized chain ID' })
    expect(ready.asked).toEqual(ADDED)
    expect(lastOf(ready, 'wallet_addEthereumChain')).toEqual([
      {
        chainId: '0x7a6a',
        chainName: 'Localnet Two',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: [page.localnet.chains[1]!.url],
      },
    ])
    expect(ready.wallet.state.chainId).toBe(31338)
    expect(ready.kernel.ports.activeNetwork.current('eip155')?.id).toBe('eip155:31338')
  })
  it('A network is added and switched to again after the default error [ERR-39]', async () => {
    const { asked, wallet } = await fault({ code: 5000, message: 'Failed' })
    expect(asked).toEqual(ADDED)
    expect(wallet.state.chainId).toBe(31338)
  })
  it('A network is added where the internal error names the chain, whatever its sign [ERR-40]', async () => {
    for (const code of [32603, -32603]) {
      expect((await fault({ code, message: 'Unrecognized chain ID "0x7a6a"' })).asked).toEqual(
        ADDED,
      )
      site?.close()
    }
  })
  it('The network stays the same when the visitor declines the switch', async () => {
    const { asked, result, kernel } = await fault({ code: 4001, message: 'no' })
    expect(result).toMatchObject({ code: 'wallet.user_rejected' })
    expect(asked).toEqual(['wallet_switchEthereumChain'])
    expect(kernel.ports.activeNetwork.current('eip155')?.id).toBe('eip155:31337')
  })
})

describe('a reload', () => {
  it('A reload restores from eth_accounts and eth_chainId, and asks the visitor nothing [WSIDE-37]', async () => {
    const storage = fakeStorage()
    const ready = await connected({ kernel: { storage } })
    await ready.kernel.ports.activeNetwork.switch('eip155:31338')
    ready.kernel.dispose()
    const before = ready.wallet.requests.length
    const again = createSite(page.chains, { storage })
    await expect.poll(() => again.ports.accounts.active('eip155')?.address).toBe(ready.me)
    expect(again.ports.activeNetwork.current('eip155')?.id).toBe('eip155:31338')
    const asked = ready.wallet.requests.slice(before).map(({ method }) => method)
    expect(asked).toEqual(expect.arrayContaining(['eth_accounts', 'eth_chainId']))
    expect(asked).not.toContain('eth_requestAccounts')
    expect(ready.wallet.pending).toEqual([])
    again.dispose()
  })

  it('A reload restores nothing where the wallet no longer exposes an account', async () => {
    const storage = fakeStorage()
    const ready = await connected({ kernel: { storage } })
    ready.kernel.dispose()
    ready.wallet.disconnect()
    const again = createSite(page.chains, { storage })
    await expect.poll(() => again.ports.connections.get().restoring).toBe(false)
    expect(again.ports.accounts.active('eip155')).toBeUndefined()
    again.dispose()
  })
})

describe('the end', () => {
  it('A disconnect revokes the permission and leaves no listener', async () => {
    const { kernel, wallet } = await connected()
    expect(wallet.listenerCount('accountsChanged')).toBe(1)
    await kernel.disconnect()
    expect(wallet.requests.at(-1)).toMatchObject({
      method: 'wallet_revokePermissions',
      params: [{ eth_accounts: {} }],
    })
    for (const event of ['accountsChanged', 'chainChanged', 'disconnect'])
      expect(wallet.listenerCount(event)).toBe(0)
  })
  it('A wallet that disconnects ends the connection, and no listener is left', async () => {
    const { kernel, wallet } = await connected()
    wallet.disconnect()
    expect(kernel.ports.connections.get().namespaces['eip155']?.status).toBe('disconnected')
    expect(wallet.listenerCount('accountsChanged')).toBe(0)
  })
})
