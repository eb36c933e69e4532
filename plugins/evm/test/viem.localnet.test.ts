import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  http,
  parseEther,
  verifyMessage,
  type Address,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recorded, openPage, type Page, type Recorded, type Site } from './support.js'

let page: Page, site: Site, provider: Recorded
beforeAll(async () => {
  page = await openPage()
  site = await page.site()
  provider = recorded(site.kernel.plugins.evm.provider)
})
afterAll(() => page.close())

const other = (): Address => page.localnet.accounts[6]!.address
const clients = async () => {
  const chain = page.chains[0]
  const wallet = createWalletClient({ chain, transport: custom(provider) })
  const [account] = await wallet.requestAddresses()
  return {
    account: account!,
    wallet,
    reader: createPublicClient({ chain, transport: custom(provider), pollingInterval: 50 }),
  }
}

it('The viem library sends, writes a contract and waits for receipts', async () => {
  const { account, wallet, reader } = await clients()
  const before = await reader.getBalance({ address: other() })
  const sent = await reader.waitForTransactionReceipt({
    hash: await wallet.sendTransaction({ account, to: other(), value: parseEther('0.1') }),
  })
  expect(sent.status).toBe('success')
  expect((await reader.getBalance({ address: other() })) - before).toBe(parseEther('0.1'))

  const token = { address: page.localnet.erc20.address, abi: erc20Abi } as const
  const { request } = await reader.simulateContract({
    ...token,
    functionName: 'transfer',
    args: [other(), 3n],
    account,
  })
  const written = await reader.waitForTransactionReceipt({
    hash: await wallet.writeContract(request),
  })
  expect(written.status).toBe('success')
  expect(written.logs).toHaveLength(1)
  expect(provider.refused).toEqual([])
})

it('The viem library signs a message that verifies', async () => {
  const { account, wallet } = await clients()
  expect(
    await verifyMessage({
      address: account,
      message: 'Hello',
      signature: await wallet.signMessage({ account, message: 'Hello' }),
    }),
  ).toBe(true)
  expect(provider.refused).toEqual([])
})

it('A transaction that a local account signed goes to the network, past the wallet', async () => {
  const { reader } = await clients()
  const account = privateKeyToAccount(page.localnet.accounts[7]!.privateKey)
  const wallet = createWalletClient({ account, chain: page.chains[0], transport: custom(provider) })
  const before = site.wallet.requests.length
  const hash = await wallet.sendTransaction({ to: other(), value: 1n })
  expect((await reader.waitForTransactionReceipt({ hash })).from).toBe(
    account.address.toLowerCase(),
  )
  expect(site.wallet.requests.slice(before).map(({ method }) => method)).not.toContain(
    'eth_sendRawTransaction',
  )
  expect(provider.refused).toEqual([])
})

it('The viem library switches networks, and a network that nobody configured fails with 4902', async () => {
  const { wallet } = await clients()
  await wallet.switchChain({ id: 31338 })
  expect(await wallet.getChainId()).toBe(31338)
  expect(site.wallet.state.chainId).toBe(31338)
  await wallet.switchChain({ id: 31337 })
  await expect(wallet.switchChain({ id: 5 })).rejects.toMatchObject({
    code: 4902,
    name: 'SwitchChainError',
  })
})

it('The viem library recognises a rejection by the visitor', async () => {
  const { account, wallet } = await clients()
  site.wallet.rejectNext({ method: 'eth_sendTransaction' })
  await expect(wallet.sendTransaction({ account, to: other(), value: 1n })).rejects.toMatchObject({
    cause: { code: 4001, name: 'UserRejectedRequestError' },
  })
  site.wallet.failNext({ code: 4100, message: 'no' }, { method: 'personal_sign' })
  await expect(wallet.signMessage({ account, message: 'x' })).rejects.toMatchObject({
    cause: { code: 4100 },
  })
})

it('The viem library reads the reason of a revert', async () => {
  const { account, reader } = await clients()
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [other(), 10n ** 40n],
  })
  await expect(reader.call({ account, to: page.localnet.erc20.address, data })).rejects.toThrow(
    /revert/,
  )
})

it('The plugin has viem clients of its own', async () => {
  const { evm } = site.kernel.plugins
  const wallet = await evm.getWalletClient()
  const reader = await evm.getPublicClient()
  expect(wallet.chain.id).toBe(31337)
  expect(
    await verifyMessage({
      address: wallet.account.address,
      message: 'Hi',
      signature: await wallet.signMessage({ message: 'Hi' }),
    }),
  ).toBe(true)
  const hash = await wallet.sendTransaction({ to: other(), value: 2n })
  expect(
    (
      await createPublicClient({
        chain: page.chains[0],
        transport: http(),
        pollingInterval: 50,
      }).waitForTransactionReceipt({ hash })
    ).status,
  ).toBe('success')
  expect(await reader.getTransactionCount({ address: wallet.account.address })).toBeGreaterThan(0)
  expect((await evm.getPublicClient('eip155:31338')).chain.id).toBe(31338)
  await expect(evm.getPublicClient('eip155:5')).rejects.toMatchObject({
    code: 'kernel.network_unknown',
  })
})
