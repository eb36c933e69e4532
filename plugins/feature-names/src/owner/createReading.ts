import { toNameError } from '../failures.js'
import type { Lookup } from '../lookup/createLookup.js'
import { inUseOf } from '../register/offer.js'
import { isSameTexts, textsOf } from '../rules/texts.js'
import type { NamesSetup } from '../services.js'
import type { NameChange } from './api.js'
import { ownedAs } from './ownedAs.js'

/** The reading of a name, before it can be changed. */
export interface Reading {
  open(name: string): Promise<void>
  retry(): Promise<void>
  /** Changes the state of a name, where it is still that of the view. */
  patch(name: string, more: Partial<NameChange>): void
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
  step: 'form',
  error: undefined,
})

/**
 * Whether a name is not to be read again. The wallet's own view lies over the form for a while, and what
 * was typed is there afterwards.
 */
const isInUse = ({ status, step, error, texts, saved }: NameChange): boolean =>
  status === 'waiting' || step !== 'form' || error !== undefined || !isSameTexts(texts, saved)

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
    async open(name) {
      const { change } = slice.get()
      const isSame = change?.name === name && change.address === account()
      if (!isSame || !isInUse(change)) await read(name)
    },
    async retry() {
      const { change } = slice.get()
      if (change) await read(change.name)
    },
  }
}
