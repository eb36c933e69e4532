import { member, refusal } from '../listeners.js'

/** Asks the window around the page. */
export interface Parent {
  /** Settles once, with what the Safe app answers. @throws what it refused with */
  ask(method: string, params?: unknown): Promise<unknown>
  /** Gives up all that waits. */
  stop(): void
}

/** Of the protocol that Safe calls its Apps SDK. */
const VERSION = '9.1.0'
/** Longest text of a refusal that is kept. */
const MOST_TEXT = 500

const createId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

const toError = (error: unknown): unknown => {
  if (typeof error !== 'string') return error
  const text = error.slice(0, MOST_TEXT)
  return /reject/i.test(text) ? refusal(4001, text) : new Error(text)
}

/** Speaks with the parent window alone: what is posted names its origin, and only what comes from that very window and origin is heard. */
export function createParent(page: Window, origin: string): Parent {
  const { parent } = page
  const waiting = new Map<string, (answer: unknown) => void>()
  const listen = ({ source, origin: from, data }: MessageEvent): void => {
    if (source !== parent || from !== origin) return
    const id = member(data, 'id')
    const settle = typeof id === 'string' ? waiting.get(id) : undefined
    if (settle) settle(data)
  }
  const forget = (id: string): void => {
    waiting.delete(id)
    if (!waiting.size) page.removeEventListener('message', listen)
  }
  return {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        const id = createId()
        if (!waiting.size) page.addEventListener('message', listen)
        waiting.set(id, (answer) => {
          forget(id)
          if (member(answer, 'success') === true) resolve(member(answer, 'data'))
          else reject(toError(member(answer, 'error')))
        })
        parent.postMessage({ id, method, params, env: { sdkVersion: VERSION } }, origin)
      }),
    stop() {
      for (const [id, settle] of [...waiting]) {
        forget(id)
        settle({ success: false, error: 'Nobody waits for an answer any more.' })
      }
    },
  }
}
