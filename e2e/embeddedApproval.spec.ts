import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { accounts } from '@latchkey-tools/localnet'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { base58 } from '@scure/base'
import { encodeFunctionData, verifyMessage, verifyTypedData, type Hex } from 'viem'
import { ask, pressUntilTaken } from './support/frameHost.js'
import {
  approve,
  approveButton,
  DEVNET,
  enter,
  rowsOf,
  SEPOLIA,
  startApprovalWorld,
  token,
  type ApprovalWorld,
  type Person,
} from './support/approvals.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TO = accounts[1]!.address
const ETHER = 10n ** 18n
const hex = (value: bigint | number): Hex => `0x${value.toString(16)}`

/** Whether an Ed25519 signature is the account's. */
function isSignature(signature: Uint8Array, bytes: Uint8Array, account: PublicKey): boolean {
  const x = Buffer.from(account.toBytes()).toString('base64url')
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
  return verify(null, bytes, key, signature)
}

let world: ApprovalWorld
test.beforeAll(async () => void (world = await startApprovalWorld()))
test.afterAll(() => world?.close())
test.afterEach(() => {
  world.evm.heal()
  world.sol.heal()
})

const balance = async (address: Hex): Promise<bigint> =>
  BigInt((await world.node('eth_getBalance', [address, 'latest'])) as string)
const transfer = (value: bigint) =>
  encodeFunctionData({ abi: token.abi, functionName: 'transfer', args: [TO, value] })
const countSends = (): number =>
  world.evm.requests.filter(({ method }) => method === 'eth_sendRawTransaction').length
const pay = (person: Person, fields: object = {}) =>
  person.rpc('eth_sendTransaction', [
    { from: person.evm, to: TO, value: hex(ETHER / 2n), ...fields },
  ])

test('A payment is shown with its site, account, network, amount, fee and outcome, and arrives', async ({
  page,
}) => {
  const person = await enter(page, world, 'pay@shop.example')
  const before = await balance(TO)
  const answered = pay(person, { maxFeePerGas: '0xffffffffffff' })
  await approveButton(person).waitFor()
  const rows = await rowsOf(person)
  expect(rows).toContainEqual(['Website', world.host.url])
  expect(rows).toContainEqual(['Account', person.evm])
  expect(rows).toContainEqual(['Network', 'Sepolia'])
  expect(rows).toContainEqual(['Leaves your account', '0.5 ETH'])
  const shown = JSON.parse((await person.frame.locator('pre').textContent())!) as [
    Record<string, string>,
  ]
  await approve(person)
  const { payload } = await answered
  const hash = payload!['result'] as Hex
  const mined = (await world.node('eth_getTransactionByHash', [hash])) as Record<string, string>
  for (const name of ['nonce', 'gas', 'value', 'maxFeePerGas', 'maxPriorityFeePerGas', 'chainId'])
    expect(BigInt(mined[name]!), name).toBe(BigInt(shown[0][name]!))
  expect(mined['from']).toBe(person.evm.toLowerCase())
  const most = BigInt(mined['gas']!) * BigInt(mined['maxFeePerGas']!)
  const [, fee = ''] = rows.find(([label]) => label === 'Network fee at most')!
  expect(Number.parseFloat(fee)).toBeCloseTo(Number(most) / 1e18, 12)
  expect((await balance(TO)) - before).toBe(ETHER / 2n)
})

test('The button waits until the request was scrolled to its end, and what leaves stands on top', async ({
  page,
}) => {
  const person = await enter(page, world, 'fold@shop.example')
  await page.addStyleTag({
    content: 'iframe{width:360px!important;height:480px!important}',
  })
  const answered = pay(person)
  const button = approveButton(person)
  await button.hover()
  const { frame } = person
  const list = frame.locator('.request')
  expect(await list.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeGreaterThan(50)
  const status = frame.getByRole('status')
  await expect(status).toHaveText('Scroll to the end to approve.')
  await expect(button).toHaveAccessibleDescription('Scroll to the end to approve.')
  for (const label of ['Leaves your account', 'To', 'Amount'])
    await expect(frame.locator('dt', { hasText: new RegExp(`^${label}$`) })).toBeInViewport()
  const [under, over] = await Promise.all([status.boundingBox(), button.boundingBox()])
  expect(under!.y + under!.height).toBeLessThanOrEqual(over!.y)
  // Three times as long as the button waits.
  const from = await frame.evaluate(() => performance.now())
  await frame.waitForFunction((end) => performance.now() > end, from + 2_400)
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  await expect(status).toHaveText('Scroll to the end to approve.')
  await list.press('End')
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  // The end stays seen where the person scrolls back.
  await list.press('Home')
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  await button.click()
  expect((await answered).payload).toHaveProperty('result')
})

test('Tokens that leave are named, and a transfer that would fail is warned of', async ({
  page,
}) => {
  const person = await enter(page, world, 'token@shop.example')
  const at = await world.deployToken()
  await world.mint(at, person.evm, 5n * ETHER)
  const answered = pay(person, { to: at, value: '0x0', data: transfer(2n * ETHER) })
  await approveButton(person).waitFor()
  const moved = (await rowsOf(person)).find(([label]) => label === 'Leaves your account')
  expect(moved![1].toLowerCase()).toBe(`2 local (${at})`)
  await approve(person)
  expect((await answered).payload).toHaveProperty('result')

  const failing = pay(person, { to: at, value: '0x0', data: transfer(50n * ETHER) })
  await expect(person.frame.getByText('This would fail.')).toBeVisible()
  await person.frame.getByRole('button', { name: 'Reject' }).click()
  expect((await failing).payload).toMatchObject({ code: 4001 })
})

test('A node without simulations says that not all is shown; one that lacks funds has no approval', async ({
  page,
}) => {
  const person = await enter(page, world, 'poor@shop.example')
  const at = await world.deployToken()
  await world.mint(at, person.evm, ETHER)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } })
  world.evm.fail({ methods: ['eth_simulateV1'], body })
  const answered = pay(person, { to: at, value: '0x0', data: transfer(ETHER) })
  await expect(person.frame.getByText('could not show all that moves')).toBeVisible()
  await person.frame.locator('h1').press('Escape')
  expect((await answered).payload).toMatchObject({ code: 4001 })

  await world.node('anvil_setBalance', [person.evm, '0x1'])
  const second = pay(person)
  await expect(person.frame.getByText('does not have enough for this.')).toBeVisible()
  await expect(approveButton(person)).toHaveCount(0)
  await world.node('anvil_setBalance', [person.evm, hex(5n * ETHER)])
  await person.frame.getByRole('button', { name: 'Check again' }).click()
  await approve(person)
  expect((await second).payload).toHaveProperty('result')
})

test('Typed data is signed for the account, and calls are all shown and sent in their order', async ({
  page,
}) => {
  const person = await enter(page, world, 'typed@shop.example')
  const data = {
    domain: { name: 'Mail', chainId: SEPOLIA },
    primaryType: 'Mail',
    types: {
      Mail: [
        { name: 'to', type: 'address' },
        { name: 'Website', type: 'string' },
      ],
    },
    message: { to: TO, Website: 'https://bank.example' },
  } as const
  const answered = person.rpc('eth_signTypedData_v4', [person.evm, JSON.stringify(data)])
  await approveButton(person).waitFor()
  // A field that is called like a row of the frame's own stands in quotes.
  const website = person.frame.locator('dt', { hasText: 'Website' })
  await expect(website.locator('.field')).toHaveCount(1)
  await expect(website.filter({ hasNot: person.frame.locator('.field') })).toHaveCount(1)
  const quote = await website
    .locator('.field')
    .evaluate((node) => getComputedStyle(node, '::before').content)
  expect(quote).toBe('"“"')
  await approve(person)
  const signature = (await answered).payload!['result'] as Hex
  expect(await verifyTypedData({ ...data, address: person.evm, signature })).toBe(true)

  const at = await world.deployToken()
  await world.mint(at, person.evm, 5n * ETHER)
  const calls = [
    { to: TO, value: hex(ETHER) },
    { to: at, data: transfer(3n * ETHER) },
  ]
  const batch = { version: '2.0.0', chainId: hex(SEPOLIA), from: person.evm, calls }
  const sent = person.rpc('wallet_sendCalls', [{ ...batch, atomicRequired: false }])
  await approveButton(person).waitFor()
  const leaves = (await rowsOf(person)).filter(([label]) => label === 'Leaves your account')
  expect(leaves.map(([, value]) => value.split(' (')[0])).toEqual(['1 ETH', '3 LOCAL'])
  await approve(person)
  const { id } = (await sent).payload!['result'] as { id: Hex }
  // A block may be on its way.
  const status = async () =>
    (await person.rpc('wallet_getCallsStatus', [id])).payload!['result'] as { status: number }
  await expect.poll(async () => (await status()).status).toBe(200)
  expect(await status()).toMatchObject({ receipts: [{}, {}] })
})

test('A sign-in message is signed for the page that asks, and refused for another one', async ({
  page,
}) => {
  const person = await enter(page, world, 'siwe@shop.example')
  const message = (domain: string) =>
    `${domain} wants you to sign in with your Ethereum account:\n${person.evm}\n\nHello\n\n` +
    `URI: http://${domain}\nVersion: 1\nChain ID: ${SEPOLIA}\nNonce: abcdefgh1\n` +
    'Issued At: 2026-01-01T00:00:00Z'
  const foreign = await person.rpc('personal_sign', [message('evil.example'), person.evm])
  expect(foreign.payload).toMatchObject({ code: -32602, reason: 'refused' })
  const own = message(new URL(world.host.url).host)
  const answered = person.rpc('personal_sign', [own, person.evm])
  await expect(person.frame.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await approve(person)
  const signature = (await answered).payload!['result'] as Hex
  expect(await verifyMessage({ address: person.evm, message: own, signature })).toBe(true)
})

test('The four methods of Solana sign and send, and the outcome of a payment is shown', async ({
  page,
}) => {
  const person = await enter(page, world, 'sol@shop.example')
  const own = new PublicKey(person.solana)
  const to = Keypair.generate().publicKey
  const latest = (await world.solana('getLatestBlockhash')) as { value: { blockhash: string } }
  const make = (recentBlockhash = latest.value.blockhash, lamports = 2_000_000_000) =>
    new VersionedTransaction(
      new TransactionMessage({
        payerKey: own,
        recentBlockhash,
        instructions: [SystemProgram.transfer({ fromPubkey: own, toPubkey: to, lamports })],
      }).compileToV0Message(),
    )
  const text = (transaction: VersionedTransaction): string =>
    Buffer.from(transaction.serialize()).toString('base64')
  const isSigned = (given: string): boolean => {
    const { signatures, message } = VersionedTransaction.deserialize(Buffer.from(given, 'base64'))
    return isSignature(signatures[0]!, message.serialize(), own)
  }

  const bytes = new TextEncoder().encode('Grüße')
  const params = { message: base58.encode(bytes), pubkey: person.solana }
  const message = person.rpc('solana_signMessage', params, DEVNET)
  await approve(person)
  const { signature } = (await message).payload!['result'] as { signature: string }
  expect(isSignature(base58.decode(signature), bytes, own)).toBe(true)

  const one = person.rpc('solana_signTransaction', { transaction: text(make()) }, DEVNET)
  await approve(person)
  const signed = (await one).payload!['result'] as { transaction: string }
  expect(isSigned(signed.transaction)).toBe(true)

  const all = person.rpc(
    'solana_signAllTransactions',
    { transactions: [text(make()), text(make())] },
    DEVNET,
  )
  await approve(person)
  const { transactions } = (await all).payload!['result'] as { transactions: string[] }
  expect(transactions.map(isSigned)).toEqual([true, true])

  // The page's blockhash is older than any that the node knows.
  const old = text(make(base58.encode(new Uint8Array(32).fill(7))))
  const sent = person.rpc('solana_signAndSendTransaction', { transaction: old }, DEVNET)
  await approveButton(person).waitFor()
  expect(await rowsOf(person)).toContainEqual(['Leaves your account', '2 SOL'])
  expect(await rowsOf(person)).toContainEqual(['Network fee at most', '0.000005 SOL'])
  await approve(person)
  expect((await sent).payload).toHaveProperty('result')
  const held = (await world.solana('getBalance', [to.toBase58()])) as { value: number }
  expect(held.value).toBe(2_000_000_000)

  const tooMuch = text(make(latest.value.blockhash, 900_000_000_000))
  const failing = person.rpc('solana_signAndSendTransaction', { transaction: tooMuch }, DEVNET)
  await expect(person.frame.getByText('This would fail.')).toBeVisible()
  await person.frame.locator('h1').press('Escape')
  expect((await failing).payload).toMatchObject({ code: 4001 })
})

test('Requests that are not this wallet’s are refused before anything is shown', async ({
  page,
}) => {
  const person = await enter(page, world, 'bad@shop.example')
  const typed = {
    domain: { chainId: 1 },
    primaryType: 'Mail',
    types: { Mail: [{ name: 'to', type: 'address' }] },
    message: { to: TO },
  }
  const calls = Array.from({ length: 10_000 }, () => ({ to: TO }))
  const batch = { version: '2.0.0', chainId: hex(SEPOLIA), atomicRequired: false, calls }
  const inputs: readonly [method: string, params: unknown, code: number][] = [
    ['eth_sign', [person.evm, hex(5)], 4200],
    ['eth_foo', [], 4200],
    ['eth_signTypedData_v4', [person.evm, typed], -32602],
    ['personal_sign', ['a'.repeat(1_000_000), person.evm], -32602],
    ['wallet_sendCalls', [batch], 5740],
    ['eth_sendTransaction', [{ from: TO, to: TO }], -32602],
    ['eth_sendTransaction', [{ to: TO, chainId: '0x1' }], -32602],
    ['eth_sendTransaction', [{ to: TO, nonce: '0x9' }], -32602],
    ['eth_sendTransaction', [{ to: TO, data: `0x${'00'.repeat(400_000)}` }], -32602],
  ]
  for (const [method, params, code] of inputs)
    expect((await person.rpc(method, params)).payload, method).toMatchObject({ code })
  const notices = await page.evaluate(() => window.notices.map(({ type }) => type))
  expect(notices).not.toContain('show frame')
})

for (const [name, fault] of [
  ['that is away', { drop: true }],
  ['that answers HTML', { body: 'html' }],
  ['with too much to do', { status: 429 }],
  ['that fails', { status: 503, body: 'html' }],
] as const)
  test(`A node ${name} gives one sentence and a new try, before and after the approval`, async ({
    page,
  }) => {
    const person = await enter(page, world, `fault${Object.values(fault).join('')}@shop.example`)
    const sentence = 'status' in fault && fault.status === 429 ? 'too much to do' : 'not answer'
    const again = person.frame.getByRole('button', { name: 'Check again' })
    // Browsers ask again by themselves where a line that they used before was cut.
    world.evm.fail({ methods: ['eth_getTransactionCount'], ...fault })
    const answered = pay(person)
    await expect(person.frame.getByText(sentence)).toBeVisible()
    world.evm.heal()
    await again.click()
    world.evm.forget()
    world.evm.fail({ methods: ['eth_sendRawTransaction'], ...fault })
    await approve(person)
    await expect(person.frame.getByText(sentence)).toBeVisible()
    world.evm.heal()
    await again.click()
    expect((await answered).payload).toHaveProperty('result')
    // The same bytes twice: nothing was signed a second time.
    const sends = world.evm.requests.filter(({ method }) => method === 'eth_sendRawTransaction')
    expect(new Set(sends.map(({ params }) => JSON.stringify(params))).size).toBe(1)
    expect(sends.length).toBeGreaterThan(1)
  })

test('A nonce that was taken while the person read is shown anew and signed once', async ({
  page,
}) => {
  const person = await enter(page, world, 'nonce@shop.example')
  const answered = pay(person)
  await approveButton(person).waitFor()
  await world.node('anvil_setNonce', [person.evm, '0x5'])
  world.evm.forget()
  await approve(person)
  await expect(person.frame.getByText('Something has changed since.')).toBeVisible()
  expect(countSends()).toBe(0)
  await approve(person)
  const hash = (await answered).payload!['result'] as Hex
  const mined = (await world.node('eth_getTransactionByHash', [hash])) as { nonce: string }
  expect(BigInt(mined.nonce)).toBe(5n)
})

test('A nonce that was signed and never seen sent is warned of before it is signed again', async ({
  page,
}) => {
  const person = await enter(page, world, 'twice@shop.example')
  world.evm.fail({ methods: ['eth_sendRawTransaction'], drop: true })
  const answered = pay(person)
  await approve(person)
  await person.frame.getByRole('button', { name: 'Close' }).click()
  await expect(person.frame.getByText('did not say whether it has it')).toBeVisible()
  await person.frame.getByRole('button', { name: 'Close' }).click()
  expect((await answered).payload).toMatchObject({ reason: 'transaction_unknown' })
  world.evm.heal()
  const second = pay(person)
  await expect(person.frame.getByText('has the same number')).toBeVisible()
  await approve(person)
  expect((await second).payload).toHaveProperty('result')
})

test('A node’s refusal is told in words to the person and to the page', async ({ page }) => {
  const person = await enter(page, world, 'words@shop.example')
  for (const [message, reason, words] of [
    ['replacement transaction underpriced', 'transaction_underpriced', 'The fee is too low'],
    ['nonce too low', 'transaction_replaced', 'took its place'],
  ] as const) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message } })
    world.evm.fail({ methods: ['eth_sendRawTransaction'], times: 1, body })
    const answered = pay(person)
    await approve(person)
    await expect(person.frame.getByText(words)).toBeVisible()
    await person.frame.getByRole('button', { name: 'Close' }).click()
    expect((await answered).payload).toMatchObject({ reason })
  }
})

test('Twenty requests wait their turn, and one that the page takes back leaves no card', async ({
  page,
}) => {
  const person = await enter(page, world, 'queue@shop.example')
  await ask(page, 'switch network', { chainId: SEPOLIA })
  // The page posts them itself: calls of this test would reach it in any order.
  await page.evaluate((address) => {
    window.queued = Array.from({ length: 21 }, (_, index) =>
      window.ask('rpc request', { method: 'personal_sign', params: [`Text ${index}`, address] }),
    )
  }, person.evm)
  const answerOf = (index: number) => page.evaluate((which) => window.queued![which]!, index)
  expect((await answerOf(20)).payload).toMatchObject({ reason: 'too_many_waiting' })
  for (let index = 0; index < 20; index += 1) {
    await expect(person.frame.locator('.value', { hasText: `Text ${index}` })).toBeVisible()
    await person.frame.locator('h1').press('Escape')
    expect((await answerOf(index)).payload).toMatchObject({ code: 4001 })
  }
  await page.evaluate((address) => {
    const payload = { method: 'personal_sign', params: ['Late', address] }
    window.port.postMessage({ type: 'rpc request', id: 'late', payload })
  }, person.evm)
  await expect(person.frame.locator('.value', { hasText: 'Late' })).toBeVisible()
  await page.evaluate(() => window.port.postMessage({ type: 'cancel', id: 'late' }))
  await expect(person.frame.locator('.card')).toHaveCount(0)
})

for (const [scheme, language, width, zoom] of [
  ['light', 'en', 400, 1],
  ['dark', 'en', 320, 1],
  ['light', 'ar', 320, 1],
  ['dark', 'de', 320, 2],
] as const)
  test(`The card is whole and accessible: ${scheme}, ${language}, ${width} px, text ${zoom}00 %`, async ({
    page,
  }) => {
    // All of the frame is on the screen, as the modal sees to.
    await page.setViewportSize({ width: 1_280, height: 1_200 })
    const person = await enter(page, world, `look${language}${width}${zoom}@shop.example`)
    const src = `${world.service.url}/frame?projectId=local&chainId=1&version=4&lang=${language}`
    const { payload } = await ask(page, 'is connected', { token: '' })
    await page.goto(world.host.url)
    await page.evaluate((address) => window.insert(address), src)
    await ask(page, 'is connected', { token: payload!['token'] })
    await ask(page, 'sync theme', { themeMode: scheme })
    const frame = page.frame({ url: src })!
    await page.addStyleTag({
      content: `iframe{width:${width}px!important;height:${Math.round(32 * 15 * zoom * 1.1)}px!important}`,
    })
    await frame.evaluate((size) => (document.documentElement.style.fontSize = size), `${zoom}00%`)
    const text = `W${'m'.repeat(3_000)}\u202Eevil\n`.repeat(3)
    const metadata = { name: 'Z'.repeat(200) }
    const data = { metadata, sdkVersion: '1', sdkType: 'w3m', projectId: 'local' }
    await ask(page, 'sync dapp data', data)
    const answered = ask(page, 'rpc request', {
      method: 'personal_sign',
      params: [text, person.evm],
    })
    const button = frame.locator('button.primary')
    await expect(frame.locator('h1')).toBeFocused()
    // The keys of a test go to the page around until somebody has pressed something in the frame.
    await frame.locator('h1').click()
    await page.keyboard.press('Tab')
    await expect(frame.locator('.request')).toBeFocused()
    await page.keyboard.press('End')
    await expect(button).toHaveAttribute('aria-disabled', 'false')
    expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await frame.evaluate(axe)
    const violations = await frame.evaluate(async () => {
      const { axe: tool } = window as unknown as {
        axe: { run(): Promise<{ violations: { id: string }[] }> }
      }
      return (await tool.run()).violations.map(({ id }) => id)
    })
    expect(violations).toEqual([])
    // By the keyboard alone: the request, everything that is signed, reject, approve.
    for (let step = 0; step < 8; step += 1) {
      if (await button.evaluate((node) => node === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await expect(button).toBeFocused()
    // Where it scrolled on the way the time began anew: a key before its end does nothing.
    await pressUntilTaken(button, () => page.keyboard.press('Enter'))
    expect((await answered).payload).toHaveProperty('result')
  })
