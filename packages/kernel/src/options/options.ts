import {
  isCaip2,
  knownFeatures,
  knownRemoteFeatures,
  walletFeaturesOrder,
} from '@latchkey/plugin-api'
import { LEVELS } from '../services/log.js'
import { matches, maybe, type Sample } from '../support/matches.js'
import { own } from '../support/own.js'
import { refuse } from '../support/refuse.js'
import { snapshot } from '../support/snapshot.js'
import { toTag } from '../support/toTag.js'
import type { KernelOptions, ResolvedOptions } from '../types.js'

const DEFAULTS = {
  id: 'default',
  networkSwitching: true,
  allowUnsupportedNetworks: false,
  manualWalletConnect: false,
  basic: false,
  embedded: false,
  append: true,
  prefetch: 'intent' as const,
  reconnect: true,
}
const list: Sample = [(each) => each != null]
const oneOf =
  (...words: unknown[]): Sample =>
  (value) =>
    words.includes(value)
const source: Sample = (value) => typeof value === 'function' || typeof value === 'string'
/** An object whose members are all known names. */
const group =
  (known: object): Sample =>
  (value) =>
    matches(value, {}) && Object.keys(value as object).every((key) => Object.hasOwn(known, key))

/** The shape of each option. */
const SAMPLES: Record<keyof KernelOptions, Sample> = {
  ...DEFAULTS,
  id: (value) => typeof value === 'string' && /^[\w.-]+$/.test(value),
  metadata: { name: '' },
  plugins: list,
  prefetch: oneOf('intent', 'idle', 'none'),
  defaultNetwork: isCaip2,
  features: group(knownFeatures),
  remoteFeatures: group(knownRemoteFeatures),
  walletFeaturesOrder: list,
  themeMode: oneOf('dark', 'light', 'auto'),
  themeVariables: { '*': maybe('') },
  locale: (value) => !!toTag(value),
  texts: { '*': '' },
  connectorOrder: (value) => value === 'installed-first' || Array.isArray(value),
  connectMethodsOrder: list,
  excludedWallets: list,
  onlyWallets: list,
  featuredWallets: list,
  customWallets: list,
  directory: source,
  remoteConfig: source,
  imageUrl: '',
  termsUrl: '',
  privacyUrl: '',
  accountTypes: {},
  rpcPolicy: {},
  bindViews: {},
  storage: (value) => typeof value === 'object',
  strict: true,
  mobile: true,
  logLevel: oneOf(...LEVELS),
}

/**
 * Checks options and drops members that are `undefined`, which means the same as leaving them out.
 * @param fixed options that cannot change at run time
 * @throws `kernel.invalid_option`
 */
export function checked<T extends Partial<KernelOptions>>(
  options: T,
  fixed: readonly string[] = [],
): T {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  for (const [option, value] of given) {
    const sample = own<Sample>(SAMPLES, option)
    const why =
      sample === undefined
        ? 'is not known'
        : fixed.includes(option)
          ? 'cannot change: create a new kernel'
          : matches(value, sample)
            ? ''
            : `cannot be ${typeof value === 'string' ? `"${value}"` : typeof value}: see its type`
    if (why) refuse('kernel.invalid_option', { option }, `Option ${option} ${why}.`)
  }
  return Object.fromEntries(given) as T
}

const isMobile = (): boolean => {
  const { userAgent = '', maxTouchPoints = 0 } = globalThis.window?.navigator ?? {}
  // An iPad's user agent is that of a Mac.
  return /Android|iP(hone|ad|od)/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1)
}

/** Fills in the defaults. @throws `kernel.invalid_option` */
export function resolveOptions(options: KernelOptions): ResolvedOptions {
  // Required options that are missing get a value that fails the check.
  const {
    plugins: _,
    storage: __,
    ...rest
  } = checked(Object.assign<object, KernelOptions>({ metadata: 0, plugins: 0 }, options))
  return snapshot({
    ...DEFAULTS,
    walletFeaturesOrder,
    mobile: isMobile(),
    ...rest,
    features: { ...knownFeatures, ...rest.features },
    remoteFeatures: { ...knownRemoteFeatures, ...rest.remoteFeatures },
  })
}

/**
 * Checks a change of options at run time. Features are merged, every other option is replaced.
 * @throws `kernel.invalid_option`
 */
export function changeOptions(
  now: ResolvedOptions,
  change: Partial<KernelOptions>,
): Partial<ResolvedOptions> {
  const { plugins: _, ...rest } = checked(change, ['plugins', 'id', 'storage', 'strict'])
  return {
    ...rest,
    features: { ...now.features, ...rest.features },
    remoteFeatures: { ...now.remoteFeatures, ...rest.remoteFeatures },
  }
}
