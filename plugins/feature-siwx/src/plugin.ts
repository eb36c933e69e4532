import {
  definePlugin,
  type ConnectResult,
  type Json,
  type PluginDefinition,
  type Schema,
  type Slice,
} from '@latchkey/plugin-api'
import { notEnabled, startFailed } from './errors.js'
import type { SignInFlows } from './flow/startFlows.js'
import type { Context, SiwxApi, SiwxOptions, SiwxState, SiwxStorage } from './types.js'
import { signMessageView } from './views.js'

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    siwx: SiwxApi
  }
}

/**
 * The late half could not be fetched, and its texts and rules with it: reports the failure by the
 * texts that are here, and disconnects a visitor who must sign.
 */
async function failLoad(
  { messages, toasts, events, connections }: Context,
  { set }: Slice<SiwxState>,
  { required, automatic = true }: SiwxOptions,
  result: ConnectResult,
  cause: unknown,
): Promise<never> {
  const error = startFailed(cause)
  set({ status: required ? 'idle' : 'signedOut', error })
  events.emit('siwx:failed', { error, phase: 'start' })
  const key = 'errors.kernel.plugin_failed'
  const text = messages.text(key, { plugin: 'siwx' })
  if (required || (automatic && !result.restored))
    toasts.show({ variant: 'error', message: text === key ? error.message : text })
  if (required) await connections.disconnect(result)
  throw error
}

/** A list, or it throws. Entries are checked where they are read. */
const asList: Schema<readonly Json[]> = (value) => {
  if (!Array.isArray(value)) throw new TypeError('Expected a list.')
  return value as readonly Json[]
}
/** The entries of an object that are texts, or it throws. */
const asTexts: Schema<Readonly<Record<string, string>>> = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('Expected an object.')
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}

/**
 * Sign-in with a wallet message, after connecting or together with it. Without options it does
 * nothing.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] }),
 * siwx({ store: browserStore() })] })
 */
export const siwx = (options?: SiwxOptions): PluginDefinition<'siwx', SiwxApi, SiwxStorage> =>
  definePlugin({
    id: 'siwx',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    reaches: { origins: options?.store.origins ?? [] },
    storage: {
      version: 1,
      keys: {
        sessions: asList,
        authToken: asTexts,
        nonceToken: String,
        declined: asList,
        left: asList,
        changed: String,
      },
      most: { sessions: 20, authToken: 20, declined: 50, left: 50 },
    },
    setup(ctx) {
      const session = ctx.slice<SiwxState>({ status: 'idle' })
      const begin = ctx.lazy('sign-in', async () =>
        (await import('./late.js')).start(
          ctx,
          options!,
          session,
          () => import('./flow/startFlows.js'),
        ),
      )
      const load = async (): Promise<SignInFlows> => {
        if (!options) throw notEnabled()
        return (await begin())()
      }
      if (options) {
        ctx.late(begin)
        ctx.views.add(signMessageView)
        // Not in the late half: these steps load it, and try again where that failed.
        ctx.flow.connect.after(async (result) =>
          (
            await load().catch((error: unknown) => failLoad(ctx, session, options, result, error))
          ).connected(result),
        )
        ctx.flow.network(async () => (await load()).check())
      }
      return {
        session: { get: session.get, subscribe: session.subscribe },
        required: options?.required ?? false,
        signIn: async () => (await load()).signIn(),
        requestSignMessage: async () => (await load()).requestSignMessage(),
        signOut: async () => (await load()).signOut(),
        getSessions: async () => (await load()).getSessions(),
        cancel: async () => (await load()).cancel(),
      }
    },
  })
