import { LatchkeyError } from '@latchkey/plugin-api'
import type { Lookup } from '../lookup/createLookup.js'
import type { NamesSetup } from '../services.js'
import type { Typing } from './createTyping.js'
import { showForm, showSuccess } from './screens.js'
import { createSend } from './sending.js'
import { prepare, sign } from './signing.js'

export interface Registering {
  register(name: string): Promise<string>
  cancel(): void
}

/** Registers names, one after the other: the wallet signs, the server stores. */
export function createRegister(setup: NamesSetup, lookup: Lookup, typing: Typing): Registering {
  const { ctx, slice } = setup
  const send = createSend(setup, lookup, typing)
  let waiting: AbortController | undefined

  async function run(given: string): Promise<string> {
    const registration = prepare(setup, given)
    const { name, label, account, network } = registration
    typing.type(label)
    waiting = new AbortController()
    const body = await sign(setup, registration, waiting.signal)
    slice.set({ step: 'sending' })
    await send(registration, body)
    typing.stop()
    lookup.forget(name, account.address)
    const registered = { name, address: account.address, network: network.id }
    slice.set({ registered, typed: '', availability: 'empty', suggestions: [], isAgreed: false })
    ctx.events.emit('names:registered', registered)
    return name
  }

  return {
    cancel: () => waiting?.abort(),
    async register(given) {
      const { loading, asking } = slice.get()
      if (loading || asking)
        throw new LatchkeyError('names.busy', 'The wallet is asked about a name already.')
      slice.set({ loading: true, step: 'signing', error: undefined })
      try {
        const name = await run(given)
        slice.set({ loading: false, step: 'form' })
        showSuccess(ctx, name)
        return name
      } catch (error) {
        slice.set({ loading: false, step: 'form', error })
        showForm(ctx)
        throw error
      } finally {
        waiting = undefined
      }
    },
  }
}
