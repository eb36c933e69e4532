// The wallets in a real browser: how they announce themselves, ask, remember and speak to the test
// runner.
import { accounts, receiptOf, startLocalnet, type Localnet } from '@latchkey-tools/localnet'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPublicClient, http, parseEther, verifyMessage, type Address, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LAUNCH_ARGS, existingBrowser } from '../../run/lib/browser.mjs'
import {
  injectedWallet,
  installInjectedWallet,
  installMetaMask,
  installMockWallet,
} from '../src/playwright/index.js'

const policy =
  "default-src 'none'; script-src 'nonce-page'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'"
const html = `<!doctype html><title>Site</title>
<button id="connect">Connect</button>
<dialog><button id="inside">Connect</button><p>Modal</p></dialog>
<script nonce="page">
  window.announced = [], window.events = []
  addEventListener('eip6963:announceProvider', ({ detail }) => {
    if (announced.some((one) => one.info.uuid === detail.info.uuid)) return
    announced.push(detail)
    for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect'])
      detail.provider.on(name, (value) =>
        events.push([detail.info.rdns, name, value?.code ?? value]))
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
  window.ask = (method, params, rdns) =>
    announced.find((one) => !rdns || one.info.rdns === rdns)
      .provider.request({ method, params })
      .catch((e) => ({ code: e?.code, message: e?.message }))
  for (const id of ['connect', 'inside'])
    document.getElementById(id).onclick = () => { window.result = ask('eth_requestAccounts') }
</script>`

interface Site {
  announced: { info: { uuid: string; name: string; icon: string; rdns: string } }[]
  events: unknown[]
  result: Promise<unknown>
  ask(method: string, params?: unknown, rdns?: string): Promise<unknown>
}
declare global {
  interface Window extends Site {}
}

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let localnet: Localnet, browser: Browser, server: Server, url: string
let context: BrowserContext, page: Page
const problems: string[] = []
const [first, second] = accounts.map(({ address }) => address) as [Address, Address]

beforeAll(async () => {
  localnet = await startLocalnet()
  const executablePath = (await existingBrowser())?.path
  browser = await chromium.launch({ args: LAUNCH_ARGS, ...(executablePath && { executablePath }) })
  server = createServer((_, response) =>
    response
      .setHeader('content-security-policy', policy)
      .setHeader('content-type', 'text/html')
      .end(html),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(async () => {
  await browser.close()
  server.close()
  await localnet.close()
})
beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
  problems.length = 0
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/favicon/.test(message.location().url))
      problems.push(message.text())
  })
})
afterEach(async () => {
  await context.close()
  expect(problems).toEqual([])
})

const world = () => ({ chains: localnet.chains, accounts: localnet.accounts.slice(0, 3) })
const ask = (method: string, params?: unknown, rdns?: string) =>
  page.evaluate(([method, params, rdns]) => window.ask(method, params, rdns), [
    method,
    params,
    rdns,
  ] as [string, unknown, string?])
const names = () => page.evaluate(() => window.announced.map(({ info }) => info.name))
const events = () => page.evaluate(() => window.events)
const result = () => page.evaluate(() => window.result)

describe('the injected wallet', () => {
  it('The injected wallet connects, signs, sends and survives a reload under a strict policy', async () => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    const wallet = await installInjectedWallet(page, world())
    await page.goto(url)
    expect(
      await page.evaluate(() => ({ ...window.announced[0]?.info, uuid: undefined })),
    ).toMatchObject({
      name: 'Localnet Wallet',
      rdns: 'dev.latchkey.localnet',
      icon: expect.stringMatching(/^data:image\/svg\+xml,/),
    })
    await page.click('#connect')
    expect(await wallet.approve('connect')).toMatchObject({ origin: new URL(url).origin })
    expect(await result()).toEqual([first])
    const signing = ask('personal_sign', ['0x68656c6c6f', first])
    expect((await wallet.approve('message')).lines).toContainEqual(['Message', 'hello'])
    expect(
      await verifyMessage({ address: first, message: 'hello', signature: (await signing) as Hex }),
    ).toBe(true)
    const sending = ask('eth_sendTransaction', [{ from: first, to: second, value: '0x1' }])
    await wallet.approve('transaction')
    await receiptOf(createPublicClient({ transport: http(localnet.url) }), (await sending) as Hex)
    const switching = ask('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    await wallet.reject('switchChain')
    expect(await switching).toMatchObject({ code: 4001 })
    await wallet.setAccounts([second])
    await wallet.setChain(31338)
    expect((await events()).filter((one) => (one as string[])[1] !== 'connect')).toEqual(
      [
        ['accountsChanged', [first]],
        ['accountsChanged', [second]],
        ['chainChanged', '0x7a6a'],
      ].map(([name, value]) => ['dev.latchkey.localnet', name, value]),
    )
    await page.reload()
    expect([await ask('eth_accounts'), await ask('eth_chainId')]).toEqual([[second], '0x7a6a'])
    expect((await wallet.requests()).map(({ method }) => method)).toEqual([
      'eth_accounts',
      'eth_chainId',
    ])
    expect([...new Set(sent.map((one) => new URL(one).origin))]).toEqual([new URL(url).origin])
  })

  it('Several injected wallets have memories of their own, and one may be at window.ethereum', async () => {
    await installInjectedWallet(
      page,
      { ...world(), ui: 'auto', legacy: true, announces: false },
      { ...world(), name: 'Other', rdns: 'com.example.other' },
    )
    await page.goto(url)
    expect(await names()).toEqual(['Other'])
    expect(
      await page.evaluate(() =>
        (
          window as unknown as { ethereum: { request(args: object): Promise<unknown> } }
        ).ethereum.request({ method: 'eth_requestAccounts' }),
      ),
    ).toEqual([first])
    const other = injectedWallet(page, 1)
    const connecting = ask('eth_requestAccounts')
    await other.reject()
    expect(await connecting).toMatchObject({ code: 4001 })
    await other.announce()
    expect(await injectedWallet(page).state()).toMatchObject({ accounts: [first] })
    expect(await other.state()).toMatchObject({ accounts: [] })
    expect(await other.listenerCount('accountsChanged')).toBe(1)
  })

  it('The injected wallet throws, rejects and answers as the test tells it', async () => {
    const wallet = await installInjectedWallet(page, world())
    await page.goto(url)
    await wallet.failNext({ odd: 'revokedProxy' })
    const shape = await page.evaluate(
      () =>
        window.announced[0] &&
        (
          window.announced[0] as unknown as {
            provider: { request(args: object): Promise<unknown> }
          }
        ).provider
          .request({ method: 'eth_chainId' })
          .then(
            () => 'answered',
            (error: object) => {
              try {
                return String(Object.keys(error))
              } catch {
                return 'revoked'
              }
            },
          ),
    )
    expect(shape).toBe('revoked')
    await wallet.rejectNext({ times: Infinity })
    expect(await ask('eth_chainId')).toMatchObject({ code: 4001 })
    expect(await ask('eth_chainId')).toMatchObject({ code: 4001 })
    await wallet.clearFaults()
    await wallet.answerNext('0x1')
    expect([await ask('eth_chainId'), await ask('eth_chainId')]).toEqual(['0x1', '0x7a69'])
  })

  it('The injected wallet tells the other tabs of the site', async () => {
    await installInjectedWallet(context, { ...world(), ui: 'auto' })
    await page.goto(url)
    const tab = await context.newPage()
    await tab.goto(url)
    await tab.evaluate(() => window.ask('eth_requestAccounts'))
    await page.waitForFunction(() =>
      window.events.some((one) => JSON.stringify(one).includes('accountsChanged')),
    )
    expect(await ask('eth_accounts')).toEqual([first])
  })

  it('The injected wallet asks in a window of its own, which the click opens', async () => {
    await installInjectedWallet(page, { ...world(), ui: 'popup' })
    await page.goto(url)
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('#connect')])
    expect(await popup.innerText('.origin')).toContain(new URL(url).origin)
    const boxes = popup.getByRole('checkbox')
    expect(
      await boxes.evaluateAll((list) => list.map((box) => (box as HTMLInputElement).checked)),
    ).toEqual([true, false, false])
    await boxes.nth(0).uncheck()
    await boxes.nth(1).check()
    expect(
      await popup
        .getByRole('button', { name: 'Approve' })
        .evaluate((button) => getComputedStyle(button).backgroundColor),
    ).toBe('rgb(11, 110, 79)')
    await Promise.all([
      popup.waitForEvent('close'),
      popup.getByRole('button', { name: 'Approve' }).click(),
    ])
    expect(await result()).toEqual([second])
  })

  it('Closing the window of the injected wallet rejects the request', async () => {
    await installInjectedWallet(page, { ...world(), ui: 'popup' })
    await page.goto(url)
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('#connect')])
    await popup.close()
    expect(await result()).toMatchObject({ code: 4001 })
    const [again] = await Promise.all([page.waitForEvent('popup'), page.click('#connect')])
    await again.getByRole('button', { name: 'Reject' }).click()
    expect(await result()).toMatchObject({ code: 4001 })
  })

  it('The injected wallet asks a second question in the same window', async () => {
    await installInjectedWallet(page, { ...world(), ui: 'popup' })
    await page.goto(url)
    await page.evaluate(() =>
      document.getElementById('connect')!.addEventListener('click', () =>
        window.result.then(() => {
          window.result = window.ask('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
        }),
      ),
    )
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('#connect')])
    await popup.locator('[data-kind=connect] [data-action=approve]').click()
    await popup.locator('[data-kind=switchChain] [data-action=approve]').click()
    expect(await result()).toBeNull()
    expect(await ask('eth_chainId')).toBe('0x7a6a')
  })

  it("Where windows are blocked, the wallet asks above the site's modal and gives the focus back", async () => {
    await installInjectedWallet(page, { ...world(), ui: 'popup' })
    await page.goto(url)
    await page.evaluate(() => {
      window.open = () => null
      document.querySelector('dialog')!.showModal()
      document.addEventListener('pointerdown', () => window.events.push('outside'))
    })
    await page.locator('#inside').focus()
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog', { name: 'Connect to this site?' })
      .getByRole('button', { name: 'Approve' })
      .click()
    expect(await result()).toEqual([first])
    expect(
      await page.evaluate(() => [
        document.activeElement?.id,
        document.querySelector('dialog')!.open,
        document.querySelectorAll('[data-localnet-wallet]').length,
        window.events.includes('outside'),
      ]),
    ).toEqual(['inside', true, 0, false])
    const signing = page.evaluate(
      (account) => window.ask('personal_sign', ['0x00', account]),
      first,
    )
    await page.getByRole('dialog', { name: 'Sign this message?' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await signing).toMatchObject({ code: 4001 })
    expect(await page.evaluate(() => document.querySelector('dialog')!.open)).toBe(true)
  })
})

describe('MetaMask’s own provider', () => {
  const io = 'io.metamask'

  it("MetaMask's own provider connects, signs, sends, switches, and tells of changes in the wallet", async () => {
    const metamask = await installMetaMask(page, world())
    await page.goto(url)
    expect(await names()).toEqual(['MetaMask'])
    expect(
      await page.evaluate(
        () => (window as unknown as { ethereum: { isMetaMask: boolean } }).ethereum.isMetaMask,
      ),
    ).toBe(true)
    expect(await ask('eth_requestAccounts', undefined, io)).toEqual([first.toLowerCase()])
    const signature = (await ask('personal_sign', ['0x68656c6c6f', first.toLowerCase()])) as Hex
    expect(await verifyMessage({ address: first, message: 'hello', signature })).toBe(true)
    const client = createPublicClient({ transport: http(localnet.url) })
    const before = await client.getBalance({ address: second })
    await receiptOf(
      client,
      (await ask('eth_sendTransaction', [{ from: first, to: second, value: '0x10' }])) as Hex,
    )
    expect((await client.getBalance({ address: second })) - before).toBe(16n)
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x5' }])).toMatchObject({
      code: 4902,
    })
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).toBeNull()
    expect(await ask('eth_nope')).toMatchObject({ code: -32601 })
    metamask.setAccounts([second])
    metamask.setChain(31337)
    await page.waitForFunction(
      () =>
        window.events.filter((one) => JSON.stringify(one).includes('chainChanged')).length === 2,
    )
    expect(await events()).toEqual(
      expect.arrayContaining([
        [io, 'connect', { chainId: '0x7a69' }],
        [io, 'accountsChanged', [second.toLowerCase()]],
        [io, 'chainChanged', '0x7a69'],
      ]),
    )
    await page.reload()
    expect(await ask('eth_accounts')).toEqual([second.toLowerCase()])
    metamask.disconnect()
    await page.waitForFunction(() =>
      window.events.some((one) => JSON.stringify(one) === '["io.metamask","accountsChanged",[]]'),
    )
    expect(await ask('eth_accounts')).toEqual([])
  })

  it("MetaMask's own provider rejects what the test rejects", async () => {
    const metamask = await installMetaMask(page, { ...world(), approve: false, legacy: false })
    await page.goto(url)
    const connecting = ask('eth_requestAccounts')
    await metamask.reject('connect')
    expect(await connecting).toMatchObject({ code: 4001 })
    const again = ask('eth_requestAccounts')
    await metamask.approve()
    expect(await again).toEqual([first.toLowerCase()])
    metamask.rejectNext({ method: 'personal_sign' })
    expect(await ask('personal_sign', ['0x00', first])).toMatchObject({ code: 4001 })
    expect(metamask.requests.map(({ method }) => method)).toContain('eth_requestAccounts')
    expect(await page.evaluate(() => 'ethereum' in window)).toBe(false)
  })
})

describe('wallet-mock', () => {
  it('The mock wallet sends real transactions on both chains', async () => {
    await installMockWallet(page, { chains: localnet.chains, account: localnet.accounts[0]! })
    await page.goto(url)
    expect(await names()).toEqual(['Mock Wallet'])
    expect(await ask('eth_requestAccounts')).toEqual([first])
    for (const [index, chain] of localnet.chains.entries()) {
      const client = createPublicClient({ transport: http(chain.url) })
      const before = await client.getBalance({ address: second })
      await ask('wallet_switchEthereumChain', [{ chainId: `0x${chain.id.toString(16)}` }])
      expect(Number(await ask('eth_chainId'))).toBe(chain.id)
      const hash = (await ask('eth_sendTransaction', [
        { from: first, to: second, value: `0x${parseEther('0.5').toString(16)}` },
      ])) as Hex
      await receiptOf(client, hash)
      expect((await client.getBalance({ address: second })) - before, String(index)).toBe(
        parseEther('0.5'),
      )
    }
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x5' }])).toMatchObject({
      message: expect.stringContaining('Unrecognized chain'),
    })
  })
})
