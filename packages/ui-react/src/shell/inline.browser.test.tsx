import type { Kernel } from '@latchkey/kernel'
import { afterEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { button, cleanUp, draw, hosts, later, view, wait } from '../../test/page.js'
import {
  account,
  ADDRESS,
  connector,
  FakeWallet,
  makeKernel,
  scopesOf,
} from '../../test/support.js'
import { EmbeddedModal, LatchkeyProvider, mountModal } from '../index.js'

afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
})
const store = (): Storage => {
  const entries = new Map<string, string>()
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    key: (index) => [...entries.keys()][index] ?? null,
    clear: () => entries.clear(),
    get length() {
      return entries.size
    },
  }
}
const link = (): FakeWallet => new FakeWallet('Rabby-link', 'Rabby', scopesOf([account(ADDRESS)]))
const made = (
  storage = store(),
  comesBack: () => Promise<unknown> = async () => undefined,
): Kernel => {
  const { kernel } = makeKernel({
    connectors: [
      connector('Rabby', {
        answer: link,
        restore: async () => {
          await comesBack()
          return link()
        },
      }),
    ],
    options: { embedded: true, storage },
  })
  later(() => kernel.dispose())
  return kernel
}
const stands = async (kernel: Kernel, first: string): Promise<void> => {
  draw(<EmbeddedModal kernel={kernel} />)
  await expect.poll(view).toBe(first)
}

it('An embedded modal shows Account when the page connects a wallet, else Connect', async () => {
  const kernel = made()
  await stands(kernel, 'Connect')
  await expect.poll(() => button(/Rabby/)).toBeTruthy()
  await userEvent.click(button(/Rabby/))
  await expect.poll(view).toBe('Account')
  await expect.poll(() => button(/Disconnect/)).toBeTruthy()
  await userEvent.click(button(/Disconnect/))
  await expect.poll(view).toBe('Connect')
  await kernel.connect('Rabby')
  await expect.poll(view).toBe('Account')
})

it('An embedded modal shows the account of a restored wallet, and does not take the focus from the page', async () => {
  const storage = store()
  const before = made(storage)
  await before.connect('Rabby')
  before.dispose()
  let comeBack: (value: unknown) => void = () => undefined
  const field = document.body.appendChild(document.createElement('input'))
  await stands(
    made(storage, () => new Promise((resolve) => (comeBack = resolve))),
    'Connect',
  )
  await userEvent.click(field)
  comeBack(undefined)
  await expect.poll(view).toBe('Account')
  await wait(50)
  expect(document.activeElement).toBe(field)
})

it('An embedded modal returns to its first view when it is closed, and works from there', async () => {
  const kernel = made()
  await stands(kernel, 'Connect')
  kernel.open('AllWallets')
  await expect.poll(view).toBe('AllWallets')
  expect(kernel.close()).toBe(true)
  await expect.poll(view).toBe('Connect')
  await kernel.connect('Rabby')
  await expect.poll(view).toBe('Account')
  kernel.open('Networks')
  kernel.close()
  await expect.poll(view).toBe('Account')
})

it('An element in the page embeds the modal, whatever the kernel’s options say', async () => {
  const { kernel } = makeKernel()
  later(() => kernel.dispose())
  later(mountModal(kernel, { target: document.body, inline: true }))
  await expect
    .poll(() => hosts()[0]?.shadowRoot?.querySelector('.row .name')?.textContent)
    .toBe('Rabby')
  await userEvent.click(button(/Rabby/))
  await expect.poll(view).toBe('Account')
})

it('An embedded modal is not open while its element is in no document, nor after its kernel was disposed', async () => {
  const faults: unknown[] = []
  const note = ({ reason }: PromiseRejectionEvent): void => void faults.push(reason)
  window.addEventListener('unhandledrejection', note)
  later(() => window.removeEventListener('unhandledrejection', note))
  const kernel = made()
  draw(
    <LatchkeyProvider kernel={kernel}>
      <p>A page without it</p>
    </LatchkeyProvider>,
  )
  await wait(300)
  expect(kernel.ports.modal.get().open).toBe(false)
  await stands(kernel, 'Connect')
  await expect.poll(() => kernel.ports.modal.get().open).toBe(true)
  kernel.close()
  kernel.dispose()
  await wait(20)
  expect(faults).toEqual([])
})
