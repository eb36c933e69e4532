import { busy, rejected } from './errors.js'
import type { Approval, Prompt, PromptKind, PromptUi, WalletSettings } from './types.js'

interface Waiting {
  prompt: Prompt
  resolve(approval: Approval): void
  reject(error: unknown): void
}

/** Of these only one may wait; signatures and transactions queue. */
const single: readonly PromptKind[] = ['connect', 'unlock', 'switchChain', 'addChain']

/** How the owner answers: at once, or only when somebody calls `approve()` or `reject()`. */
export type PromptAnswer = 'approve' | 'reject' | 'wait'

export interface Prompts {
  /** Resolves when the owner approves; rejects with 4001, or at once with -32002. */
  ask(prompt: Omit<Prompt, 'id'>): Promise<Approval>
  readonly pending: readonly Prompt[]
  approve(id?: number, approval?: Approval): void
  reject(id?: number): void
  rejectAll(): void
  /** Answers all prompts from now on, those that wait too. */
  setAnswer(answer: PromptAnswer): void
  dispose(): void
}

const manual: PromptUi = { show: () => {}, dispose: () => {} }

// eslint-disable-next-line max-lines-per-function -- the members of one queue, which share its state
export function createPrompts(ui: WalletSettings['ui'], oneAtATime: boolean): Prompts {
  let waiting: Waiting[] = []
  let lastId = 0
  let answer: PromptAnswer = ui === 'auto' ? 'approve' : 'wait'
  const screen = typeof ui === 'object' ? ui : manual

  const take = (id: number | undefined): Waiting => {
    const found = waiting.find(({ prompt }) => id === undefined || prompt.id === id)
    if (!found)
      throw new Error(
        id === undefined
          ? 'The wallet asks nothing at the moment.'
          : `The wallet has no prompt ${id}.`,
      )
    waiting = waiting.filter((one) => one !== found)
    return found
  }
  const prompts: Prompts = {
    ask: (asked) =>
      new Promise((resolve, reject) => {
        const clash = waiting.some(
          ({ prompt }) => oneAtATime || (prompt.kind === asked.kind && single.includes(asked.kind)),
        )
        if (clash) return reject(busy(asked.method))
        if (answer === 'approve') return resolve({})
        if (answer === 'reject') return reject(rejected())
        waiting.push({ prompt: { ...asked, id: ++lastId }, resolve, reject })
        if (waiting.length === 1) refresh()
      }),
    get pending() {
      return waiting.map(({ prompt }) => prompt)
    },
    approve(id, approval = {}) {
      take(id).resolve(approval)
      refresh()
    },
    reject(id) {
      take(id).reject(rejected())
      refresh()
    },
    rejectAll() {
      const all = waiting
      waiting = []
      for (const one of all) one.reject(rejected())
      refresh()
    },
    setAnswer(next) {
      answer = next
      if (next === 'wait') return
      const all = waiting
      waiting = []
      for (const one of all)
        if (next === 'approve') one.resolve({})
        else one.reject(rejected())
      refresh()
    },
    dispose() {
      prompts.rejectAll()
      screen.dispose()
    },
  }
  const refresh = () => {
    const front = waiting[0]?.prompt
    // A button of an old drawing must not answer a newer prompt, nor fail.
    const still = (act: () => void) => {
      if (front && waiting.some(({ prompt }) => prompt === front)) act()
    }
    screen.show(
      front && {
        prompt: front,
        approve: (approval) => still(() => prompts.approve(front.id, approval)),
        reject: () => still(() => prompts.reject(front.id)),
        rejectAll: () => still(prompts.rejectAll),
      },
    )
  }
  return prompts
}
