import { isCaip2, type Schema, type StorageDeclaration } from '@latchkey/plugin-api'
import type { KernelStorage } from '../core.js'
import { matches, maybe, type Sample } from '../support/matches.js'

const like =
  <T>(sample: Sample): Schema<T> =>
  (value) => {
    if (!matches(value, sample)) throw new TypeError()
    return value as T
  }

const keys: KernelStorage = {
  connections: like([
    { id: '', connectorId: '', name: '', namespaces: [''], current: { '*': '' } },
  ]),
  ended: like([{ id: '', namespaces: maybe(['']), asleep: maybe(true) }]),
  connectionStatus: like({ '*': (value) => value === 'connected' }),
  connectedNamespaces: like(['']),
  walletId: like(''),
  walletName: like(''),
  activeNetwork: like(isCaip2),
  activeNamespace: like(''),
  recentWallets: like([{ id: '', rdns: maybe('') }]),
  accountTypes: like({ '*': '' }),
  nativeBalances: like({ '*': { value: '', decimals: 0, symbol: '', at: 0 } }),
}

/** Chain families that an entry keeps. */
const MAX_NAMESPACES = 50
/** The kernel's own keys, each with its check and its bound. */
export const kernelStorage: StorageDeclaration<KernelStorage> = {
  version: 1,
  keys,
  most: {
    connections: 50,
    ended: 100,
    connectionStatus: MAX_NAMESPACES,
    connectedNamespaces: MAX_NAMESPACES,
    recentWallets: 2,
    accountTypes: MAX_NAMESPACES,
    nativeBalances: 200,
  },
}
