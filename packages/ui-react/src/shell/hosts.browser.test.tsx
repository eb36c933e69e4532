import * as Radix from '@radix-ui/react-dialog'
import { StrictMode, useState, type ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
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
  texts,
  view,
  wait,
} from '../../test/page.js'
import { connector, forever, makeKernel } from '../../test/support.js'
import { ConnectButton, LatchkeyProvider, mountModal } from '../index.js'

afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
})
const openerIn = async (host: ParentNode): Promise<HTMLButtonElement> => {
  const found = (): HTMLButtonElement | undefined =>
    [...host.querySelectorAll('span')]
      .map((each) => each.shadowRoot?.querySelector('button'))
      .find((each) => !!each) ?? undefined
  await expect.poll(() => found()?.textContent).toBe('Connect wallet')
  const opener = found()
  if (!opener) throw new Error('no button')
  return opener
}

it('The modal works inside a host’s own modal dialog, which stays open below', async () => {
  const { kernel } = makeKernel()
  const { host } = drawWith(
    kernel,
    <dialog id="theirs">
      <ConnectButton />
    </dialog>,
  )
  await frame()
  const theirs = one<HTMLDialogElement>('#theirs', host)
  theirs.showModal()
  const opener = await openerIn(host)
  await userEvent.click(opener)
  await settled()
  expect(isHit(button(/Rabby/))).toBe(true)
  await userEvent.click(button(/All wallets/))
  await settled()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  expect([isOpen(), theirs.open]).toEqual([false, true])
  expect(opener.getRootNode()).toHaveProperty('activeElement', opener)
})

function RadixHost({ onChange }: { onChange(open: boolean): void }): ReactNode {
  const [isShown, setShown] = useState(false)
  const change = (next: boolean): void => {
    setShown(next)
    onChange(next)
  }
  return (
    <Radix.Root open={isShown} onOpenChange={change}>
      <Radix.Trigger>theirs</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content id="radix" aria-describedby={undefined}>
          <Radix.Title>Theirs</Radix.Title>
          <ConnectButton />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

it('Inside a Radix dialog, clicks, typing and Esc reach the modal only, and the focus returns', async () => {
  await page.viewport(1000, 700)
  const changes: boolean[] = []
  const { kernel } = makeKernel()
  const { host } = drawWith(kernel, <RadixHost onChange={(next) => changes.push(next)} />)
  await expect.poll(() => host.querySelector('button')).not.toBeNull()
  await userEvent.click(one('button', host))
  const opener = await openerIn(document)
  await userEvent.click(opener)
  await settled()
  expect(isHit(button(/Rabby/))).toBe(true)
  expect(hosts()[0]?.getAttribute('aria-hidden')).toBeNull()
  await userEvent.click(button(/All wallets/))
  await settled()
  await userEvent.fill(one('input'), 'rab')
  expect(one<HTMLInputElement>('input').value).toBe('rab')
  await userEvent.keyboard('{Escape}')
  expect(view()).toBe('Connect')
  await userEvent.click(dialog(), { position: { x: 5, y: 5 } })
  expect(isOpen()).toBe(false)
  expect(document.querySelector('#radix')).not.toBeNull()
  expect(changes).toEqual([true])
  expect(opener.getRootNode()).toHaveProperty('activeElement', opener)
})

it('The modal survives StrictMode, and a provider that unmounts and mounts again', async () => {
  const { kernel } = makeKernel()
  later(() => kernel.dispose())
  const first = draw(
    <StrictMode>
      <LatchkeyProvider kernel={kernel}>
        <ConnectButton />
      </LatchkeyProvider>
    </StrictMode>,
  )
  await userEvent.click(await openerIn(first.host))
  await settled()
  expect(hosts()).toHaveLength(1)
  expect(texts('.row .name')).toContain('Rabby')
  kernel.close()
  first.unmount()
  draw(
    <StrictMode>
      <LatchkeyProvider kernel={kernel} />
    </StrictMode>,
  )
  await expect.poll(() => hosts().length).toBe(1)
  await open(kernel)
  expect(texts('.row .name')).toContain('Rabby')
})

it('An iframe on the stage is loaded once in 25 openings, lies over its slot and receives clicks', async () => {
  await page.viewport(1000, 700)
  const { kernel, ctx } = makeKernel()
  drawWith(kernel)
  const frameElement = document.createElement('iframe')
  let loads = 0
  frameElement.addEventListener('load', () => loads++)
  frameElement.srcdoc =
    '<body style="margin:0"><button style="width:100%;height:100%" ' +
    'onclick="document.title=Number(document.title)+1">in</button>'
  const mount = ctx.stage.mount(frameElement)
  await expect.poll(() => loads).toBe(1)
  const inner = frameElement.contentDocument
  expect(getComputedStyle(frameElement).visibility).toBe('hidden')
  for (let turn = 0; turn < 25; turn++) {
    await open(kernel)
    kernel.close()
  }
  await open(kernel)
  const place = one('.row')
  mount.show(place)
  await frame()
  const [over, under] = [frameElement.getBoundingClientRect(), place.getBoundingClientRect()]
  for (const side of ['left', 'top', 'width', 'height'] as const)
    expect(over[side]).toBeCloseTo(under[side], 0)
  expect(isHit(frameElement)).toBe(true)
  const middle = document.elementFromPoint(over.left + over.width / 2, over.top + over.height / 2)
  expect(middle).toBe(hosts()[0])
  mount.hide()
  await frame()
  expect(isHit(place)).toBe(true)
  expect([loads, frameElement.contentDocument === inner]).toEqual([1, true])
  mount.dispose()
  expect(frameElement.isConnected).toBe(false)
})

it('Foreign windows may lie over the modal only while its view or its wallet allows it', async () => {
  const { kernel } = makeKernel({
    connectors: [connector('Drawer', { drawsInPage: true, answer: forever })],
    setup(ctx) {
      ctx.views.add({ id: 'AllWallets' as never, title: 'x', foreignOverlays: true, render: {} })
    },
    options: { bindViews: { AllWallets: 'parts' } },
  })
  drawWith(kernel, <button id="page">page</button>)
  await open(kernel)
  expect(dialog().matches(':modal')).toBe(true)
  const overlay = document.body.appendChild(document.createElement('button'))
  overlay.style.cssText =
    'position:fixed;inset:0 auto auto 0;z-index:2147483647;width:50px;height:50px'
  expect(isHit(overlay)).toBe(false)
  await userEvent.click(button(/Drawer/))
  await expect.poll(() => dialog().matches(':modal')).toBe(false)
  expect(isOpen()).toBe(true)
  expect(isHit(overlay)).toBe(true)
  for (let turn = 0; turn < 6; turn++) {
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement).toBe(hosts()[0])
  }
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => dialog().matches(':modal')).toBe(true)
  expect(view()).toBe('Connect')
})

it('A toast shows message, picture and kind, over the modal and without it [TOAST-09, ENT-46]', async () => {
  const { kernel, ctx } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  const toast = (): HTMLElement | null => shadow().querySelector('.toast')
  const spoken = new Set<string | null | undefined>()
  const drawings = new Set<string | null | undefined>()
  for (const variant of ['success', 'error', 'info', 'loading'] as const) {
    ctx.toasts.show({ message: `A ${variant}`, variant })
    await expect.poll(() => toast()?.textContent).toBe(`A ${variant}`)
    expect(toast()?.querySelector('svg path')).not.toBeNull()
    drawings.add(toast()?.querySelector('svg path')?.getAttribute('d'))
    expect(toast()?.role).toBe(variant === 'error' ? 'alert' : 'status')
    spoken.add(toast()?.querySelector('[role=img]')?.ariaLabel)
  }
  expect([...spoken]).toEqual(['Done', 'Error', 'Note', 'Loading'])
  expect(drawings.size).toBe(4)
  expect(isHit(one('.toast span'))).toBe(true)
  kernel.close()
  await expect.poll(() => !!toast() && isHit(one('.toast span'))).toBe(true)
  const svg = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"
  ctx.toasts.show({ message: 'Own', variant: 'info', svg })
  await expect.poll(() => toast()?.querySelector('img')?.getAttribute('src')).toBe(svg)
  ctx.toasts.hide()
  await expect.poll(toast).toBeNull()
})

it('A toast draws no backdrop, by which browsers would call a frame below it hidden', async () => {
  const { kernel, ctx } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  ctx.toasts.show({ message: 'Sent', variant: 'success', autoClose: false })
  await expect.poll(() => isHit(one('.toast span'))).toBe(true)
  const popovers = [...shadow().querySelectorAll('.toasts:popover-open')]
  expect(popovers).toHaveLength(1)
  expect(getComputedStyle(popovers[0]!, '::backdrop').display).toBe('none')
})

it('Alerts are shown in a bar, each until it is closed [ALERT-14]', async () => {
  const { kernel, ctx } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  ctx.alerts.raise({ id: 'a', title: 'Invalid App Configuration', message: 'Look here' })
  await expect.poll(() => texts('.alerts strong')).toEqual(['Invalid App Configuration'])
  await userEvent.click(button('Dismiss'))
  await expect.poll(() => texts('.alerts strong')).toEqual([])
})

it('The branding line is shown unless it is off [DEFAULTS-19]', async () => {
  const { kernel } = makeKernel()
  drawWith(kernel)
  await open(kernel)
  expect(texts('.footer')).toEqual(['Wallet connection by Latchkey'])
  kernel.setOptions({ remoteFeatures: { branding: false } })
  await frame()
  expect(texts('.footer')).toEqual([])
})

it('The page’s styles do not reach the modal, and the modal’s styles do not reach the page', async () => {
  const style = document.head.appendChild(document.createElement('style'))
  later(() => style.remove())
  style.textContent = '*{letter-spacing:9px!important;display:none} button{color:red!important}'
  const { kernel } = makeKernel()
  const { host } = drawWith(kernel, <ConnectButton />)
  host.style.setProperty('display', 'block', 'important')
  await open(kernel)
  expect(getComputedStyle(one('.row .name')).letterSpacing).toBe('normal')
  expect(getComputedStyle(button(/Rabby/)).color).not.toBe('rgb(255, 0, 0)')
  expect(getComputedStyle(await openerIn(host)).letterSpacing).toBe('normal')
  expect(document.documentElement.getAttribute('style')).toBeNull()
})

it('The modal has the right height when it is opened on another view', async () => {
  const { kernel } = makeKernel()
  drawWith(kernel)
  await open(kernel, 'Networks')
  kernel.close()
  await wait(50)
  kernel.open('Connect')
  await frame()
  const inner = one('.body > div').getBoundingClientRect().height
  expect(one('.body').getBoundingClientRect().height).toBeCloseTo(inner, 0)
})

it('A page needs only create and open; the modal names the site alone [FEAT-01, FEAT-03]', async () => {
  const { kernel } = makeKernel({
    connectors: [
      connector('Wallet of the test', {
        answer: ({ onStep }) => {
          onStep({ step: 'confirm' })
          return forever()
        },
      }),
    ],
  })
  later(mountModal(kernel))
  await open(kernel)
  expect(isHit(button(/Wallet of the test/))).toBe(true)
  const seen = [shadow().textContent]
  await userEvent.click(button(/Wallet of the test/))
  await expect.poll(() => texts('.state p')).toEqual(['Demo asks to see your address.'])
  seen.push(shadow().textContent)
  expect(seen.join(' ')).not.toMatch(
    /metamask|reown|appkit|rainbow|walletconnect|coinbase|web3modal/i,
  )
})

it('The modal leaves the page’s address and history as they are [ROUTE-01]', async () => {
  const { kernel } = makeKernel()
  drawWith(kernel)
  const before = [window.location.href, window.history.length, JSON.stringify(window.history.state)]
  const now = (): unknown[] => [
    window.location.href,
    window.history.length,
    JSON.stringify(window.history.state),
  ]
  await open(kernel)
  for (const id of ['AllWallets', 'Networks', 'Account', 'Swap'] as const) {
    kernel.ports.router.push(id)
    await settled()
    expect(now()).toEqual(before)
  }
  await userEvent.keyboard('{Escape}{Escape}{Escape}{Escape}{Escape}')
  expect(isOpen()).toBe(false)
  expect(now()).toEqual(before)
})
