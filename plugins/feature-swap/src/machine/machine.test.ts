import { expect, it } from 'vitest'
import {
  initialState,
  step,
  type Effect,
  type MachineState,
  type Phase,
  type Proposal,
  type SwapEvent,
} from './machine.js'

type State = MachineState<string, Proposal>
type Event = SwapEvent<string, Proposal>

/** The newest questions that nobody has answered yet, and how many may be under way at once. */
const MOST_ASKED = 3
/** The questions to the wallet since the visitor's last yes. */
interface Ledger {
  approvals: number
  swaps: number
  /** The deal was proved, or built, after the yes. */
  isProved: boolean
}
interface World {
  state: State
  asked: readonly Effect[]
  ledger: Ledger
}
const START: World = {
  state: initialState(),
  asked: [],
  ledger: { approvals: 0, swaps: 0, isProved: false },
}

const DEALS: readonly Proposal[] = [{ needsApproval: false }, { needsApproval: true }]

/** Everything that may be answered to a question, now or late. */
function answersTo({ ask, ticket }: Effect): Event[] {
  const failed: Event = { type: 'failed', ticket, error: 'broken' }
  if (ask === 'quote') return [{ type: 'quoted', ticket, quote: 'quote' }, failed]
  if (ask === 'approve')
    return [
      ...[true, false].map((isPermit): Event => ({ type: 'approved', ticket, isPermit })),
      { type: 'rejected', ticket },
      failed,
    ]
  if (ask === 'swap')
    return [
      { type: 'sent', ticket },
      { type: 'mined', ticket },
      { type: 'rejected', ticket },
      failed,
    ]
  const type = ask === 'build' ? 'built' : 'proved'
  const deals = DEALS.flatMap((deal) => [true, false].map((isWorse) => ({ deal, isWorse })))
  return [...deals.map((answer): Event => ({ type, ticket, ...answer })), failed]
}

const VISITOR: readonly Event[] = [
  { type: 'input', isComplete: true },
  { type: 'input', isComplete: false },
  { type: 'owner' },
  { type: 'refresh' },
  { type: 'review' },
  { type: 'accept' },
  { type: 'confirm' },
  { type: 'block' },
  { type: 'leave' },
  { type: 'stop' },
  { type: 'open' },
  { type: 'close' },
]
const eventsOf = ({ state, asked }: World): Event[] => [
  ...VISITOR,
  { type: 'expire', ticket: state.priced },
  { type: 'expire', ticket: state.priced - 1 },
  ...asked.flatMap(answersTo),
]

/** The same world, however many questions were asked before. */
const keyOf = ({ state, asked, ledger }: World): string =>
  JSON.stringify([
    { ...state, ticket: 0, priced: 0 },
    asked.map(({ ask, ticket }) => [ask, ticket === state.ticket]),
    ledger,
  ])

/** Whether an event is a late answer, which must change nothing. */
const isLate = (event: Event, { ticket, priced }: State): boolean =>
  'ticket' in event && event.ticket !== (event.type === 'expire' ? priced : ticket)

const ENDS: readonly Phase[] = ['done', 'declined', 'failed', 'expired', 'changed', 'approved']

/** Applies an event, and says which promises of the machine it broke. */
function advance(world: World, event: Event): { next: World; broken: string[] } {
  const [state, effects] = step(world.state, event)
  const broken: string[] = []
  const must = (holds: boolean, what: string): void => void (holds || broken.push(what))
  if (isLate(event, world.state))
    must(state === world.state && !effects.length, 'a late answer is not applied')
  must(effects.length <= 1, 'one question at a time')
  const ledger = { ...world.ledger }
  if (event.type === 'confirm' && state.phase === 'proving')
    Object.assign(ledger, { approvals: 0, swaps: 0, isProved: false })
  if (!isLate(event, world.state) && (event.type === 'proved' || event.type === 'built'))
    ledger.isProved = true
  for (const { ask, ticket } of effects) {
    must(ticket === state.ticket && ticket > world.state.ticket, 'a question has a new ticket')
    if (ask !== 'approve' && ask !== 'swap') continue
    must(state.isAgreed, 'the wallet is asked only after a yes')
    must(ledger.isProved, 'the wallet is asked only for what was proved since the yes')
    must(state.isOpen, 'the wallet is asked only while somebody looks')
    must(event.type === 'proved' || event.type === 'built', 'a proof comes right before the wallet')
    must(!('isWorse' in event && event.isWorse), 'a worse price needs another yes')
    if (ask === 'approve') ledger.approvals++
    else ledger.swaps++
    must(ledger.approvals <= 1, 'one approval for a yes')
    must(ledger.swaps <= 1, 'one swap for a yes')
    must(ask === 'approve' || state.deal?.needsApproval === false, 'no swap without its approval')
  }
  must(state.phase !== 'done' || !state.hasApproved, 'a swap uses its approval')
  if (event.type === 'owner')
    must(state.phase === 'idle' && !state.deal && !state.quote, 'an owner starts anew')
  const asked = [...world.asked, ...effects].slice(-MOST_ASKED)
  return { next: { state, asked, ledger }, broken }
}

/** Ends that the visitor cannot leave towards the form. */
function trapped(world: World): string[] {
  if (!ENDS.includes(world.state.phase)) return []
  const { next } = advance(world, { type: 'leave' })
  return next.state.phase === 'idle' || next.state.phase === 'quoting' ? [] : [world.state.phase]
}

it('The machine keeps its promises in every state that any order of events leads to', () => {
  const seen = new Set([keyOf(START)])
  const queue: World[] = [START]
  const broken = new Set<string>()
  const phases = new Set<Phase>()
  let steps = 0
  for (let world = queue.pop(); world; world = queue.pop()) {
    phases.add(world.state.phase)
    for (const end of trapped(world)) broken.add(`${end} cannot be left`)
    for (const event of eventsOf(world)) {
      steps++
      const { next, broken: found } = advance(world, event)
      for (const what of found)
        broken.add(`${what}: ${world.state.phase}, ${JSON.stringify(event)}`)
      const key = keyOf(next)
      if (seen.has(key)) continue
      seen.add(key)
      queue.push(next)
    }
  }
  console.log(`machine: ${seen.size} states (all), ${steps} steps, ${broken.size} broken promises`)
  expect([...broken].slice(0, 20)).toEqual([])
  expect(phases.size).toBe(14)
  expect(seen.size).toBeGreaterThan(1_000)
})

it('Every order of five events after the first input keeps the promises', () => {
  const events: ((world: World) => Event[])[] = [
    ({ asked }) => asked.slice(-1).flatMap((each) => answersTo(each).slice(0, 1)),
    ({ asked }) => asked.slice(0, 1).flatMap((each) => answersTo(each).slice(0, 1)),
    ({ asked }) => asked.slice(-1).flatMap((each) => answersTo(each).slice(-1)),
    ({ asked }) => asked.slice(-1).map(({ ticket }): Event => ({ type: 'rejected', ticket })),
    ({ state }) => [{ type: 'expire', ticket: state.priced }],
    ...VISITOR.filter(({ type }) => !['accept', 'leave', 'refresh'].includes(type)).map(
      (event) => () => [event],
    ),
  ]
  const setup: Event[] = [{ type: 'open' }, { type: 'input', isComplete: true }]
  const start = setup.reduce((world, event) => advance(world, event).next, START)
  const broken = new Set<string>()
  let orders = 0
  const visit = (world: World, depth: number): void => {
    if (!depth) return void orders++
    for (const of of events) {
      let next = world
      for (const event of of(world)) {
        const result = advance(next, event)
        result.broken.forEach((what) => broken.add(what))
        next = result.next
      }
      visit(next, depth - 1)
    }
  }
  visit(start, 5)
  console.log(`machine: ${orders} orders of five events, ${broken.size} broken promises`)
  expect([...broken]).toEqual([])
  expect(orders).toBeGreaterThanOrEqual(100_000)
})

/** Plays events; `'answer'` stands for the first possible answer to the newest question. */
function play(...events: (Event | 'answer' | 'reject')[]): World {
  return events.reduce<World>((world, event) => {
    const [newest] = world.asked.slice(-1)
    if (typeof event !== 'string') return advance(world, event).next
    if (!newest) throw new Error('nothing was asked')
    if (event === 'reject') return advance(world, { type: 'rejected', ticket: newest.ticket }).next
    const isMined = newest.ask === 'swap'
    const good = answersTo(newest).find((each) => !('isWorse' in each) || !each.isWorse)!
    const next = advance(world, good).next
    return isMined ? advance(next, { type: 'mined', ticket: newest.ticket }).next : next
  }, START)
}
const FILLED: Event[] = [{ type: 'open' }, { type: 'input', isComplete: true }]

it('A swap goes from the quote over the review and the proof to its end', () => {
  const { state, ledger } = play(
    ...FILLED,
    'answer',
    { type: 'review' },
    'answer',
    { type: 'confirm' },
    'answer',
    'answer',
  )
  expect([state.phase, ledger]).toEqual(['done', { approvals: 0, swaps: 1, isProved: true }])
})

it('A price that became worse between review and yes needs another yes', () => {
  const world = play(...FILLED, 'answer', { type: 'review' }, 'answer', { type: 'confirm' })
  const ticket = world.state.ticket
  const worse: Event = { type: 'proved', ticket, deal: DEALS[0]!, isWorse: true }
  const { next } = advance(world, worse)
  expect([next.state.phase, next.ledger.swaps]).toEqual(['changed', 0])
  const accepted = advance(next, { type: 'accept' }).next
  expect([accepted.state.phase, accepted.state.isAgreed]).toEqual(['review', false])
})

it('The wallet is not asked to swap when the visitor has left while the approval was mined', () => {
  const toReview = play(...FILLED, 'answer', { type: 'review' })
  const built: Event = {
    type: 'built',
    ticket: toReview.state.ticket,
    deal: { needsApproval: true },
    isWorse: false,
  }
  const confirmed = advance(advance(toReview, built).next, { type: 'confirm' }).next
  const proved: Event = { ...built, type: 'proved', ticket: confirmed.state.ticket }
  const approving = advance(confirmed, proved).next
  expect(approving.state.phase).toBe('approving')
  const closed = advance(approving, { type: 'close' }).next
  const { next } = advance(closed, {
    ...{ type: 'approved', ticket: approving.state.ticket, isPermit: false },
  } as const)
  expect([next.state.phase, next.state.hasApproved, next.ledger.swaps]).toEqual([
    'approved',
    true,
    0,
  ])
})
