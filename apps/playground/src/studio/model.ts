/** The options of the studio: one model from which the live modal and all code are made. */
export interface Model {
  /** The name of the site. */
  name: string
  chains: readonly Chain[]
  ways: readonly Way[]
  features: readonly Feature[]
  flags: readonly Flag[]
  signIn: (typeof SIGN_INS)[number]
  /** The sentence of the sign-in message. */
  statement: string
  shape: (typeof SHAPES)[number]
  mode: (typeof MODES)[number]
  /** CSS values by token; empty texts are left to the theme. */
  tokens: Readonly<Record<Token, string>>
  locale: (typeof LOCALES)[number]
  direction: (typeof DIRECTIONS)[number]
  /** The groups of the wallet list, from the top. */
  order: readonly Slot[]
  termsUrl: string
}

export const CHAINS = ['evm', 'solana', 'bitcoin', 'polkadot', 'cosmos'] as const
export type Chain = (typeof CHAINS)[number]
export const WAYS = ['walletconnect', 'embedded'] as const
export type Way = (typeof WAYS)[number]
export const FEATURES = [
  'send',
  'preview',
  'assets',
  'activity',
  'swap',
  'onramp',
  'names',
  'sessions',
] as const
export type Feature = (typeof FEATURES)[number]
export const FLAGS = ['receive', 'branding', 'legalCheckbox', 'collapseWallets'] as const
export type Flag = (typeof FLAGS)[number]
export const SIGN_INS = ['off', 'optional', 'required'] as const
export const SHAPES = ['modal', 'embedded'] as const
export const MODES = ['dark', 'light', 'auto'] as const
export const TOKENS = [
  'accent',
  'background',
  'surface',
  'text',
  'textMuted',
  'border',
  'borderRadiusMaster',
  'fontSizeMaster',
  'fontFamily',
] as const
export type Token = (typeof TOKENS)[number]
export const LOCALES = ['en', 'ar', 'de', 'es', 'fr', 'ja', 'ko', 'pt', 'tr', 'zh'] as const
export const DIRECTIONS = ['ltr', 'rtl'] as const
export const SLOTS = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const
export type Slot = (typeof SLOTS)[number]

const noTokens = Object.fromEntries(TOKENS.map((token) => [token, ''])) as Record<Token, string>

export const START: Model = {
  name: 'My shop',
  chains: ['evm'],
  ways: ['walletconnect'],
  features: ['send', 'preview'],
  flags: ['receive', 'branding'],
  signIn: 'off',
  statement: '',
  shape: 'modal',
  mode: 'dark',
  tokens: { ...noTokens, accent: '#4361e0' },
  locale: 'en',
  direction: 'ltr',
  order: SLOTS,
  termsUrl: '',
}

const oneOf = <T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T =>
  allowed.find((each) => each === value) ?? otherwise

const someOf = <T extends string>(value: unknown, allowed: readonly T[]): readonly T[] =>
  Array.isArray(value) ? allowed.filter((each) => value.includes(each)) : []

/** The slots in a visitor's order, with those that it lacks behind. */
function orderOf(value: unknown): readonly Slot[] {
  const named = Array.isArray(value) ? (value as readonly unknown[]) : []
  const known = named.flatMap((each) => SLOTS.find((slot) => slot === each) ?? [])
  return [...new Set([...known, ...SLOTS])]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads a model that came as a message: every part is one that the studio has, texts are any text. */
export function toModel(value: unknown): Model {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >
  const tokens = (given['tokens'] ?? {}) as Record<string, unknown>
  const chains = someOf(given['chains'], CHAINS)
  return {
    name: textOf(given['name']),
    chains: chains.length > 0 ? chains : START.chains,
    ways: someOf(given['ways'], WAYS),
    features: someOf(given['features'], FEATURES),
    flags: someOf(given['flags'], FLAGS),
    signIn: oneOf(given['signIn'], SIGN_INS, START.signIn),
    statement: textOf(given['statement']),
    shape: oneOf(given['shape'], SHAPES, START.shape),
    mode: oneOf(given['mode'], MODES, START.mode),
    tokens: Object.fromEntries(
      TOKENS.map((token) => [token, textOf(tokens[token])]),
    ) as Model['tokens'],
    locale: oneOf(given['locale'], LOCALES, START.locale),
    direction: oneOf(given['direction'], DIRECTIONS, START.direction),
    order: orderOf(given['order']),
    termsUrl: textOf(given['termsUrl']),
  }
}

/** The tokens that are set. */
export const setTokens = ({ tokens }: Model): Readonly<Partial<Record<Token, string>>> =>
  Object.fromEntries(TOKENS.filter((token) => tokens[token].trim()).map((t) => [t, tokens[t]]))

const NO_TOKENS = Object.fromEntries(TOKENS.map((token) => [token, undefined]))
/** All tokens: a theme forgets those that have no value. */
export const tokensOf = (model: Model): Readonly<Partial<Record<Token, string | undefined>>> => ({
  ...NO_TOKENS,
  ...setTokens(model),
})

/** Whether the wallet list is in another order than the usual one. */
export const isReordered = ({ order }: Model): boolean => order.join() !== SLOTS.join()

/** The embedded wallet has accounts on EVM chains and Solana; where neither is chosen it is left out. */
export const waysOf = ({ ways, chains }: Model): readonly Way[] =>
  ways.filter((way) => way !== 'embedded' || chains.includes('evm') || chains.includes('solana'))

/** The features that the chosen chains can have: swaps, names and sessions are of EVM chains. */
export const featuresOf = ({ features, chains }: Model): readonly Feature[] =>
  features.filter((each) => chains.includes('evm') || !['swap', 'names', 'sessions'].includes(each))
