import type { FrameNotice } from '@latchkey/embedded-wallet/protocol'
import { findPlace } from '../approval/place.js'
import { rejected } from '../link/errors.js'
import type { Session } from '../session/session.js'
import { languageOf } from '../translations/index.js'
import { loadSecurityTexts } from '../translations/security/index.js'
import type { Homes } from '../wallet/homes.js'
import type { Wallet } from '../wallet/wallet.js'
import { showPages } from './pages.js'
import { openKey } from './recover.js'
import { createScreens, isRejection } from './screens.js'

/** Height that the pages ask for, in CSS pixels. */
const HEIGHT = 560

interface Options {
  self: Window & typeof globalThis
  lang: string
  session: Session
  wallet: Wallet
  homes: Homes
  signal: AbortSignal
}

/** Opens the key, and has the person choose or use a way of recovery where that needs it. */
export async function openKeyInFrame(options: Options): Promise<void> {
  const { self, lang, signal, ...rest } = options
  const texts = await loadSecurityTexts(languageOf(lang))
  await openKey({ ...rest, screens: createScreens({ self, texts, signal }) })
}

/**
 * Shows the frame's own pages until the person is done: in the frame, or in a window of the secure origin
 * where the browser does not measure what covers the frame.
 */
export async function openSecurity(
  options: Options & { isWindowAlways: boolean; tell: (notice: FrameNotice) => void },
): Promise<void> {
  const { self, lang, signal, isWindowAlways, tell, ...rest } = options
  const texts = await loadSecurityTexts(languageOf(lang))
  const left = new AbortController()
  const both = AbortSignal.any([signal, left.signal])
  tell({ type: 'show frame', purpose: 'security', height: HEIGHT })
  const place = findPlace(self, texts, isWindowAlways, both, () => left.abort())
  const refusal = new Promise<never>((_, reject) =>
    both.addEventListener('abort', () => reject(rejected())),
  )
  refusal.catch(() => undefined)
  try {
    const { self: own, closed } = await Promise.race([place, refusal])
    void closed.then(() => left.abort())
    if (own !== self) rest.homes.useWindow(own)
    await showPages({ ...rest, screens: createScreens({ self: own, texts, signal: both }) })
  } catch (error) {
    // A person who leaves is done.
    if (signal.aborted || !isRejection(error)) throw error
  } finally {
    left.abort()
    void place.then(({ leave }) => leave())
    self.document.body.replaceChildren()
    tell({ type: 'hide frame' })
  }
}
