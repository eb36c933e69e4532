import type { DirectoryQuery } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import { afterEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  button,
  cleanUp,
  drawWith,
  headline,
  one,
  open,
  shadow,
  texts,
} from '../../../test/page.js'
import { connector, makeKernel, network, OTHER, type World } from '../../../test/support.js'

afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
})
const LISTED: readonly DirectoryWallet[] = ['Amber', 'Beryl', 'Coral', 'Diamond'].map((name) => ({
  id: name.toLowerCase(),
  name,
  rdns: `test.${name.toLowerCase()}`,
  homepage: 'https://wallet.example',
}))
const OURS: DirectoryWallet = { id: 'ours', name: 'Ours', homepage: 'https://ours.example' }
/** A directory that respects `include`, as ours does. */
const directory = async ({ include, page, count }: DirectoryQuery) => {
  const found = include
    ? LISTED.filter(({ id, rdns = '', name }) =>
        [id, rdns, name].some((called) => include.includes(called)),
      )
    : LISTED
  return { wallets: found.slice((page - 1) * count, page * count), total: found.length }
}
const start = (options: World['options'], world: World = {}) => {
  const { kernel } = makeKernel({ ...world, options: { ...options } })
  drawWith(kernel)
  return kernel
}
const names = (): string[] => texts('.row .name')

it.each([
  ['id', 'coral'],
  ['rdns', 'test.coral'],
  ['name', { name: 'Coral' }],
] as const)(
  'A wallet of the directory is featured by its %s, in Connect and at the top of All wallets',
  async (_, featured) => {
    const kernel = start({ directory, featuredWallets: [featured] })
    await open(kernel)
    await expect.poll(names).toEqual(['Rabby', 'Coral', 'All wallets'])
    kernel.open('AllWallets')
    await expect.poll(names).toEqual(['Rabby', 'Coral', 'Amber', 'Beryl', 'Diamond'])
  },
)

it('Only the featured wallets are used from a directory that returns everything', async () => {
  await open(
    start({
      directory: async () => ({ wallets: LISTED, total: LISTED.length }),
      featuredWallets: ['coral'],
    }),
  )
  await expect.poll(names).toEqual(['Rabby', 'Coral', 'All wallets'])
})

it('The site’s own wallets are listed without a directory too, and show where to get one', async () => {
  const kernel = start({ customWallets: [OURS] })
  await open(kernel)
  await expect.poll(names).toEqual(['Rabby', 'Ours', 'All wallets'])
  kernel.open('AllWallets')
  await expect.poll(names).toEqual(['Rabby', 'Ours'])
  await userEvent.fill(one('input'), 'our')
  await expect.poll(names).toEqual(['Ours'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(headline).toBe('Get Ours')
})

it('Promoted wallets are listed once, and not if they are excluded or of another chain family', async () => {
  const customWallets = [
    OURS,
    { id: 'r', name: 'RABBY' },
    { id: 'amber', name: 'Amber' },
    { id: 'b', name: 'Beryl' },
    { id: 'far', name: 'Far', namespaces: ['elsewhere'] },
  ]
  const kernel = start({
    directory,
    customWallets,
    featuredWallets: ['amber', 'rabby'],
    excludedWallets: ['Beryl'],
  })
  await open(kernel)
  await expect.poll(names).toEqual(['Rabby', 'Amber', 'Ours', 'All wallets'])
  kernel.open('AllWallets')
  await expect.poll(names).toEqual(['Rabby', 'Amber', 'Ours', 'Coral', 'Diamond'])
})

it('Promoted wallets follow the wanted chain family and changed options', async () => {
  const kernel = start(
    { customWallets: [{ ...OURS, namespaces: [OTHER] }] },
    {
      networks: [network('1', 'Ink'), network('1', 'Oak', { namespace: OTHER })],
      connectors: [connector('Rabby')],
    },
  )
  await open(kernel)
  await expect.poll(names).toEqual(['Rabby', 'Ours', 'All wallets'])
  kernel.setOptions({ customWallets: [{ id: 'new', name: 'New' }] })
  await expect.poll(names).toEqual(['Rabby', 'New', 'All wallets'])
  kernel.setOptions({ excludedWallets: ['new'] })
  await expect.poll(names).toEqual(['Rabby', 'All wallets'])
})

it('Arrow keys reach promoted wallets, and they wait for consent', async () => {
  const kernel = start({ customWallets: [OURS], features: { legalCheckbox: true } })
  await open(kernel)
  await expect.poll(() => button(/Ours/).disabled).toBe(true)
  await userEvent.click(one('input'))
  button(/Rabby/).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(shadow().activeElement).toBe(button(/Ours/))
  await userEvent.keyboard('{ArrowDown}')
  expect(shadow().activeElement).toBe(button('All wallets'))
})
