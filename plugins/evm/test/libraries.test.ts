// viem, ethers 6 and wagmi 3 over our provider, unchanged: they send, write a contract and wait for the receipt on a real node.
import { connect, createConfig, http, injected, sendTransaction, waitForTransactionReceipt, writeContract } from '@wagmi/core'
import { BrowserProvider, Contract, parseEther as toWei } from 'ethers'
import { erc20Abi, parseEther, type Address } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openPage, type Page, type Site } from './support.js'

let page: Page
let site: Site | undefined
beforeAll(async () => {
  page = await openPage()
}, 30_000)
afterEach(() => {
  site?.close()
  site = undefined
})
afterAll(() => page.close())

/** The provider, and what it refused because nobody speaks for the method. */
async function open() {
  const made = (site = await page.site())
  const refused: string[] = []
  const { provider } = made.kernel.plugins.evm
  const watched = {
    ...provider,
    request: (request: { method: string; params?: unknown }) => provider.request(request).catch((error: { code?: unknown }) => {
      if (error.code === 4200) refused.push(request.method)
      throw error as unknown as Error
    }),
  }
  return { ...made, watched, refused, to: page.localnet.accounts[7]!.address as Address, token: page.localnet.erc20.address as Address }
}

it('viem sends, writes a contract and waits for the receipts', async () => {
  const { kernel, to, token } = await open()
  const wallet = await kernel.plugins.evm.getWalletClient()
  const client = await kernel.plugins.evm.getPublicClient()
  const before = await client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [to] })
  const sent = await client.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ to, value: parseEther('0.1') }) })
  const written = await client.waitForTransactionReceipt({ hash: await wallet.writeContract({ address: token, abi: erc20Abi, functionName: 'transfer', args: [to, 5n] }) })
  expect([sent.status, written.status]).toEqual(['success', 'success'])
  expect(await client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [to] })).toBe(before + 5n)
}, 30_000)

it('ethers sends, writes a contract and waits for the receipts, and is refused no method', async () => {
  const { watched, refused, to, token } = await open()
  const signer = await new BrowserProvider(watched).getSigner()
  const sent = await (await signer.sendTransaction({ to, value: toWei('0.1') })).wait()
  const contract = new Contract(token, ['function transfer(address to, uint256 value) returns (bool)'], signer)
  const transfer = contract.getFunction('transfer')
  const written = await ((await transfer(to, 5n)) as { wait(): Promise<{ status: number } | null> }).wait()
  expect([sent?.status, written?.status]).toEqual([1, 1])
  expect(refused).toEqual([])
}, 30_000)

it('wagmi connects, sends, writes a contract and waits for the receipts, and is refused no method', async () => {
  const { watched, refused, to, token } = await open()
  const [chain] = page.chains
  const connector = injected({ target: { id: 'latchkey', name: 'Latchkey', provider: watched as never } })
  const config = createConfig({ chains: [chain], connectors: [connector], transports: { [chain.id]: http() }, storage: null, multiInjectedProviderDiscovery: false })
  await connect(config, { connector })
  const sent = await waitForTransactionReceipt(config, { hash: await sendTransaction(config, { to, value: parseEther('0.1') }) })
  const written = await waitForTransactionReceipt(config, { hash: await writeContract(config, { address: token, abi: erc20Abi, functionName: 'transfer', args: [to, 5n] }) })
  expect([sent.status, written.status]).toEqual(['success', 'success'])
  expect(refused).toEqual([])
}, 30_000)
