import { findPlace } from '../approval/place.js'
import type { FrameConfig } from '../link/config.js'
import { otherPerson, rejected } from '../link/errors.js'
import type { Parts } from '../parts.js'
import { languageOf } from '../translations/language.js'
import { loadSecurityTexts } from '../translations/security/index.js'
import { confirm } from './confirm.js'
import type { Flow } from './flow.js'
import { holdPerson } from './hold.js'
import { openKey } from './recover.js'
import { createScreens, isRejection, type Screens } from './screens.js'

export interface PlaceOptions extends Pick<Parts, 'self'> {
  config: Pick<FrameConfig, 'lang' | 'approvalWindow'>
  signal: AbortSignal
}
export interface KeyOptions extends PlaceOptions, Pick<Parts, 'session' | 'wallet' | 'homes'> {
  /** Ends with the person whom the pages are for. */
  person: AbortSignal
}
/**
 * Runs screens in the frame, or in a window of the secure origin where the browser does not measure what
 * covers the frame.
 */
export async function onScreens(
  options: PlaceOptions,
  run: (screens: Screens) => Promise<void>,
): Promise<void> {
  const { self, config } = options
  const texts = await loadSecurityTexts(languageOf(config.lang))
  const left = new AbortController()
  const signal = AbortSignal.any([options.signal, left.signal])
  const refusal = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(rejected()))
    if (signal.aborted) reject(rejected())
  })
  refusal.catch(() => undefined)
  const isWindowAlways = config.approvalWindow === 'always'
  const place = findPlace(self, texts, isWindowAlways, signal, () => left.abort())
  try {
    const { self: own, closed } = await Promise.race([place, refusal])
    void closed.then(() => left.abort())
    await run(createScreens({ self: own, texts, signal }))
  } finally {
    left.abort()
    void place.then(({ leave }) => leave())
    self.document.body.replaceChildren()
  }
}

/**
 * Runs pages of a person.
 * @throws FrameError 4100 where the person whom they are for is not signed in any more
 */
export async function inPlace(
  options: KeyOptions,
  run: (flow: Flow) => Promise<void>,
): Promise<void> {
  const { self, homes, person, session } = options
  const held = holdPerson(options, person)
  const signal = AbortSignal.any([options.signal, person])
  try {
    await onScreens({ ...options, signal }, async (screens) => {
      if (screens.self !== self) homes.useWindow(screens.self)
      const flow = { ...held, homes, screens }
      await session.freshened(
        () => confirm(flow),
        () => run(flow),
      )
    })
  } catch (error) {
    if (person.aborted && !options.signal.aborted && isRejection(error)) throw otherPerson()
    throw error
  }
}

/** Opens the key, and has the person choose or use a way of recovery where that needs it. */
export const openKeyInFrame = (options: KeyOptions): Promise<void> => inPlace(options, openKey)
