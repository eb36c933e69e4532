// Wallets behind a relay: the playground shows a code, a real relay stands between, and the demo
// wallet's page or the published client answers.
import { startRelay } from '@latchkey/relay'
import { createPublicClient, http, verifyMessage } from 'viem'
import {
  account,
  connect,
  demoWallet,
  expect,
  modal,
  network,
  part,
  press,
  readCode,
  result,
  showCode,
  storedBySessionClient,
  test,
  textOf,
} from './support/relayWorld.js'
import { kinds, NodeWallet, PageWallet } from './support/relayWallets.js'
import { serveLab, servePage } from './support/world.js'

// The longest file, so both workers share it.
test.describe.configure({ mode: 'parallel' })

for (const kind of kinds)
  test.describe(kind.title, () => {
    test('A wallet connects by the code and signs a message that verifies [PAIR-01] [WSIDE-15]', async ({
      page,
      world,
      walletUrl,
      browser,
      keep,
    }) => {
      const wallet = keep(
        await kind.open({ ...world, relayUrl: world.relay.url, walletUrl, browser }),
      )
      await page.goto(world.url)
      const { link } = await connect(page, wallet)
      expect(link).toMatch(/^wc:[0-9a-f]{64}@2\?.*symKey=[0-9a-f]{64}/)
      const address = (await textOf(account(page))) as `0x${string}`
      expect(address).toBe(world.localnet.accounts[0]!.address)
      await press(page, 'Sign a message')
      await wallet.approve()
      await expect(result(page)).toHaveText(/^Sign: 0x[0-9a-f]+$/)
      const signature = (await textOf(result(page))).replace('Sign: ', '') as `0x${string}`
      expect(
        await verifyMessage({ address, message: 'Hello from the playground', signature }),
      ).toBe(true)
    })

    test('A rejected connection is reported, and the next code connects [PAIR-04]', async ({
      page,
      world,
      walletUrl,
      browser,
      keep,
    }) => {
      const wallet = keep(
        await kind.open({ ...world, relayUrl: world.relay.url, walletUrl, browser }),
      )
      await page.goto(world.url)
      const first = await showCode(page)
      await wallet.pair(first)
      await wallet.reject()
      await expect(modal(page)).toContainText('Connection rejected')
      await expect(account(page)).toHaveText('none')
      const retry = modal(page).getByRole('button', { name: 'Try again' })
      await expect(retry).toBeFocused()
      await retry.click()
      const second = await readCode(page)
      expect(second.link).not.toBe(first.link)
      await expect(modal(page)).not.toContainText('Connection rejected')
      await wallet.pair(second)
      await wallet.connect()
      await expect(account(page)).toHaveText(/^0x/)
    })

    test('A rejected request is reported, and can be asked again', async ({
      page,
      world,
      walletUrl,
      browser,
      keep,
    }) => {
      const wallet = keep(
        await kind.open({ ...world, relayUrl: world.relay.url, walletUrl, browser }),
      )
      await page.goto(world.url)
      await connect(page, wallet)
      await press(page, 'Sign a message')
      await wallet.reject()
      await expect(result(page)).toHaveText(/^Sign failed: .*reject/i)
      await press(page, 'Sign a message')
      await wallet.approve()
      await expect(result(page)).toHaveText(/^Sign: 0x[0-9a-f]+$/)
    })

    test('A transfer reaches the receiver on the node', async ({
      page,
      world,
      walletUrl,
      browser,
      keep,
    }) => {
      const wallet = keep(
        await kind.open({ ...world, relayUrl: world.relay.url, walletUrl, browser }),
      )
      await page.goto(world.url)
      await connect(page, wallet)
      const client = createPublicClient({ transport: http(world.localnet.chains[0]!.url) })
      const receiver = '0x000000000000000000000000000000000000dEaD'
      const before = await client.getBalance({ address: receiver })
      await press(page, 'Send 0.01 ETH')
      await wallet.approve()
      await expect(result(page)).toHaveText(/^Send: 0x[0-9a-f]{64} success in block \d+$/)
      expect((await client.getBalance({ address: receiver })) - before).toBe(
        10_000_000_000_000_000n,
      )
    })

    test('The page switches the network, sends there, and follows the wallet back [WSIDE-09]', async ({
      page,
      world,
      walletUrl,
      browser,
      keep,
    }) => {
      const wallet = keep(
        await kind.open({ ...world, relayUrl: world.relay.url, walletUrl, browser }),
      )
      await page.goto(world.url)
      await connect(page, wallet)
      await expect(network(page)).toHaveText('Localnet One')
      await press(page, /^Switch to/)
      await expect(network(page)).toHaveText('Localnet Two')
      const client = createPublicClient({ transport: http(world.localnet.chains[1]!.url) })
      const receiver = '0x000000000000000000000000000000000000dEaD'
      const before = await client.getBalance({ address: receiver })
      await press(page, 'Send 0.01 ETH')
      await wallet.approve()
      await expect(result(page)).toHaveText(/^Send: 0x[0-9a-f]{64} success/)
      expect((await client.getBalance({ address: receiver })) - before).toBe(
        10_000_000_000_000_000n,
      )
      await wallet.setChain(31338)
      await wallet.setChain(31337)
      await expect(network(page)).toHaveText('Localnet One')
    })

    test('The page follows accounts that the wallet adds, uses and drops [WSIDE-08]', async ({
      page,
      world,
      walletUrl,
      browser,
      keep,
    }) => {
      const { accounts } = world.localnet
      const wallet = keep(
        await kind.open({ ...world, relayUrl: world.relay.url, walletUrl, browser }),
      )
      await page.goto(world.url)
      await connect(page, wallet)
      await expect(account(page)).toHaveText(accounts[0]!.address)
      await wallet.setAccounts([2, 0])
      await expect(account(page)).toHaveText(accounts[2]!.address)
      await press(page, 'Sign a message')
      await wallet.approve()
      await expect(result(page)).toHaveText(/^Sign: 0x[0-9a-f]+$/)
      const signature = (await textOf(result(page))).replace('Sign: ', '') as `0x${string}`
      expect(
        await verifyMessage({
          address: accounts[2]!.address,
          message: 'Hello from the playground',
          signature,
        }),
      ).toBe(true)
      await wallet.setAccounts([1])
      await expect(account(page)).toHaveText(accounts[1]!.address)
    })

    test('The page disconnects, and the wallet is told [WSIDE-03] [WSIDE-06] [WSIDE-16]', async ({
      page,
      world,
      walletUrl,
      browser,
      keep,
    }) => {
      const wallet = keep(
        await kind.open({ ...world, relayUrl: world.relay.url, walletUrl, browser }),
      )
      await page.goto(world.url)
      await connect(page, wallet)
      expect(await wallet.sessions()).toBe(1)
      await expect
        .poll(() => storedBySessionClient(page))
        .toMatchObject({ pairing: [{ topic: expect.any(String) }] })
      await press(page, 'Disconnect')
      await expect(account(page)).toHaveText('none')
      await expect.poll(() => wallet.sessions()).toBe(0)
      await expect.poll(() => storedBySessionClient(page)).toEqual({ session: [], pairing: [] })
      await page.reload()
      await expect(part(page).getByRole('button', { name: /connect wallet/i })).toBeVisible()
      await expect(account(page)).toHaveText('none')
    })

    test('The wallet disconnects: the page is told once and stores nothing [WSIDE-04] [WSIDE-05] [WSIDE-07]', async ({
      page,
      world,
      walletUrl,
      browser,
      keep,
    }) => {
      const wallet = keep(
        await kind.open({ ...world, relayUrl: world.relay.url, walletUrl, browser }),
      )
      await page.goto(world.url)
      await connect(page, wallet)
      await expect
        .poll(() => storedBySessionClient(page))
        .toMatchObject({ session: [{ namespaces: { eip155: { accounts: expect.any(Array) } } }] })
      await wallet.disconnect()
      await expect(account(page)).toHaveText('none')
      await expect.poll(() => storedBySessionClient(page)).toEqual({ session: [], pairing: [] })
      expect(await part(page).getByTestId('events').getByText('connection:closed').count()).toBe(1)
      await page.reload()
      await expect(part(page).getByRole('button', { name: /connect wallet/i })).toBeVisible()
      await expect(account(page)).toHaveText('none')
    })

    test('A reload restores the connection, and the wallet signs [WSIDE-01]', async ({
      page,
      world,
      walletUrl,
      browser,
      keep,
    }) => {
      const wallet = keep(
        await kind.open({ ...world, relayUrl: world.relay.url, walletUrl, browser }),
      )
      await page.goto(world.url)
      await connect(page, wallet)
      await page.reload()
      await expect(account(page)).toHaveText(world.localnet.accounts[0]!.address)
      await press(page, 'Sign a message')
      await wallet.approve()
      await expect(result(page)).toHaveText(/^Sign: 0x[0-9a-f]+$/)
    })
  })

test('Two modals on a page each have their own wallet', async ({
  page,
  world,
  walletUrl,
  browser,
  keep,
}) => {
  const { accounts } = world.localnet
  const one = keep(await PageWallet.open(browser, walletUrl, world.localnet))
  const two = keep(await NodeWallet.open(world.relay.url, world.localnet))
  await page.goto(world.url)
  await page.getByLabel('Second modal').check()
  await connect(page, one, { accounts: [0], id: 'first' })
  await connect(page, two, { accounts: [1], id: 'second' })
  await expect(account(page, 'first')).toHaveText(accounts[0]!.address)
  await expect(account(page, 'second')).toHaveText(accounts[1]!.address)
  await two.disconnect()
  await expect(account(page, 'second')).toHaveText('none')
  await press(page, 'Sign a message', 'first')
  await one.approve()
  await expect(result(page)).toHaveText(/^Sign: 0x[0-9a-f]+$/)
})

test('Two tabs of the page sign with the same wallet and follow it', async ({
  page,
  context,
  world,
  keep,
}) => {
  const wallet = keep(await NodeWallet.open(world.relay.url, world.localnet))
  await page.goto(world.url)
  await connect(page, wallet)
  const second = await context.newPage()
  await second.goto(world.url)
  for (const tab of [second, page, second]) {
    await expect(account(tab)).toHaveText(world.localnet.accounts[0]!.address)
    await press(tab, 'Sign a message')
    await wallet.approve()
    await expect(result(tab)).toHaveText(/^Sign: 0x[0-9a-f]+$/)
    await press(tab, 'Read the balance')
    await expect(result(tab)).toHaveText(/^Balance: /)
  }
  await wallet.setChain(31338)
  for (const tab of [page, second]) await expect(network(tab)).toHaveText('Localnet Two')
  await wallet.disconnect()
  for (const tab of [page, second]) await expect(account(tab)).toHaveText('none')
})

test('A link that is used a second time changes nothing', async ({
  page,
  world,
  walletUrl,
  browser,
  keep,
}) => {
  const first = keep(await PageWallet.open(browser, walletUrl, world.localnet))
  const second = keep(await PageWallet.open(browser, walletUrl, world.localnet))
  await page.goto(world.url)
  const { link } = await connect(page, first)
  await first.paste(link)
  await expect(first.page.getByRole('alert')).toContainText('used before')
  await second.paste(link)
  await expect(second.page.getByText('Waiting for the site...')).toBeVisible()
  await press(page, 'Sign a message')
  await first.approve()
  await expect(result(page)).toHaveText(/^Sign: 0x[0-9a-f]+$/)
  expect(await second.sessions()).toBe(0)
})

test('A new code is shown before the old one expires, and connects', async ({
  page,
  world,
  keep,
}) => {
  const wallet = keep(await NodeWallet.open(world.relay.url, world.localnet))
  await page.clock.install()
  await page.goto(world.url)
  const first = await showCode(page)
  await page.clock.fastForward('03:40')
  await expect.poll(async () => (await readCode(page)).link).not.toBe(first.link)
  await wallet.pair(await readCode(page))
  await wallet.connect()
  await expect(account(page)).toHaveText(world.localnet.accounts[0]!.address)
})

test('A wallet at another relay is told why nothing happens, and the code stays valid', async ({
  page,
  world,
  walletUrl,
  browser,
  keep,
}) => {
  const other = await startRelay()
  const elsewhere = await servePage(demoWallet, world.localnet, other.url)
  const lost = keep(await PageWallet.open(browser, elsewhere.url, world.localnet))
  const right = keep(await PageWallet.open(browser, walletUrl, world.localnet))
  await page.goto(world.url)
  const code = await showCode(page)
  await lost.page.clock.install()
  await lost.pair(code)
  await expect(lost.page.getByText('Waiting for the site...')).toBeVisible()
  await lost.page.clock.fastForward('00:20')
  await expect(lost.page.getByRole('alert')).toContainText('did not answer through this relay')
  await expect(account(page)).toHaveText('none')
  await right.pair(code)
  await right.connect()
  await expect(account(page)).toHaveText(world.localnet.accounts[0]!.address)
  await elsewhere.close()
  await other.close()
})

test('A page says that its relay is away, and continues when it is back', async ({
  page,
  world,
}) => {
  test.setTimeout(60_000)
  const gone = await startRelay()
  const { port } = gone
  await gone.close()
  const served = await serveLab(world.localnet, gone.url)
  await page.goto(served.url)
  await press(page, /connect wallet/i)
  await modal(page)
    .getByRole('button', { name: /^WalletConnect/ })
    .click()
  await expect(modal(page)).toContainText('The code could not be made', { timeout: 30_000 })
  const back = await startRelay({ port })
  await modal(page).getByRole('button', { name: 'Try again' }).click()
  await expect(modal(page).getByRole('img', { name: 'Pairing code for a wallet' })).toBeVisible()
  await served.close()
  await back.close()
})
