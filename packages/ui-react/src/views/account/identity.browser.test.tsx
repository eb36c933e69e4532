import { createToken, type Identity, type IdentitySource } from '@latchkey/plugin-api'
import { untilStill } from '@latchkey/plugin-testkit'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  all,
  button,
  cleanUp,
  drawWith,
  frame,
  hosts,
  one,
  open,
  shadow,
  texts,
  view,
} from '../../../test/page.js'
import {
  account,
  ADDRESS,
  connector,
  FakeWallet,
  forever,
  makeKernel,
  network,
  OTHER,
  scopesOf,
  type Made,
} from '../../../test/support.js'

afterEach(async () => {
  cleanUp()
  document.body.replaceChildren()
  vi.restoreAllMocks()
  await page.viewport(1000, 700)
})

const SHORT = '0xf39F…2266'
const LONG = `${'a-very-long-name-'.repeat(8)}.shop.eth`
const PICTURE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='64' height='64'%3E%3Crect width='64' height='64' fill='%23f0f'/%3E%3C/svg%3E"
type Identify = IdentitySource['identify']

/** Puts a modal on the page whose visitor is connected, and whose names come from a stranger's plugin. */
async function connected(
  source: Identify | Omit<IdentitySource, 'id'>,
  { accounts = [account(ADDRESS)], locale = 'en' } = {},
): Promise<Made> {
  const namespaces = [...new Set(accounts.map(({ namespace }) => namespace))]
  const made = makeKernel({
    networks: namespaces.map((namespace) => network('1', 'Ink Mainnet', { namespace })),
    connectors: [
      connector('Rabby', {
        namespaces,
        answer: () => new FakeWallet('r', 'Rabby', scopesOf(accounts)),
      }),
    ],
    setup: (ctx) =>
      void ctx.points.add(createToken<IdentitySource>('identities'), {
        id: 'parts.names',
        ...(typeof source === 'function' ? { identify: source } : source),
      }),
    options: { locale },
  })
  drawWith(made.kernel)
  await made.kernel.ready
  await made.kernel.connect('Rabby')
  return made
}
const name = (): string | undefined => shadow().querySelector('.who .known')?.textContent
const named = (wanted: string | undefined): Promise<void> => expect.poll(name).toBe(wanted)
const address = (): string | undefined => one('.who .address bdi').textContent
/** Violations of axe in the modal. */
async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(hosts().at(-1)!, { resultTypes: ['violations'] })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

describe('The account’s header', () => {
  it('The name stands beside the short address, for the eye and for a screen reader', async () => {
    const { kernel } = await connected(async () => ({ name: 'alice.shop.eth' }))
    await open(kernel)
    await named('alice.shop.eth')
    expect(address()).toBe(SHORT)
    expect(one('.who').textContent.indexOf('alice.shop.eth')).toBeLessThan(
      one('.who').textContent.indexOf(SHORT),
    )
    expect(one('.known').getAttribute('dir')).toBe('ltr')
    expect(await violations()).toEqual([])
  })

  it('Nobody is asked before the modal is open', async () => {
    const identify = vi.fn<Identify>(async () => ({ name: 'alice.shop.eth' }))
    const { kernel } = await connected(identify)
    await kernel.ports.late.load()
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(identify).not.toHaveBeenCalled()
    await open(kernel)
    await named('alice.shop.eth')
    expect(identify).toHaveBeenCalledTimes(1)
  })

  it.each([1000, 320])(
    'A name that comes late moves nothing and takes no focus, at %i px',
    async (width) => {
      let answer: (found: Identity) => void = () => undefined
      const { kernel } = await connected(() => new Promise((resolve) => (answer = resolve)))
      await page.viewport(width, 700)
      await open(kernel)
      await expect.poll(() => texts('.balance').join()).toContain('INK')
      await untilStill(shadow())
      button('Copy address').focus()
      await new Promise((resolve) => setTimeout(resolve, 300))
      const places = (): number[][] =>
        all('.who :is(.address, .balance, .iconButton, svg.picture), .view .row').map((each) => {
          const { x, y, width: w, height } = each.getBoundingClientRect()
          return [x, y, w, height]
        })
      const before = places()
      answer({ name: LONG })
      await named(LONG)
      await frame()
      expect(places()).toEqual(before)
      expect(shadow().activeElement).toBe(button('Copy address'))
    },
  )

  it.each(['en', 'ar'])(
    'A long name stays within the card at 320 px, from left to right, in %s',
    async (locale) => {
      const { kernel } = await connected(async () => ({ name: LONG }), { locale })
      await page.viewport(320, 700)
      await open(kernel)
      await named(LONG)
      const body = one('.body')
      const fits = (): boolean => {
        const { left, right } = one('.known').getBoundingClientRect()
        const card = body.getBoundingClientRect()
        return left >= card.left && right <= card.right && body.scrollWidth <= body.clientWidth
      }
      const { direction, whiteSpace } = getComputedStyle(one('.known'))
      expect([fits(), direction, whiteSpace]).toEqual([true, 'ltr', 'nowrap'])
      expect(one('.known').getBoundingClientRect().height).toBe(20)
      all('.who .iconButton')[1]!.click()
      await expect.poll(() => texts('.whole')).toEqual([ADDRESS])
      expect([fits(), getComputedStyle(one('.known')).whiteSpace]).toEqual([true, 'normal'])
      expect(one('.known').getBoundingClientRect().height).toBeGreaterThan(20)
      expect(one('.known').getBoundingClientRect().bottom).toBeLessThanOrEqual(
        one('.who .address bdi').getBoundingClientRect().top + 4,
      )
      expect(await violations()).toEqual([])
    },
  )

  it.each<[string, Identify]>([
    ['fails', () => Promise.reject(new Error('away'))],
    ['never answers', forever],
    ['knows no name', async () => undefined],
  ])('Where a source %s, the address and its picture are shown as ever', async (_, identify) => {
    const asked = vi.fn(identify)
    const { kernel } = await connected(asked)
    const toasts = vi.fn()
    kernel.ports.late.now()?.toasts.subscribe(toasts)
    await open(kernel)
    await expect.poll(() => asked.mock.calls.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([name(), address(), all('.who svg.picture').length]).toEqual([undefined, SHORT, 1])
    expect(toasts).not.toHaveBeenCalled()
  })

  it('A name that changes is seen at once', async () => {
    let [now, change] = ['old.shop.eth', (): void => undefined]
    const { kernel } = await connected({
      identify: async () => ({ name: now }),
      subscribe: (listener) => {
        change = listener
        return () => undefined
      },
    })
    await open(kernel)
    await named('old.shop.eth')
    now = 'new.shop.eth'
    change()
    await named('new.shop.eth')
  })

  it('The own picture takes the place of the drawn one when it is loaded, in its size', async () => {
    const { kernel } = await connected(async () => ({ name: 'alice.shop.eth', avatar: PICTURE }))
    await open(kernel)
    const drawn = one('.who svg.picture').getBoundingClientRect()
    await expect.poll(() => all('.who svg.picture').length).toBe(0)
    const picture = one<HTMLImageElement>('.who img')
    const box = picture.getBoundingClientRect()
    expect([box.width, box.height, box.x]).toEqual([drawn.width, drawn.height, drawn.x])
    expect([picture.alt, getComputedStyle(picture).opacity, picture.referrerPolicy]).toEqual([
      '',
      '1',
      'no-referrer',
    ])
    expect(await violations()).toEqual([])
  })

  it.each([
    ['cannot be read', 'data:image/png;base64,AAAA'],
    ['is not a picture', 'javascript:alert(1)'],
    ['comes without encryption', 'http://pictures.example/a.png'],
  ])('The drawn picture stays where the own one %s', async (_, avatar) => {
    const { kernel } = await connected(async () => ({ name: 'alice.shop.eth', avatar }))
    await open(kernel)
    await named('alice.shop.eth')
    await expect.poll(() => all('.who img').length).toBe(0)
    expect(all('.who svg.picture')).toHaveLength(1)
  })
})

describe('The list of wallets', () => {
  const BOTH = [account(ADDRESS), account('oak1aaa', OTHER)]

  it('A row has the name, with the address beside it', async () => {
    const { kernel } = await connected(async () => ({ name: 'alice.shop.eth' }))
    await open(kernel, 'ProfileWallets')
    await expect.poll(() => texts('.row .name')[0]).toBe('alice.shop.eth')
    expect(texts('.row .note')[0]).toBe(`${SHORT} · Ink`)
    expect(await violations()).toEqual([])
  })

  it.each(['en', 'ar'])(
    'A long name that comes late moves no row and keeps its address on the screen at 320 px, in %s',
    async (locale) => {
      let answer: (found: Identity) => void = () => undefined
      const identify: Identify = (asked) =>
        asked === ADDRESS
          ? new Promise((resolve) => (answer = resolve))
          : Promise.resolve(undefined)
      const { kernel } = await connected(identify, { accounts: BOTH, locale })
      await page.viewport(320, 700)
      await open(kernel, 'ProfileWallets')
      await expect.poll(view).toBe('ProfileWallets')
      await untilStill(shadow())
      const row = all('.row').find(({ textContent }) => textContent.includes(SHORT))!
      row.focus()
      await new Promise((resolve) => setTimeout(resolve, 300))
      const places = (): number[] => all('.row').map((each) => each.getBoundingClientRect().y)
      const before = places()
      answer({ name: LONG })
      await expect.poll(() => row.querySelector('.name')?.textContent).toBe(LONG)
      expect(places()).toEqual(before)
      expect(shadow().activeElement).toBe(row)
      const short = row.querySelector('.note bdi')!.getBoundingClientRect()
      const { left, right } = row.getBoundingClientRect()
      expect([short.left >= left, short.right <= right, short.width > 40]).toEqual([
        true,
        true,
        true,
      ])
      expect(one('.body').scrollWidth).toBeLessThanOrEqual(one('.body').clientWidth)
      expect(await violations()).toEqual([])
    },
  )

  it('Another account of the same wallet is named without being chosen', async () => {
    const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const { kernel } = await connected(
      async (asked) => (asked === second ? { name: 'second.shop.eth' } : undefined),
      { accounts: [account(ADDRESS), account(second)] },
    )
    await open(kernel, 'ProfileWallets')
    await expect.poll(() => texts('.row .name').slice(0, 2)).toEqual([SHORT, 'second.shop.eth'])
    await userEvent.keyboard('{Escape}')
    expect(kernel.ports.accounts.active()?.address).toBe(ADDRESS)
  })
})
