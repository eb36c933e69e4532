import type { BackendClient, SignedNameText } from '@latchkey/backend'
import { noServer, toNameError } from '../failures.js'
import type { Lookup } from '../lookup/createLookup.js'
import type { KeptName } from '../lookup/shapes.js'
import { isUnclear } from '../register/sending.js'
import type { NamesSetup } from '../services.js'

/** A signed text that the server is to act on. */
export interface SignedChange {
  name: string
  body: SignedNameText
  code: 'names.change_failed' | 'names.release_failed'
  send(client: BackendClient, name: string, body: SignedNameText): Promise<void>
  /** Whether the server has done it by now. */
  isDone(found: KeptName | undefined): boolean
}

/** Sends a signed text. The call throws the error of that code where the server did not act on it. */
export const createSend =
  ({ client }: Pick<NamesSetup, 'client'>, lookup: Lookup) =>
  async ({ name, body, code, send, isDone }: SignedChange): Promise<void> => {
    const server = client()
    if (!server) throw noServer()
    try {
      await send(server, name, body)
    } catch (error) {
      // An answer that is lost says nothing about what the server has done.
      if (isUnclear(error) && (await lookup.readNow(name).then(isDone, () => false))) return
      throw await toNameError(code, name, error, server)
    }
  }
