import { LIFETIME_MS } from './lifetime.js'
import { ownerKey, type Services } from './services.js'
import { whenSeen } from './sources/timing.js'
import type { Others } from './tokens/createOthers.js'
import type { Tokens } from './tokens/createTokens.js'

/** The wait before the first question after a transaction that an answer does not know of yet. */
const FIRST_WAIT_MS = 2_000
/** How often it is asked for again: each wait is twice as long as the one before, 30 s at most. */
const MOST_QUESTIONS = 8

/**
 * Reads the tokens while somebody watches: again after a failure, when the page is online, and where
 * an answer does not know of a transaction yet. A page that nobody sees asks for nothing by itself.
 */
export function createWatch(services: Services, tokens: Tokens, others: Others) {
  const { ctx, slice, changed } = services
  /** Whether each wants to know of other networks too. */
  const watchers = new Map<AbortSignal, boolean>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The transaction that is waited for, and how often it was asked for again. */
  let waited = { key: '', questions: 0 }

  /** The time in ms after which the tokens are read again. `undefined`: never by themselves. */
  const dueIn = (): number | undefined => {
    const { lastRetry } = slice.get()
    if (lastRetry !== undefined) return Math.max(0, lastRetry + LIFETIME_MS - Date.now())
    const owner = services.owner()
    const hash = owner && changed.get(owner.network.id)
    if (hash === undefined) return undefined
    const key = `${ownerKey(owner)} ${hash}`
    if (waited.key !== key) waited = { key, questions: 0 }
    const wait = Math.min(FIRST_WAIT_MS * 2 ** waited.questions, LIFETIME_MS)
    return waited.questions < MOST_QUESTIONS ? wait : undefined
  }
  const plan = (): void => {
    clearTimeout(timer)
    const wait = watchers.size && !ctx.signal.aborted ? dueIn() : undefined
    if (wait === undefined) return
    timer = setTimeout(() => {
      waited.questions++
      whenSeen(ctx.signal).then(loadIfWatched, () => undefined)
    }, wait)
  }
  const loadOthers = (): void => {
    if ([...watchers.values()].includes(true) && !ctx.signal.aborted) others.start()
  }
  const load = async (isForced?: boolean): Promise<void> => {
    await tokens.load(isForced)
    plan()
    loadOthers()
  }
  const loadIfWatched = (): void => {
    if (watchers.size) void load()
  }
  globalThis.window?.addEventListener('online', loadIfWatched)
  ctx.onDispose(() => {
    globalThis.window?.removeEventListener('online', loadIfWatched)
    clearTimeout(timer)
  })
  return {
    load,
    loadIfWatched,
    loadOthers,
    watch(signal: AbortSignal, also?: { others?: boolean }): void {
      if (signal.aborted) return
      watchers.set(signal, also?.others === true)
      signal.addEventListener('abort', () => {
        watchers.delete(signal)
        if (![...watchers.values()].includes(true)) others.stop()
      })
      void load()
    },
  }
}
