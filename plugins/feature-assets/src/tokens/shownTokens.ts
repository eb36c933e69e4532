import type { Caip2 } from '@latchkey/plugin-api'
import type { AssetsState, AssetToken } from '../api.js'
import { ownerKey, type Services } from '../services.js'
import { createKeptKeys } from './keptKeys.js'
import { mergeTokens } from './mergeTokens.js'
import type { Portfolio } from './portfolioCache.js'
import type { RawToken } from './rawToken.js'
import { spamOf, type KnownNames } from './spam.js'
import { addressKey, tokenKey } from './tokenKey.js'

const NOTHING = {
  tokens: [],
  loading: false,
  lastRetry: undefined,
  error: undefined,
  at: undefined,
} as const satisfies Partial<AssetsState>

/** The tokens in the state. */
export interface ShownTokens {
  /** The account and the network that the state speaks of, as {@link ownerKey} writes them. */
  key(): string
  /** Empties the state for the owner in use. */
  clear(): void
  /** Shows a list. The last failure stays in the state, unless `change` says otherwise. */
  put(
    portfolio: Pick<Portfolio, 'tokens' | 'at' | 'shownIn'>,
    change?: Partial<Pick<AssetsState, 'lastRetry' | 'error'>>,
  ): void
  hide(token: AssetToken, isHidden: boolean): void
  /** Tokens of an account, by its key, with what is known of them. */
  judge(owner: string, tokens: readonly RawToken[]): readonly AssetToken[]
  /** Marks tokens, by the keys of their addresses, as handed out to many. */
  markAirdrops(keys: readonly string[]): void
  /** Tokens that the names alone do not tell of: nobody lists them or has a price for them. */
  doubtful(): readonly RawToken[]
}

// eslint-disable-next-line max-lines-per-function -- marks and names of one list, which share its stores
export function createShownTokens(services: Services): ShownTokens {
  const { ctx, slice, tokens: listed = [] } = services
  const hidden = createKeptKeys(ctx, 'hidden')
  const airdrops = createKeptKeys(ctx, 'airdrops')
  let key = ''
  let raw: readonly RawToken[] = []

  /** The names on a network that other tokens must not take. */
  const namesOn = (chain: Caip2): KnownNames['tokens'] => [
    ...listed.filter(({ network }) => network === chain),
    ...[ctx.networks.find(chain)?.value.nativeCurrency].filter((coin) => coin !== undefined),
  ]
  /** One account may have asked for what another one was sent unasked. */
  const markOf = (owner: string, { address }: RawToken): string => `${owner} ${addressKey(address)}`
  const judge: ShownTokens['judge'] = (owner, tokens) => {
    const marks = airdrops.get()
    return mergeTokens(tokens, {
      listed,
      hidden: hidden.get(),
      spamOf: (token) =>
        spamOf(token, { tokens: namesOn(token.chainId) }) ??
        (marks.has(markOf(owner, token)) ? 'airdrop' : undefined),
    })
  }
  const merge = (): readonly AssetToken[] => judge(key, raw)
  return {
    judge,
    key: () => key,
    clear() {
      const owner = services.owner()
      key = ownerKey(owner)
      raw = []
      const { account, network } = owner ?? {}
      slice.set({
        ...NOTHING,
        owner:
          account && network
            ? { address: account.address, namespace: account.namespace, network: network.id }
            : undefined,
      })
    },
    put({ tokens, at, shownIn }, change = {}) {
      raw = tokens
      slice.set({ tokens: merge(), at, currency: shownIn, ...change })
    },
    hide(token, isHidden) {
      hidden.set([tokenKey(token)], isHidden)
      slice.set({ tokens: merge() })
    },
    markAirdrops(keys) {
      const found = raw.filter(({ address }) => address && keys.includes(addressKey(address)))
      if (!found.length) return
      const marks = found.map((token) => markOf(key, token))
      airdrops.set(marks, true)
      slice.set({ tokens: merge() })
    },
    doubtful() {
      const keys = new Set(
        slice
          .get()
          .tokens.filter(({ isVerified, spam }) => !isVerified && !spam)
          .map(tokenKey),
      )
      return raw.filter((token) => keys.has(tokenKey(token)))
    },
  }
}
