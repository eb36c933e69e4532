// Photographs the pages of the secure frame, of the link in its mails, and the mails, as a running
// service serves them. Each look has one person with a new wallet, who goes through all scenes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask, codeFor, insert, startHost } from '../../../tools/bench/lib/framePage.mjs'
import { request, startAnvil } from '../../../tools/localnet/src/index.mjs'
import { startBundler } from '../../../tools/localnet/src/evm/bundler.mjs'
import { deploySmartAccounts } from '../../../tools/localnet/src/evm/smartAccounts.mjs'
import { startMail } from '../../../tools/localnet/src/mail.mjs'
import { startSecureFrame } from '../../../tools/localnet/secureFrame.mjs'
import { at } from '../../../tools/run/lib/paths.mjs'

const SEPOLIA = 11155111
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SPENDER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const HEIGHT = 720
/** Looks of the gallery, with their settings for a browser. */
const MEDIA = { forced: { forcedColors: 'active' } }
const axeScript = () => readFileSync(at('node_modules/axe-core/axe.min.js'), 'utf8')

const permit = (owner) => ({
  domain: { name: 'Token', version: '1', chainId: SEPOLIA, verifyingContract: SPENDER },
  primaryType: 'Permit',
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      'owner address',
      'spender address',
      'value uint256',
      'nonce uint256',
      'deadline uint256',
    ].map((field) => ({ name: field.split(' ')[0], type: field.split(' ')[1] })),
  },
  message: {
    owner,
    spender: TO,
    value: `0x${'f'.repeat(64)}`,
    nonce: '0x0',
    deadline: '0x7fffffff',
  },
})

/** Requests whose cards are drawn, by the name of the scene. */
const REQUESTS = {
  'a message': (own) => ['personal_sign', ['Good morning', own]],
  'bytes that nobody reads': (own) => ['personal_sign', [`0x${'9f'.repeat(300)}`, own]],
  'a permit': (own) => ['eth_signTypedData_v4', [own, permit(own)]],
  'a payment': (own) => [
    'eth_sendTransaction',
    [{ from: own, to: TO, value: '0x16345785d8a0000' }],
  ],
  'an approval of all': (own) => [
    'eth_sendTransaction',
    [
      {
        from: own,
        to: SPENDER,
        data: `0x095ea7b3${TO.slice(2).padStart(64, '0')}${'f'.repeat(64)}`,
      },
    ],
  ],
  'more than there is': (own) => [
    'eth_sendTransaction',
    [{ from: own, to: TO, value: '0x8ac7230489e80000' }],
  ],
  'two calls': (own) => [
    'wallet_sendCalls',
    [
      {
        version: '2.0.0',
        from: own,
        chainId: `0x${SEPOLIA.toString(16)}`,
        atomicRequired: false,
        calls: [
          { to: TO, value: '0x1' },
          { to: SPENDER, data: '0x12345678' },
        ],
      },
    ],
  ],
}

const HOUR_S = 3_600
/** A session key asks a smart account for a permission (ERC-7715). */
const permission = (type, data) => [
  'wallet_requestExecutionPermissions',
  [
    {
      chainId: `0x${SEPOLIA.toString(16)}`,
      to: TO,
      permission: { type, isAdjustmentAllowed: true, data },
      rules: [
        { type: 'expiry', data: { timestamp: Math.floor(Date.now() / 1000) + 24 * HOUR_S } },
        { type: 'call-limit', data: { count: 10 } },
      ],
    },
  ],
]

/** Requests to a smart account whose cards are drawn, by the name of the scene. */
const SMART_REQUESTS = {
  'a permission': permission('native-token-periodic', {
    periodAmount: '0x2386f26fc10000',
    periodDuration: HOUR_S,
    justification: 'Ten moves of the game',
  }),
  'a permission with dangers': permission('contract-calls', {
    targets: [SPENDER, '0x5109000000000000000000000000000000000042'],
    selectors: ['0x095ea7b3', '0xac9650d8'],
    maxValue: '0x16345785d8a0000',
  }),
}

/** The frame's security pages in the order of its list, which a button that leaves follows. */
const SECURITY_PAGES = [
  'recovery',
  'sign-ins',
  'devices',
  'this browser',
  'words',
  'sign out everywhere',
  'delete',
]

/** A press does not count while the browser measures anew what is visible: the person presses again. */
async function pressUntil(button, next) {
  for (let tries = 1; ; tries += 1) {
    await button.click()
    try {
      return await next.waitFor({ timeout: 3_000 })
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

/** The person's way through the frame: `shoot` takes a picture and looks for faults. */
async function walkFrame({ page, frame, address, shoot }) {
  const leave = async () => {
    await frame.locator('h1').press('Escape')
    await frame.locator('.card').waitFor({ state: 'detached' })
  }
  const buttons = frame.locator('.buttons button')
  const rpc = ([method, params]) => ask(page, 'rpc request', { method, params })
  const first = rpc(REQUESTS['a message'](address))
  await buttons.nth(2).waitFor()
  await shoot('choice of a recovery')
  await pressUntil(buttons.nth(1), frame.locator('#card-input'))
  await shoot('new password')
  await buttons.first().click()
  await pressUntil(buttons.nth(2), frame.locator('.kit'))
  await shoot('recovery kit')
  await pressUntil(buttons.first(), frame.locator('dl'))
  await leave()
  await first
  for (const [name, toRequest] of Object.entries(REQUESTS)) {
    const answered = rpc(toRequest(address))
    await frame.locator('dl').waitFor()
    await shoot(`approve ${name}`)
    await leave()
    await answered
  }
  await ask(page, 'set preferred account', { type: 'smartAccount' })
  for (const [name, asked] of Object.entries(SMART_REQUESTS)) {
    const answered = rpc(asked)
    await frame.locator('dl').waitFor()
    await shoot(`approve ${name}`)
    await frame.locator('summary').first().click()
    await frame.locator('input').last().focus()
    await shoot(`approve ${name}, less of it`)
    await leave()
    await answered
  }
  const pages = ask(page, 'open security')
  // A walk that fails says where; what it closes then says nothing more.
  pages.catch(() => undefined)
  const last = SECURITY_PAGES.length
  await buttons.nth(last).waitFor()
  await shoot('security')
  for (const [index, name] of SECURITY_PAGES.entries()) {
    await buttons.nth(index).click()
    await buttons.nth(last).waitFor({ state: 'detached' })
    await shoot(`security, ${name}`)
    if (name === 'words') {
      await pressUntil(buttons.first(), frame.locator('.words'))
      await shoot('security, words shown')
    }
    await buttons.last().click()
    await buttons.nth(last).waitFor()
  }
  await buttons.last().click()
  await pages
}

/** The page behind the link of a mail in its states, and the mails themselves. */
async function walkMails({ page, mail, email, shoot }) {
  const { text, html } = await mail.next(email)
  const [link] = /http\S+\/device\/\S+/.exec(text)
  await page.goto(link)
  await shoot('link of a mail', page)
  await page.locator('button').first().click()
  await page.locator('output').waitFor()
  await shoot('code of a new device', page)
  await page.goto(link)
  await page.locator('button').last().click()
  await page.waitForURL('**/deny')
  await shoot('sign-in that was stopped', page)
  await page.goto(link)
  await shoot('link that is over', page)
  await page.setContent(html)
  // Its headings and colours are the mail program's own.
  await shoot('mail to a new device', page, { isOurs: false })
}

/** Rules of axe, and what sticks out. */
const faultsOf = async (place, axe) => {
  await place.evaluate(axe)
  return place.evaluate(async () => {
    const { violations } = await globalThis.axe.run({ resultTypes: ['violations'] })
    const { scrollWidth, clientWidth } = document.documentElement
    const wide = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []
    return [...violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), ...wide]
  })
}

async function startWorld() {
  const [mail, host, anvil] = [
    await startMail(),
    await startHost(),
    await startAnvil({ chainId: SEPOLIA }),
  ]
  await deploySmartAccounts(anvil.url)
  const bundler = await startBundler({ rpcUrl: anvil.url })
  const service = await startSecureFrame({
    mailUrl: mail.url,
    pages: [host.url],
    rpc: { [`RPC_${SEPOLIA}`]: anvil.url },
    env: { LIMIT_MAIL_CLIENT: '1000', [`BUNDLER_${SEPOLIA}`]: bundler.url },
  })
  const close = async () => {
    await service.close()
    host.close()
    await Promise.all([mail.close(), bundler.close(), anvil.close()])
  }
  return { mail, host, anvil, service, close }
}

/** Opens the page around, which the frame fills, and signs a new person in. */
async function openFrame(page, { mail, host, anvil, service }, email, { locale, theme }) {
  await page.goto(host.url)
  await page.addStyleTag({
    content: 'iframe { width: 100vw !important; height: 100vh !important }',
  })
  const src = `${service.url}/frame?projectId=local&chainId=${SEPOLIA}&version=4&lang=${locale}`
  await insert(page, src)
  await ask(page, 'sync theme', { themeMode: theme })
  const otp = await codeFor(page, mail, email)
  const { address } = (await ask(page, 'connect otp', { otp })).payload.user
  await request(anvil.url, 'anvil_setBalance', [address, '0xde0b6b3a7640000'])
  return { page, frame: page.frame({ url: src }), address }
}

/**
 * @param {{ browser: import('playwright').Browser, out: string, looks: Record<string, object>,
 * fileOf: (scene: string, look: string) => string }} options needs a built tree
 * @returns {Promise<{ taken: { name: string, shots: Record<string, string> }[], problems: string[] }>}
 */
export async function photographFrame({ browser, out, looks, fileOf }) {
  const world = await startWorld()
  const axe = axeScript()
  const shots = new Map()
  const problems = []
  try {
    for (const [look, settings] of Object.entries(looks)) {
      const { width, theme } = settings
      const viewport = { width, height: HEIGHT }
      // The checks are put into the page, whose policy lets no text become a script.
      const context = await browser.newContext({
        viewport,
        colorScheme: theme,
        bypassCSP: true,
        ...MEDIA[look],
      })
      const page = await context.newPage()
      const opened = await openFrame(page, world, `${look}@shop.example`, settings)
      const shootIn =
        (usual) =>
        async (name, place = usual, { isOurs = true } = {}) => {
          const scene = `frame, ${name}`
          const file = fileOf(scene, look)
          await page.screenshot({ path: join(out, file), animations: 'disabled', caret: 'hide' })
          shots.set(scene, { ...shots.get(scene), [look]: file })
          const faults = isOurs ? await faultsOf(place, axe) : []
          for (const fault of faults) problems.push(`${scene}, ${look}: ${fault}`)
        }
      await walkFrame({ ...opened, shoot: shootIn(opened.frame) })
      const email = `${look}.mail@shop.example`
      await ask(page, 'connect email', { email })
      await walkMails({ page, mail: world.mail, email, shoot: shootIn(page) })
      await context.close()
    }
  } finally {
    await world.close()
  }
  return { taken: [...shots].map(([name, files]) => ({ name, shots: files })), problems }
}
