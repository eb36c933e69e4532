import {
  definePlugin,
  type Caip2,
  type Json,
  type LogPort,
  type PluginDefinition,
  type Schema,
} from '@latchkey/plugin-api'
import type { SendApi, SendState, SentTransaction } from './api.js'
import type { Form } from './createForm.js'
import type { SendOptions, SendStorage } from './options.js'

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    send: SendApi
  }
  interface ViewParams {
    'send.form': undefined
    'send.token': undefined
    'send.contacts': undefined
    /** While a request of this plugin waits for the visitor, and then for the wallet. */
    'send.review': undefined
    'send.sent': undefined
  }
  interface KernelEvents {
    /** A wallet sent what was asked for here. */
    'send:submitted': { transaction: SentTransaction }
    /** The end of a transaction became known. */
    'send:settled': { transaction: SentTransaction }
    /**
     * Balances on that network that were read before are out of date. `hash`: the transaction that
     * changed them, where it is known.
     */
    'send:balance-changed': { network: Caip2; hash?: string }
  }
  interface ErrorContexts {
    /**
     * Something was to be sent without an amount or without a receiver. @remarks Call `setAmount`
     * and `setReceiver` first; `missing` names the empty field.
     */
    'send.incomplete': { missing: 'amount' | 'receiver' }
    /**
     * Something was to be sent without naming a token. @remarks Call `setToken` with one of
     * `state.tokenBalances` first.
     */
    'send.token_missing': object
    /**
     * The chain family in use cannot send here. @remarks Name it in the option `namespaces`, if its
     * adapter can send; hide what leads here where `canSend()` is false.
     */
    'send.unsupported_chain': { namespace: string }
    /**
     * The receiver cannot be used, or looks like a known address and was not accepted. @remarks
     * `state.receiver` says why. Never accept a look-alike on the visitor's behalf.
     */
    'send.receiver_refused': { receiver: string; problem: string }
    /**
     * The amount cannot be sent. @remarks `problem` is the message key that the field shows;
     * `max()` is the most that can be sent.
     */
    'send.amount_refused': { amount: string; problem: string }
  }
}

/** A list, or it throws. A bad entry costs the others nothing: entries are checked when read. */
const asList: Schema<readonly Json[]> = (value) => [...(value as readonly Json[])]

/** The state until the form is loaded. */
const INITIAL_STATE: SendState = {
  token: undefined,
  sendTokenAmount: undefined,
  receiverAddress: undefined,
  receiverProfileImageUrl: undefined,
  receiverProfileName: undefined,
  networkBalanceInUSD: undefined,
  tokenBalances: [],
  loading: false,
  lastRetry: undefined,
  unit: 'token',
  value: undefined,
  amountProblem: undefined,
  receiver: { status: 'empty' },
  fee: { status: 'unknown' },
  review: undefined,
  error: undefined,
  sent: [],
}

/**
 * The methods of the form, which is loaded by the first call. Once it is loaded it acts in the task of
 * the call, as its fields are typed into. A failure is logged, as most callers do not wait.
 */
function createFormCalls(load: () => Promise<Form>, log: LogPort): Form {
  let form: Form | undefined
  const onForm = <T>(act: (form: Form) => T): Promise<Awaited<T>> => {
    const run = async (): Promise<Awaited<T>> => await act((form ??= await load()))
    const done = run()
    done.catch(log.debug)
    return done
  }
  return {
    load: () => onForm((to) => to.load()),
    max: () => onForm((to) => to.max()),
    send: () => onForm((to) => to.send()),
    setToken: (token) => void onForm((to) => to.setToken(token)),
    setAmount: (text) => void onForm((to) => to.setAmount(text)),
    setUnit: (unit) => void onForm((to) => to.setUnit(unit)),
    setReceiver: (text) => void onForm((to) => to.setReceiver(text)),
    acceptLookalike: () => void onForm((to) => to.acceptLookalike()),
    confirm: () => void onForm((to) => to.confirm()),
    decline: () => void onForm((to) => to.decline()),
    stopWaiting: () => void onForm((to) => to.stopWaiting()),
    reset: () => void onForm((to) => to.reset()),
    dismiss: (id) => void onForm((to) => to.dismiss(id)),
  }
}

/**
 * Sending tokens and coins: a form behind a button of the Account view, a preview made of the very
 * request, and what was sent followed to its end.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }),
 * send()] })
 */
export const send = ({ namespaces, ...options }: SendOptions = {}): PluginDefinition<
  'send',
  SendApi,
  SendStorage
> =>
  definePlugin({
    id: 'send',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    peers: { assets: '>=0.1.0', names: '>=0.1.0' },
    storage: {
      version: 1,
      keys: { history: asList, sent: asList },
      most: { history: 1_000, sent: 99 },
    },
    setup(ctx) {
      const slice = ctx.slice(INITIAL_STATE)
      const canSend = (namespace = ''): boolean => {
        const { abilities, sendByDefault = false } = ctx.adapters.find(namespace)?.value ?? {}
        return !!abilities?.includes('send') && (namespaces?.includes(namespace) ?? sendByDefault)
      }
      const late = ctx.lazy('sending', async () =>
        (await import('./late.js')).startLate({ ctx, slice, canSend, ...options }),
      )
      ctx.views.add({
        id: 'send.form',
        title: 'send.title',
        render: { react: async () => (await late()).drawForm() },
      })
      ctx.accountActions.add({
        id: 'send.open',
        feature: 'send',
        label: 'send.title',
        icon: 'M4 12 20 4l-5 16-4-6z',
        when: ({ account }) => canSend(account?.namespace),
        run: () => ctx.router.push('send.form'),
      })
      ctx.late(late)
      return {
        state: { get: slice.get, subscribe: slice.subscribe },
        canSend: () => canSend(ctx.accounts.active()?.namespace),
        ...createFormCalls(async () => (await late()).load(), ctx.log),
        show: ctx.router.push,
        back: ctx.router.back,
      }
    },
  })
