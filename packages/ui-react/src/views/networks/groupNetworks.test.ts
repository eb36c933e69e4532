import { expect, it } from 'vitest'
import { network } from '../../../test/support.js'
import { groupNetworks } from './groupNetworks.js'

it('Networks are grouped by chain family, with test networks last', () => {
  const list = [
    network('1', 'One'),
    network('2', 'Two', { testnet: true }),
    network('3', 'Oak', { namespace: 'oak' }),
    network('4', 'Four'),
  ]
  const names = (search: string) =>
    groupNetworks(list, search).map(({ networks }) => networks.map(({ name }) => name))
  expect(names('')).toEqual([['One', 'Four', 'Two'], ['Oak']])
  expect(names(' TWO ')).toEqual([['Two']])
  expect(names('4')).toEqual([['Four']])
  expect(names('zzz')).toEqual([])
})
