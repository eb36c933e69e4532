import type { JsonValue } from '@latchkey/embedded-wallet/protocol'
import { rejected } from '../link/errors.js'
import { reasonOf } from '../rpc/nodeErrors.js'
import type { Prepared, Step, UseKeys } from '../rpc/prepared.js'
import type { Texts } from '../translations/en.js'
import { alone } from './alone.js'
import { drawCard, type Asker, type Card } from './card.js'
import { askRetry, sentenceOf, showNotice, type Surface } from './notice.js'
import { findPlace, placeIn, type Place } from './place.js'
import { readPatiently } from './readPatiently.js'

interface Options {
  self: Window & typeof globalThis
  /** The window in which pages of the frame's own stand: the request is shown there. Absent: a place is found. */
  within?: Window & typeof globalThis
  request: Prepared
  /** Reads the request anew, where what was shown cannot be signed any more. */
  read: () => Promise<Prepared>
  asker: Asker
  texts: Texts
  isWindowAlways: boolean
  signal: AbortSignal
  /** Opens the key again where it was forgotten while the person read. */
  unlock: () => Promise<void>
  use: UseKeys
  /** Called once the request may be carried out: it ends as it ends, whoever closes what. */
  submitted: () => void
}

/** The person's no: it counts until the signature is made, or until the signed request is handed on. */
interface Refusal {
  refuse: () => void
  refused: Promise<never>
  /** @throws FrameError 4001 once they have refused */
  check: () => void
}

function createRefusal(signal: AbortSignal): Refusal {
  let refuse!: () => void
  let isRefused = false
  const refused = new Promise<never>((_, reject) => {
    refuse = () => {
      isRefused = true
      reject(rejected())
    }
  })
  const check = (): void => {
    if (isRefused) throw rejected()
  }
  refused.catch(() => undefined)
  signal.addEventListener('abort', refuse, { once: true })
  if (signal.aborted) refuse()
  return { refuse, refused, check }
}

/** The answer of a request, and how to wait for more. */
export interface Approved {
  answer: JsonValue
  finish: Prepared['finish'] | undefined
}

/** Answered where the request is read anew before the person is asked again. */
const CHANGED = Symbol('changed')
/** The person allows less: this request is put before them in place of the other one. */
interface Lowered {
  lowered: Prepared
}

/** Shows a request until it is approved, signs it and sends it. */
async function askOnce(
  options: Options,
  request: Prepared,
  place: Place,
  { refuse, refused, check }: Refusal,
  note?: string,
): Promise<Approved | Lowered | typeof CHANGED> {
  const { self, asker, texts, signal, unlock, use, submitted } = options
  const surface: Surface = { self: place.self, texts, signal }
  let card: Card | undefined
  try {
    const chosen = await Promise.race([
      new Promise<'approved' | Lowered | typeof CHANGED>((resolve) => {
        card = drawCard({
          self: place.self,
          request,
          asker,
          texts,
          ...(note !== undefined && { note }),
          onApprove: () => resolve('approved'),
          onReject: refuse,
          onAgain: () => resolve(CHANGED),
          onLower: (lowered) => resolve({ lowered }),
        })
      }),
      refused,
    ])
    if (chosen !== 'approved') return chosen
    card?.setWaiting()
    const step: Step = {
      use,
      askRetry: (error) => askRetry(surface, error),
      submitted() {
        // The page may have been told of the refusal while the signed request was written down.
        check()
        submitted()
      },
    }
    const sign = async (): Promise<Approved | typeof CHANGED> => {
      await Promise.race([unlock(), refused])
      const isCurrent = await Promise.race([readCurrent(request, surface), refused])
      if (!isCurrent) return CHANGED
      card?.setSigning()
      return { answer: await request.run(step), finish: request.finish }
    }
    // Two tabs of one person would take the same nonce.
    const name = `latchkey ${request.network.id} ${request.account}`
    return await (request.isCurrent ? alone(self, name, signal, sign) : sign())
  } finally {
    card?.remove()
  }
}

const readCurrent = ({ isCurrent }: Prepared, surface: Surface): Promise<boolean> =>
  isCurrent ? readPatiently(isCurrent, surface) : Promise.resolve(true)

/**
 * Puts a request before the person and signs it once they approve.
 * @throws FrameError 4001 where they refuse, close the window, or the page takes its request back; what
 * the network said where it did not take what is signed
 */
export async function approve(options: Options): Promise<Approved> {
  const { self, within, texts, isWindowAlways, signal, read } = options
  const refusal = createRefusal(signal)
  const { refuse, refused } = refusal
  let place: Place | undefined
  try {
    const found = within ? placeIn(within) : findPlace(self, texts, isWindowAlways, signal, refuse)
    place = await Promise.race([found, refused])
    void place.closed.then(refuse)
    const surface: Surface = { self: place.self, texts, signal }
    let { request } = options
    let note: string | undefined
    for (;;) {
      const answer = await askOnce(options, request, place, refusal, note).catch(
        tellFailure(surface),
      )
      if (answer !== CHANGED && 'answer' in answer) return answer
      if (answer !== CHANGED) {
        ;({ lowered: request } = answer)
        note = undefined
        continue
      }
      request = await Promise.race([readPatiently(read, surface), refused])
      note = texts['approve.changed']
    }
  } finally {
    signal.removeEventListener('abort', refuse)
    place?.leave()
    const { document: page } = within ?? self
    page.body.replaceChildren()
  }
}

/** Tells the person what went wrong after their approval, before the page hears of it. */
const tellFailure =
  (surface: Surface) =>
  async (error: unknown): Promise<never> => {
    const isRefused = reasonOf(error) === 'rejected'
    if (!isRefused && !surface.signal.aborted && !surface.self.closed)
      await showNotice(surface, sentenceOf(error, surface.texts), {
        close: surface.texts['approve.close'],
      })
    throw error
  }
