import type { DirectoryQuery, KernelOptions } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  all,
  button,
  cleanUp,
  draw,
  drawWith,
  frame,
  headline,
  hosts,
  later,
  one,
  open,
  shadow,
  texts,
  view,
} from '../../../test/page.js'
import {
  connector,
  forever,
  makeKernel,
  network,
  OTHER,
  SPACE,
  type Made,
  type World,
} from '../../../test/support.js'
import { EmbeddedModal, LatchkeyProvider } from '../../index.js'

afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

const poll = (what: () => unknown) => expect.poll(what, { timeout: 10_000 })
const listOf = (count: number): DirectoryWallet[] =>
  Array.from({ length: count }, (_, index) => ({ id: `w${index}`, name: `Wallet ${index}` }))

/** A directory of these wallets. It records its queries, and fails while `fails` is set. */
function directoryOf(list: readonly DirectoryWallet[]) {
  const asked: string[] = []
  const switches = { fails: false }
  const directory = async ({ search = '', page, count }: DirectoryQuery) => {
    asked.push(`${search}/${page}`)
    if (switches.fails) throw new Error('down')
    const found = list.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    return { wallets: found.slice((page - 1) * count, page * count), total: found.length }
  }
  return { asked, switches, directory }
}
async function show(directory: KernelOptions['directory'], world: World = {}): Promise<Made> {
  const made = makeKernel({
    ...world,
    options: { ...(directory && { directory }), ...world.options },
  })
  drawWith(made.kernel)
  await open(made.kernel, 'AllWallets')
  return made
}
const names = (): string[] => texts('[data-index] .name').map((name) => name.replace('Loading', ''))
const rows = (): number => all('[data-index]').length
const scroll = async (to: number): Promise<void> => {
  one('.body').scrollTo(0, to)
  await frame()
}
const focused = (): string | undefined =>
  shadow().activeElement?.closest('[data-index]')?.querySelector('.name')?.textContent
const said = (): string => one('[aria-live=polite]').textContent

it('Every wallet of the directory is reached by scrolling, and a search narrows the list [VIEW-04]', async () => {
  const { directory } = directoryOf(listOf(120))
  await show(directory)
  await poll(names).toContain('Wallet 0')
  const seen = new Set<string>()
  for (let top = 0; top <= one('.body').scrollHeight; top += 500) {
    await scroll(top)
    await poll(() => names().includes('')).toBe(false)
    for (const name of names()) seen.add(name)
  }
  expect([...seen].filter((name) => name.startsWith('Wallet'))).toHaveLength(120)
  await userEvent.fill(one('input'), '119')
  await poll(names).toEqual(['Wallet 119'])
  await userEvent.fill(one('input'), 'nothing like it')
  await poll(headline).toBe('No wallet by that name')
})

it('At most 60 of 10,000 rows are drawn at any scroll position, and only their pages requested', async () => {
  const { directory, asked } = directoryOf(listOf(10_000))
  await show(directory)
  await poll(() => one('[data-index]').getAttribute('aria-setsize')).toBe('10001')
  for (const part of [0, 0.1, 0.5, 0.51, 0.99, 1]) {
    await scroll(part * one('.body').scrollHeight)
    expect(rows()).toBeLessThanOrEqual(60)
    await poll(() => names().includes('')).toBe(false)
    expect(rows()).toBeLessThanOrEqual(60)
    const shown = all('[data-index]').filter(
      (row) =>
        row.getBoundingClientRect().bottom > one('.body').getBoundingClientRect().top &&
        row.getBoundingClientRect().top < one('.body').getBoundingClientRect().bottom,
    )
    expect(shown.length).toBeGreaterThan(5)
  }
  expect(names()).toContain('Wallet 9999')
  expect(all('[data-index]').at(-1)?.getAttribute('aria-posinset')).toBe('10001')
  expect(new Set(asked).size).toBeLessThan(20)
})

it('Keys reach rows that are not drawn yet, and a row out of sight keeps the focus', async () => {
  const { directory } = directoryOf(listOf(5_000))
  await show(directory)
  await poll(names).toContain('Wallet 3')
  one('input').focus()
  await userEvent.keyboard('{ArrowDown}')
  await poll(focused).toBe('Rabby')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await poll(focused).toBe('Wallet 1')
  await userEvent.keyboard('{PageDown}')
  await poll(() => Number(focused()?.slice(7))).toBeGreaterThan(6)
  await userEvent.keyboard('{PageUp}')
  await poll(focused).toBe('Wallet 1')
  await userEvent.keyboard('{End}')
  await poll(focused).toBe('Wallet 4999')
  const { activeElement } = shadow()
  expect(one('.body').getBoundingClientRect().bottom).toBeGreaterThanOrEqual(
    activeElement!.getBoundingClientRect().bottom - 1,
  )
  await scroll(0)
  await poll(names).toContain('Wallet 2')
  expect([shadow().activeElement, rows() <= 60]).toEqual([activeElement, true])
  await userEvent.keyboard('{Home}')
  await poll(focused).toBe('Rabby')
  await userEvent.keyboard('{ArrowUp}')
  expect(shadow().activeElement).toBe(one('input'))
})

it('Tab passes the list in one step, and letters typed in the list go to the search field', async () => {
  const { directory } = directoryOf(listOf(300))
  await show(directory)
  await poll(names).toContain('Wallet 3')
  expect(all('[data-index] .row').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  one('input').focus()
  await userEvent.keyboard('{ArrowDown}')
  await poll(focused).toBe('Rabby')
  await userEvent.keyboard('17')
  await poll(() => one<HTMLInputElement>('input').value).toBe('17')
  await poll(names).toEqual(expect.arrayContaining(['Wallet 17', 'Wallet 170', 'Wallet 217']))
})

/** Records all polite announcements from now on. */
function listen(): string[] {
  const heard: string[] = []
  const observer = new MutationObserver(() => said() && heard.push(said()))
  observer.observe(one('[aria-live=polite]'), {
    childList: true,
    characterData: true,
    subtree: true,
  })
  later(() => observer.disconnect())
  return heard
}

it('Without a directory the number of results is announced, also if there are none', async () => {
  await show(undefined, { connectors: [connector('Rabby'), connector('Birch')] })
  await poll(names).toContain('Birch')
  const heard = listen()
  await userEvent.fill(one('input'), 'rab')
  await poll(() => heard).toEqual(['1 wallet'])
  await userEvent.fill(one('input'), 'nothing like it')
  await poll(() => heard).toEqual(['1 wallet', 'No wallet by that name'])
})

it('The number of results is announced once, however it changes as the list is scrolled', async () => {
  const { directory } = directoryOf(listOf(200))
  await show(directory, { options: { excludedWallets: ['w190'] } })
  await poll(names).toContain('Wallet 0')
  const heard = listen()
  await userEvent.fill(one('input'), 'wallet')
  await poll(() => heard).toEqual(['200 wallets'])
  await scroll(one('.body').scrollHeight)
  await poll(() => one('[data-index]').getAttribute('aria-setsize')).toBe('199')
  await userEvent.fill(one('input'), 'wallet 7')
  await poll(() => heard.at(-1)).toMatch(/^\d\d wallets$/)
  expect(heard).toHaveLength(2)
})

it('Keys of an input method are left to it', async () => {
  await show(directoryOf(listOf(3)).directory)
  await poll(names).toContain('Wallet 2')
  one('input').focus()
  for (const key of ['Enter', 'ArrowDown']) {
    const event = new KeyboardEvent('keydown', {
      key,
      isComposing: true,
      bubbles: true,
      composed: true,
      cancelable: true,
    })
    one('input').dispatchEvent(event)
    expect([event.defaultPrevented, shadow().activeElement]).toEqual([false, one('input')])
  }
  await userEvent.keyboard('{Enter}')
  await poll(focused).toBe('Rabby')
})

it('A search shows known wallets at once, and the directory’s when it answers', async () => {
  const { directory, asked } = directoryOf(listOf(400))
  // The directory never answers for one word.
  await show((query) => (query.search === '3' ? forever() : directory(query)))
  await poll(names).toContain('Wallet 3')
  await userEvent.fill(one('input'), '3')
  await poll(() => names().slice(0, 3)).toEqual(['Wallet 3', 'Wallet 13', 'Wallet 23'])
  await userEvent.fill(one('input'), '399')
  await poll(names).toEqual(['Wallet 399'])
  expect(asked).toContain('399/1')
  await poll(said).toBe('1 wallet')
  await userEvent.clear(one('input'))
  await poll(names).toContain('Wallet 0')
})

it('A wallet is listed once, as the page has it, by id, rdns or name, but not in place of a lookalike', async () => {
  const list = [
    { id: 'by-id', name: 'Other name' },
    { id: 'x', name: 'Rabby Wallet', rdns: 'TEST.Rabby' },
    { id: 'y', name: 'Sólo' },
    { id: 'z', name: 'Rabby', rdns: 'io.other' },
    { id: 'q', name: 'Twin' },
    { id: 'n', name: 'New' },
  ]
  const { rdns: _, ...solo } = connector('SOLO')
  await show(directoryOf(list).directory, {
    connectors: [
      connector('Rabby', { explorerId: 'by-id' }),
      solo,
      connector('Twin', { rdns: 'a.b' }),
      connector('Twin2', { name: 'Twin', rdns: 'c.d' }),
    ],
  })
  await poll(names).toContain('New')
  expect(names().slice(0, 4).sort()).toEqual(['Rabby', 'SOLO', 'Twin', 'Twin'])
  expect(names().slice(4)).toEqual(['Rabby', 'Twin', 'New'])
})

it('A row with a warning is as high as it needs', async () => {
  await show(directoryOf(listOf(50)).directory, {
    connectors: [
      connector('Twin', { rdns: 'a.b' }),
      connector('Twin2', { name: 'Twin', rdns: 'c.d' }),
    ],
  })
  await poll(names).toContain('Wallet 3')
  await poll(() => {
    const boxes = all('[data-index]')
      .slice(0, 6)
      .map((row) => row.getBoundingClientRect())
    return boxes.slice(1).map(({ top }, index) => Math.round(top - boxes[index]!.bottom))
  }).toEqual([4, 4, 4, 4, 4])
})

it('A search leaves no gap where a row with a warning was', async () => {
  await show(directoryOf(listOf(50)).directory, {
    connectors: [
      connector('Twin', { rdns: 'a.b' }),
      connector('Twin2', { name: 'Twin', rdns: 'c.d' }),
    ],
  })
  await poll(names).toContain('Wallet 3')
  const gaps = (): number[] => {
    const boxes = all('[data-index]')
      .slice(0, 5)
      .map((row) => row.getBoundingClientRect())
    return boxes.slice(1).map(({ top }, index) => Math.round(top - boxes[index]!.bottom))
  }
  await poll(gaps).toEqual([4, 4, 4, 4])
  expect(all('.warning')).not.toHaveLength(0)
  await userEvent.fill(one('input'), 'wallet')
  await poll(() => names()[0]).toBe('Wallet 0')
  await poll(gaps).toEqual([4, 4, 4, 4])
})

it('AllWallets asks for consent if it was opened first', async () => {
  const { kernel } = makeKernel({ options: { features: { legalCheckbox: true } } })
  drawWith(kernel)
  await open(kernel, 'AllWallets')
  expect(button(/Rabby/).disabled).toBe(true)
  await userEvent.click(one('input[type=checkbox]'))
  expect(button(/Rabby/).disabled).toBe(false)
  expect(shadow().activeElement).toBe(one('input[type=checkbox]'))
  kernel.open('Connect')
  kernel.open('AllWallets')
  await frame()
  expect(shadow().querySelector('input[type=checkbox]')).toBeNull()
})

it('Wallets that the site excludes by id, rdns or name are left out, also while the list is open', async () => {
  const list = [
    { id: 'by-id', name: 'Ash' },
    { id: 'b', name: 'Birch', rdns: 'test.Birch' },
    { id: 'c', name: 'Cédar' },
    { id: 'd', name: 'Date' },
  ]
  const { kernel } = await show(directoryOf(list).directory, {
    options: { excludedWallets: ['by-id', { rdns: 'test.birch' }] },
  })
  await poll(names).toContain('Date')
  expect(names().filter((name) => list.some((wallet) => wallet.name === name))).toEqual([
    'Cédar',
    'Date',
  ])
  kernel.setOptions({ excludedWallets: [{ name: 'cedar' }] })
  await poll(() => names().filter((name) => list.some((wallet) => wallet.name === name))).toEqual([
    'Ash',
    'Birch',
    'Date',
  ])
})

it('Only the wallets that the site allows are listed, also after a change while the list is open', async () => {
  const list = [
    { id: 'by-id', name: 'Ash' },
    { id: 'b', name: 'Birch', rdns: 'test.birch' },
    { id: 'c', name: 'Cedar' },
  ]
  const { kernel } = await show(directoryOf(list).directory, {
    connectors: [connector('Rabby'), connector('Oak')],
    options: { onlyWallets: ['by-id', { rdns: 'test.Birch' }, { name: 'rabby' }] },
  })
  await poll(names).toEqual(['Rabby', 'Ash', 'Birch'])
  kernel.setOptions({ onlyWallets: ['Cedar', 'Oak'] })
  await poll(names).toEqual(['Oak', 'Cedar'])
})

it('Wallets of other chain families are left out and not requested', async () => {
  const queries: DirectoryQuery[] = []
  const list = [
    { id: 'a', name: 'Ours', namespaces: [SPACE] },
    { id: 'b', name: 'Theirs', namespaces: ['elsewhere'] },
    { id: 'c', name: 'Any' },
  ]
  await show(
    async (query) => {
      queries.push(query)
      return { wallets: list, total: 3 }
    },
    { networks: [network('1', 'One'), network('1', 'Two', { namespace: OTHER })] },
  )
  await poll(names).toEqual(['Rabby', 'Ours', 'Any'])
  expect(queries.at(-1)?.namespaces).toEqual([SPACE, OTHER])
})

it('A list that could not be loaded says so, keeps its rows, and tries again', async () => {
  const { directory, switches } = directoryOf(listOf(400))
  switches.fails = true
  await show(directory)
  await poll(() => texts('.notice')[0]).toContain('The list of wallets could not be loaded.')
  expect(names()).toEqual(['Rabby'])
  switches.fails = false
  await userEvent.click(button('Try again'))
  await poll(names).toContain('Wallet 0')
  expect(all('.notice')).toHaveLength(0)
  switches.fails = true
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await scroll(10_000)
  await poll(() => texts('.notice')[0]).toContain('Check your connection, then try again.')
  switches.fails = false
  // The search retries without a click when the browser is online again.
  window.dispatchEvent(new Event('online'))
  await poll(() => names().some((name) => name.startsWith('Wallet 2'))).toBe(true)
})

it('Rows that are loading are shown as placeholders, and the others do not move', async () => {
  await show(async ({ page, count }) =>
    page === 1 ? { wallets: listOf(count), total: 200 } : forever(),
  )
  await poll(names).toContain('Wallet 0')
  const height = one('.body').scrollHeight
  await scroll(2_500)
  await poll(() => all('[data-index] .skeleton').length).toBeGreaterThan(5)
  expect(one('.body').scrollHeight).toBe(height)
})

it('A directory with invalid entries or an endless total does not break the list', async () => {
  await show(async ({ page }) => ({
    wallets:
      page === 1 ? [{ id: 'a', name: 'Real' }, null as never, { id: 'b', name: 'Also' }] : [],
    total: Number.MAX_SAFE_INTEGER,
  }))
  await poll(names).toContain('Also')
  expect(rows()).toBeLessThanOrEqual(60)
})

it('The list works in an embedded modal', async () => {
  const { directory } = directoryOf(listOf(1_000))
  const { kernel } = makeKernel({ options: { embedded: true, directory } })
  later(() => kernel.dispose())
  draw(
    <LatchkeyProvider kernel={kernel}>
      <EmbeddedModal kernel={kernel} />
    </LatchkeyProvider>,
  )
  await poll(() => hosts().length).toBe(1)
  kernel.ports.router.push('AllWallets')
  await poll(names).toContain('Wallet 3')
  await scroll(20_000)
  await poll(() => names().some((name) => /^Wallet 3\d\d$/.test(name))).toBe(true)
  expect(rows()).toBeLessThanOrEqual(60)
})

it('A wallet that cannot be reached by a code shows where to get it', async () => {
  const extension = {
    id: 'ext',
    name: 'Extension',
    stores: [{ store: 'chrome', url: 'https://chromewebstore.google.com/detail/x' }],
  }
  await show(directoryOf([extension]).directory)
  await poll(names).toContain('Extension')
  await userEvent.click(button(/^.?Extension$/))
  await poll(view).toBe('ConnectingExternal')
  await poll(headline).toBe('Get Extension')
  expect(button('Get Extension (Chrome Web Store)').getAttribute('href')).toBe(
    extension.stores[0]!.url,
  )
})

it('On a phone a wallet without a link shows where to get it, else a code', async () => {
  const list = [
    {
      id: 'p',
      name: 'Paper',
      desktopLink: 'paper://',
      stores: [{ store: 'ios', url: 'https://apps.apple.com/app/id1' }],
    },
    { id: 'q', name: 'Quill' },
  ]
  for (const [name, mobile, shown] of [
    ['Paper', true, 'ConnectingExternal'],
    ['Paper', false, 'ConnectingWalletConnect'],
    ['Quill', true, 'ConnectingWalletConnect'],
  ] as const) {
    await show(directoryOf(list).directory, {
      options: { mobile },
      setup: (ctx) =>
        ctx.views.add({
          id: 'ConnectingWalletConnect',
          title: 'x',
          render: { react: async () => () => <p>Code</p> },
        }),
    })
    await poll(names).toContain(name)
    button(new RegExp(`${name}$`)).click()
    await poll(view).toBe(shown)
    if (shown === 'ConnectingExternal')
      await poll(() => button('Get Paper (App Store)').getAttribute('href')).toBe(
        'https://apps.apple.com/app/id1',
      )
    cleanUp()
  }
})

it('A tap on a phone opens the wallet’s app in its own task, and a click on a desktop opens nothing', async () => {
  for (const mobile of [true, false]) {
    const handOver = vi.fn(() => true)
    const prepare = vi.fn(async () => undefined)
    const relay = connector('Relay', {
      kind: 'walletConnect',
      availability: () => 'available',
      prepare,
      handOver,
    })
    const wallet = { id: 'p', name: 'Paper', mobileLink: 'paper://' }
    const { kernel } = await show(directoryOf([wallet]).directory, {
      connectors: [relay],
      options: { mobile },
      setup: (ctx) =>
        ctx.views.add({
          id: 'ConnectingWalletConnect',
          title: 'x',
          render: { react: async () => () => <p>Code</p> },
        }),
    })
    await poll(names).toContain('Paper')
    if (mobile) expect(prepare).toHaveBeenCalled()
    button(/Paper$/).click()
    expect(handOver.mock.calls).toEqual(mobile ? [[wallet]] : [])
    await poll(() => kernel.ports.router.get().at(-1)?.params).toMatchObject({
      wallet,
      isOpened: mobile,
    })
    cleanUp()
  }
})

it('Each tap on a phone prepares another link, because the one before may be used up', async () => {
  const prepare = vi.fn(async () => undefined)
  const relay = connector('Relay', {
    kind: 'walletConnect',
    availability: () => 'available',
    prepare,
  })
  const { kernel } = await show(
    directoryOf([{ id: 'p', name: 'Paper', mobileLink: 'paper://' }]).directory,
    { connectors: [relay], options: { mobile: true } },
  )
  await poll(names).toContain('Paper')
  const before = prepare.mock.calls.length
  expect(before).toBeGreaterThan(0)
  button(/Paper$/).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }))
  await poll(() => prepare.mock.calls.length).toBeGreaterThan(before)
  const tapped = prepare.mock.calls.length
  await open(kernel, 'Connect')
  await open(kernel, 'AllWallets')
  await poll(() => prepare.mock.calls.length).toBeGreaterThan(tapped)
})
