/**
 * Where a swap stands.
 *
 * `quoting`, `checking` and `proving` wait for answers of servers and nodes; `approving` and `swapping`
 * for the wallet and then for the network. The ends are `done`, `declined`, `failed`, `expired` (the
 * price was not renewed in time), `changed` (it became worse: the visitor has to accept it first) and
 * `approved` (the market may take the token, and the swap was not asked for as nobody looked any more).
 */
export type Phase =
  | 'idle'
  | 'quoting'
  | 'ready'
  | 'checking'
  | 'changed'
  | 'review'
  | 'proving'
  | 'approving'
  | 'approved'
  | 'swapping'
  | 'done'
  | 'declined'
  | 'expired'
  | 'failed'

/** The transactions that are to be sent, as far as the machine has to know it. */
export interface Proposal {
  /** Another transaction has to be mined first. */
  readonly needsApproval: boolean
}

export interface MachineState<Quote = unknown, Deal extends Proposal = Proposal> {
  readonly phase: Phase
  /** Of the newest question. Answers to older questions are late, and change nothing. */
  readonly ticket: number
  /** The question whose answer holds the price that is shown. */
  readonly priced: number
  /** Tokens and amount are chosen. */
  readonly isComplete: boolean
  /** A view of the plugin is open. */
  readonly isOpen: boolean
  readonly quote: Quote | undefined
  readonly deal: Deal | undefined
  /** The visitor said yes to this deal, or to one that was at most as good. */
  readonly isAgreed: boolean
  /** The wallet has sent the swap. */
  readonly isSent: boolean
  /** An approval was mined, and no swap has used it. */
  readonly hasApproved: boolean
  /** An approval was mined since the last yes. */
  readonly isApproved: boolean
  readonly error: unknown
}

/** A task for the owner of the machine, which answers with the same ticket. */
export interface Effect {
  readonly ask: 'quote' | 'build' | 'prove' | 'approve' | 'swap'
  readonly ticket: number
}

export type SwapEvent<Quote = unknown, Deal extends Proposal = Proposal> =
  /** The visitor typed, or chose another token or slippage. */
  | { readonly type: 'input'; readonly isComplete: boolean }
  /** Another account, or another network, is in use. */
  | { readonly type: 'owner' }
  /** A new quote is wanted: by the visitor, or as the old one is about to end. */
  | { readonly type: 'refresh' }
  /** The visitor wants to review the quote. */
  | { readonly type: 'review' }
  /** The visitor takes a price that became worse. */
  | { readonly type: 'accept' }
  | { readonly type: 'confirm' }
  /** A block was mined: what was proved may hold no longer. */
  | { readonly type: 'block' }
  /** The visitor goes back to the form. */
  | { readonly type: 'leave' }
  /** The visitor stops waiting for the wallet or the network. */
  | { readonly type: 'stop' }
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'expire'; readonly ticket: number }
  | { readonly type: 'quoted'; readonly ticket: number; readonly quote: Quote }
  | {
      readonly type: 'built' | 'proved'
      readonly ticket: number
      readonly deal: Deal
      /** Than the quote, or the deal, that the visitor has seen. */
      readonly isWorse: boolean
    }
  /** The approval was mined, or the permit in its place was signed. */
  | { readonly type: 'approved'; readonly ticket: number; readonly isPermit: boolean }
  /** The wallet has sent the swap. */
  | { readonly type: 'sent'; readonly ticket: number }
  | { readonly type: 'mined'; readonly ticket: number }
  /** The visitor declined in the wallet. */
  | { readonly type: 'rejected'; readonly ticket: number }
  | { readonly type: 'failed'; readonly ticket: number; readonly error: unknown }

export type Step<Quote, Deal extends Proposal> = readonly [
  state: MachineState<Quote, Deal>,
  effects: readonly Effect[],
]

export const initialState = <Quote, Deal extends Proposal>(): MachineState<Quote, Deal> => ({
  phase: 'idle',
  ticket: 0,
  priced: 0,
  isComplete: false,
  isOpen: false,
  quote: undefined,
  deal: undefined,
  isAgreed: false,
  isSent: false,
  hasApproved: false,
  isApproved: false,
  error: undefined,
})

type Change<Quote, Deal extends Proposal> = Partial<MachineState<Quote, Deal>>

/** Nothing is agreed to any more, and answers that are under way come too late. */
const reset = <Quote, Deal extends Proposal>(
  state: MachineState<Quote, Deal>,
  change: Change<Quote, Deal>,
): MachineState<Quote, Deal> => ({
  ...state,
  ticket: state.ticket + 1,
  deal: undefined,
  isAgreed: false,
  isSent: false,
  error: undefined,
  ...change,
})

/** Asks something. Everything that was asked before is late from now on. */
function ask<Quote, Deal extends Proposal>(
  state: MachineState<Quote, Deal>,
  what: Effect['ask'],
  change: Change<Quote, Deal>,
): Step<Quote, Deal> {
  const ticket = state.ticket + 1
  return [{ ...state, ...change, ticket }, [{ ask: what, ticket }]]
}

/** The form: a quote is asked for where everything is chosen and somebody looks. */
function toForm<Quote, Deal extends Proposal>(
  state: MachineState<Quote, Deal>,
  change: Change<Quote, Deal> = {},
): Step<Quote, Deal> {
  const next = reset(state, { phase: 'idle', ...change })
  return next.isComplete && next.isOpen ? ask(next, 'quote', { phase: 'quoting' }) : [next, []]
}

/** The wallet may have been asked: what the visitor types is for the next swap. */
const isBusy = (phase: Phase): boolean => phase === 'approving' || phase === 'swapping'
/** The visitor reads a deal. */
const isReading = (phase: Phase): boolean => phase === 'review' || phase === 'changed'

/** Asks the wallet for the next step of a deal that the visitor agreed to and that was just proved. */
const askWallet = <Quote, Deal extends Proposal>(
  state: MachineState<Quote, Deal>,
  deal: Deal,
): Step<Quote, Deal> =>
  deal.needsApproval
    ? ask(state, 'approve', { phase: 'approving', deal })
    : ask(state, 'swap', { phase: 'swapping', deal, isSent: false })

function onDeal<Quote, Deal extends Proposal>(
  state: MachineState<Quote, Deal>,
  { type, deal, isWorse }: { type: 'built' | 'proved'; deal: Deal; isWorse: boolean },
): Step<Quote, Deal> {
  const { phase, ticket, isAgreed } = state
  const priced = type === 'built' ? ticket : state.priced
  // A proof that came while the visitor reads, and not one that a yes has asked for.
  const isRenewed = type === 'proved' && isReading(phase)
  if (phase !== 'checking' && phase !== 'proving' && !isRenewed) return [state, []]
  const next = { ...state, deal, priced, error: undefined }
  if (isWorse || (isRenewed && phase === 'changed'))
    return [{ ...next, phase: 'changed', isAgreed: false }, []]
  if (isRenewed || !isAgreed) return [{ ...next, phase: 'review' }, []]
  // An approval that was mined is not asked for again: a deal that wants one more is a new question.
  if (state.isApproved && deal.needsApproval)
    return [{ ...next, phase: 'changed', isAgreed: false }, []]
  return askWallet(next, deal)
}

/** A permit that was signed gives nobody anything yet: without its swap nothing is left over. */
function onApproved<Quote, Deal extends Proposal>(
  state: MachineState<Quote, Deal>,
  isPermit: boolean,
): Step<Quote, Deal> {
  const hasApproved = state.hasApproved || !isPermit
  if (state.isOpen) return ask(state, 'build', { phase: 'checking', hasApproved, isApproved: true })
  // Nobody looks: the wallet is not opened over a page that the visitor has left.
  return [
    isPermit
      ? reset(state, { phase: 'idle', quote: undefined })
      : reset(state, { phase: 'approved', deal: state.deal, hasApproved }),
    [],
  ]
}

/** Applies the answer to the newest question. */
function onAnswer<Quote, Deal extends Proposal>(
  state: MachineState<Quote, Deal>,
  event: Extract<SwapEvent<Quote, Deal>, { ticket: number }>,
): Step<Quote, Deal> {
  const { phase, ticket } = state
  switch (event.type) {
    case 'quoted':
      if (phase !== 'quoting') return [state, []]
      return [{ ...state, phase: 'ready', quote: event.quote, priced: ticket }, []]
    case 'built':
    case 'proved':
      return onDeal(state, event)
    case 'approved':
      if (phase !== 'approving') return [state, []]
      return onApproved(state, event.isPermit)
    case 'sent':
      return phase === 'swapping' ? [{ ...state, isSent: true }, []] : [state, []]
    case 'mined':
      if (phase !== 'swapping') return [state, []]
      return [{ ...state, phase: 'done', hasApproved: false, isAgreed: false }, []]
    case 'rejected':
      if (!isBusy(phase) || state.isSent) return [state, []]
      return [reset(state, { phase: 'declined', deal: state.deal }), []]
    case 'failed':
      if (!isWaiting(phase)) return [state, []]
      return [reset(state, { phase: 'failed', deal: state.deal, error: event.error }), []]
    case 'expire':
      return [state, []]
  }
}

/** Waits for an answer. A deal that is read is proved anew now and then. */
const isWaiting = (phase: Phase): boolean =>
  isBusy(phase) || isReading(phase) || ['quoting', 'checking', 'proving'].includes(phase)

function onExpire<Quote, Deal extends Proposal>(
  state: MachineState<Quote, Deal>,
  ticket: number,
): Step<Quote, Deal> {
  if (ticket !== state.priced) return [state, []]
  if (state.phase === 'ready') return [reset(state, { phase: 'expired' }), []]
  if (!isReading(state.phase)) return [state, []]
  return [reset(state, { phase: 'expired', deal: state.deal }), []]
}

function onClose<Quote, Deal extends Proposal>(
  state: MachineState<Quote, Deal>,
): Step<Quote, Deal> {
  const closed = { ...state, isOpen: false }
  if (isBusy(state.phase)) return [closed, []]
  // The approval is there, and the yes of before does not count any more.
  if (state.phase === 'checking' && state.isApproved && state.hasApproved && state.isAgreed)
    return [reset(closed, { phase: 'approved', deal: state.deal }), []]
  if (isWaiting(state.phase) || state.phase === 'ready')
    return [reset(closed, { phase: 'idle', quote: undefined }), []]
  return [closed, []]
}

/** Nobody can do this where no view is open. */
const NEED_A_VIEW: readonly SwapEvent['type'][] = [
  ...(['refresh', 'review', 'accept', 'confirm', 'block'] as const),
]

/** Applies an action of the visitor, or a change around the page. */
function onPage<Quote, Deal extends Proposal>(
  state: MachineState<Quote, Deal>,
  event: Exclude<SwapEvent<Quote, Deal>, { ticket: number }>,
): Step<Quote, Deal> {
  const { phase } = state
  const same: Step<Quote, Deal> = [state, []]
  if (!state.isOpen && NEED_A_VIEW.includes(event.type)) return same
  switch (event.type) {
    case 'input': {
      const { isComplete } = event
      return isBusy(phase)
        ? [{ ...state, isComplete }, []]
        : toForm(state, { isComplete, quote: undefined })
    }
    case 'owner':
      return [
        reset(state, { phase: 'idle', isComplete: false, quote: undefined, hasApproved: false }),
        [],
      ]
    case 'open':
      if (phase !== 'idle') return [{ ...state, isOpen: true }, []]
      return toForm({ ...state, isOpen: true })
    case 'close':
      return onClose(state)
    case 'refresh':
      if (phase === 'expired' && state.deal) return ask(state, 'build', { phase: 'checking' })
      if (!['ready', 'expired', 'quoting', 'failed'].includes(phase)) return same
      return toForm(state)
    case 'review':
      return phase === 'ready' || phase === 'approved'
        ? ask(state, 'build', { phase: 'checking', isAgreed: false })
        : same
    case 'accept':
      return phase === 'changed' ? [{ ...state, phase: 'review' }, []] : same
    case 'block':
      return isReading(phase) ? ask(state, 'prove', {}) : same
    case 'confirm':
      return phase === 'review'
        ? ask(state, 'prove', { phase: 'proving', isAgreed: true, isApproved: false })
        : same
    case 'leave':
      if (isBusy(phase)) return same
      return toForm(state, phase === 'done' ? { isComplete: false, quote: undefined } : {})
    case 'stop':
      return isBusy(phase) ? toForm(state, { quote: undefined }) : same
  }
}

/**
 * The next state, and what is to be done. Pure: it knows no chain, no clock and no view.
 *
 * It holds in every order of events: an answer to an older question changes nothing; the wallet is asked
 * only for a deal that the visitor agreed to and that was proved since; one yes leads to one approval
 * and one swap at most.
 */
export function step<Quote, Deal extends Proposal>(
  state: MachineState<Quote, Deal>,
  event: SwapEvent<Quote, Deal>,
): Step<Quote, Deal> {
  if (event.type === 'expire') return onExpire(state, event.ticket)
  if (!('ticket' in event)) return onPage(state, event)
  return event.ticket === state.ticket ? onAnswer(state, event) : [state, []]
}
