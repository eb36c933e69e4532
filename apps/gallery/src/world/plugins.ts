import { embeddedWallet, type EmbeddedApi, type EmbeddedState } from '@latchkey/embedded-wallet'
import { activity, type ActivityApi, type ActivityState } from '@latchkey/feature-activity'
import { assets, type AssetsApi, type AssetsState } from '@latchkey/feature-assets'
import {
  names,
  type NamesApi,
  type NamesForm,
  type NamesOwner,
  type NamesState,
} from '@latchkey/feature-names'
import { onramp, type OnrampApi, type OnrampForm, type OnrampState } from '@latchkey/feature-onramp'
import { send, type SendApi, type SendState } from '@latchkey/feature-send'
import { siwx, type SiwxApi } from '@latchkey/feature-siwx'
import {
  smartSessions,
  type SessionsState,
  type SmartSessionsApi,
} from '@latchkey/feature-smart-sessions'
import { swap, type SwapApi, type SwapState } from '@latchkey/feature-swap'
import { definePlugin } from '@latchkey/plugin-api'
import { type PairingState, walletconnect, type WalletConnectApi } from '@latchkey/walletconnect'
import type { World } from './types.js'
import { forever } from './wallets.js'

/**
 * The real pairing views on a fixed state. There is no relay, so that no request leaves the page.
 */
export function fixedPairing(pairing: PairingState, more: Partial<WalletConnectApi> = {}) {
  const real = walletconnect()
  return definePlugin({
    ...real,
    setup: (ctx): WalletConnectApi => ({
      ...real.setup(ctx),
      pairing: { get: () => pairing, subscribe: () => () => undefined },
      connect: forever,
      useApp: async () => undefined,
      ...more,
    }),
  })
}
export const IDLE: PairingState = { status: 'idle', buffering: false, error: false }

/** The real sign-in view on a fixed state. It asks no wallet by itself. */
export function fixedSigning({ required = false, ...state }: NonNullable<World['signing']>) {
  const real = siwx({
    automatic: false,
    store: {
      open: () => ({
        nonce: forever,
        add: forever,
        getSessions: async () => [],
        revoke: async () => undefined,
      }),
    },
  })
  return definePlugin({
    ...real,
    setup: (ctx): SiwxApi => ({
      ...real.setup(ctx),
      session: { get: () => state, subscribe: () => () => undefined },
      required,
    }),
  })
}

const nothing = (): void => undefined
/** The real sending views on a state that only a confirmation changes. */
export function fixedSending(given: Partial<SendState> = {}) {
  const real = send()
  return definePlugin({
    ...real,
    setup(ctx): SendApi {
      const api = real.setup(ctx)
      const state = ctx.slice<SendState>({ ...api.state.get(), ...given })
      return {
        ...api,
        state,
        canSend: () => true,
        load: async () => undefined,
        max: async () => undefined,
        send: forever,
        confirm: () => state.set({ review: undefined, loading: true }),
        setToken: nothing,
        setAmount: nothing,
        setUnit: nothing,
        setReceiver: nothing,
        acceptLookalike: nothing,
        decline: nothing,
        reset: nothing,
        dismiss: nothing,
      }
    },
  })
}

/** The real views of swapping on a fixed state. Nothing is asked, and no wallet opens. */
export function fixedSwapping(given: Partial<SwapState> = {}) {
  const real = swap()
  return definePlugin({
    ...real,
    setup(ctx): SwapApi {
      const api = real.setup(ctx)
      const state = ctx.slice<SwapState>({ ...api.state.get(), ...given })
      const late = async (): Promise<void> => undefined
      return {
        ...api,
        ...{ state, canSwap: () => given.isOffered !== false, watch: () => nothing },
        ...{ start: late, max: late, revoke: forever, lookUp: forever },
        ...{ setToken: nothing, setAmount: nothing, setSlippage: nothing, flip: nothing },
        ...{ refresh: nothing, review: nothing, accept: nothing, confirm: nothing },
        ...{ stopWaiting: nothing, leave: nothing, importToken: nothing, dismiss: nothing },
      }
    },
  })
}

/** The real views of activity on a fixed state. No server is asked. */
export function fixedActivity(given: Partial<ActivityState>) {
  const real = activity()
  return definePlugin({
    ...real,
    setup(ctx): ActivityApi {
      const api = real.setup(ctx)
      const state = ctx.slice<ActivityState>({ ...api.state.get(), ...given })
      const late = async (): Promise<void> => undefined
      return {
        ...api,
        state,
        fetchTransactions: late,
        open: late,
        loadMore: late,
        refresh: late,
        showNew: late,
        follow: async () => nothing,
      }
    },
  })
}

/** The real views of tokens and NFTs on a fixed state. Nothing is read. */
export function fixedAssets(given: Partial<AssetsState>) {
  const real = assets()
  return definePlugin({
    ...real,
    setup(ctx): AssetsApi {
      const api = real.setup(ctx)
      const state = { ...api.state.get(), ...given }
      return {
        ...api,
        state: { get: () => state, subscribe: () => nothing },
        watch: () => nothing,
        refresh: async () => undefined,
        loadNfts: async () => undefined,
        loadApprovals: async () => undefined,
        revoke: async () => undefined,
        hide: nothing,
      }
    },
  })
}

/** The real views of buying on a fixed state. Nobody is asked, and no window is opened. */
export function fixedBuying(given: Partial<OnrampState>) {
  const real = onramp()
  return definePlugin({
    ...real,
    setup(ctx): OnrampApi {
      const api = real.setup(ctx)
      const state = ctx.slice<OnrampState>({ ...api.state.get(), ...given })
      const form: OnrampForm = {
        load: async () => undefined,
        quote: forever,
        watch: () => nothing,
        refresh: nothing,
        buy: forever,
        selectProvider: nothing,
        setPurchaseCurrency: nothing,
        setPaymentCurrency: nothing,
        setPaymentMethod: nothing,
        setPaymentAmount: nothing,
        setPurchaseAmount: nothing,
        setSide: nothing,
        again: nothing,
        dismiss: nothing,
        reset: nothing,
      }
      return {
        ...api,
        state,
        canBuy: () => given.network !== undefined,
        form: async () => form,
        formNow: () => form,
      }
    },
  })
}

/** The real views of names on a fixed state. Nobody is asked, and no wallet opens. */
export function fixedNaming(given: Partial<NamesState>) {
  const real = names({ zone: 'shop.eth' })
  return definePlugin({
    ...real,
    setup(ctx): NamesApi {
      const api = real.setup(ctx)
      const state = ctx.slice<NamesState>({ ...api.state.get(), ...given })
      const owner: NamesOwner = {
        list: forever,
        open: forever,
        retry: forever,
        type: nothing,
        save: forever,
        giveUp: forever,
        cancel: nothing,
      }
      const form: NamesForm = {
        type: nothing,
        choose: nothing,
        agree: nothing,
        retry: nothing,
        register: forever,
        cancel: nothing,
        reset: nothing,
        owner: async () => owner,
      }
      return { ...api, state, form: async () => form, formNow: () => form }
    },
  })
}

/** The real views of smart sessions on a fixed state. Nobody is asked, and no wallet opens. */
export function fixedSessions(given: Partial<SessionsState> = {}) {
  const real = smartSessions()
  return definePlugin({
    ...real,
    setup(ctx): SmartSessionsApi {
      const api = real.setup(ctx)
      const state: SessionsState = { ...api.state.get(), ...given }
      return {
        ...api,
        state: { get: () => state, subscribe: () => nothing },
        grant: forever,
        list: forever,
        revoke: forever,
        revokeAll: forever,
      }
    },
  })
}

/** Stands for the frame, which another origin draws. */
function drawFrame(): HTMLElement {
  const frame = document.createElement('div')
  frame.className = 'secureFrame'
  frame.style.cssText =
    'background: Canvas; color: CanvasText; padding: 16px; box-sizing: border-box'
  frame.textContent = 'The secure frame draws here.'
  return frame
}

/** The real views of the sign-in on a fixed state. There is no frame and no service. */
export function fixedEmail(given: World['email']) {
  const real = embeddedWallet({
    url: 'https://secure.example',
    email: given !== undefined,
    socials: given?.socials ?? [],
  })
  return definePlugin({
    ...real,
    setup(ctx): EmbeddedApi {
      const api = real.setup(ctx)
      const { isFrameLoading, securityError, accounts, ...state } = given ?? {}
      const fixed: EmbeddedState = { ...api.state.get(), ...state }
      const mount = given && !isFrameLoading ? ctx.stage.mount(drawFrame()) : undefined
      return {
        ...api,
        state: { get: () => fixed, subscribe: () => nothing },
        prepare: nothing,
        signIn: forever,
        submitCode: forever,
        signInWith: forever,
        cancel: nothing,
        updateEmail: forever,
        submitEmailCode: forever,
        resetEmailChange: nothing,
        readAccounts: async () => {
          if (accounts instanceof Error) throw accounts
          return accounts ?? forever()
        },
        switchAccountType: forever,
        openSecurity: securityError === undefined ? forever : () => Promise.reject(securityError),
        stage: () => mount,
      }
    },
  })
}
