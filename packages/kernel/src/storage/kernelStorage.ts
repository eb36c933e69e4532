import { isCaip2, type Schema } from '@latchkey/plugin-api'
import type { KernelStorage } from '../core.js'
import { matches, maybe, type Sample } from '../support/matches.js'

const like = <T>(sample: Sample): Schema<T> => (value) => {
  if (!matches(value, sample)) throw new TypeError()
  return value as T
}

/** What the kernel itself keeps, each with its check. */
export const kernelStorage: KernelStorage = {
  connections: like([{ id: '', connectorId: '', name: '', namespaces: [''], current: { '*': '' } }]),
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
