import {
  definePlugin,
  knownNamespaces,
  type Caip2,
  type Json,
  type Namespace,
  type PluginContext,
  type PluginDefinition,
  type Schema,
} from '@latchkey/plugin-api'
import type { SendApi, SendState, SentTransaction } from './api.js'
import type { Form } from './form.js'

/** Somebody the visitor knows, by an address of the chain family under which it is listed. */
export interface Contact {
  name: string
  address: string
}
/**
 * What another plugin gives to the point `send.contacts`: whom the visitor knows. Asked whenever the form is shown and a receiver is read, for 10 s at most; no more than 1,000 are looked at.
 * @example ctx.points.add(createToken<ContactSource>('send.contacts'), { id: 'friends', contacts: (namespace) => friendsOf(namespace) })
 */
export interface ContactSource {
  id: string
  contacts(namespace: Namespace): readonly Contact[] | Promise<readonly Contact[]>
}
export interface SendOptions {
  /** Chain families that can send; of those, the ones whose adapter can. {@link sendNamespaces} if left out. */
  namespaces?: readonly Namespace[]
  /** Whom the visitor knows, by chain family: they can be chosen, an address of theirs is shown with their name, and addresses that look like theirs are warned of. A function is asked whenever the form is shown and a receiver is read. */
  contacts?:
    | Readonly<Record<Namespace, readonly Contact[]>>
    | ((namespace: Namespace) => readonly Contact[] | Promise<readonly Contact[]>)
  /** `true`: an address that looks like a known one is marked, and blocks nothing. */
  allowLookalikes?: boolean
}

export type SendStorage = {
  readonly history: Schema<readonly Json[]>
  readonly sent: Schema<readonly Json[]>
}
export type SendContext = PluginContext<SendStorage, 'send'>

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
    /** It is known how it ended. */
    'send:settled': { transaction: SentTransaction }
    /** What was read of balances on that network is out of date. */
    'send:balance-changed': { network: Caip2 }
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

/** A list, or it throws. Entries are checked one by one where they are read, so that a bad one costs the others nothing. */
const asList: Schema<readonly Json[]> = (value) => [...(value as readonly Json[])]

const METHODS = [
  'load',
  'max',
  'send',
  'setToken',
  'setAmount',
  'setUnit',
  'setReceiver',
  'acceptLookalike',
  'confirm',
  'decline',
  'stopWaiting',
  'reset',
  'dismiss',
] as const satisfies readonly (keyof Form)[]

/**
 * Sending tokens and coins: a form behind a button of the Account view, a preview made of the very request, and what was sent followed to its end.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }), send()] })
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
    storage: {
      version: 1,
      keys: { history: asList, sent: asList },
      most: { history: 1_000, sent: 99 },
    },
    setup(ctx) {
      // The rest is undefined until the form is there.
      const slice = ctx.slice({
        tokenBalances: [],
        loading: false,
        unit: 'token',
        receiver: { status: 'empty' },
        fee: { status: 'unknown' },
        sent: [],
      } as unknown as SendState)
      const can = (namespace = ''): boolean =>
        !!(namespaces ? namespaces.includes(namespace) : knownNamespaces[namespace]?.send) &&
        !!ctx.adapters.find(namespace)?.value.abilities.includes('send')
      let form: Form | undefined
      const late = ctx.lazy('sending', async () =>
        (await import('./late.js')).startLate({ ctx, slice, canSend: can, ...options }),
      )
      // Once it is there, in the task of the call: fields are typed into.
      const use = async <T>(act: (form: Form) => T): Promise<Awaited<T>> =>
        await act((form ??= await (await late()).load()))
      const call =
        (name: keyof Form) =>
        (...args: never[]) => {
          const done = use((to) => (to[name] as (...args: never[]) => unknown)(...args))
          // Most are told and not waited for.
          done.catch(ctx.log.debug)
          return done
        }
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
        when: ({ account }) => can(account?.namespace),
        run: () => ctx.router.push('send.form'),
      })
      ctx.late(late)
      return {
        state: { get: slice.get, subscribe: slice.subscribe },
        canSend: () => can(ctx.accounts.active()?.namespace),
        ...(Object.fromEntries(METHODS.map((name) => [name, call(name)])) as unknown as Form),
        show: ctx.router.push,
        back: ctx.router.back,
      }
    },
  })
