import {
  connect,
  createConfig,
  createConnector,
  disconnect,
  getConnection,
  getBalance,
  injected,
  readContract,
  sendTransaction,
  signMessage,
  switchChain,
  waitForTransactionReceipt,
  watchConnection,
  writeContract,
} from '@wagmi/core'
import { custom, erc20Abi, parseEther, verifyMessage } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, recorded, type Page, type Recorded, type Site } from './support.js'

let page: Page, site: Site, provider: Recorded
beforeAll(async () => {
  page = await openPage()
  site = await page.site()
  provider = recorded(site.kernel.plugins.evm.provider)
})
afterAll(() => page.close())

function configure() {
  const [one, two] = page.chains as [Page['chains'][0], Page['chains'][0]]
  const target = () => ({ id: 'latchkey', name: 'Latchkey', provider: provider as never })
  return createConfig({
    chains: [one, two],
    multiInjectedProviderDiscovery: false,
    storage: null,
    pollingInterval: 50,
    connectors: [createConnector((config) => injected({ target, shimDisconnect: false })(config))],
    transports: { [one.id]: custom(provider), [two.id]: custom(provider) },
  })
}

it('The wagmi library connects, sends, writes a contract, waits for receipts and switches', async () => {
  const config = configure()
  const {
    accounts: [account],
  } = await connect(config, { connector: config.connectors[0]! })
  expect(account).toBe(site.kernel.ports.accounts.active('eip155')?.address)
  const to = page.localnet.accounts[6]!.address
  const before = (await getBalance(config, { address: to })).value
  expect(
    (
      await waitForTransactionReceipt(config, {
        hash: await sendTransaction(config, { to, value: parseEther('0.1') }),
      })
    ).status,
  ).toBe('success')
  expect((await getBalance(config, { address: to })).value - before).toBe(parseEther('0.1'))

  const token = { address: page.localnet.erc20.address, abi: erc20Abi } as const
  const held = await readContract(config, { ...token, functionName: 'balanceOf', args: [to] })
  const hash = await writeContract(config, { ...token, functionName: 'transfer', args: [to, 3n] })
  expect((await waitForTransactionReceipt(config, { hash })).logs).toHaveLength(1)
  expect(
    (await readContract(config, { ...token, functionName: 'balanceOf', args: [to] })) - held,
  ).toBe(3n)

  expect(
    await verifyMessage({
      address: account,
      message: 'Hello',
      signature: await signMessage(config, { message: 'Hello' }),
    }),
  ).toBe(true)
  await switchChain(config, { chainId: 31338 })
  expect(site.wallet.state.chainId).toBe(31338)
  await switchChain(config, { chainId: 31337 })
  expect(provider.refused).toEqual([])
})

it('The wagmi library hears of a network and an account that the wallet changed, and of the end', async () => {
  const config = configure()
  await connect(config, { connector: config.connectors[0]! })
  const seen: string[] = []
  const stop = watchConnection(config, {
    onChange: ({ status, address, chainId }) =>
      void seen.push([status, address, chainId].join(' ')),
  })
  const second = page.localnet.accounts[1]!.address
  site.wallet.setChain(31338)
  await expect.poll(() => getConnection(config).chainId).toBe(31338)
  site.wallet.setAccounts([second])
  await expect.poll(() => getConnection(config).address).toBe(second)
  await site.kernel.disconnect()
  await expect.poll(() => getConnection(config).status).toBe('disconnected')
  stop()
  expect(seen.at(-1)).toMatch(/^disconnected/)
  await disconnect(config).catch(() => undefined)
})
