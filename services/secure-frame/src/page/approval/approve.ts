import type { JsonValue } from '@latchkey/embedded-wallet/protocol'
import { rejected } from '../link/errors.js'
import type { Prepared, UseKeys } from '../rpc/prepared.js'
import { languageOf, loadTexts } from '../translations/index.js'
import { drawCard, type Asker, type Card } from './card.js'
import { findPlace, type Place } from './place.js'

interface Options {
  self: Window & typeof globalThis
  request: Prepared
  asker: Asker
  lang: string
  isWindowAlways: boolean
  signal: AbortSignal
  /** Opens the key again where it was forgotten while the person read. */
  unlock: () => Promise<void>
  use: UseKeys
}

/**
 * Puts a request before the person and signs it once they approve.
 * @throws FrameError 4001 where they refuse, close the window, or the page takes its request back
 */
export async function approve(options: Options): Promise<JsonValue> {
  const { self, request, asker, lang, isWindowAlways, signal, unlock, use } = options
  const texts = await loadTexts(languageOf(lang))
  let place: Place | undefined
  let card: Card | undefined
  let refuse!: () => void
  const refusal = new Promise<never>((_, reject) => (refuse = () => reject(rejected())))
  refusal.catch(() => undefined)
  signal.addEventListener('abort', refuse)
  if (signal.aborted) refuse()
  try {
    place = await Promise.race([findPlace(self, texts, isWindowAlways, signal, refuse), refusal])
    const approval = new Promise<void>((resolve) => {
      card = drawCard({
        self: place!.self,
        request,
        asker,
        texts,
        onApprove: resolve,
        onReject: refuse,
      })
    })
    void place.closed.then(refuse)
    await Promise.race([approval, refusal])
    card?.setSigning()
    await unlock()
    if (signal.aborted) throw rejected()
    return await request.run(use)
  } finally {
    signal.removeEventListener('abort', refuse)
    card?.remove()
    place?.leave()
    self.document.body.replaceChildren()
  }
}
