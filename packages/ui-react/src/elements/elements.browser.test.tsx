import type { Kernel } from '@latchkey/kernel'
import { afterEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cleanUp, hosts, isOpen, later, settled, shadow } from '../../test/page.js'
import { makeKernel } from '../../test/support.js'
import { defineElements, type KernelElement } from './index.js'

const made = (): Kernel => {
  const { kernel } = makeKernel()
  later(() => kernel.dispose())
  return kernel
}
const element = (tag: string, parent: Node = document.body): KernelElement =>
  parent.appendChild(document.createElement(tag)) as unknown as KernelElement
const face = (of: Element): HTMLButtonElement => {
  const found = of.shadowRoot?.querySelector('button')
  if (!found) throw new Error('no button')
  return found
}
afterEach(() => {
  document.body.replaceChildren()
  cleanUp()
})

it('The elements can be defined several times, and under other names', () => {
  defineElements()
  defineElements()
  defineElements({ prefix: 'shop' })
  for (const name of [
    'latchkey-button',
    'latchkey-account-button',
    'latchkey-network-button',
    'latchkey-modal',
    'shop-button',
  ])
    expect(customElements.get(name), name).toBeDefined()
})

it('An element shows a skeleton until it has a kernel, then opens that kernel’s modal', async () => {
  defineElements()
  const button = element('latchkey-button')
  expect(face(button).ariaBusy).toBe('true')
  button.kernel = made()
  await expect.poll(() => face(button).textContent).toBe('Connect wallet')
  await userEvent.click(face(button))
  await settled()
  expect(hosts()).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  expect(isOpen()).toBe(false)
  button.remove()
  expect(hosts()).toHaveLength(0)
})

it('An element that the page moves keeps its open modal', async () => {
  defineElements()
  const button = element('latchkey-button')
  const kernel = (button.kernel = made())
  kernel.open('AllWallets')
  await settled()
  const card = shadow().querySelector('.card')
  document.body.appendChild(document.createElement('section')).append(button)
  await new Promise((resolve) => setTimeout(resolve))
  expect(isOpen()).toBe(true)
  expect(shadow().querySelector('.card')).toBe(card)
  expect(face(button).textContent).toBe('Connect wallet')
  button.remove()
  await expect.poll(hosts).toHaveLength(0)
})

it('An element takes the kernel of the nearest element above it, also one that is set later', async () => {
  defineElements({ prefix: 'shop' })
  const section = document.body.appendChild(
    document.createElement('section'),
  ) as unknown as KernelElement
  const outer = element('shop-account-button', section)
  const inner = element('shop-network-button', outer)
  expect(face(inner).ariaBusy).toBe('true')
  const kernel = made()
  outer.kernel = kernel
  await expect.poll(() => face(inner).textContent).toBe('Ink Mainnet')
  const other = makeKernel({ networks: [] })
  later(() => other.kernel.dispose())
  inner.kernel = other.kernel
  await expect.poll(() => face(inner).textContent).toBe('Select network')
})

it('An element has the kernel that was set before it was defined', async () => {
  const early = element('late-button')
  early.kernel = made()
  defineElements({ prefix: 'late' })
  await expect.poll(() => face(early).textContent).toBe('Connect wallet')
})

it('The modal element draws an embedded modal in the page', async () => {
  defineElements()
  const { kernel } = makeKernel({ options: { embedded: true } })
  later(() => kernel.dispose())
  const place = element('latchkey-modal')
  place.kernel = kernel
  await expect.poll(() => hosts().length).toBe(1)
  await expect
    .poll(() => hosts()[0]?.shadowRoot?.querySelector('.row .name')?.textContent)
    .toBe('Rabby')
  expect(hosts()[0]?.parentElement).toBe(place)
  expect(shadow().querySelector('dialog')).toBeNull()
})

it('An element removes a server’s `kernel` attribute and waits for the property (audit C12)', async () => {
  defineElements()
  const host = document.body.appendChild(document.createElement('div'))
  const written = document.createElement('latchkey-button')
  written.setAttribute('kernel', '[object Object]')
  host.append(written)
  const button = written as unknown as KernelElement
  expect(button.hasAttribute('kernel')).toBe(false)
  expect([button.kernel, face(button).ariaBusy]).toEqual([undefined, 'true'])
  button.kernel = made()
  await expect.poll(() => face(button).textContent).toBe('Connect wallet')
})
