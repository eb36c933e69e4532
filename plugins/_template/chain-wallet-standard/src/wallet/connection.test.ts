import { isLatchkeyError } from '@latchkey/plugin-api'
import type { StandardWallet } from '@latchkey/plugin-api/wallet-standard'
import { expect, it } from 'vitest'
import { openConnection } from './connection.js'

const ACCOUNT = { address: 'sc1a1b2c3d452', chains: ['samplech:main'], features: [] }
const throwing = {
  get accounts(): unknown {
    throw new Error('no accounts here')
  },
}

/** Opens the connection to a wallet whose `accounts` throw when they are read. */
function open(connect: () => Promise<unknown>) {
  const listeners: (() => void)[] = []
  const wallet = Object.assign(Object.create(throwing) as { readonly accounts: unknown }, {
    name: 'Hostile Wallet',
    chains: ['samplech:main'],
    features: {
      'standard:connect': { connect },
      'standard:events': {
        on: (_: 'change', listener: () => void) => void listeners.push(listener),
      },
    },
  }) satisfies StandardWallet
  const end = new AbortController().signal
  const opened = openConnection({ id: 'hostile', wallet, live: new Set(), end }, false, end)
  return { opened, change: () => listeners.forEach((listener) => listener()) }
}

it('An answer whose accounts throw when they are read is refused as a bad answer', async () => {
  const error: unknown = await open(async () => throwing).opened.catch((reason: unknown) => reason)
  expect(isLatchkeyError(error, 'wallet.bad_answer')).toBe(true)
})

it('A wallet whose accounts throw when they are read after a change stays connected', async () => {
  const { opened, change } = open(async () => ({ accounts: [ACCOUNT] }))
  const connection = await opened
  expect(change).not.toThrow()
  expect(connection?.scopes['samplech']?.accounts[0]?.address).toBe(ACCOUNT.address)
})
