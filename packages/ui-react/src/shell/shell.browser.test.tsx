import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { contrast, toRgb } from '../../test/contrast.js'
import {
  all,
  button,
  cleanUp,
  dialog,
  draw,
  drawWith,
  frame,
  hosts,
  isHit,
  isOpen,
  later,
  one,
  open,
  settled,
  shadow,
  view,
  wait,
} from '../../test/page.js'
import { connector, makeKernel } from '../../test/support.js'
import { ConnectButton, EmbeddedModal, LatchkeyProvider, mountModal } from '../index.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'parts.gone': undefined
  }
}
afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
})
/** Emulates media features in the browser until the test ends. */
async function emulate(features: readonly { name: string; value: string }[]): Promise<void> {
  const session = cdp() as unknown as { send(method: string, params: object): Promise<unknown> }
  await session.send('Emulation.setEmulatedMedia', { features })
  later(() => void session.send('Emulation.setEmulatedMedia', { features: [] }))
}
const card = (): HTMLElement => one('.card')
const token = (name: string): string =>
  getComputedStyle(card()).getPropertyValue(`--latchkey-${name}`).trim()

it('The modal puts its element at the end of the body, once [OPEN-11]', async () => {
  const { kernel } = makeKernel()
  later(mountModal(kernel))
  later(mountModal(kernel))
  await open(kernel)
  expect(hosts()).toHaveLength(1)
  expect(hosts()[0]?.parentElement).toBe(document.body)
  expect(document.body.lastElementChild).toBe(hosts()[0])
})

it('The modal puts no element into the page when appending is off, and a host may place it [OPEN-12]', async () => {
  const { kernel } = makeKernel({ options: { append: false } })
  const unmount = mountModal(kernel)
  later(unmount)
  expect(hosts()).toHaveLength(0)
  const place = document.body.appendChild(document.createElement('div'))
  if (unmount.element) place.append(unmount.element)
  await open(kernel)
  expect(hosts()[0]?.parentElement).toBe(place)
})

it('An embedded modal is drawn where the host puts it, without an overlay and scroll lock [OPEN-13]', async () => {
  const without = makeKernel({ options: { embedded: true } })
  draw(
    <LatchkeyProvider kernel={without.kernel}>
      <p>A page without a place for it</p>
    </LatchkeyProvider>,
  )
  without.kernel.open()
  await without.kernel.ports.late.load()
  await frame()
  expect(document.querySelector('latchkey-modal')).toBeNull()
  cleanUp()
  const { kernel } = makeKernel({ options: { embedded: true } })
  const { host } = draw(
    <LatchkeyProvider kernel={kernel}>
      <EmbeddedModal kernel={kernel} className="place" />
    </LatchkeyProvider>,
  )
  await expect
    .poll(() => hosts()[0]?.shadowRoot?.querySelectorAll('.row .name').length)
    .toBeGreaterThan(1)
  expect([...document.body.children].some((child) => child.localName === 'latchkey-modal')).toBe(
    false,
  )
  expect(hosts()[0]?.closest('.place')).toBe(host.querySelector('.place'))
  expect(shadow().querySelector('dialog')).toBeNull()
  expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden')
  expect(isHit(button(/Rabby/))).toBe(true)
})

it('The card is 360 px wide at z-index 999 unless the host says otherwise [LAYOUT-01, LAYOUT-02]', async () => {
  await page.viewport(1000, 700)
  const { kernel } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  expect(card().getBoundingClientRect().width).toBe(360)
  expect(getComputedStyle(dialog()).zIndex).toBe('999')
  kernel.setTheme({ variables: { zIndex: '5000' } })
  expect(getComputedStyle(dialog()).zIndex).toBe('5000')
})

it('A token that is set and taken away again has the value of the theme', async () => {
  const { kernel } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  const before = [token('accent'), token('of-a-plugin')]
  kernel.setTheme({ variables: { accent: '#0a7f5a', ...{ ofAPlugin: '3px' } } })
  expect([token('accent'), token('of-a-plugin')]).toEqual(['#0a7f5a', '3px'])
  kernel.setTheme({ variables: { accent: undefined, ...{ ofAPlugin: undefined } } })
  expect([token('accent'), token('of-a-plugin')]).toEqual(before)
})

it('All text scales from 10 px and all corners from 4 px [LAYOUT-03, LAYOUT-04]', async () => {
  const { kernel } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  expect(token('font-size-master')).toBe('10px')
  expect(token('border-radius-master')).toBe('4px')
  const before = [getComputedStyle(card()).fontSize, getComputedStyle(card()).borderTopLeftRadius]
  kernel.setTheme({ variables: { fontSizeMaster: '20px', borderRadiusMaster: '1px' } })
  expect(before).toEqual(['14px', '20px'])
  expect([getComputedStyle(card()).fontSize, getComputedStyle(card()).borderTopLeftRadius]).toEqual(
    ['28px', '5px'],
  )
})

it('The theme is dark or light as the host says, and follows the system live [THEME-01, THEME-03]', async () => {
  await emulate([{ name: 'prefers-color-scheme', value: 'dark' }])
  const { kernel } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  const colours = (): string[] => [token('background'), getComputedStyle(card()).backgroundColor]
  const dark = colours()
  kernel.setTheme({ mode: 'light' })
  const light = colours()
  expect(light[0]).not.toBe(dark[0])
  expect(light[1]).not.toBe(dark[1])
  kernel.setTheme({ mode: 'auto' })
  expect(colours()).toEqual(dark)
  await emulate([{ name: 'prefers-color-scheme', value: 'light' }])
  await expect.poll(colours).toEqual(light)
})

it('The host’s accent is used, with black or white text on it, whichever is easier to read [THEME-05]', async () => {
  const { kernel } = makeKernel({ connectors: [] })
  drawWith(kernel)
  await open(kernel, 'Account')
  const primary = one('.button.primary')
  for (const accent of [
    '#ff0000',
    '#00aa55',
    '#ffe600',
    '#123456',
    '#777777',
    '#ffffff',
    'oklch(0.7 0.15 200)',
  ]) {
    kernel.setTheme({ variables: { accent } })
    const wanted = toRgb(accent)
    if (!wanted) throw new Error(`${accent} is not a colour.`)
    const style = getComputedStyle(primary)
    expect(toRgb(style.backgroundColor)).toEqual(wanted)
    const best =
      contrast(wanted, [0, 0, 0]) >= contrast(wanted, [255, 255, 255]) ? [0, 0, 0] : [255, 255, 255]
    expect(toRgb(style.color), accent).toEqual(best)
  }
})

it('A theme value cannot break out of its property', async () => {
  const { kernel } = makeKernel({
    options: { themeVariables: { text: 'red} .card{display:none', surface: 'red;display:none' } },
  })
  drawWith(kernel)
  await open(kernel)
  expect(getComputedStyle(card()).display).toBe('block')
  expect(isHit(button(/Rabby/))).toBe(true)
})

it('The header changes in 120 ms, the height and the view in 150 ms [CONST-05, CONST-06, CONST-07]', async () => {
  const { kernel } = makeKernel({
    connectors: [connector('Rabby', { answer: () => new Promise(() => undefined) })],
  })
  drawWith(kernel)
  await open(kernel)
  const before = one('.body').getBoundingClientRect().height
  kernel.ports.router.push('ConnectingExternal', { walletId: 'Rabby' })
  await settled()
  const style = (selector: string): CSSStyleDeclaration => getComputedStyle(one(selector))
  expect([style('h1').animationName, style('h1').animationDuration]).toEqual([
    expect.stringMatching(/title$/),
    '0.12s',
  ])
  expect([style('.view').animationName, style('.view').animationDuration]).toEqual([
    expect.stringMatching(/forward$/),
    '0.15s',
  ])
  await expect.poll(() => one('.body').getBoundingClientRect().height).not.toBe(before)
  expect([style('.body').transitionProperty, style('.body').transitionDuration]).toEqual([
    expect.stringMatching(/block-size|height/),
    '0.15s',
  ])
})

it('Visitors who ask for more contrast get text of 7:1, borders and a wide focus, in both themes', async () => {
  await page.viewport(1000, 700)
  const { kernel } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  const row = button(/Rabby/)
  const colour = (element: Element, name: 'color' | 'backgroundColor' | 'borderTopColor') =>
    toRgb(getComputedStyle(element)[name])!
  const plain = getComputedStyle(row).borderTopColor
  // The wish may come while the modal is open.
  await emulate([{ name: 'prefers-contrast', value: 'more' }])
  await expect.poll(() => getComputedStyle(row).borderTopColor).not.toBe(plain)
  await userEvent.keyboard('{Tab}')
  expect(getComputedStyle(shadow().activeElement!).outlineWidth).toBe('4px')
  kernel.ports.router.push('WhatIsWallet')
  await settled()
  for (const mode of ['dark', 'light'] as const) {
    kernel.setTheme({ mode })
    const ground = colour(card(), 'backgroundColor')
    expect(contrast(colour(card(), 'borderTopColor'), ground)).toBeGreaterThanOrEqual(7)
    const primary = one('.button.primary')
    expect(
      contrast(colour(primary, 'color'), colour(primary, 'backgroundColor')),
    ).toBeGreaterThanOrEqual(7)
    for (const text of all('.points span > span'))
      expect(contrast(colour(text, 'color'), ground)).toBeGreaterThanOrEqual(7)
  }
})

it('Nothing moves for visitors who prefer reduced motion', async () => {
  await emulate([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  const { kernel, ctx } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  kernel.ports.router.push('Networks')
  await settled()
  ctx.modal.shake()
  await frame()
  expect(shadow().getAnimations()).toEqual([])
  expect(getComputedStyle(one('.body')).transitionProperty).toBe('none')
})

it('A refused close by Esc, backdrop or button shakes the card for 500 ms [CONST-08]', async () => {
  await page.viewport(1000, 700)
  const { kernel } = makeKernel({ setup: (ctx) => ctx.flow.close(() => ctx.plugin !== 'parts') })
  drawWith(kernel)
  await open(kernel)
  // The time is measured inside the page, because the test may learn of a click much later.
  const shakes: { at: number; durations: number[] }[] = []
  const watch = new MutationObserver(
    () =>
      void shakes.push({
        at: performance.now(),
        durations: card()
          .getAnimations()
          .map((each) => Number(each.effect?.getComputedTiming().duration)),
      }),
  )
  watch.observe(card(), { attributeFilter: ['class'] })
  await userEvent.click(dialog(), { position: { x: 5, y: 5 } })
  await expect.poll(() => [shakes.length, card().classList.contains('shake')]).toEqual([2, false])
  watch.disconnect()
  expect(shakes[0]?.durations).toContain(500)
  expect(shakes[1]!.at - shakes[0]!.at).toBeGreaterThan(400)
  // The upper limit is counted on a clock that does not depend on the speed of the machine.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  kernel.close()
  vi.advanceTimersByTime(499)
  expect(card().classList.contains('shake')).toBe(true)
  vi.advanceTimersByTime(1)
  expect(card().classList.contains('shake')).toBe(false)
  vi.useRealTimers()
  await userEvent.keyboard('{Escape}{Escape}{Escape}')
  await userEvent.click(button('Close'))
  expect(dialog().matches(':modal')).toBe(true)
  // Closes the dialog as the browser does.
  dialog().close()
  await expect.poll(() => dialog().matches(':modal')).toBe(true)
})

it('The modal takes the focus to its title, keeps it inside, and returns it on closing', async () => {
  const { kernel } = makeKernel()
  const { host } = drawWith(
    kernel,
    <>
      <button id="before">before</button>
      <ConnectButton />
      <button id="after">after</button>
    </>,
  )
  const found = (): HTMLButtonElement | null | undefined =>
    host.querySelector('span')?.shadowRoot?.querySelector('button')
  await expect.poll(() => found()?.textContent).toBe('Connect wallet')
  const opener = found()
  if (!opener) throw new Error('no button')
  opener.focus()
  await userEvent.keyboard('{Enter}')
  await settled()
  expect(shadow().activeElement).toBe(one('h1'))
  expect(dialog().getAttribute('aria-labelledby')).toBe(one('h1').id)
  for (const key of ['{Tab}', '{Shift>}{Tab}{/Shift}']) {
    for (let turn = 0; turn < 12; turn++) {
      await userEvent.keyboard(key)
      expect(document.activeElement).toBe(hosts()[0])
      expect(shadow().activeElement).not.toBeNull()
    }
  }
  await userEvent.keyboard('{Escape}')
  expect(isOpen()).toBe(false)
  expect(opener.getRootNode()).toHaveProperty('activeElement', opener)
})

it('The title gets the focus when the focused element is removed', async () => {
  const { kernel, ctx } = makeKernel()
  ctx.views.add({
    id: 'parts.gone',
    title: 'parts.gone',
    render: {
      react: async () =>
        function Gone() {
          const [isThere, set] = useState(true)
          return (
            <>
              {isThere && <button onClick={() => set(false)}>Go</button>}
              <p>Stays</p>
            </>
          )
        },
    },
  })
  drawWith(kernel)
  await open(kernel, 'parts.gone')
  await expect.poll(() => button('Go')).toBeTruthy()
  await userEvent.click(button('Go'))
  await expect.poll(() => shadow().activeElement).toBe(one('h1'))
})

it('Esc goes back one view, and closes the modal at the first', async () => {
  const { kernel } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  await userEvent.click(button(/All wallets/))
  kernel.ports.router.push('Networks')
  await settled()
  const seen: (string | undefined)[] = []
  for (let turn = 0; turn < 3; turn++) {
    await userEvent.keyboard('{Escape}')
    await frame()
    seen.push(isOpen() ? view() : 'closed')
  }
  expect(seen).toEqual(['AllWallets', 'Connect', 'closed'])
})

it('A click on the backdrop closes the modal, unless it began on the card', async () => {
  await page.viewport(1000, 700)
  const { kernel } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  await userEvent.dragAndDrop(one('h1'), dialog(), { targetPosition: { x: 5, y: 5 } })
  expect(isOpen()).toBe(true)
  await userEvent.click(dialog(), { position: { x: 5, y: 5 } })
  expect(isOpen()).toBe(false)
})

it('The page does not scroll or move as long as one modal is open', async () => {
  const [first, second] = [makeKernel().kernel, makeKernel({ options: { id: 'second' } }).kernel]
  drawWith(
    first,
    <div style={{ height: 3000, background: 'linear-gradient(red, blue)' }} id="tall" />,
  )
  drawWith(second)
  const width = (): number => document.getElementById('tall')?.getBoundingClientRect().width ?? 0
  await expect.poll(() => hosts()).toHaveLength(2)
  const before = width()
  first.open()
  second.open()
  await expect.poll(() => isOpen(0) && isOpen(1)).toBe(true)
  expect(getComputedStyle(document.documentElement).overflow).toBe('hidden')
  expect(width()).toBe(before)
  second.close()
  expect(getComputedStyle(document.documentElement).overflow).toBe('hidden')
  first.close()
  expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden')
  expect(width()).toBe(before)
})

it('Of two modals on a page, Esc closes only the one on top', async () => {
  const [first, second] = [
    makeKernel().kernel,
    makeKernel({ options: { id: 'second', themeMode: 'light' } }).kernel,
  ]
  drawWith(first)
  drawWith(second)
  await expect.poll(() => hosts()).toHaveLength(2)
  first.open()
  await expect.poll(() => isOpen(0)).toBe(true)
  second.open()
  await expect.poll(() => isOpen(1)).toBe(true)
  await frame()
  expect(
    [0, 1].map((index) => getComputedStyle(one('.card', shadow(index))).backgroundColor),
  ).toEqual(['rgb(20, 21, 25)', 'rgb(255, 255, 255)'])
  await userEvent.keyboard('{Escape}')
  expect([isOpen(0), isOpen(1)]).toEqual([true, false])
  await userEvent.keyboard('{Escape}')
  expect([isOpen(0), isOpen(1)]).toEqual([false, false])
})

it('Changes are announced to screen readers', async () => {
  const { kernel } = makeKernel({ connectors: [] })
  drawWith(kernel)
  await open(kernel, 'ConnectingExternal', { walletId: 'nobody' })
  kernel.ports.router.push('SwitchNetwork', { network: 'ink:5' })
  await expect
    .poll(() => one('[aria-live=polite]').textContent + one('[aria-live=assertive]').textContent)
    .not.toBe('')
})

it('The modal is mirrored for right-to-left languages, and on a right-to-left page', async () => {
  const { kernel } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  const directions: string[] = []
  for (const locale of ['ar', 'he', 'fa-IR', 'ur', 'en', 'de-CH']) {
    kernel.setLocale(locale)
    directions.push(getComputedStyle(card()).direction)
  }
  expect(directions).toEqual(['rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'ltr'])
  document.documentElement.dir = 'rtl'
  later(() => document.documentElement.removeAttribute('dir'))
  await expect.poll(() => getComputedStyle(card()).direction).toBe('rtl')
  kernel.setLocale('ar')
  const [row] = all('.row')
  if (!row) throw new Error('no row')
  expect(one('img', row).getBoundingClientRect().left).toBeGreaterThan(
    one('.name', row).getBoundingClientRect().left,
  )
})

it('On a phone the modal is a bottom sheet with targets of at least 44 px', async () => {
  await page.viewport(360, 640)
  later(() => void page.viewport(1000, 700))
  const { kernel } = makeKernel({
    networks: Array.from({ length: 9 }, (_, index) => ({ ...makeNetwork(index) })),
  })
  drawWith(kernel)
  await open(kernel, 'Networks')
  const { bottom, left, right } = card().getBoundingClientRect()
  expect([bottom, left, right]).toEqual([640, 0, 360])
  expect(card().getBoundingClientRect().top).toBeGreaterThan(0)
  for (const target of all('button,a'))
    expect(target.getBoundingClientRect().height, target.textContent).toBeGreaterThanOrEqual(44)
  expect(Number.parseFloat(getComputedStyle(one('input')).fontSize)).toBeGreaterThanOrEqual(16)
})
const makeNetwork = (index: number) => ({
  id: `ink:${index}` as const,
  namespace: 'ink',
  reference: String(index),
  name: `Ink ${index}`,
  nativeCurrency: { name: 'Ink', symbol: 'INK', decimals: 18 },
  rpcUrls: [],
})

it('25 openings leave no node and no listener behind', async () => {
  const { kernel } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  kernel.close()
  await wait(50)
  const count = (): number =>
    shadow().querySelectorAll('*').length + document.querySelectorAll('*').length
  const before = count()
  for (let turn = 0; turn < 25; turn++) {
    await open(kernel)
    kernel.close()
  }
  await wait(50)
  expect(count()).toBe(before)
  expect(document.adoptedStyleSheets).toHaveLength(0)
})

it('Everything is removed when the kernel is disposed', async () => {
  const { kernel } = makeKernel()
  const { unmount } = drawWith(kernel)
  await open(kernel)
  unmount()
  expect(hosts()).toHaveLength(0)
  expect(document.adoptedStyleSheets).toHaveLength(0)
  await expect.poll(() => kernel.ports.views.find('Connect')).toBeUndefined()
})

it('The modal comes back after a page swapped its body', async () => {
  const { kernel } = makeKernel()
  later(mountModal(kernel))
  await open(kernel)
  kernel.close()
  document.body.replaceChildren(document.createElement('main'))
  await open(kernel)
  expect(hosts()[0]?.parentElement).toBe(document.body)
  expect(isHit(button(/Rabby/))).toBe(true)
})

it('The log says where to put the element if it was put nowhere', async () => {
  const warned: string[] = []
  vi.spyOn(console, 'warn').mockImplementation((...words) => void warned.push(words.join(' ')))
  const { kernel } = makeKernel({ options: { append: false, logLevel: 'warn' } })
  later(mountModal(kernel))
  kernel.open()
  await expect.poll(() => warned.join()).toContain('append: false')
  expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden')
  vi.restoreAllMocks()
})
