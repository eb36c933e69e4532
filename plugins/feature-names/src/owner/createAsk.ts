import { LatchkeyError } from '@latchkey/plugin-api'
import { toNameError } from '../failures.js'
import type { Lookup } from '../lookup/createLookup.js'
import { inUseOf } from '../register/offer.js'
import { showDone, showForm, type AskingView } from '../register/screens.js'
import { signText, type Signer } from '../register/signing.js'
import { checkInUse } from '../rules/requirements.js'
import { toWholeName } from '../rules/suffix.js'
import type { NamesSetup } from '../services.js'
import type { Reading } from './createReading.js'
import { createSend, type SignedChange } from './createSend.js'
import { ownedAs } from './ownedAs.js'

/** A change that is still to be signed. */
export interface Wanted extends Omit<SignedChange, 'name' | 'body'> {
  view: 'names.details' | 'names.giveUp'
  /** The data that is signed. */
  messageOf(name: string): object
  /** Takes the success into the state. */
  finish(name: string): void
  /** The key of the text that tells of the success. */
  told: string
}

type CoinTypes = (name: string, address: string, code: Wanted['code']) => Promise<number>

/** Finds the coin type that a name was registered with. The call throws `names.not_owned`, or `code`. */
const createCoinTypes =
  ({ slice, client }: NamesSetup, lookup: Lookup): CoinTypes =>
  async (name, address, code) => {
    const { change } = slice.get()
    if (change?.name === name && change.address === address && change.coinType !== undefined)
      return change.coinType
    const found = await lookup.readNow(name).catch(async (error: unknown) => {
      throw await toNameError(code, name, error, client())
    })
    const coinType = found && ownedAs(found.addresses, address)
    if (coinType !== undefined) return coinType
    throw new LatchkeyError('names.not_owned', `${name} does not belong to ${address}.`, {
      context: { name, address },
    })
  }

/** Asks the wallet to sign one change after the other, and the server to act on it. */
export function createAsk(setup: NamesSetup, lookup: Lookup, { patch }: Pick<Reading, 'patch'>) {
  const { ctx, slice, suffix } = setup
  const send = createSend(setup, lookup)
  const readCoinType = createCoinTypes(setup, lookup)
  let waiting: AbortController | undefined

  async function run(name: string, wanted: Wanted, { signal }: AbortController): Promise<Signer> {
    const signer = checkInUse(inUseOf(setup))
    const { address } = signer.account
    const coinType = await readCoinType(name, address, wanted.code)
    signal.throwIfAborted()
    const message = JSON.stringify(wanted.messageOf(name))
    const signature = await signText(setup, signer, message, signal)
    if (signature === undefined)
      throw new LatchkeyError(wanted.code, 'The wallet answered no signature.', {
        context: { name, reason: '' },
      })
    patch(name, { step: 'sending' })
    const body = { coin_type: coinType, address, message, signature }
    await send({ ...wanted, name, body })
    return signer
  }

  return {
    cancel: () => waiting?.abort(),
    async ask(given: string, wanted: Wanted): Promise<void> {
      if (waiting || slice.get().loading)
        throw new LatchkeyError('names.busy', 'The wallet is asked about a name already.')
      const name = toWholeName(given.trim().toLowerCase(), suffix)
      const asked: AskingView = { view: wanted.view, params: { name } }
      waiting = new AbortController()
      patch(name, { step: 'signing', error: undefined })
      try {
        const { account, network } = await run(name, wanted, waiting)
        const { address } = account
        lookup.forget(name, address)
        patch(name, { step: 'form' })
        wanted.finish(name)
        const isGivenUp = wanted.view === 'names.giveUp'
        ctx.events.emit('names:changed', { name, address, network: network.id, isGivenUp })
        showDone(ctx, asked, wanted.told, name)
      } catch (error) {
        patch(name, { step: 'form', error })
        showForm(ctx, asked)
        throw error
      } finally {
        waiting = undefined
      }
    },
  }
}
