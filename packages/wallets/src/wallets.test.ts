import type { KernelOptions } from '@latchkey/kernel'
import { expect, it } from 'vitest'
import { data } from './data.js'
import { wallets, type WalletQuery } from './index.js'

const ask = (query: Partial<WalletQuery> = {}) => wallets()({ page: 1, count: 1_000, ...query })
const names = async (query: Partial<WalletQuery>): Promise<readonly string[]> =>
  (await ask(query)).wallets.map(({ name }) => name)

it('The directory has the type that a kernel takes', () => {
  const option: KernelOptions['directory'] = wallets()
  expect(option).toBeTypeOf('function')
})

it('The directory pages through all wallets, each of them once', async () => {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => ask({ page, count: 30 })))
  expect(pages.map(({ wallets: { length } }) => length)).toEqual([30, 30, 30, data.length - 90])
  expect(pages.flatMap((page) => page.wallets.map(({ id }) => id))).toEqual(
    data.map(({ id }) => id),
  )
  expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([data.length]))
  expect((await ask({ page: 9, count: 30 })).wallets).toEqual([])
})

it('A search ignores case, accents and width, and lists names that begin with the word first', async () => {
  expect(await names({ search: 'METAMASK' })).toEqual(['MetaMask'])
  expect(await names({ search: 'mètämask' })).toEqual(['MetaMask'])
  expect(await names({ search: 'ｍｅｔａ' })).toEqual(['MetaMask'])
  expect(await names({ search: '  wallet   trust ' })).toEqual(['Trust Wallet'])
  expect((await names({ search: 'ra' })).slice(0, 2)).toEqual(['Rabby Wallet', 'Rainbow'])
  expect(await names({ search: 'no such wallet' })).toEqual([])
})

it('The directory includes and excludes wallets by id, rdns and name', async () => {
  expect(await names({ include: ['rainbow', 'io.metamask', 'Trust wallet', 'nobody'] })).toEqual([
    'Rainbow',
    'MetaMask',
    'Trust Wallet',
  ])
  expect(await names({ include: ['rainbow', 'metamask'], exclude: ['me.rainbow'] })).toEqual([
    'MetaMask',
  ])
  expect((await ask({ exclude: ['metamask'] })).total).toBe(data.length - 1)
})

it('The directory lists only wallets of the chain families that are asked for', async () => {
  const found = (await ask({ namespaces: ['polkadot'] })).wallets
  expect(found.length).toBeGreaterThan(0)
  expect(found.every(({ namespaces }) => namespaces?.includes('polkadot'))).toBe(true)
  expect(await names({ search: 'metamask', namespaces: ['bip122', 'cosmos'] })).toEqual([])
})

it('The directory brings icons as data URLs, and no icon for a wallet that has none', async () => {
  const {
    wallets: [metamask],
  } = await ask({ include: ['metamask'] })
  expect(decodeURIComponent(metamask!.imageUrl!)).toMatch(/^data:image\/svg\+xml,<svg /)
  expect((await ask({ include: ['unisat'] })).wallets[0]).not.toHaveProperty('imageUrl')
})
