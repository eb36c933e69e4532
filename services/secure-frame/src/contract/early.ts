import { frameReady } from '@latchkey/embedded-wallet/protocol'

/** The start of a handshake, which the page's first script keeps for its module as `window.latchkeyEarly`. */
export interface Early {
  /** 16 random bytes in hex, which the ready event had. */
  nonce: string
  /** The messages that came meanwhile. Nothing is kept from then on. */
  take(): readonly MessageEvent[]
}

/** A page offers one port; more than these few messages come of a page that floods the frame. */
const MAX_KEPT = 32
const { nonce: _, ...ready } = frameReady('')

/**
 * Posts the ready event before the page's files are there, and keeps the offers that come until its module
 * reads them: the page's 500 ms after the ready event pass while the frame loads. It stands in the page as
 * text, and its hash in the policy.
 */
export const EARLY_SCRIPT = `(() => {
if (parent === window) return
const bytes = crypto.getRandomValues(new Uint8Array(16))
const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const kept = []
const keep = (event) => void (kept.length < ${MAX_KEPT} && kept.push(event))
const take = () => (removeEventListener('message', keep), kept)
addEventListener('message', keep)
window.latchkeyEarly = { nonce, take }
parent.postMessage({ ...${JSON.stringify(ready)}, nonce }, '*')
})()`
