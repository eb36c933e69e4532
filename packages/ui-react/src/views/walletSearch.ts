import type { LatePorts } from '@latchkey/kernel'
import type { DirectoryWallet, Observable } from '@latchkey/plugin-api'
import type { Cell } from '../session/cell.js'
import type { fold, holding } from './fold.js'

/** Wallets on one page of the directory. */
const PAGE = 40
/** More are not shown: no browser draws a page that is higher. */
const MOST = 100_000

/** What is found of the directory for what is typed. */
export interface Found {
  readonly typed: string
  /** `loading`: its answer is on its way, and what is here is what was known before. */
  readonly state: 'loading' | 'ready' | 'failed'
  /** How many there are, known yet or not. */
  readonly total: number
  /** Those that are known, by their place among all; `null` where the directory held none. */
  readonly wallets: ReadonlyMap<number, DirectoryWallet | null>
}
export interface WalletSearch extends Observable<Found> {
  /** What is known answers at once, the directory a little later. */
  type(typed: string): void
  /** Loads what is not here yet of these places. */
  need(first: number, last: number): void
  /** Asks again for what could not be loaded. */
  retry(): void
  dispose(): void
}
/** All of it given: this chunk shares no module with another. */
interface SearchNeeds {
  ask(
    query: Pick<Parameters<LatePorts['directory']>[0], 'search' | 'page' | 'count' | 'signal'>,
  ): ReturnType<LatePorts['directory']>
  found: Cell<Found>
  fold: typeof fold
  holding: typeof holding
}

/** The answers to one search. */
interface Book {
  total: number | undefined
  /** Where an empty page showed that it ends, whatever it says. */
  end: number
  readonly wallets: Map<number, DirectoryWallet | null>
  readonly pages: Map<number, 'loading' | 'ready' | 'failed'>
}

/** Searches a directory of any length by pages, each of them fetched when its place in the list comes into sight. */
export const createWalletSearch = (needs: SearchNeeds): WalletSearch => new PagedSearch(needs)

class PagedSearch implements WalletSearch {
  readonly #needs: SearchNeeds
  readonly #books = new Map<string, Book>()
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
    if (typed === this.#typed && this.#books.get(typed)?.pages.size) return
    this.#forgetLoading()
    this.#typed = typed
    this.#ensure(1)
    this.#tell()
  }

  readonly need = (first: number, last: number): void => {
    const { total } = this.#bookOf(this.#typed)
    if (!total) return
    for (
      let page = Math.floor(Math.max(0, first) / PAGE) + 1;
      page <= Math.floor(Math.min(last, total - 1) / PAGE) + 1;
      page++
    )
      this.#ensure(page)
  }

  readonly retry = (): void => {
    const { pages } = this.#bookOf(this.#typed)
    for (const [page] of [...pages].filter(([, state]) => state === 'failed')) {
      pages.delete(page)
      this.#ensure(page)
    }
    this.#tell()
  }

  dispose(): void {
    this.#life.abort()
  }

  #bookOf(search: string): Book {
    const book = this.#books.get(search) ?? {
      total: undefined,
      end: MOST,
      wallets: new Map(),
      pages: new Map(),
    }
    this.#books.set(search, book)
    return book
  }

  #ensure(page: number): void {
    if (!this.#bookOf(this.#typed).pages.has(page)) void this.#load(this.#typed, page)
  }

  async #load(search: string, page: number): Promise<void> {
    const { signal } = this.#life
    const book = this.#bookOf(search)
    book.pages.set(page, 'loading')
    try {
      const { wallets, total } = await this.#needs.ask({
        page,
        count: PAGE,
        signal,
        ...(search && { search }),
      })
      if (signal.aborted) return
      this.#keep(book, page, wallets, total)
    } catch {
      if (signal.aborted) return
      book.pages.set(page, 'failed')
    }
    this.#tell()
  }

  #keep(book: Book, page: number, wallets: readonly DirectoryWallet[], total: number): void {
    const begin = (page - 1) * PAGE
    if (!wallets.length) book.end = Math.min(book.end, begin)
    book.total = Math.min(total, book.end)
    book.pages.set(page, 'ready')
    for (let place = begin; place < Math.min(begin + PAGE, book.total); place++)
      book.wallets.set(place, wallets[place - begin] ?? null)
    for (const wallet of wallets)
      if (!this.#known.has(wallet.id))
        this.#known.set(wallet.id, { wallet, name: this.#needs.fold(wallet.name) })
  }

  #forgetLoading(): void {
    this.#life.abort()
    this.#life = new AbortController()
    const pages = this.#books.get(this.#typed)?.pages ?? []
    for (const [page, state] of pages)
      if (state === 'loading') this.#books.get(this.#typed)?.pages.delete(page)
  }

  /** Those of the known ones that fit, in the order of a directory: names that begin with it first. */
  #guess(): readonly DirectoryWallet[] {
    const { fold, holding } = this.#needs
    const word = fold(this.#typed)
    const holds = holding(word)
    const begins: DirectoryWallet[] = []
    const others: DirectoryWallet[] = []
    for (const { name, wallet } of this.#known.values())
      if (holds(name)) (name.startsWith(word) ? begins : others).push(wallet)
    return [...begins, ...others]
  }

  #tell(): void {
    const { total, pages, wallets } = this.#bookOf(this.#typed)
    const state = [...pages.values()].includes('failed')
      ? 'failed'
      : total === undefined
        ? 'loading'
        : 'ready'
    const shown = total === undefined ? new Map(this.#guess().entries()) : new Map(wallets)
    this.#needs.found.set({ typed: this.#typed, state, total: total ?? shown.size, wallets: shown })
  }
}
