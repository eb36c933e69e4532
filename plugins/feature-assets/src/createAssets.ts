import { createToken, type Caip2 } from '@latchkey/plugin-api'
import type { AssetsApi, NftAction, TokenAction } from './api.js'
import { createApprovals } from './approvals/createApprovals.js'
import { createNfts } from './nfts/createNfts.js'
import { createServices, ownerKey, type AssetsSetup } from './services.js'
import { createWatch } from './watch.js'
import { createOthers } from './tokens/createOthers.js'
import { createTokens } from './tokens/createTokens.js'
import { isAside } from './tokens/mergeTokens.js'

/** The calls of {@link AssetsApi} that need data, and the events that make it old. */
export interface Engine extends Pick<
  AssetsApi,
  | 'refresh'
  | 'tokens'
  | 'loadNfts'
  | 'loadApprovals'
  | 'revoke'
  | 'hide'
  | 'actionsOf'
  | 'nftActionsOf'
  | 'nextActions'
> {
  /** Keeps the tokens up to date until the signal is aborted. */
  watch(signal: AbortSignal, also?: { others?: boolean }): void
  /** Balances on that network have changed. */
  onChanged(network: Caip2): void
}

// eslint-disable-next-line max-lines-per-function -- joins the parts of the plugin
export function createAssets(setup: AssetsSetup): Engine {
  const { ctx, slice } = setup
  const services = createServices(setup)
  const tokens = createTokens(services)
  const nfts = createNfts(services)
  const approvals = createApprovals(services)
  const actions = ctx.points.open(createToken<TokenAction>('assets.actions'))
  const nftActions = ctx.points.open(createToken<NftAction>('assets.nftActions'))
  const others = createOthers(services, tokens)
  const { load, loadIfWatched, loadOthers, watch } = createWatch(services, tokens, others)

  let key = ownerKey(services.owner())
  const followOwner = (): void => {
    const now = ownerKey(services.owner())
    if (now === key) return
    key = now
    tokens.show()
    others.reset()
    nfts.reset()
    approvals.reset()
    loadIfWatched()
  }
  ctx.onDispose(ctx.accounts.subscribe(followOwner))
  ctx.onDispose(ctx.activeNetwork.subscribe(followOwner))
  ctx.onDispose(tokens.stop)
  ctx.onDispose(others.stop)
  ctx.onDispose(nfts.stop)
  ctx.onDispose(approvals.stop)
  tokens.show()
  return {
    watch,
    refresh: () => load(true),
    loadNfts: nfts.load,
    loadApprovals: approvals.load,
    revoke: approvals.revoke,
    hide(token, isHidden) {
      tokens.hide(token, isHidden)
      others.forget(token.chainId)
    },
    actionsOf: (token) =>
      actions
        .get()
        .map(({ value }) => value)
        .filter(({ when }) => when(token)),
    nftActionsOf: (nft) =>
      nftActions
        .get()
        .map(({ value }) => value)
        .filter(({ when }) => when(nft)),
    nextActions() {
      const { account, network } = services.owner() ?? {}
      return ctx.accountActions
        .get()
        .map(({ value }) => value)
        .filter(
          ({ feature = '', when }) =>
            ['receive', 'onramp'].includes(feature) && (when?.({ account, network }) ?? true),
        )
    },
    async tokens() {
      let asked: string
      do {
        asked = ownerKey(services.owner())
        await load()
      } while (asked !== ownerKey(services.owner()))
      const { tokens: all, at, error } = slice.get()
      if (at === undefined && error !== undefined) throw error
      return all.filter((token) => !isAside(token))
    },
    onChanged(network) {
      others.forget(network)
      if (services.owner()?.network.id !== network) return loadOthers()
      nfts.reset()
      if (!tokens.restart()) loadIfWatched()
    },
  }
}
