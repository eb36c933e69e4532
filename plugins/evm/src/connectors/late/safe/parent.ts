import { member, refusal } from '../listeners.js'

/** The window around the page. */
export interface Parent {
  /** Asks the Safe app; settles once. @throws the Safe app's error */
  ask(method: string, params?: unknown): Promise<unknown>
  /** Rejects all requests that wait. */
  stop(): void
}

/** Version of the protocol, which Safe calls its Apps SDK. */
const SDK_VERSION = '9.1.0'
/** Longest error text that is kept. */
const MAX_TEXT_LENGTH = 500

const createId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

const toError = (error: unknown): unknown => {
  if (typeof error !== 'string') return error
  const text = error.slice(0, MAX_TEXT_LENGTH)
  return /reject/i.test(text) ? refusal(4001, text) : new Error(text)
}

/**
 * Talks to the parent window alone: messages are posted to its origin only, and only messages from
 * that window and origin are read.
 */
export function createParent(page: Window, origin: string): Parent {
  const { parent } = page
  const waiting = new Map<string, (answer: unknown) => void>()
  const onMessage = ({ source, origin: from, data }: MessageEvent): void => {
    if (source !== parent || from !== origin) return
    const id = member(data, 'id')
    const settle = typeof id === 'string' ? waiting.get(id) : undefined
    if (settle) settle(data)
  }
  const forget = (id: string): void => {
    waiting.delete(id)
    if (!waiting.size) page.removeEventListener('message', onMessage)
  }
  return {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        const id = createId()
        if (!waiting.size) page.addEventListener('message', onMessage)
        waiting.set(id, (answer) => {
          forget(id)
          if (member(answer, 'success') === true) resolve(member(answer, 'data'))
          else reject(toError(member(answer, 'error')))
        })
        parent.postMessage({ id, method, params, env: { sdkVersion: SDK_VERSION } }, origin)
      }),
    stop() {
      for (const [id, settle] of [...waiting]) {
        forget(id)
        settle({ success: false, error: 'The request was given up.' })
      }
    },
  }
}
