import { isCaip2, knownFeatures, knownRemoteFeatures, LatchkeyError, walletFeaturesOrder } from '@latchkey/plugin-api'
import { snapshot } from '../support/snapshot.js'
import type { KernelOptions, ResolvedOptions } from '../types.js'

type Kind = 'object' | 'array' | 'string' | 'boolean' | 'function' | 'null' | 'network' | 'word'
/** What each option may be, kinds parted by a bar. */
const KINDS: Record<keyof KernelOptions, Kind | `${Kind}|${Kind}` | readonly string[]> = {
  metadata: 'object', plugins: 'array', id: 'word', defaultNetwork: 'network',
  features: 'object', remoteFeatures: 'object', walletFeaturesOrder: 'array',
  themeMode: ['dark', 'light', 'auto'], themeVariables: 'object', locale: 'word', texts: 'object',
  networkSwitching: 'boolean', allowUnsupportedNetworks: 'boolean', manualWalletConnect: 'boolean', basic: 'boolean', embedded: 'boolean', append: 'boolean', reconnect: 'boolean',
  connectorOrder: 'array|string', connectMethodsOrder: 'array', excludedWallets: 'array', featuredWallets: 'array', customWallets: 'array', directory: 'string|function',
  imageUrl: 'string', termsUrl: 'string', privacyUrl: 'string', accountTypes: 'object', rpcPolicy: 'object', bindViews: 'object', storage: 'object|null',
  strict: 'boolean', logLevel: ['debug', 'info', 'warn', 'error', 'silent'], mobile: 'boolean',
}
const FIXED = ['plugins', 'id', 'storage', 'strict']

const kindsOf = (value: unknown): string[] => [
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value,
  ...(isCaip2(value) ? ['network'] : []),
  ...(typeof value === 'string' && /^[\w.-]+$/.test(value) ? ['word'] : []),
]
const refuse = (option: string, why: string): never => {
  throw new LatchkeyError('kernel.invalid_option', `Option ${option} ${why}.`, { context: { option } })
}

/** @throws `kernel.invalid_option` for an option that is not known or has no value of its kind */
function check(options: object, fixed: readonly string[]): void {
  for (const [option, value] of Object.entries(options)) {
    if (!Object.hasOwn(KINDS, option)) refuse(option, `is not known. Options: ${Object.keys(KINDS).join(', ')}`)
    if (fixed.includes(option)) refuse(option, 'cannot change at run time; create a new kernel')
    const kind = KINDS[option as keyof KernelOptions]
    if (value === undefined) continue
    const fits = typeof kind === 'string' ? kindsOf(value).some((each) => kind.split('|').includes(each)) : kind.includes(String(value))
    if (!fits) refuse(option, `must be ${typeof kind === 'string' ? kind.replace('|', ' or ') : kind.join(', ')}; it is ${kindsOf(value)[0]}${typeof value === 'string' ? ` "${value}"` : ''}`)
  }
  for (const [group, known] of [['features', knownFeatures], ['remoteFeatures', knownRemoteFeatures]] as const) {
    for (const name of Object.keys((options as KernelOptions)[group] ?? {})) {
      if (!Object.hasOwn(known, name)) refuse(`${group}.${name}`, `is not known. ${group}: ${Object.keys(known).join(', ')}`)
    }
  }
}

/** Without the members that are `undefined`: leaving out and `undefined` mean the same to a host. */
const given = <T extends object>(options: T | undefined): T => Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined)) as T

const isMobile = (): boolean => {
  if (typeof window === 'undefined') return false
  const { userAgent, maxTouchPoints } = window.navigator
  // An iPad calls itself a Mac.
  return /Android|iP(hone|ad|od)/.test(userAgent) || (userAgent.includes('Mac') && maxTouchPoints > 1)
}

/** Fills in the defaults. @throws `kernel.invalid_option` */
export function resolveOptions(options: KernelOptions): ResolvedOptions {
  if (!kindsOf(options).includes('object')) refuse('object', 'is missing: createKernel({ metadata: { name }, plugins: [] })')
  check(options, [])
  if (!Array.isArray(options.plugins)) refuse('plugins', 'must be array')
  if (typeof options.metadata?.name !== 'string') refuse('metadata.name', 'must be string: the name of the site, as wallets show it')
  const { plugins: _, storage: __, features, remoteFeatures, ...rest } = given(options)
  return snapshot({
    id: 'default', networkSwitching: true, allowUnsupportedNetworks: false, manualWalletConnect: false, basic: false, embedded: false, append: true, reconnect: true, walletFeaturesOrder,
    mobile: isMobile(),
    ...rest,
    features: { ...knownFeatures, ...given(features) },
    remoteFeatures: { ...knownRemoteFeatures, ...given(remoteFeatures) },
  })
}

/** The options after a change: features are merged, everything else is replaced. @throws `kernel.invalid_option` */
export function changeOptions(now: ResolvedOptions, change: Partial<KernelOptions>): ResolvedOptions {
  check(change, FIXED)
  const { features, remoteFeatures, ...rest } = given(change)
  return snapshot({ ...now, ...rest, features: { ...now.features, ...given(features) }, remoteFeatures: { ...now.remoteFeatures, ...given(remoteFeatures) } })
}
