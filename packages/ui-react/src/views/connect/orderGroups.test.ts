import type { WalletRow } from '@latchkey/kernel'
import { expect, it } from 'vitest'
import { orderGroups } from './orderGroups.js'

const row = (kind: WalletRow['kind']): WalletRow => ({
  id: kind,
  name: kind,
  type: 'EXTERNAL',
  kind,
  connectors: [],
  installed: false,
  recent: false,
  lookalike: false,
})

it('Connect lists wallets first where one was found on the page, else email and social', () => {
  expect(orderGroups([row('external')], ['social', 'email'], undefined)).toEqual([
    'email',
    'social',
    'wallet',
  ])
  expect(orderGroups([row('external'), row('announced')], ['social', 'email'], undefined)).toEqual([
    'wallet',
    'email',
    'social',
  ])
  expect(orderGroups([row('injected')], ['own.group', 'email'], ['email'])).toEqual([
    'email',
    'own.group',
    'wallet',
  ])
  expect(orderGroups([], [], ['wallet', 'email'])).toEqual(['wallet'])
})
