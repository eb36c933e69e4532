import { LatchkeyError } from '@latchkey/plugin-api'
import { toNameError } from '../failures.js'
import type { Lookup } from '../lookup/createLookup.js'
import { inUseOf } from '../register/offer.js'
import { showDone, showForm, type AskingView } from '../register/screens.js'
import { signText, type Signer } from '../register/signing.js'
import { checkInUse } from '../rules/requirements.js'
import { toWholeName } from '../rules/suffix.js'
import type { NamesSetup } from '../services.js'
import type { NameOwnerView } from './api.js'
import { createSend, type SignedChange } from './createSend.js'
import { ownedAs } from './ownedAs.js'

/** A change that is still to be signed. */
export interface Wanted extends Omit<SignedChange, 'name' | 'body'> {
  view: NameOwnerView
  /** The data that is signed. */
  messageOf(name: string): object
  /** Takes the success into the state. */
  finish(name: string): void
  /** The key of the text that tells of the success. */
  told: string
}

type CoinTypes = (
  name: string,
  address: string,
  code: Wanted['code'],
  signal: AbortSignal,
) => Promise<number>

/** @throws `kernel.aborted` where the visitor stopped waiting, as the kernel says it of a wallet */
function checkWaiting(name: string, { aborted, reason }: AbortSignal): void {
  if (aborted)
    throw new LatchkeyError('kernel.aborted', `The change of ${name} was given up.`, {
      cause: reason,
    })
}

/** Finds the coin type that a name was registered with. The call throws `names.not_owned`, or `code`. */
const createCoinTypes =
  ({ slice, client }: NamesSetup, lookup: Lookup): CoinTypes =>
  async (name, address, code, signal) => {
    const { change } = slice.get()
    if (change?.name === name && change.address === address && change.coinType !== undefined)
      return change.coinType
    const found = await lookup.readNow(name, signal).catch(async (error: unknown) => {
      checkWaiting(name, signal)
      throw await toNameError(code, name, error, client())
    })
    const coinType = found && ownedAs(found.addresses, address)
    if (coinType !== undefined) return coinType
    throw new LatchkeyError('names.not_owned', `${name} does not belong to ${address}.`, {
      context: { name, address },
    })
  }

/** Asks the wallet to sign one change after the other, and the server to act on it. */
export function createAsk(setup: NamesSetup, lookup: Lookup) {
  const { ctx, slice, suffix } = setup
  const send = createSend(setup, lookup)
  const readCoinType = createCoinTypes(setup, lookup)
  let waiting: AbortController | undefined

  async function run(name: string, wanted: Wanted, { signal }: AbortController): Promise<Signer> {
    const signer = checkInUse(inUseOf(setup))
    const { address } = signer.account
    slice.set({ asking: { view: wanted.view, name, address, step: 'signing' } })
    const coinType = await readCoinType(name, address, wanted.code, signal)
    checkWaiting(name, signal)
    const message = JSON.stringify(wanted.messageOf(name))
    const signature = await signText(setup, signer, message, signal)
    if (signature === undefined)
      throw new LatchkeyError(wanted.code, 'The wallet answered no signature.', {
        context: { name, reason: '' },
      })
    slice.set({ asking: { view: wanted.view, name, address, step: 'sending' } })
    const body = { coin_type: coinType, address, message, signature }
    await send({ ...wanted, name, body })
    return signer
  }

  return {
    cancel: () => waiting?.abort(),
    async ask(given: string, wanted: Wanted): Promise<void> {
      const { asking, loading } = slice.get()
      if (asking || loading)
        throw new LatchkeyError('names.busy', 'The wallet is asked about a name already.')
      const name = toWholeName(given.trim().toLowerCase(), suffix)
      const asked: AskingView = { view: wanted.view, params: { name } }
      waiting = new AbortController()
      slice.set({ failed: undefined })
      try {
        const { account, network } = await run(name, wanted, waiting)
        const { address } = account
        lookup.forget(name, address)
        slice.set({ asking: undefined })
        wanted.finish(name)
        const isGivenUp = wanted.view === 'names.giveUp'
        ctx.events.emit('names:changed', { name, address, network: network.id, isGivenUp })
        showDone(ctx, asked, wanted.told, name)
      } catch (error) {
        slice.set({ asking: undefined, failed: { view: wanted.view, name, error } })
        showForm(ctx, asked)
        throw error
      } finally {
        waiting = undefined
      }
    },
  }
}
