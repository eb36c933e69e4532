import { numberToHex } from 'viem'
import { WalletCore, type Method, type WalletOptions } from './core.js'
import { follow } from './rules.js'
import { offline, toRpcError, unsupported } from './errors.js'
import { createFaults } from './faults.js'
import { callsMethods } from './methods/calls.js'
import { networkMethods } from './methods/network.js'
import { passedOn } from './node.js'
import { permissionMethods } from './methods/permissions.js'
import { sendMethods } from './methods/send.js'
import { signMethods } from './methods/sign.js'
import type { Eip1193Provider, RequestArguments, WalletControl, WalletEvents } from './types.js'

const methods: Record<string, Method> = {
  ...permissionMethods,
  ...signMethods,
  ...sendMethods,
  ...callsMethods,
  ...networkMethods,
}

/** The owner's side of a wallet with the provider that a site gets. */
export interface Wallet {
  provider: Eip1193Provider
  control: WalletControl
  /** Reads again what the memory holds; for a change made by another tab. */
  reload(): void
  emit<E extends keyof WalletEvents>(event: E, value: WalletEvents[E]): void
  /** How many listeners a site has left on the provider. */
  listenerCount(event: string): number
}

/**
 * Answers without an `await` before the method: a popup may be opened in the task of the request.
 */
async function answer(core: WalletCore, { method, params }: RequestArguments): Promise<unknown> {
  try {
    if (!core.online) throw offline()
    const all = { ...methods, ...core.options.methods }
    const own = Object.hasOwn(all, method) ? all[method] : undefined
    if (own) return await own(core, params, method)
    if (passedOn.has(method)) return await core.node({ method, params })
    throw unsupported(method)
  } catch (error) {
    throw toRpcError(error)
  }
}

function createProvider(
  core: WalletCore,
  respond: (args: RequestArguments) => Promise<unknown>,
): Eip1193Provider {
  const provider: Eip1193Provider = {
    request: respond,
    on(event, listener) {
      core.events.on(event, listener)
      return provider
    },
    removeListener(event, listener) {
      core.events.off(event, listener)
      return provider
    },
  }
  return provider
}

/**
 * A wallet without any window: keys, chains, permissions, prompts. It runs in a page and in Node
 * alike.
 * @throws when it gets no account or no chain
 */
export function createWallet(options: WalletOptions): Wallet {
  const core = new WalletCore(options)
  const faults = createFaults()
  const requests: { method: string; params: unknown }[] = []

  const respond = (args: RequestArguments): Promise<unknown> => {
    const { method, params } = args
    requests.push({ method, params })
    const fault = faults.take(method)
    switch (fault?.kind) {
      case 'throw':
        throw fault.value
      case 'reject':
        return Promise.reject(fault.value)
      case 'answer':
        return Promise.resolve(fault.value)
      case 'hang':
        return new Promise(() => {})
      case 'delay':
        return new Promise((resolve) => setTimeout(resolve, fault.value as number)).then(() =>
          answer(core, args),
        )
      default:
        return answer(core, args)
    }
  }
  if (options.rule) follow(core, options.rule)
  return {
    provider: createProvider(core, respond),
    control: {
      ...createControl(core, requests),
      ...faults.switches,
      get pending() {
        return core.prompts.pending
      },
      get state() {
        return core.state
      },
    },
    reload: () => core.reload(),
    emit: (event, value) => core.events.emit(event, value),
    listenerCount: (event) => core.events.count(event),
  }
}

function createControl(
  core: WalletCore,
  requests: WalletControl['requests'],
): Omit<WalletControl, 'pending' | 'state' | keyof ReturnType<typeof createFaults>['switches']> {
  return {
    requests,
    follow: (rule) => follow(core, rule),
    approve: core.prompts.approve,
    reject: core.prompts.reject,
    setAccounts(accounts) {
      core.exposed = core.held(accounts)
      if (core.granted.length > 0) core.grant([...core.exposed])
    },
    setChain: (chainId) => core.setChain(chainId),
    lock: () => core.setLocked(true),
    unlock: () => core.setLocked(false),
    disconnect: () => core.grant([]),
    goOffline() {
      core.online = false
      core.events.emit('disconnect', offline())
    },
    goOnline() {
      core.online = true
      core.events.emit('connect', { chainId: numberToHex(core.chainId) })
    },
    dispose: () => core.prompts.dispose(),
  }
}
