import type { NameRegistration } from '@latchkey/backend'
import { isLatchkeyError } from '@latchkey/plugin-api'
import { noServer, toNameError } from '../failures.js'
import type { Lookup } from '../lookup/createLookup.js'
import { isSameAddress } from '../rules/isSameAddress.js'
import type { NamesSetup } from '../services.js'
import type { Typing } from './createTyping.js'
import type { Registration } from './signing.js'

const TAKEN = 409

/** Whether the server may have done what it was asked for although it did not say so. */
export const isUnclear = (error: unknown): boolean =>
  isLatchkeyError(error) && !(isLatchkeyError(error, 'http.status') && error.context.status < 500)

/** Sends a signed registration. The call throws `names.register_failed`. */
export function createSend(
  { client }: Pick<NamesSetup, 'client'>,
  lookup: Lookup,
  typing: Typing,
): (registration: Registration, body: NameRegistration) => Promise<void> {
  /** Whether the name leads to the account by now. */
  async function stands({ name }: Registration, body: NameRegistration): Promise<boolean> {
    const found = await lookup.readNow(name).catch(() => undefined)
    return isSameAddress(found?.addresses[String(body.coin_type)]?.address ?? '', body.address)
  }

  return async (registration, body) => {
    const server = client()
    if (!server) throw noServer()
    try {
      await server.registerName(body)
    } catch (error) {
      // An answer that is lost says nothing about what the server has done.
      if (isUnclear(error) && (await stands(registration, body))) return
      if (isLatchkeyError(error, 'http.status') && error.context.status === TAKEN)
        typing.refuse((await server.refusalOf(error))?.suggestions ?? [])
      throw await toNameError('names.register_failed', registration.given, error, server)
    }
  }
}
