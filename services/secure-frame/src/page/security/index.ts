import type { FrameNotice } from '@latchkey/embedded-wallet/protocol'
import { findPlace } from '../approval/place.js'
import { otherPerson, rejected } from '../link/errors.js'
import type { Session } from '../session/session.js'
import { languageOf } from '../translations/index.js'
import { loadSecurityTexts } from '../translations/security/index.js'
import type { Homes } from '../wallet/homes.js'
import type { Wallet } from '../wallet/wallet.js'
import type { Flow } from './flow.js'
import { holdPerson } from './hold.js'
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
  isWindowAlways: boolean
  signal: AbortSignal
  /** Ends with the person whom the pages are for. */
  person: AbortSignal
}

/**
 * Runs pages in the frame, or in a window of the secure origin where the browser does not measure what
 * covers the frame.
 * @throws FrameError 4100 where the person whom they are for is not signed in any more
 */
async function inPlace(options: Options, run: (flow: Flow) => Promise<void>): Promise<void> {
  const { self, lang, isWindowAlways, homes, person } = options
  const held = holdPerson(options, person)
  const texts = await loadSecurityTexts(languageOf(lang))
  const left = new AbortController()
  const signal = AbortSignal.any([options.signal, left.signal, person])
  const refusal = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(rejected()))
    if (signal.aborted) reject(rejected())
  })
  refusal.catch(() => undefined)
  const place = findPlace(self, texts, isWindowAlways, signal, () => left.abort())
  try {
    const { self: own, closed } = await Promise.race([place, refusal])
    void closed.then(() => left.abort())
    if (own !== self) homes.useWindow(own)
    await run({ ...held, homes, screens: createScreens({ self: own, texts, signal }) })
  } catch (error) {
    if (person.aborted && !options.signal.aborted && isRejection(error)) throw otherPerson()
    throw error
  } finally {
    left.abort()
    void place.then(({ leave }) => leave())
    self.document.body.replaceChildren()
  }
}

/** Opens the key, and has the person choose or use a way of recovery where that needs it. */
export const openKeyInFrame = (options: Options): Promise<void> => inPlace(options, openKey)

/** Shows the frame's own pages until the person is done. */
export async function openSecurity({
  tell,
  ...options
}: Options & { tell: (notice: FrameNotice) => void }): Promise<void> {
  tell({ type: 'show frame', purpose: 'security', height: HEIGHT })
  try {
    await inPlace(options, showPages)
  } catch (error) {
    // A person who leaves is done.
    if (options.signal.aborted || !isRejection(error)) throw error
  } finally {
    tell({ type: 'hide frame' })
  }
}
