import type { ChainAdapter, Namespace } from '@latchkey/plugin-api'
import type { Receiver } from './api.js'
import { linked, pause, within, type Ground, type Place } from './ground.js'
import { knownAddresses } from './known.js'
import { readReceiver } from './receiver/readReceiver.js'
import type { PaymentRequest, Reading } from './receiver/types.js'

/** How long the visitor must have stopped typing before somebody is asked, ms. */
const DEBOUNCE = 500
/** Longest time that a name may take, ms. */
const LIMIT = 30_000

export interface Receiving {
  set(text: string): void
  accept(): void
  /** Resolves when it is known what the text is. */
  settled(): Promise<void>
  stop(): void
}

/** Asks for names when the visitor has stopped typing. */
async function unhurried(chain: ChainAdapter, signal: AbortSignal): Promise<ChainAdapter> {
  const { nameLookup } = chain
  if (!nameLookup) return chain
  const resolve: typeof nameLookup.resolve = async (name, on, given) => {
    await pause(DEBOUNCE, signal)
    return signal.aborted
      ? undefined
      : within(LIMIT, 'looking up a name', given ?? signal, (limited) =>
          nameLookup.resolve(name, on, limited),
        )
  }
  return { ...chain, nameLookup: { ...nameLookup, resolve } }
}

async function read(
  ground: Ground,
  text: string,
  { network }: Place,
  signal: AbortSignal,
): Promise<Reading> {
  const { ctx, adapter } = ground
  return readReceiver(text, {
    network,
    signal,
    networks: ctx.networks.get().map(({ value }) => value),
    registrations: ctx.adapters.get().map(({ value }) => value),
    adapter: async (namespace: Namespace) => unhurried(await adapter(namespace), signal),
    known: await knownAddresses(ground, await adapter(network.namespace), network),
  })
}

/** Reads the receiver's field: at once what can be told from the text, and names when the visitor has stopped typing. */
export function createReceiving(
  ground: Ground,
  onRead: (request: PaymentRequest | undefined) => void,
): Receiving {
  const { ctx, slice, place, allowLookalikes = false } = ground
  let running: { work: Promise<void>; stop(): void } | undefined

  const show = ({ receiver, name, imageUrl, request }: Reading): void => {
    const seen: Receiver =
      receiver.status === 'ok' && receiver.lookalike && allowLookalikes
        ? { ...receiver, isLookalikeAccepted: true }
        : receiver
    slice.set({ receiver: seen, receiverProfileName: name, receiverProfileImageUrl: imageUrl })
    onRead(request)
  }
  const run = async (text: string, at: Place, signal: AbortSignal): Promise<void> => {
    const reading = await read(ground, text, at, signal).catch((error: unknown): Reading => {
      if (!signal.aborted) ctx.log.warn(error)
      return { receiver: { status: 'refused', problem: 'send.notChecked' } }
    })
    if (!signal.aborted) show(reading)
  }
  const stop = (): void => {
    running?.stop()
    running = undefined
  }
  return {
    set(text) {
      stop()
      const at = place()
      const isEmpty = !text.trim() || !at
      slice.set({
        receiverAddress: text,
        receiverProfileName: undefined,
        receiverProfileImageUrl: undefined,
        error: undefined,
        receiver: { status: isEmpty ? 'empty' : 'checking' },
      })
      if (isEmpty) return onRead(undefined)
      const { signal, abort } = linked(ctx.signal)
      running = { work: run(text, at, signal).finally(abort), stop: abort }
    },
    accept: () =>
      slice.set(({ receiver }) =>
        receiver.status === 'ok' && receiver.lookalike
          ? { receiver: { ...receiver, isLookalikeAccepted: true } }
          : {},
      ),
    settled: async () => {
      while (slice.get().receiver.status === 'checking' && running) await running.work
    },
    stop,
  }
}
