import { toNameError } from '../failures.js'
import type { Lookup } from '../lookup/createLookup.js'
import { inUseOf } from '../register/offer.js'
import { isSameTexts, textsOf } from '../rules/texts.js'
import type { NamesSetup } from '../services.js'
import type { NamesState } from '../api.js'
import type { NameChange, NameOwnerView } from './api.js'
import { ownedAs } from './ownedAs.js'

/** The reading of a name, before it can be changed. */
export interface Reading {
  open(name: string, view?: NameOwnerView): Promise<void>
  retry(): Promise<void>
  /** Changes the state of a name, where it is still that of the view. */
  patch(name: string, more: Partial<NameChange>): void
  /** Shows that the account does not have a name any more, where it is that of the view. */
  end(name: string): void
}

const NO_TEXTS = textsOf({})
const newChange = (name: string, address: string): NameChange => ({
  name,
  address,
  status: 'waiting',
  readError: undefined,
  coinType: undefined,
  texts: NO_TEXTS,
  saved: NO_TEXTS,
  problems: {},
})

/**
 * Whether a name is not to be read again. The wallet's own view lies over the form for a while, and what
 * was typed is there afterwards.
 */
const isInUse = (
  { name, status, texts, saved }: NameChange,
  { asking, failed }: Pick<NamesState, 'asking' | 'failed'>,
): boolean =>
  status === 'waiting' ||
  (status === 'ready' &&
    (asking?.name === name || failed?.name === name || !isSameTexts(texts, saved)))

/** Reads a name of the account in use, and its texts. */
export function createReading(setup: NamesSetup, lookup: Lookup): Reading {
  const { ctx, slice, client } = setup
  const account = (): string => inUseOf(setup).account?.address ?? ''
  let running: AbortController | undefined
  ctx.onDispose(() => running?.abort())

  const patch = (name: string, more: Partial<NameChange>): void =>
    slice.set(({ change }) => (change?.name === name ? { change: { ...change, ...more } } : {}))

  async function read(name: string): Promise<void> {
    running?.abort()
    const { signal } = (running = new AbortController())
    const address = account()
    slice.set({ change: newChange(name, address) })
    try {
      const found = await lookup.readNow(name, signal)
      if (signal.aborted) return
      const coinType = found && ownedAs(found.addresses, address)
      if (!found || coinType === undefined) return patch(name, { status: 'missing' })
      const texts = textsOf(found.attributes)
      patch(name, { status: 'ready', coinType, texts, saved: texts })
    } catch (error) {
      if (signal.aborted) return
      const readError = await toNameError('names.resolve_failed', name, error, client())
      if (!signal.aborted) patch(name, { status: 'unknown', readError })
    }
  }

  return {
    patch,
    end(name) {
      const { change } = slice.get()
      if (change?.name !== name) return
      running?.abort()
      slice.set({ change: { ...newChange(name, change.address), status: 'missing' } })
    },
    async open(name, view) {
      const { change, asking, failed } = slice.get()
      const isToldHere = failed?.name === name && (view ?? failed.view) === failed.view
      const told = isToldHere ? failed : undefined
      if (told !== failed) slice.set({ failed: told })
      const isSame = change?.name === name && change.address === account()
      if (!isSame || !isInUse(change, { asking, failed: told })) await read(name)
    },
    async retry() {
      const { change } = slice.get()
      if (change) await read(change.name)
    },
  }
}
