import type { NameSuggestion } from '@latchkey/backend'
import type { NamesState } from '../api.js'
import { noServer, toNameError } from '../failures.js'
import { problemOf, toLabel } from '../rules/label.js'
import { labelOf, toWholeName } from '../rules/suffix.js'
import type { NamesSetup } from '../services.js'

/** The server is asked when nothing was typed for so long. */
export const DEBOUNCE_MS = 500

/** The effects of typing: rules at once, availability from one request a little later. */
export interface Typing {
  type(text: string): void
  retry(): void
  /** Takes the answer of a refusal: the name cannot be had, these can. */
  refuse(suggestions: readonly NameSuggestion[]): void
  stop(): void
}

const NO_ANSWER = {
  suggestions: [],
  suggestionsError: undefined,
  error: undefined,
} as const satisfies Partial<NamesState>

export function createTyping({ ctx, slice, suffix, client }: NamesSetup): Typing {
  const zone = suffix.slice(1)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined

  const stop = (): void => {
    clearTimeout(timer)
    running?.abort()
    running = undefined
  }
  const isOther = (label: string) => (suggestion: NameSuggestion) =>
    labelOf(suggestion.name, suffix) !== label

  async function ask(label: string): Promise<void> {
    const { signal } = (running = new AbortController())
    try {
      const server = client()
      if (!server) throw noServer()
      const found = await server.getNameSuggestions({ name: label, zone, signal })
      if (signal.aborted) return
      const isFree = found[0]?.name === toWholeName(label, suffix)
      const suggestions = found.filter(isOther(label))
      slice.set({ availability: isFree ? 'free' : 'taken', suggestions })
    } catch (error) {
      if (signal.aborted) return
      const suggestionsError = await toNameError('names.suggestions_failed', label, error, client())
      if (!signal.aborted) slice.set({ availability: 'unknown', suggestionsError })
    }
  }
  const plan = (label: string): void => {
    timer = setTimeout(() => void ask(label), DEBOUNCE_MS)
  }
  ctx.onDispose(stop)

  return {
    stop,
    type(text) {
      const typed = toLabel(text)
      if (typed === slice.get().typed) return
      stop()
      const problem = problemOf(typed)
      const availability = typed === '' ? 'empty' : problem ? 'wrong' : 'waiting'
      slice.set({ ...NO_ANSWER, typed, problem: typed === '' ? undefined : problem, availability })
      if (availability === 'waiting') plan(typed)
    },
    retry() {
      const { typed, problem } = slice.get()
      if (typed === '' || problem) return
      stop()
      slice.set({ ...NO_ANSWER, availability: 'waiting' })
      void ask(typed)
    },
    refuse(suggestions) {
      const { typed } = slice.get()
      stop()
      slice.set({ availability: 'taken', suggestions: suggestions.filter(isOther(typed)) })
    },
  }
}
