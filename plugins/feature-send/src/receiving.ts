import type { ChainAdapter, Namespace } from '@latchkey/plugin-api'
import type { Receiver, SendState } from './api.js'
import { linked, pause, type Ground, type Place } from './ground.js'
import { knownAddresses } from './known.js'
import { readReceiver } from './receiver/readReceiver.js'
import type { PaymentRequest, Reading } from './receiver/types.js'

/** How long the visitor must have stopped typing before somebody is asked, ms. */
const DEBOUNCE = 500

export interface Receiving {
  set(text: string): void
  accept(): void
  /** Resolves when it is known what the text is. */
  settled(): Promise<void>
  stop(): void
}

/** Reads the receiver's field: at once what can be told from the text, and names when the visitor has stopped typing. */
export function createReceiving(ground: Ground, onRead: (request: PaymentRequest | undefined) => void): Receiving {
  const { ctx, slice, adapter, place, allowLookalikes = false } = ground
  let running: { work: Promise<void>; stop(): void } | undefined

  const read = async (text: string, { network }: Place, signal: AbortSignal): Promise<Reading> => {
    const chain = await adapter(network.namespace)
    const unhurried = async (namespace: Namespace): Promise<ChainAdapter> => {
      const found = await adapter(namespace)
      const { nameLookup } = found
      if (!nameLookup) return found
      const resolve: typeof nameLookup.resolve = async (name, on, given) => {
        await pause(DEBOUNCE, signal)
        return signal.aborted ? undefined : nameLookup.resolve(name, on, given)
      }
      return { ...found, nameLookup: { ...nameLookup, resolve } }
    }
    return readReceiver(text, { network, networks: ctx.networks.get().map(({ value }) => value), registrations: ctx.adapters.get().map(({ value }) => value), adapter: unhurried, known: await knownAddresses(ground, chain, network), signal })
  }
  const show = ({ receiver, name, imageUrl, request }: Reading): void => {
    const seen: Receiver = receiver.status === 'ok' && receiver.lookalike && allowLookalikes ? { ...receiver, isLookalikeAccepted: true } : receiver
    slice.set({ receiver: seen, receiverProfileName: name, receiverProfileImageUrl: imageUrl })
    onRead(request)
  }
  const run = async (text: string, at: Place, signal: AbortSignal): Promise<void> => {
    try {
      const reading = await read(text, at, signal)
      if (!signal.aborted) show(reading)
    } catch (error) {
      if (signal.aborted) return
      ctx.log.warn(error)
      show({ receiver: { status: 'refused', problem: 'send.receiverUnread' } })
    }
  }
  const stop = (): void => {
    running?.stop()
    running = undefined
  }
  return {
    set(text) {
      stop()
      const at = place()
      const cleared: Partial<SendState> = { receiverAddress: text, receiverProfileName: undefined, receiverProfileImageUrl: undefined, error: undefined }
      if (!text.trim() || !at) {
        slice.set({ ...cleared, receiver: { status: 'empty' } })
        return onRead(undefined)
      }
      slice.set({ ...cleared, receiver: { status: 'checking' } })
      const { signal, abort } = linked(ctx.signal)
      running = { work: run(text, at, signal).finally(abort), stop: abort }
    },
    accept: () => slice.set(({ receiver }) => (receiver.status === 'ok' && receiver.lookalike ? { receiver: { ...receiver, isLookalikeAccepted: true } } : {})),
    settled: async () => {
      while (slice.get().receiver.status === 'checking' && running) await running.work
    },
    stop,
  }
}
