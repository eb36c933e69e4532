import type { Cell, LatePorts } from '@latchkey/kernel'
import type { DirectoryWallet, Observable } from '@latchkey/plugin-api'
import type { foldName, createNameFilter } from './matchNames.js'

/** Number of wallets on one page of the directory. */
const PAGE_SIZE = 40
/** Most wallets that are shown. Browsers cannot lay out a higher page. */
const MAX_WALLETS = 100_000

/** The result of a directory search. */
export interface Found {
  readonly typed: string
  /**
   * `loading`: the directory has not answered yet, and `wallets` holds matches that were known
   * before.
   */
  readonly state: 'loading' | 'ready' | 'failed'
  /** Number of matches, loaded or not. */
  readonly total: number
  /** The loaded matches by index. `null` if the directory returned no wallet for an index. */
  readonly wallets: ReadonlyMap<number, DirectoryWallet | null>
}
export interface WalletSearch extends Observable<Found> {
  /**
   * Searches for a text: known wallets are found at once, those of the directory after its answer.
   */
  type(typed: string): void
  /** Loads the missing matches between these indexes. */
  need(first: number, last: number): void
  /** Repeats the requests that failed. */
  retry(): void
  dispose(): void
}
/** Everything is handed in, so that this chunk shares no module with another one. */
interface SearchNeeds {
  ask(
    query: Pick<Parameters<LatePorts['directory']>[0], 'search' | 'page' | 'count' | 'signal'>,
  ): ReturnType<LatePorts['directory']>
  found: Cell<Found>
  foldName: typeof foldName
  createNameFilter: typeof createNameFilter
}

/** The pages of one search. */
interface SearchResults {
  total: number | undefined
  /**
   * Index at which an empty page showed the end of the list, whatever total the directory claims.
   */
  end: number
  readonly wallets: Map<number, DirectoryWallet | null>
  readonly pages: Map<number, 'loading' | 'ready' | 'failed'>
}

/**
 * Searches a directory of any length by pages. Each page is fetched when its part of the list
 * becomes visible.
 */
export const createWalletSearch = (needs: SearchNeeds): WalletSearch => new PagedSearch(needs)

class PagedSearch implements WalletSearch {
  readonly #needs: SearchNeeds
  readonly #searches = new Map<string, SearchResults>()
  readonly #known = new Map<string, { wallet: DirectoryWallet; name: string }>()
  #typed = ''
  #life = new AbortController()
  readonly get: WalletSearch['get']
  readonly subscribe: WalletSearch['subscribe']

  constructor(needs: SearchNeeds) {
    this.#needs = needs
    this.get = needs.found.get
    this.subscribe = needs.found.subscribe
  }

  readonly type = (typed: string): void => {
    if (typed === this.#typed && this.#searches.get(typed)?.pages.size) return
    this.#forgetLoading()
    this.#typed = typed
    this.#ensure(1)
    this.#publish()
  }

  readonly need = (first: number, last: number): void => {
    const { total } = this.#resultsOf(this.#typed)
    if (!total) return
    for (
      let page = Math.floor(Math.max(0, first) / PAGE_SIZE) + 1;
      page <= Math.floor(Math.min(last, total - 1) / PAGE_SIZE) + 1;
      page++
    )
      this.#ensure(page)
  }

  readonly retry = (): void => {
    const { pages } = this.#resultsOf(this.#typed)
    for (const [page] of [...pages].filter(([, state]) => state === 'failed')) {
      pages.delete(page)
      this.#ensure(page)
    }
    this.#publish()
  }

  dispose(): void {
    this.#life.abort()
  }

  #resultsOf(search: string): SearchResults {
    const results = this.#searches.get(search) ?? {
      total: undefined,
      end: MAX_WALLETS,
      wallets: new Map(),
      pages: new Map(),
    }
    this.#searches.set(search, results)
    return results
  }

  #ensure(page: number): void {
    if (!this.#resultsOf(this.#typed).pages.has(page)) void this.#load(this.#typed, page)
  }

  async #load(search: string, page: number): Promise<void> {
    const { signal } = this.#life
    const results = this.#resultsOf(search)
    results.pages.set(page, 'loading')
    try {
      const { wallets, total } = await this.#needs.ask({
        page,
        count: PAGE_SIZE,
        signal,
        ...(search && { search }),
      })
      if (signal.aborted) return
      this.#keep(results, page, wallets, total)
    } catch {
      if (signal.aborted) return
      results.pages.set(page, 'failed')
    }
    this.#publish()
  }

  #keep(
    results: SearchResults,
    page: number,
    wallets: readonly DirectoryWallet[],
    total: number,
  ): void {
    const begin = (page - 1) * PAGE_SIZE
    if (!wallets.length) results.end = Math.min(results.end, begin)
    results.total = Math.min(total, results.end)
    results.pages.set(page, 'ready')
    for (let place = begin; place < Math.min(begin + PAGE_SIZE, results.total); place++)
      results.wallets.set(place, wallets[place - begin] ?? null)
    for (const wallet of wallets)
      if (!this.#known.has(wallet.id))
        this.#known.set(wallet.id, { wallet, name: this.#needs.foldName(wallet.name) })
  }

  #forgetLoading(): void {
    this.#life.abort()
    this.#life = new AbortController()
    const pages = this.#searches.get(this.#typed)?.pages ?? []
    for (const [page, state] of pages)
      if (state === 'loading') this.#searches.get(this.#typed)?.pages.delete(page)
  }

  /**
   * The known wallets that match, names that begin with the text first, as a directory sorts them.
   */
  #guess(): readonly DirectoryWallet[] {
    const { foldName, createNameFilter } = this.#needs
    const word = foldName(this.#typed)
    const holds = createNameFilter(word)
    const begins: DirectoryWallet[] = []
    const others: DirectoryWallet[] = []
    for (const { name, wallet } of this.#known.values())
      if (holds(name)) (name.startsWith(word) ? begins : others).push(wallet)
    return [...begins, ...others]
  }

  #publish(): void {
    const { total, pages, wallets } = this.#resultsOf(this.#typed)
    const state = [...pages.values()].includes('failed')
      ? 'failed'
      : total === undefined
        ? 'loading'
        : 'ready'
    const shown = total === undefined ? new Map(this.#guess().entries()) : new Map(wallets)
    this.#needs.found.set({ typed: this.#typed, state, total: total ?? shown.size, wallets: shown })
  }
}
