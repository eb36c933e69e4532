import { accounts, receiptOf, startLocalnet, tokens, type Localnet } from '@latchkey-tools/localnet'
import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  http,
  numberToHex,
  parseEther,
  stringToHex,
  verifyMessage,
  verifyTypedData,
  type Address,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WalletMemory, WalletOptions } from '@latchkey/testing/wallet'
import { createWallet } from '@latchkey/testing/wallet'

let localnet: Localnet
beforeAll(async () => {
  localnet = await startLocalnet()
})
afterAll(() => localnet.close())

const [first, second, third] = accounts.map(({ address }) => address) as [Address, Address, Address]
const one = '0x7a69'
const two = '0x7a6a'

/** A wallet with a log of its events. */
function start(options: Partial<WalletOptions> = {}) {
  const wallet = createWallet({
    chains: localnet.chains,
    accounts: localnet.accounts.slice(0, 3),
    ui: 'auto',
    ...options,
  })
  const events: [string, unknown][] = []
  for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect'])
    wallet.provider.on(name, (value: never) => events.push([name, value]))
  const request = (method: string, ...params: unknown[]) =>
    wallet.provider.request({ method, params })
  return { ...wallet, events, request }
}
/** The error of a request that fails. */
const failure = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => error as { code: number; message: string },
  )
const memory = (): WalletMemory & { text: string | null } => {
  const kept = {
    text: null as string | null,
    read: () => kept.text,
    write: (text: string | null) => {
      kept.text = text
    },
  }
  return kept
}

describe('connecting', () => {
  it('The wallet asks once to connect, exposes the chosen accounts, and tells the site of them', async () => {
    const { request, events, control } = start({ ui: 'manual', exposed: [second] })
    expect(await request('eth_accounts')).toEqual([])
    const connecting = request('eth_requestAccounts')
    expect(control.pending).toMatchObject([
      {
        kind: 'connect',
        method: 'eth_requestAccounts',
        choices: [
          { address: first, chosen: false },
          { address: second, chosen: true },
          { address: third, chosen: false },
        ],
      },
    ])
    control.approve()
    expect(await connecting).toEqual([second])
    expect(events).toEqual([['accountsChanged', [second]]])
    expect(await request('eth_requestAccounts')).toEqual([second])
    expect(control.pending).toEqual([])
    expect(control.requests.map(({ method }) => method)).toEqual([
      'eth_accounts',
      'eth_requestAccounts',
      'eth_requestAccounts',
    ])
  })

  it('The owner can choose other accounts while the wallet connects', async () => {
    const { request, control } = start({ ui: 'manual' })
    const connecting = request('eth_requestAccounts')
    control.approve(undefined, { accounts: [third, first] })
    expect(await connecting).toEqual([third, first])
  })

  it('Connecting fails with 4001 when it is rejected, and with -32002 while a first request waits', async () => {
    const { request, control } = start({ ui: 'manual' })
    const connecting = failure(request('eth_requestAccounts'))
    expect(await failure(request('wallet_requestPermissions', { eth_accounts: {} }))).toMatchObject(
      { code: -32002 },
    )
    control.reject()
    expect(await connecting).toMatchObject({ code: 4001 })
    expect(await request('eth_accounts')).toEqual([])
    expect(() => control.approve()).toThrow('asks nothing')
  })

  it('The wallet remembers the site until the site revokes its permission', async () => {
    const kept = memory()
    await start({ memory: kept }).request('eth_requestAccounts')
    const again = start({ memory: kept, ui: 'manual' })
    expect(await again.request('eth_accounts')).toEqual([first])
    expect(await again.request('wallet_getPermissions')).toMatchObject([
      { parentCapability: 'eth_accounts', caveats: [{ value: [first] }] },
    ])
    await again.request('wallet_revokePermissions', { eth_accounts: {} })
    expect(again.events).toEqual([['accountsChanged', []]])
    expect(await again.request('wallet_getPermissions')).toEqual([])
    expect(await start({ memory: kept }).request('eth_accounts')).toEqual([])
    kept.text = '{"granted":[7,"0x1"],"chainId":"x","added":[null]}'
    expect(start({ memory: kept }).control.state).toMatchObject({ accounts: [], chainId: 31337 })
  })

  it('The wallet keeps the permission of a site where it does not support revoking', async () => {
    const { request } = start({ revokes: false })
    await request('eth_requestAccounts')
    expect(await failure(request('wallet_revokePermissions', { eth_accounts: {} }))).toMatchObject({
      code: 4200,
    })
    expect(await request('eth_accounts')).toEqual([first])
  })

  it('A site can ask for permissions, and an unknown permission is refused', async () => {
    const { request } = start()
    expect(await request('wallet_requestPermissions', { eth_accounts: {} })).toMatchObject([
      { parentCapability: 'eth_accounts' },
    ])
    expect(await failure(request('wallet_requestPermissions', { other: {} }))).toMatchObject({
      code: -32602,
    })
  })
})

describe('signing', () => {
  it('The wallet signs text and bytes so that anybody can verify it', async () => {
    const { request } = start()
    await request('eth_requestAccounts')
    const signature = (await request('personal_sign', stringToHex('Grüezi'), first)) as Hex
    expect(await verifyMessage({ address: first, message: 'Grüezi', signature })).toBe(true)
    const ofBytes = (await request('personal_sign', '0xff00', first.toLowerCase())) as Hex
    expect(
      await verifyMessage({ address: first, message: { raw: '0xff00' }, signature: ofBytes }),
    ).toBe(true)
    const swapped = (await request('personal_sign', first, 'plain text')) as Hex
    expect(await verifyMessage({ address: first, message: 'plain text', signature: swapped })).toBe(
      true,
    )
  })

  it('The wallet shows the message that it is about to sign', async () => {
    const { request, control } = start({ ui: 'manual' })
    void request('eth_requestAccounts')
    control.approve()
    await request('eth_accounts')
    void failure(request('personal_sign', stringToHex('Hello\nyou'), first))
    void failure(request('personal_sign', '0x00ff', first))
    expect(control.pending.map(({ lines }) => lines.at(-1))).toEqual([
      ['Message', 'Hello\nyou'],
      ['Message', '0x00ff'],
    ])
    control.reject(control.pending[1]?.id)
    expect(control.pending).toHaveLength(1)
    control.dispose()
    expect(control.pending).toHaveLength(0)
  })

  it('The wallet signs typed data as text or object, for the active chain only', async () => {
    const { request } = start()
    await request('eth_requestAccounts')
    const data = {
      domain: { name: 'Test', version: '1', chainId: 31337 },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
        Mail: [
          { name: 'to', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
      },
      primaryType: 'Mail',
      message: { to: second, amount: '12345678901234567890' },
    } as const
    const { EIP712Domain: _, ...types } = data.types
    for (const sent of [JSON.stringify(data), data]) {
      const signature = (await request('eth_signTypedData_v4', first, sent)) as Hex
      expect(
        await verifyTypedData({
          ...data,
          types,
          message: { to: second, amount: 12345678901234567890n },
          address: first,
          signature,
        }),
      ).toBe(true)
    }
    const elsewhere = { ...data, domain: { ...data.domain, chainId: 1 } }
    expect(
      await failure(request('eth_signTypedData_v4', first, JSON.stringify(elsewhere))),
    ).toMatchObject({ code: -32602 })
    expect(await failure(request('eth_signTypedData_v4', first, '{'))).toMatchObject({
      code: -32602,
    })
  })

  it('The wallet refuses accounts that the site may not use, and methods that it does not know', async () => {
    const { request } = start()
    expect(await failure(request('personal_sign', '0x00', first))).toMatchObject({ code: 4100 })
    await request('eth_requestAccounts')
    expect(await failure(request('personal_sign', '0x00', second))).toMatchObject({ code: 4100 })
    for (const method of [
      'eth_sign',
      'eth_signTypedData',
      'eth_signTypedData_v3',
      'anvil_setBalance',
      'evm_mine',
      'wallet_sendCalls',
      'wallet_getCapabilities',
      '__proto__',
      'constructor',
      'ETH_ACCOUNTS',
    ]) {
      expect(await failure(request(method, first, '0x00')), method).toMatchObject({ code: 4200 })
    }
  })
})

describe('sending', () => {
  const client = (index = 0) =>
    createPublicClient({ transport: http(localnet.chains[index]?.url), pollingInterval: 20 })

  it('The wallet sends ether on the active chain', async () => {
    const { request } = start()
    await request('eth_requestAccounts')
    const before = await client().getBalance({ address: second })
    const hash = (await request('eth_sendTransaction', {
      from: first,
      to: second,
      value: numberToHex(parseEther('1.5')),
      chainId: one,
    })) as Hex
    expect((await receiptOf(client(), hash)).status).toBe('success')
    expect((await client().getBalance({ address: second })) - before).toBe(parseEther('1.5'))
  })

  it('A viem wallet client can call a contract through the provider', async () => {
    const { provider } = start()
    await provider.request({ method: 'eth_requestAccounts' })
    const wallet = createWalletClient({ account: first, transport: custom(provider as never) })
    const balance = () =>
      client().readContract({
        address: tokens.erc20.address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [third],
      })
    const before = await balance()
    const hash = await wallet.writeContract({
      chain: null,
      address: tokens.erc20.address,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [third, 7n],
    })
    await receiptOf(client(), hash)
    expect((await balance()) - before).toBe(7n)
  })

  it('Two transactions that are sent at once get different nonces', async () => {
    const { request } = start()
    await request('eth_requestAccounts')
    const send = () => request('eth_sendTransaction', { from: first, to: third, value: '0x1' })
    const [a, b] = await Promise.all([send(), send()])
    expect(a).not.toBe(b)
    for (const hash of [a, b]) await receiptOf(client(), hash as Hex)
  })

  it('A declined transaction is not sent, and errors of the node reach the site', async () => {
    const { request, control } = start()
    await request('eth_requestAccounts')
    const nonce = await client().getTransactionCount({ address: first })
    control.rejectNext({ method: 'eth_sendTransaction' })
    expect(
      await failure(request('eth_sendTransaction', { from: first, to: second, value: '0x1' })),
    ).toMatchObject({ code: 4001 })
    expect(
      await failure(
        request('eth_sendTransaction', {
          from: first,
          to: second,
          value: numberToHex(parseEther('999999')),
        }),
      ),
    ).toMatchObject({ code: expect.any(Number), message: expect.stringMatching(/funds/i) })
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [second, parseEther('99999999')],
    })
    expect(
      await failure(
        request('eth_sendTransaction', { from: first, to: tokens.erc20.address, data }),
      ),
    ).toMatchObject({ message: expect.stringContaining('balance too low') })
    expect(
      await failure(request('eth_sendTransaction', { from: first, to: second, chainId: two })),
    ).toMatchObject({ code: -32602 })
    expect(
      await failure(request('eth_sendTransaction', { from: first, to: 'nobody' })),
    ).toMatchObject({ code: -32602 })
    expect(
      await failure(request('eth_sendTransaction', { from: first, to: second, value: '1' })),
    ).toMatchObject({ code: -32602 })
    expect(await client().getTransactionCount({ address: first })).toBe(nonce)
  })
})

describe('networks', () => {
  it('The wallet asks before it switches to another chain, and not where it is on that chain already', async () => {
    const { request, control, events } = start({ ui: 'manual' })
    expect(await request('wallet_switchEthereumChain', { chainId: one })).toBeNull()
    const switching = request('wallet_switchEthereumChain', { chainId: two })
    expect(control.pending[0]).toMatchObject({
      kind: 'switchChain',
      lines: [
        ['From', 'Localnet One'],
        ['To', 'Localnet Two'],
      ],
    })
    control.approve()
    expect(await switching).toBeNull()
    expect(events).toEqual([['chainChanged', two]])
    expect([await request('eth_chainId'), await request('net_version')]).toEqual([two, '31338'])
  })

  it('An unknown chain fails with 4902 until it is added, and the wallet checks a chain that it adds', async () => {
    const kept = memory()
    const { request, events } = start({ chains: localnet.chains.slice(0, 1), memory: kept })
    expect(await failure(request('wallet_switchEthereumChain', { chainId: two }))).toMatchObject({
      code: 4902,
    })
    const chain = {
      chainId: two,
      chainName: 'Second',
      rpcUrls: [localnet.chains[1]!.url],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    }
    expect(
      await failure(request('wallet_addEthereumChain', { ...chain, rpcUrls: [localnet.url] })),
    ).toMatchObject({ code: -32602, message: expect.stringContaining('31337') })
    expect(
      await failure(request('wallet_addEthereumChain', { ...chain, rpcUrls: ['ftp://x'] })),
    ).toMatchObject({ code: -32602 })
    expect(await request('wallet_addEthereumChain', chain)).toBeNull()
    expect(events).toEqual([['chainChanged', two]])
    expect(BigInt((await request('eth_getBalance', first, 'latest')) as string)).toBe(
      parseEther('10000'),
    )
    const reloaded = start({ chains: localnet.chains.slice(0, 1), memory: kept })
    expect(await reloaded.request('wallet_switchEthereumChain', { chainId: two })).toBeNull()
  })

  it('The wallet adds a chain without switching to it where it is told so', async () => {
    const { request } = start({ chains: localnet.chains.slice(0, 1), switchesOnAdd: false })
    await request('wallet_addEthereumChain', {
      chainId: two,
      chainName: 'Second',
      rpcUrls: [localnet.chains[1]!.url],
    })
    expect(await request('eth_chainId')).toBe(one)
    expect(await request('wallet_switchEthereumChain', { chainId: two })).toBeNull()
  })

  it("The wallet answers reads from the node, and passes the node's errors on unchanged", async () => {
    const { request, control } = start()
    expect(Number(await request('eth_blockNumber'))).toBeGreaterThan(0)
    expect(
      await failure(
        request('eth_call', { to: tokens.erc20.address, data: '0xa9059cbb' }, 'latest'),
      ),
    ).toMatchObject({ code: 3 })
    control.setChain(999)
    expect(await request('eth_chainId')).toBe('0x3e7')
    expect(await failure(request('eth_blockNumber'))).toMatchObject({ code: 4901 })
  })

  it('The wallet accepts an ERC-20 token to watch, and refuses another type', async () => {
    const { request } = start()
    expect(
      await request('wallet_watchAsset', {
        type: 'ERC20',
        options: { address: tokens.erc20.address, symbol: 'LOCAL', decimals: 18 },
      }),
    ).toBe(true)
    expect(await failure(request('wallet_watchAsset', { type: 'ERC721' }))).toMatchObject({
      code: -32602,
    })
  })
})

describe('the wallet’s side', () => {
  it('The owner can change accounts and chains, lock, unlock and disconnect, and the site is told', async () => {
    const { request, control, events } = start()
    control.setAccounts([second])
    expect(events).toEqual([])
    await request('eth_requestAccounts')
    control.setAccounts([third, first])
    control.setChain(31338)
    control.lock()
    expect(await request('eth_accounts')).toEqual([])
    expect(await failure(request('personal_sign', '0x00', third))).toMatchObject({ code: 4100 })
    control.unlock()
    control.disconnect()
    expect(events).toEqual([
      ['accountsChanged', [second]],
      ['accountsChanged', [third, first]],
      ['chainChanged', two],
      ['accountsChanged', []],
      ['accountsChanged', [third, first]],
      ['accountsChanged', []],
    ])
    expect(() => control.setAccounts(['0x000000000000000000000000000000000000dEaD'])).toThrow(
      'no key',
    )
  })

  it('A locked wallet asks to be unlocked when a site that it knows connects', async () => {
    const { request, control } = start({ ui: 'manual' })
    void request('eth_requestAccounts')
    control.approve()
    await request('eth_accounts')
    control.lock()
    const connecting = request('eth_requestAccounts')
    expect(control.pending[0]?.kind).toBe('unlock')
    control.approve()
    expect(await connecting).toEqual([first])
  })

  it('A wallet that loses its chains refuses requests with 4900 until it is online again', async () => {
    const { request, control, events } = start()
    control.goOffline()
    expect(await failure(request('eth_chainId'))).toMatchObject({ code: 4900 })
    control.goOnline()
    expect(await request('eth_chainId')).toBe(one)
    expect(events).toMatchObject([
      ['disconnect', { code: 4900 }],
      ['connect', { chainId: one }],
    ])
  })

  it('Removing a listener more often than it was added leaves other listeners alone', () => {
    const { provider, listenerCount, control } = start()
    const heard: unknown[] = []
    const listener = (value: never) => heard.push(value)
    const before = listenerCount('chainChanged')
    provider
      .on('chainChanged', listener)
      .removeListener('chainChanged', listener)
      .removeListener('chainChanged', listener)
    expect(listenerCount('chainChanged')).toBe(before)
    control.setChain(31338)
    expect(heard).toEqual([])
  })
})

describe('faults', () => {
  it('The wallet fails once, with the given error, for the named method only', async () => {
    const { request, control, provider } = start()
    control.failNext(undefined, { method: 'eth_chainId' })
    expect(await request('net_version')).toBe('31337')
    const outcome = await request('eth_chainId').then(
      () => 'answered',
      (error: unknown) => ({ error }),
    )
    expect(outcome).toEqual({ error: undefined })
    expect(await request('eth_chainId')).toBe(one)
    control.failNext('text', { sync: true })
    expect(() => provider.request({ method: 'eth_chainId' })).toThrow('text')
  })

  it('The wallet answers, hangs and delays as the test tells it', async () => {
    const { request, control } = start()
    control.answerNext({ not: 'a chain' }, { times: 2 })
    expect([
      await request('eth_chainId'),
      await request('eth_chainId'),
      await request('eth_chainId'),
    ]).toEqual([{ not: 'a chain' }, { not: 'a chain' }, one])
    control.hangNext()
    const waited = await Promise.race([
      request('eth_chainId'),
      new Promise((resolve) => setTimeout(resolve, 50, 'still waiting')),
    ])
    expect(waited).toBe('still waiting')
    control.delayNext(60)
    const began = performance.now()
    await request('eth_chainId')
    expect(performance.now() - began).toBeGreaterThan(55)
    control.failNext(new Error('never'), { times: Infinity })
    control.clearFaults()
    expect(await request('eth_chainId')).toBe(one)
  })
})
