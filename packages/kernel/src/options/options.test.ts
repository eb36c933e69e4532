import type { FeatureKey } from '@latchkey/plugin-api'
import { describe, expect, it } from 'vitest'
import { make, plugin } from '../../test/support.js'
import { assembleKernel } from '../assembleKernel.js'
import type { KernelOptions } from '../types.js'

const options = (more: Partial<KernelOptions> = {}) => make([], more).kernel.ports.options.get()

describe('the defaults', () => {
  it.each<[FeatureKey, boolean, string]>([
    ['receive', true, 'DEFAULTS-02'],
    ['send', true, 'DEFAULTS-03'],
    ['analytics', true, 'DEFAULTS-04'],
    ['allWallets', true, 'DEFAULTS-05'],
    ['legalCheckbox', false, 'DEFAULTS-07'],
    ['smartSessions', false, 'DEFAULTS-09'],
    ['collapseWallets', false, 'DEFAULTS-10'],
  ])('The feature %s is %s [%s]', (feature, value) =>
    expect(options().features[feature]).toBe(value),
  )
  it('The wallet features stand in the order of the specification [DEFAULTS-12]', () =>
    expect(options().walletFeaturesOrder).toEqual(['onramp', 'swaps', 'receive', 'send']))
  it('Swaps has one aggregator and onramp has several [DEFAULTS-14] [DEFAULTS-15]', () => {
    expect(options().remoteFeatures.swaps).toHaveLength(1)
    expect(options().remoteFeatures.onramp).not.toHaveLength(0)
  })
  it.each(
    ['DEFAULTS-16 email', 'DEFAULTS-17 activity', 'DEFAULTS-18 branding'].map(
      (row) => row.split(' ') as [string, 'email' | 'activity' | 'branding'],
    ),
  )('[%s] The remote feature %s is on', (_, feature) =>
    expect(options().remoteFeatures[feature]).toBe(true),
  )
  it('The social providers are seven, in their order [DEFAULTS-20]', () =>
    expect(options().remoteFeatures.socials).toEqual([
      'google',
      'x',
      'discord',
      'farcaster',
      'github',
      'apple',
      'facebook',
    ]))
  it('The theme is dark [THEME-02]', () =>
    expect(make([]).kernel.ports.theme.get()).toEqual({ mode: 'dark', variables: {} }))
  it("Defaults give way to the host's options, one by one [DEFAULTS-01]", () => {
    const { send, ...others } = options({ features: { send: false } }).features
    const { send: _, ...defaults } = options().features
    expect(send).toBe(false)
    expect(others).toEqual(defaults)
    expect(options({ remoteFeatures: { swaps: false } }).remoteFeatures).toEqual({
      ...options().remoteFeatures,
      swaps: false,
    })
  })
  it('Defaults stay where an option is undefined', () =>
    expect(options({ reconnect: undefined as never, features: undefined as never })).toMatchObject({
      reconnect: true,
      features: { send: true },
    }))
  it("Defaults are copies that nobody can change for others, and the host's objects are not frozen", () => {
    const mine = { send: false }
    const found = options({ features: mine }).features
    expect(() => Object.assign(found, { send: true })).toThrow(TypeError)
    mine.send = true
    expect(found.send).toBe(false)
  })
})

/** One good value for each option. A missing one does not compile. */
const all: Required<Omit<KernelOptions, 'metadata' | 'plugins'>> = {
  id: 'shop.2-a',
  defaultNetwork: 'test:1',
  features: { pay: true },
  remoteFeatures: { email: false, socials: ['x'] },
  remoteConfig: 'https://r.test/f.json',
  walletFeaturesOrder: ['send'],
  themeMode: 'auto',
  themeVariables: { accent: '#f00' },
  locale: 'de-CH',
  texts: { a: 'b' },
  networkSwitching: false,
  allowUnsupportedNetworks: true,
  manualWalletConnect: true,
  basic: true,
  embedded: true,
  append: false,
  prefetch: 'idle',
  reconnect: false,
  connectorOrder: 'installed-first',
  connectMethodsOrder: ['email'],
  excludedWallets: ['a', { rdns: 'b' }],
  onlyWallets: ['a', { rdns: 'b' }],
  featuredWallets: [],
  customWallets: [{ id: 'w', name: 'W' }],
  directory: 'https://d.test',
  imageUrl: 'https://i.test',
  termsUrl: 'https://t.test',
  privacyUrl: 'https://p.test',
  accountTypes: { test: 'eoa' },
  rpcPolicy: { deny: ['x'] },
  bindViews: { Connect: 'mine' },
  storage: null,
  strict: true,
  logLevel: 'silent',
  mobile: true,
}
/** A value that it cannot have. */
const bad: { [Key in keyof typeof all]: unknown } = {
  id: 'a:b',
  defaultNetwork: 'test',
  features: [],
  remoteFeatures: 1,
  remoteConfig: {},
  walletFeaturesOrder: 'send',
  themeMode: 'blue',
  themeVariables: { zIndex: 7 },
  locale: 7,
  texts: { a: 1 },
  networkSwitching: 'no',
  allowUnsupportedNetworks: 1,
  manualWalletConnect: {},
  basic: null,
  embedded: 'yes',
  append: 0,
  prefetch: 'hover',
  reconnect: [],
  connectorOrder: 'other',
  connectMethodsOrder: {},
  excludedWallets: {},
  onlyWallets: {},
  featuredWallets: 'x',
  customWallets: {},
  directory: {},
  imageUrl: 1,
  termsUrl: {},
  privacyUrl: [],
  accountTypes: [],
  rpcPolicy: 'deny',
  bindViews: 'Connect',
  storage: 'local',
  strict: 'yes',
  logLevel: 'loud',
  mobile: 'yes',
}
describe('an option', () => {
  it.each(Object.entries(all))('The option %s is accepted', (option, value) => {
    const found = options({ [option]: value })
    if (option !== 'storage' && option !== 'features' && option !== 'remoteFeatures')
      expect(found).toMatchObject({ [option]: value })
  })
  it.each(Object.entries(bad))('The option %s is refused when it is %j', (option, value) => {
    expect(() => options({ [option]: value })).toThrow(
      expect.objectContaining({ code: 'kernel.invalid_option', context: { option } }),
    )
  })
  it.each(['', 'x', 'de_', 'de-DE-', 'deut', 'de_DE.UTF-8', 'de DE', 'en-XA-!', ['de']])(
    'The locale is refused when it is %j, because `Intl` would throw later',
    (locale) => {
      const refusal = expect.objectContaining({
        code: 'kernel.invalid_option',
        context: { option: 'locale' },
      }) as Error
      expect(() => options({ locale: locale as string })).toThrow(refusal)
      const { kernel } = make([])
      expect(() => kernel.setOptions({ locale: locale as string })).toThrow(refusal)
      expect(() => kernel.setLocale(locale as string)).toThrow(refusal)
    },
  )
  it.each(['de_CH', 'zh-Hant-TW', 'sr_Latn_RS', 'en-XA', 'ca-ES-valencia', 'ar-u-nu-latn'])(
    'The locale is accepted when it is %s',
    (locale) => expect(options({ locale }).locale).toBe(locale),
  )
  it('An unknown option is refused, also a role [ACCT-12]', () => {
    for (const option of ['role', 'colour', '__proto__x', 'toString'])
      expect(() => options({ [option]: 'admin' } as object)).toThrow(
        expect.objectContaining({ code: 'kernel.invalid_option', context: { option } }),
      )
    expect(() => options({ features: { swaps: true } as object })).toThrow(
      expect.objectContaining({ context: { option: 'features' } }),
    )
  })
  it.each([
    [{ plugins: [] }, 'metadata'],
    [{ metadata: {}, plugins: [] }, 'metadata'],
    [{ metadata: { name: 'x' } }, 'plugins'],
    [undefined, 'metadata'],
  ])('A required option is missed: %j', (given, option) => {
    expect(() => assemble(given)).toThrow(
      expect.objectContaining({ code: 'kernel.invalid_option', context: { option } }),
    )
  })
  it('A list with an empty place is refused', () => {
    for (const hole of [null, undefined])
      expect(() => options({ excludedWallets: ['a', hole as never] })).toThrow(
        expect.objectContaining({
          code: 'kernel.invalid_option',
          context: { option: 'excludedWallets' },
        }),
      )
  })
  it('An option may be a function or a list if its type says so', () => {
    const directory = async () => ({ wallets: [], total: 0 })
    expect(options({ directory }).directory).toBe(directory)
    expect(options({ connectorOrder: ['recent'] }).connectorOrder).toEqual(['recent'])
  })
})

describe('at run time', () => {
  it('Options change at run time, features one by one', () => {
    const { kernel } = make([])
    kernel.setOptions({
      features: { send: false },
      networkSwitching: false,
      metadata: { name: 'New' },
    })
    kernel.setOptions({ features: { pay: true } })
    expect(kernel.ports.options.get()).toMatchObject({
      networkSwitching: false,
      features: { send: false, pay: true, receive: true },
    })
    expect(kernel.metadata.name).toBe('New')
  })
  it('Some options cannot change at run time, and a bad one changes nothing', () => {
    const { kernel } = make([plugin('a')])
    for (const change of [
      { plugins: [] },
      { id: 'b' },
      { storage: null },
      { strict: true },
      { themeMode: 'blue' },
      { role: 'admin' },
    ] as object[]) {
      expect(() => kernel.setOptions(change)).toThrow(
        expect.objectContaining({ code: 'kernel.invalid_option' }),
      )
    }
    expect(kernel.id).toBe('default')
    expect(kernel.ports.theme.get().mode).toBe('dark')
  })
  it('Theme variables are merged with the earlier ones [THEME-04]', () => {
    const { kernel } = make([], { themeVariables: { background: '#000' } })
    kernel.setTheme({ variables: { accent: '#f00' } })
    kernel.setOptions({ themeMode: 'light', themeVariables: { text: '#fff' } })
    expect(kernel.ports.theme.get()).toEqual({
      mode: 'light',
      variables: { background: '#000', accent: '#f00', text: '#fff' },
    })
    expect(() => kernel.setTheme({ mode: 'blue' as 'dark' })).toThrow(
      expect.objectContaining({ code: 'kernel.invalid_option' }),
    )
  })
})

const assemble = (given: unknown) =>
  assembleKernel(given as KernelOptions, () => Promise.reject(new Error('unused')))
