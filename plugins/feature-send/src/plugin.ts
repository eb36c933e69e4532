import { definePlugin, type Json, type Namespace, type PluginContext, type PluginDefinition, type Schema } from '@latchkey/plugin-api'
import type { SendApi, SendState, SentTransaction } from './api.js'
import type { Form } from './form.js'
import { sendNamespaces } from './namespaces.js'
import { views } from './views.js'

/** Somebody the visitor knows, by an address of the chain family under which it is listed. */
export interface Contact {
  name: string
  address: string
}
export interface SendOptions {
  /** Chain families that can send; of those, the ones whose adapter can. `eip155` and `solana` if left out. */
  namespaces?: readonly Namespace[]
  /** Whom the visitor knows, by chain family: addresses that look like theirs are warned of. A function is asked whenever a receiver is read. */
  contacts?: Readonly<Record<Namespace, readonly Contact[]>> | ((namespace: Namespace) => readonly Contact[] | Promise<readonly Contact[]>)
  /** `true`: an address that looks like a known one is marked, and blocks nothing. */
  allowLookalikes?: boolean
}

export type SendStorage = { readonly history: Schema<readonly Json[]>; readonly sent: Schema<readonly Json[]> }
export type SendContext = PluginContext<SendStorage, 'send'>

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    send: SendApi
  }
  interface KernelEvents {
    /** A wallet sent what was asked for here. */
    'send:submitted': { transaction: SentTransaction }
    /** It is known how it ended. */
    'send:settled': { transaction: SentTransaction }
  }
  interface ErrorContexts {
    /** Something was to be sent without an amount or without a receiver. @remarks Call `setAmount` and `setReceiver` first; `missing` names what is not there. */
    'send.incomplete': { missing: 'amount' | 'receiver' }
    /** Something was to be sent without saying what. @remarks Call `setToken` with one of `state.tokenBalances` first. */
    'send.token_missing': object
    /** The chain family in use cannot send here. @remarks Name it in the option `namespaces`, if its adapter can send; hide what leads here where `canSend()` is false. */
    'send.unsupported_chain': { namespace: string }
    /** The receiver cannot be used, or looks like a known address and was not accepted. @remarks `state.receiver` says why. Never accept a look-alike on the visitor's behalf. */
    'send.receiver_refused': { receiver: string; problem: string }
    /** The amount cannot be sent. @remarks `problem` is the message key that the field shows; `max()` is the most that can be sent. */
    'send.amount_refused': { amount: string; problem: string }
  }
}

/** Entries are checked one by one where they are read, so that a bad one costs the others nothing. */
const asList: Schema<readonly Json[]> = (value) => {
  if (!Array.isArray(value)) throw new TypeError('not a list')
  return value
}

const EMPTY: SendState = {
  token: undefined, sendTokenAmount: undefined, receiverAddress: undefined, receiverProfileImageUrl: undefined, receiverProfileName: undefined, networkBalanceInUSD: undefined,
  tokenBalances: [], loading: false, lastRetry: undefined, unit: 'token', value: undefined, amountProblem: undefined, receiver: { status: 'empty' }, fee: { status: 'unknown' }, review: undefined, error: undefined, sent: [],
}

/**
 * Sending tokens and coins: a form behind a button of the Account view, a preview made of the very request, and what was sent followed to its end.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }), send()] })
 */
export const send = ({ namespaces = sendNamespaces, ...options }: SendOptions = {}): PluginDefinition<'send', SendApi, SendStorage> => definePlugin({
  id: 'send',
  version: '0.1.0',
  kernelApi: '>=0.1 <1',
  storage: { version: 1, keys: { history: asList, sent: asList } },
  setup(ctx) {
    const slice = ctx.slice(EMPTY)
    const canSend = (namespace = ctx.accounts.active()?.namespace): boolean => !!namespace && namespaces.includes(namespace) && !!ctx.adapters.find(namespace)?.value.abilities.includes('send')
    let form: Form | undefined
    const load = ctx.lazy('the form', async () => (form = (await import('./form.js')).createForm({ ctx, slice, empty: EMPTY, canSend, ...options })))
    // Once it is there, in the task of the call: fields are typed into.
    const use = async <T>(act: (form: Form) => T): Promise<Awaited<T>> => await (form ? act(form) : load().then(act))
    const tell = (act: (form: Form) => void): void => void use(act).catch((error: unknown) => ctx.log.error(error))
    for (const view of views) ctx.views.add(view)
    ctx.accountActions.add({ id: 'send.open', feature: 'send', label: 'send.title', icon: 'M4 12 20 4l-5 16-4-6z', when: () => canSend(), run: () => ctx.router.push('send.form') })
    ctx.late(async () => {
      (await import('./late.js')).addTexts(ctx)
      if (ctx.storage.get('sent')) await load()
    })
    return {
      state: { get: slice.get, subscribe: slice.subscribe },
      canSend: () => canSend(),
      load: () => use((to) => to.load()),
      setToken: (token) => tell((to) => to.setToken(token)),
      setAmount: (text) => tell((to) => to.setAmount(text)),
      setUnit: (unit) => tell((to) => to.setUnit(unit)),
      setReceiver: (text) => tell((to) => to.setReceiver(text)),
      acceptLookalike: () => tell((to) => to.acceptLookalike()),
      max: () => use((to) => to.max()),
      send: () => use((to) => to.send()),
      confirm: () => tell((to) => to.confirm()),
      decline: () => tell((to) => to.decline()),
      reset: () => tell((to) => to.reset()),
      dismiss: (id) => tell((to) => to.dismiss(id)),
      show: (view) => ctx.router.push(view),
      back: () => ctx.router.back(),
    }
  },
})
