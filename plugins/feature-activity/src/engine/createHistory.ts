import { LatchkeyError, type Dispose } from '@latchkey/plugin-api'
import type { ActivityApi, ActivityState, HistoryEntry, HistoryQuery } from '../api.js'
import { readHead } from '../entries/head.js'
import { append } from '../entries/lists.js'
import { createMonthOf, groupByMonth, newestFirst } from '../entries/months.js'
import { createJudge, type Judge } from '../entries/suspicions.js'
import type { Setup } from '../setup.js'
import { EMPTY, paramsOf, READ, restOf, shownOf, stepsOf } from './parts.js'
import { followPending } from './pending.js'
import { createPages, foundIn, type Found, type Pages } from './pages.js'
import { createPrices } from './prices.js'
import { createStoredPages } from './storedPages.js'
import { isSameSubject as isSame, type Subject } from './subject.js'

/** How often a new head is looked for while the list is shown. */
const REFRESH_MS = 15_000
/** All that belongs to the list of one account on one network, and ends with it. */
interface Run {
  subject: Subject
  /** The pages of the list that is shown. A new list has others: an answer for these is too late. */
  pages: Pages
  /** Cursor of the page that could not be read. It is the next one again after a good answer. */
  failed: string | undefined
  /** Counts the askings for a first page. */
  asked: number
  /** The newest asking whose answer was taken: answers to older ones are too late. */
  taken: number
  judge: Judge
  coinbase: readonly HistoryEntry[]
  /**
   * New entries that wait until the visitor asks for them. `next` is there where they are a whole
   * page: they take the list's place then.
   */
  held: { entries: readonly HistoryEntry[]; next: string | undefined } | undefined
  /** Ids of entries that are shown above a gap. */
  early: ReadonlySet<string>
  /** The list is the one of an earlier visit: a good answer takes its place. */
  isStored: boolean
  abort: AbortController
}

type History = Omit<ActivityApi, 'state' | 'place' | 'show' | 'follow'> & { follow(): Dispose }

/** The history behind {@link ActivityApi}: fetches pages, and keeps the state. */
// eslint-disable-next-line max-lines-per-function -- one list, whose parts share its run
export function createHistory({ ctx, slice, place, options }: Setup): History {
  const { listed = [], contacts = [], timeZone } = options
  const client = ctx.peer('backend')?.client
  const monthOf = createMonthOf(timeZone)
  const storedPages = createStoredPages(ctx)
  let run: Run | undefined
  let followers = 0

  const active = (): Subject | undefined => {
    const account = ctx.accounts.active()
    const network = account && ctx.activeNetwork.current(account.namespace)
    return account && network && { account: account.address, chainId: network.id }
  }
  const knownPeople = () => [
    ...ctx.accounts.all().map(({ address, label }) => ({
      address,
      from: 'account' as const,
      ...(label !== undefined && { name: label }),
    })),
    ...contacts.map(({ address, name }) => ({ address, name, from: 'contact' as const })),
  ]
  const prices = client && createPrices(client, () => judge())

  /** Judges what is shown. */
  const judge = (): void => {
    if (!run) return
    const { transactions } = slice.get()
    slice.set({
      suspicions: run.judge.judgeAll(transactions, {
        account: run.subject.account,
        known: knownPeople(),
        prices: prices?.of(run.subject.chainId) ?? new Map(),
      }),
    })
  }
  /** Shows these transactions, newest first, with what follows from them. */
  const showList = (entries: readonly HistoryEntry[], more: Partial<ActivityState> = {}): void => {
    slice.set({
      transactions: entries,
      transactionsByYear: groupByMonth(entries, monthOf),
      ...more,
    })
    judge()
    if (run) void prices?.read(run.subject, entries, run.abort.signal)
  }
  const start = (subject: Subject): Run => {
    run?.abort.abort()
    Object.assign(place, { top: 0, row: 0 })
    const names = knownPeople().flatMap(({ address, name }) =>
      name === undefined ? [] : [[address.toLowerCase(), name] as const],
    )
    slice.set({
      ...EMPTY,
      lastNetworkInView: subject.chainId,
      lastAccountInView: subject.account,
      names: Object.fromEntries(names),
      network: ctx.networks.find(subject.chainId)?.value,
      steps: stepsOf(ctx),
      hasBackend: client !== undefined,
    })
    return (run = {
      subject,
      pages: createPages(),
      failed: undefined,
      asked: 0,
      taken: 0,
      judge: createJudge([
        ...listed,
        ...ctx.networks
          .get()
          .flatMap(({ value: { nativeCurrency } }) => [nativeCurrency.name, nativeCurrency.symbol]),
      ]),
      coinbase: [],
      held: undefined,
      early: new Set(),
      isStored: false,
      abort: new AbortController(),
    })
  }
  const runOf = (subject: Subject): Run =>
    run && isSame(run.subject, subject) ? run : start(subject)
  const isBlocked = (): boolean => Date.now() < (slice.get().blockedUntil ?? 0)

  const fail = (
    { subject, abort }: Run,
    cursor: string | undefined,
    error: unknown,
    change: Partial<ActivityState>,
  ): void => {
    if (abort.signal.aborted) return
    const restMs = restOf(error)
    slice.set({ ...change, error, ...(restMs && { blockedUntil: Date.now() + restMs }) })
    ctx.events.emit('activity:fetch-failed', {
      address: subject.account,
      network: subject.chainId,
      cursor,
      error,
    })
  }
  const failAloud: typeof fail = (of, cursor, error, change) => {
    fail(of, cursor, error, change)
    if (!of.abort.signal.aborted)
      ctx.toasts.show({ variant: 'error', message: ctx.messages.text('activity.failed') })
  }

  const fetchCoinbase = async (of: Run, query: HistoryQuery): Promise<void> => {
    const { subject, abort } = of
    slice.set({ loading: true })
    const page = await client!
      .getHistory({
        ...paramsOf(subject, query, query.cursor),
        onramp: 'coinbase',
        signal: abort.signal,
      })
      .catch((error: unknown) => failAloud(of, query.cursor, error, { loading: false }))
    if (!page || abort.signal.aborted) return
    const found = shownOf(subject, page.data)
    of.coinbase = query.cursor === undefined ? found : append(of.coinbase, found)
    slice.set({ coinbaseTransactions: groupByMonth(of.coinbase, monthOf), loading: false })
  }
  const fetchList = async (of: Run, query: HistoryQuery): Promise<void> => {
    const { subject, abort } = of
    slice.set({ loading: true })
    const isFirst = query.cursor === undefined
    if (isFirst) Object.assign(of, { pages: createPages(), taken: ++of.asked })
    const { pages } = of
    const found = await pages
      .read(query.cursor, async (cursor) => {
        const page = await client!.getHistory({
          ...paramsOf(subject, query, cursor),
          signal: abort.signal,
        })
        return { ...page, data: shownOf(subject, page.data) }
      })
      .catch((error: unknown) => {
        if (of.pages !== pages) return
        of.failed = query.cursor ?? slice.get().next ?? of.failed
        failAloud(of, query.cursor, error, { loading: false, empty: true, next: undefined })
        if (isFirst && !abort.signal.aborted) showStored(of)
      })
    if (!found || abort.signal.aborted || of.pages !== pages) return
    if (isFirst) {
      storedPages.store(subject, found.data)
      return showFirst(of, found)
    }
    of.failed = undefined
    const { data, next, coinsSince } = found
    const transactions = newestFirst(append(slice.get().transactions, data))
    const read = { ...READ, next, coinsSince, readAt: Date.now() }
    showList(transactions, { ...read, empty: !transactions.length })
  }
  /** Shows a first page in place of whatever is shown. */
  const showFirst = (of: Run, { data, next, coinsSince }: Found): void => {
    Object.assign(of, { held: undefined, failed: undefined, early: new Set(), isStored: false })
    const transactions = newestFirst(append([], data))
    const read = { ...READ, next, coinsSince, readAt: Date.now() }
    showList(transactions, { ...read, empty: !transactions.length, fresh: 0, undone: 0 })
  }
  /** Shows the list of an earlier visit where there is no other. */
  const showStored = (of: Run): void => {
    const page = slice.get().transactions.length ? undefined : storedPages.find(of.subject)
    if (!page?.entries.length) return
    of.isStored = true
    showList(newestFirst(shownOf(of.subject, page.entries)), { readAt: page.at })
  }

  /** Shows the new entries that wait, if any. */
  const showHeld = (): void => {
    if (!run?.held) return
    const { entries, next } = run.held
    run.held = undefined
    if (next === undefined) {
      showList(newestFirst(append(entries, slice.get().transactions)), { fresh: 0 })
      return
    }
    // A page of the list before may be under way: its answer is not waited for.
    Object.assign(run, { pages: createPages(), failed: undefined, early: new Set() })
    showList(newestFirst(entries), { fresh: 0, next, loading: false })
  }

  const history: History = {
    async fetchTransactions(query = {}) {
      const subject = active()
      const { account = subject?.account, chainId = subject?.chainId, onramp } = query
      if (!account || !chainId)
        throw new LatchkeyError(
          'activity.account_missing',
          'Transactions cannot be fetched without an account address.',
          { context: {} },
        )
      const of = runOf({ account, chainId })
      if (!client) return
      await (onramp ? fetchCoinbase(of, query) : fetchList(of, query))
    },
    async open() {
      const subject = active()
      if (!subject) return
      if (isSame(run?.subject, subject)) {
        await lookAgain()
        // Somebody who comes to the top of the list reads nothing yet that could move.
        if (!place.top) showHeld()
        return
      }
      start(subject)
      await history.fetchTransactions()
    },
    async loadMore() {
      const { next, loading } = slice.get()
      if (next === undefined || loading || isBlocked() || !run) return
      const { account, chainId } = run.subject
      await history.fetchTransactions({ account, chainId, cursor: next })
    },
    async refresh() {
      const of = run
      const { loading, readAt } = slice.get()
      if (!of || !client || loading || isBlocked() || readAt === undefined) return
      const { subject, abort } = of
      const turn = ++of.asked
      const page = await client
        .getHistory({ address: subject.account, chainId: subject.chainId, signal: abort.signal })
        .catch((error: unknown) => {
          if (turn > of.taken) fail(of, undefined, error, {})
        })
      if (!page || abort.signal.aborted || slice.get().loading || turn < of.taken) return
      of.taken = turn
      takeHead(of, foundIn(page))
    },
    async showNew() {
      slice.set({ undone: 0 })
      showHeld()
    },
    follow() {
      followers++
      void history.open().catch((error: unknown) => ctx.log.warn(error))
      const timer = setInterval(() => {
        if (typeof document === 'undefined' || document.visibilityState !== 'hidden')
          void history.refresh()
      }, REFRESH_MS)
      const onOnline = (): void => void lookAgain()
      globalThis.addEventListener?.('online', onOnline)
      const stop = (): void => {
        if (!ends.delete(stop)) return
        followers--
        globalThis.removeEventListener?.('online', onOnline)
        clearInterval(timer)
      }
      ends.add(stop)
      return stop
    },
  }
  const ends = new Set<Dispose>()
  ctx.onDispose(() => {
    run?.abort.abort()
    for (const end of [...ends]) end()
  })

  /** Looks for what is new, or for the first page where it could not be read. */
  const lookAgain = async (): Promise<void> => {
    const { readAt, loading } = slice.get()
    if (readAt !== undefined) await history.refresh()
    else if (run && !loading && !isBlocked()) await history.fetchTransactions(run.subject)
  }
  /** Takes over a new first page: nothing that is shown moves before `showNew`. */
  const takeHead = (of: Run, found: Found): void => {
    const { next, coinsSince = slice.get().coinsSince } = found
    const page = shownOf(of.subject, found.data)
    storedPages.store(of.subject, page)
    if (of.isStored)
      return showFirst(Object.assign(of, { pages: createPages() }), { ...found, data: page })
    const { transactions, undone, pending, next: nextBefore = of.failed } = slice.get()
    const { shown, held, waiting, gone, isGap, isAll, early } = readHead(transactions, page, {
      hasMore: next !== undefined,
      pending,
      early: of.early,
    })
    of.held = waiting ? { entries: held, next: isGap ? next : undefined } : undefined
    Object.assign(of, { failed: undefined, early })
    // A server that has not read all at first may have older entries by now.
    const isLonger = isAll && next !== undefined && !of.pages.isUsed(next)
    showList(newestFirst(shown), {
      fresh: waiting,
      undone: undone + gone.length,
      empty: shown.length === 0,
      next: nextBefore ?? (isLonger ? next : undefined),
      coinsSince,
      error: undefined,
      readAt: Date.now(),
    })
  }

  const onAccountChange = (): void => {
    if (!run || isSame(run.subject, active())) return
    run.abort.abort()
    run = undefined
    slice.set({ ...EMPTY, lastNetworkInView: slice.get().lastNetworkInView })
    if (followers) void history.open().catch((error: unknown) => ctx.log.warn(error))
  }
  ctx.onDispose(ctx.accounts.subscribe(onAccountChange))
  ctx.onDispose(ctx.activeNetwork.subscribe(onAccountChange))
  ctx.onDispose(ctx.events.on('modal:closed', () => void Object.assign(place, { top: 0, row: 0 })))
  followPending(ctx, slice, active, () => void history.refresh())
  slice.set({ hasBackend: client !== undefined, timeZone })
  return history
}
