import type { ChainAdapter, Namespace } from '@latchkey/plugin-api'
import type { Receiver } from '../api.js'
import type { ActiveAccount, SendServices } from '../services/sendServices.js'
import { linkSignals, pause, withTimeout } from '../services/timing.js'
import { readKnownAddresses } from './knownAddresses.js'
import { isLookalike } from './lookalikes.js'
import { withNames } from './namesPlugin.js'
import { readOwnNames } from './ownNames.js'
import { readReceiver } from './readReceiver.js'
import type { PaymentRequest, Reading } from './types.js'

/** How long the visitor must have stopped typing before a name is looked up. */
const TYPING_PAUSE_MS = 500
/** How long the lookup of a name may take. */
const NAME_TIMEOUT_MS = 30_000

/** Members about the text before, which a new text clears. */
const UNREAD = {
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
  receiverNameSource: undefined,
  error: undefined,
} as const

export interface ReceiverField {
  /** Takes a new text and begins to read it. Reading the text before is stopped. */
  set(text: string): void
  /** The visitor says that an address or a name that resembles a known one is the right one. */
  acceptLookalike(): void
  /** Resolves when the text in the field has been read. */
  whenRead(): Promise<void>
  stop(): void
}

/** The adapter, with a lookup of names that waits until the visitor has stopped typing. */
function withTypingPause(adapter: ChainAdapter, signal: AbortSignal): ChainAdapter {
  const { nameLookup } = adapter
  if (!nameLookup) return adapter
  const resolve: typeof nameLookup.resolve = async (name, network, given) => {
    await pause(TYPING_PAUSE_MS, signal)
    return signal.aborted
      ? undefined
      : withTimeout(NAME_TIMEOUT_MS, 'looking up a name', given ?? signal, (limited) =>
          nameLookup.resolve(name, network, limited),
        )
  }
  return { ...adapter, nameLookup: { ...nameLookup, resolve } }
}

/** Reads a text as a receiver on the network of the account in use. */
async function readText(
  services: SendServices,
  text: string,
  { network }: ActiveAccount,
  signal: AbortSignal,
): Promise<Reading> {
  const { ctx, loadAdapter } = services
  let source: string | undefined
  const named = async (namespace: Namespace): Promise<ChainAdapter> =>
    withNames(await loadAdapter(namespace), services, namespace, (from) => {
      source = from
    })
  const here = await loadAdapter(network.namespace)
  const reading = await readReceiver(text, {
    network,
    signal,
    networks: ctx.networks.get().map(({ value }) => value),
    registrations: ctx.adapters.get().map(({ value }) => value),
    adapter: async (namespace: Namespace) => withTypingPause(await named(namespace), signal),
    known: await readKnownAddresses(services, here, network),
    ownNames: () => readOwnNames(services, here, network, signal),
  })
  return { ...reading, ...(reading.name !== undefined && source !== undefined && { source }) }
}

/**
 * The receiver's field: addresses are read at once, names when the visitor has stopped typing.
 * @param onRead - gets the payment that a link asks for, or nothing for other texts
 */
export function createReceiverField(
  services: SendServices,
  onRead: (request: PaymentRequest | undefined) => void,
): ReceiverField {
  const { ctx, slice, activeAccount, allowLookalikes = false } = services
  let running: { work: Promise<void>; stop(): void } | undefined

  const show = ({ receiver, name, imageUrl, request, source }: Reading): void => {
    const shown: Receiver =
      receiver.status === 'ok' && isLookalike(receiver) && allowLookalikes
        ? { ...receiver, isLookalikeAccepted: true }
        : receiver
    slice.set({
      receiver: shown,
      receiverProfileName: name,
      receiverProfileImageUrl: imageUrl,
      receiverNameSource: source,
    })
    onRead(request)
  }
  const run = async (text: string, active: ActiveAccount, signal: AbortSignal): Promise<void> => {
    const reading = await readText(services, text, active, signal).catch(
      (error: unknown): Reading => {
        if (!signal.aborted) ctx.log.warn(error)
        return { receiver: { status: 'refused', problem: 'send.notChecked' } }
      },
    )
    if (!signal.aborted) show(reading)
  }
  const stop = (): void => {
    running?.stop()
    running = undefined
  }
  return {
    set(text) {
      stop()
      const active = activeAccount()
      const isEmpty = !text.trim() || !active
      slice.set({
        receiverAddress: text,
        ...UNREAD,
        receiver: { status: isEmpty ? 'empty' : 'checking' },
      })
      if (isEmpty) return onRead(undefined)
      const { signal, abort } = linkSignals(ctx.signal)
      running = { work: run(text, active, signal).finally(abort), stop: abort }
    },
    acceptLookalike: () =>
      slice.set(({ receiver }) =>
        receiver.status === 'ok' && isLookalike(receiver)
          ? { receiver: { ...receiver, isLookalikeAccepted: true } }
          : {},
      ),
    whenRead: async () => {
      while (slice.get().receiver.status === 'checking' && running) await running.work
    },
    stop,
  }
}
