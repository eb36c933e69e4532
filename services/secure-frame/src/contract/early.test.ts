import { isFrameReady } from '@latchkey/embedded-wallet/protocol'
import { createContext, runInContext } from 'node:vm'
import { expect, it } from 'vitest'
import { EARLY_SCRIPT, type Early } from './early.js'

/** Runs the script in a window with a parent, or in one that stands alone. */
function run(isFramed = true) {
  const posted: unknown[] = []
  const listeners = new Set<(event: unknown) => void>()
  const window: Record<string, unknown> & { latchkeyEarly?: Early } = {
    crypto,
    addEventListener: (_: string, listen: (event: unknown) => void) => listeners.add(listen),
    removeEventListener: (_: string, listen: (event: unknown) => void) => listeners.delete(listen),
  }
  window['window'] = window
  window['parent'] = isFramed
    ? { postMessage: (...message: unknown[]) => void posted.push(message) }
    : window
  runInContext(EARLY_SCRIPT, createContext(window))
  const post = (event: unknown) => listeners.forEach((listen) => listen(event))
  return { posted, listeners, post, early: window.latchkeyEarly }
}

it('The script posts a ready event to its parent, with a nonce of its own each time', () => {
  const pages = [run(), run()]
  for (const { posted, early } of pages) {
    const [[ready, target]] = posted as [[unknown, string]]
    expect([isFrameReady(JSON.parse(JSON.stringify(ready))), target]).toEqual([true, '*'])
    expect(ready).toMatchObject({ nonce: early?.nonce })
  }
  expect(pages[0]?.early?.nonce).not.toBe(pages[1]?.early?.nonce)
})

it('The script keeps what comes until it is taken, and of a flood the first messages', () => {
  const { post, early, listeners } = run()
  for (let at = 0; at < 1_000; at += 1) post(at)
  expect([...early!.take()]).toEqual(Array.from({ length: 32 }, (_, at) => at))
  expect(listeners.size).toBe(0)
})

it('In a window of its own the script does nothing', () => {
  const { posted, listeners, early } = run(false)
  expect([posted, listeners.size, early]).toEqual([[], 0, undefined])
})
