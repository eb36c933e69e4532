import { isCaip2, knownFeatures, knownRemoteFeatures, walletFeaturesOrder } from '@latchkey/plugin-api'
import { refuse } from '../support/refuse.js'
import { snapshot } from '../support/snapshot.js'
import type { KernelOptions, ResolvedOptions } from '../types.js'

/** Options by what they may be; several kinds in the order of the words. */
const KINDS: Readonly<Record<string, string>> = {
  object: 'metadata features remoteFeatures themeVariables texts accountTypes rpcPolicy bindViews',
  boolean: 'networkSwitching allowUnsupportedNetworks manualWalletConnect basic embedded append reconnect strict mobile',
  array: 'plugins walletFeaturesOrder connectMethodsOrder excludedWallets featuredWallets customWallets',
  string: 'imageUrl termsUrl privacyUrl',
  word: 'id locale',
  network: 'defaultNetwork',
  'array or string': 'connectorOrder',
  'string or function': 'directory',
  'object or null': 'storage',
  'dark, light, auto': 'themeMode',
  'debug, info, warn, error, silent': 'logLevel',
}
const invalid = (option: string, why: string): never => refuse('kernel.invalid_option', { option }, `Option ${option} ${why}.`)

/** Every word for what a value is. */
const describe = (value: unknown): unknown[] => [
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value,
  isCaip2(value) && 'network',
  typeof value === 'string' && /^[\w.-]+$/.test(value) && 'word',
]

/** The same without members that are `undefined`: to a host, that and leaving out are one. @throws `kernel.invalid_option` */
function checked<T extends Partial<KernelOptions>>(options: T, fixed: readonly string[] = []): T {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  for (const [option, value] of given) {
    const [kinds] = Object.entries(KINDS).find(([, names]) => names.split(' ').includes(option)) ?? invalid(option, 'is not known')
    if (fixed.includes(option)) invalid(option, 'cannot change at run time: create a new kernel')
    const words = kinds.includes(',') ? [value] : describe(value)
    if (!kinds.split(/, | or /).some((kind) => words.includes(kind))) invalid(option, `must be ${kinds}`)
  }
  for (const [group, known] of [['features', knownFeatures], ['remoteFeatures', knownRemoteFeatures]] as const) {
    for (const name of Object.keys(options[group] ?? {})) Object.hasOwn(known, name) || invalid(`${group}.${name}`, `is not known; there are ${Object.keys(known).join(', ')}`)
  }
  return Object.fromEntries(given) as T
}

const isMobile = (): boolean => {
  if (typeof window === 'undefined') return false
  const { userAgent, maxTouchPoints } = window.navigator
  // An iPad calls itself a Mac.
  return /Android|iP(hone|ad|od)/.test(userAgent) || (userAgent.includes('Mac') && maxTouchPoints > 1)
}

/** Fills in the defaults. @throws `kernel.invalid_option` */
export function resolveOptions(options: KernelOptions): ResolvedOptions {
  const { plugins, storage: _, ...rest } = checked(Object(options) as KernelOptions)
  if (!plugins) invalid('plugins', 'is missing')
  if (typeof rest.metadata?.name !== 'string') invalid('metadata.name', 'is missing: the name of the site, as wallets show it')
  return snapshot({
    id: 'default', networkSwitching: true, allowUnsupportedNetworks: false, manualWalletConnect: false, basic: false, embedded: false, append: true, reconnect: true, walletFeaturesOrder,
    mobile: isMobile(),
    ...rest,
    features: { ...knownFeatures, ...rest.features },
    remoteFeatures: { ...knownRemoteFeatures, ...rest.remoteFeatures },
  })
}

/** What a change makes of the options: features are merged, everything else is replaced. @throws `kernel.invalid_option` */
export function changeOptions(now: ResolvedOptions, change: Partial<KernelOptions>): Partial<ResolvedOptions> {
  const { plugins: _, ...rest } = checked(change, ['plugins', 'id', 'storage', 'strict'])
  return { ...rest, features: { ...now.features, ...rest.features }, remoteFeatures: { ...now.remoteFeatures, ...rest.remoteFeatures } }
}
