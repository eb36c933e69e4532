import { BrowserProvider, Contract, parseEther, verifyMessage, verifyTypedData } from 'ethers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, recorded, type Page, type Recorded, type Site } from './support.js'

let page: Page, site: Site, provider: Recorded, ethers: BrowserProvider
beforeAll(async () => {
  page = await openPage()
  site = await page.site()
  provider = recorded(site.kernel.plugins.evm.provider)
  ethers = new BrowserProvider(provider, undefined, { pollingInterval: 50, cacheTimeout: -1 })
})
afterAll(async () => {
  ethers.destroy()
  await page.close()
})

interface Token {
  transfer(
    to: string,
    amount: bigint,
  ): Promise<{ wait(): Promise<{ status: number; logs: readonly unknown[] } | null> }>
  balanceOf(holder: string): Promise<bigint>
}

it('The ethers library sends, writes a contract and waits for receipts', async () => {
  const signer = await ethers.getSigner()
  const to = page.localnet.accounts[6]!.address
  const before = await ethers.getBalance(to)
  const sent = await signer.sendTransaction({ to, value: parseEther('0.1') })
  expect((await sent.wait())?.status).toBe(1)
  expect((await ethers.getBalance(to)) - before).toBe(parseEther('0.1'))

  const { address, abi } = page.localnet.erc20
  const token = new Contract(address, JSON.stringify(abi), signer) as unknown as Token
  const held = await token.balanceOf(to)
  const written = await (await token.transfer(to, 3n)).wait()
  expect(written?.status).toBe(1)
  expect(written?.logs).toHaveLength(1)
  expect((await token.balanceOf(to)) - held).toBe(3n)
  expect(provider.refused).toEqual([])
})

it('The ethers library signs messages and typed data that verify', async () => {
  const signer = await ethers.getSigner()
  expect(verifyMessage('Hello', await signer.signMessage('Hello'))).toBe(signer.address)
  const domain = { name: 'Shop', chainId: 31337 }
  const types = { Order: [{ name: 'item', type: 'string' }] }
  expect(
    verifyTypedData(
      domain,
      types,
      { item: 'Book' },
      await signer.signTypedData(domain, types, { item: 'Book' }),
    ),
  ).toBe(signer.address)
  expect(provider.refused).toEqual([])
})

it('The ethers library recognises a rejection by the visitor', async () => {
  const signer = await ethers.getSigner()
  site.wallet.rejectNext({ method: 'personal_sign' })
  await expect(signer.signMessage('x')).rejects.toMatchObject({ code: 'ACTION_REJECTED' })
})
