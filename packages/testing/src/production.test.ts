import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createInjectedWallet, installChainWallets } from './index.js'
import { refuseProduction } from './production.js'

const at = (hostname: string) => ({ location: { hostname } })
const page = at('shop.example') as never

beforeEach(() => vi.stubEnv('NODE_ENV', 'production'))
afterEach(() => vi.unstubAllEnvs())

it('A test wallet is refused in a production build, with the reason', () => {
  const why = /in a production build, and refuses: its keys are public/
  expect(() => createInjectedWallet({ chains: [], accounts: [] }, page)).toThrow(why)
  expect(() => installChainWallets({}, new Uint8Array(32), page)).toThrow(why)
})

it('A development build is let in on any host', () => {
  vi.stubEnv('NODE_ENV', 'development')
  expect(() => refuseProduction(at('shop.example'))).not.toThrow()
})

it('Where no bundler says which build it is, only this machine is let in', () => {
  vi.stubGlobal('process', undefined)
  try {
    expect(() => refuseProduction(at('shop.example'))).toThrow('on shop.example')
    expect(() => refuseProduction(at('localhost.example'))).toThrow('on localhost.example')
    for (const name of ['localhost', 'shop.localhost', '127.0.0.1', '[::1]', 'shop.test'])
      expect(() => refuseProduction(at(name)), name).not.toThrow()
  } finally {
    vi.unstubAllGlobals()
  }
})
