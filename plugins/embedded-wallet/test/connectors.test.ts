// @vitest-environment happy-dom
// The connectors of a page that has every plugin that brings one of the specification's.
import { evm } from '@latchkey/evm'
import { coinbaseWallet, ledger, okx, safe } from '@latchkey/evm/connectors'
import { createKernel } from '@latchkey/kernel'
import { knownConnectors } from '@latchkey/plugin-api'
import { solana, solanaMainnet } from '@latchkey/solana'
import { walletconnect } from '@latchkey/walletconnect'
import { mainnet } from 'viem/chains'
import { expect, it, vi } from 'vitest'
import { embeddedWallet, ID_AUTH } from '../src/index.js'
import { SECURE } from './site.js'

const SAFE_APP = 'https://app.safe.global'

it('Each of the ten connector ids is resolved by the plugin that brings it [ENT-19]', async () => {
  // The Safe connector exists inside of the Safe app alone.
  vi.stubGlobal('top', { postMessage: () => undefined })
  vi.stubGlobal('parent', window.top)
  Object.defineProperty(window.location, 'ancestorOrigins', { value: [SAFE_APP] })
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))
  const { ports, ready, dispose } = createKernel({
    metadata: { name: 'Shop' },
    storage: null,
    logLevel: 'silent',
    plugins: [
      evm({ networks: [mainnet] }),
      solana({ networks: [solanaMainnet] }),
      coinbaseWallet(),
      ledger(),
      okx(),
      safe({ autoConnect: false }),
      walletconnect({ relayUrl: 'wss://relay.test' }),
      embeddedWallet({ url: SECURE }),
    ],
  })
  await ready
  await ports.late.load()
  const info = { uuid: 'a', name: 'Announced', rdns: 'test.announced', icon: '' }
  const provider = { request: () => Promise.reject(new Error('no')) }
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  await vi.waitFor(() => expect(ports.connectors.find(info.rdns)).toBeDefined())
  // These two name the way in which a wallet was found: its own id is its reverse domain name.
  const named = { announced: info.rdns, eip6963: info.rdns }
  const kinds = Object.keys(knownConnectors).map((id) => [
    id,
    ports.connectors.find((named as Readonly<Record<string, string>>)[id] ?? id)?.value.kind,
  ])
  expect(Object.fromEntries(kinds)).toEqual({
    walletConnect: 'walletConnect',
    injected: 'injected',
    announced: 'announced',
    eip6963: 'announced',
    coinbaseWallet: 'external',
    coinbaseWalletSDK: 'external',
    safe: 'external',
    ledger: 'external',
    okx: 'external',
    [ID_AUTH]: 'auth',
  })
  dispose()
})
