import { LatchkeyError, type HttpClient } from '@latchkey/plugin-api'
import type { DirectoryQuery, DirectoryWallet, LatePorts, ResolvedOptions } from '../../types.js'
import { abortedError, bounded } from '../../support/time.js'
import { createParse, type Checks, type DirectoryPage } from './directoryPage.js'

/** Pages that are kept; the oldest beyond them are dropped. */
const MAX_PAGES = 50
/** How long a search waits for the next letter, in ms. */
const TYPING_PAUSE_MS = 500
const TIMEOUT_MS = 30_000

export interface DirectoryNeeds {
  options(): Pick<ResolvedOptions, 'directory' | 'onlyWallets'>
  client(baseUrl: string): Pick<HttpClient, 'get'>
  signal: AbortSignal
  /** Gets the wallets of each page. */
  onKnown(wallets: readonly DirectoryWallet[]): void
  /** Handed in, so that this chunk shares no module of the late half: most sites have no directory. */
  checks: Checks
}
type Parse = (value: unknown) => DirectoryPage

/** Leaves the wallets with one of these ids, rdns or names: a directory may answer others than it was asked for. */
const only = (named: readonly string[], page: DirectoryPage): DirectoryPage => ({
  ...page,
  wallets: page.wallets.filter(({ id, rdns, name }) =>
    named.some((text) => [id, rdns, name].some((own) => own?.toLowerCase() === text.toLowerCase())),
  ),
})

/** Lets the last of several quick searches through; the others reject with `kernel.aborted`. */
function createDebounce(): () => Promise<void> {
  let cancelLast: (() => void) | undefined
  return () =>
    new Promise((resolve, reject) => {
      cancelLast?.()
      const timer = setTimeout(resolve, TYPING_PAUSE_MS)
      cancelLast = () => {
        clearTimeout(timer)
        reject(abortedError())
      }
    })
}

async function askDirectory(
  { options, client }: DirectoryNeeds,
  parse: Parse,
  query: DirectoryQuery,
  signal: AbortSignal,
): Promise<DirectoryPage> {
  const { directory = '' } = options()
  const { search, page, count, include, exclude, namespaces } = query
  if (typeof directory === 'string')
    return client(directory).get('', {
      query: {
        search,
        page,
        count,
        include: include?.join(),
        exclude: exclude?.join(),
        namespaces: namespaces?.join(),
      },
      schema: parse,
      signal,
    })
  const answer: unknown = await directory({ ...query, signal })
  try {
    return parse(answer)
  } catch (cause) {
    throw new LatchkeyError(
      'http.bad_answer',
      'The directory function did not answer { wallets, total }.',
      { context: { url: 'directory' }, cause },
    )
  }
}

/** Pages of the host's wallet directory, each fetched once. */
export function createDirectory(needs: DirectoryNeeds): LatePorts['directory'] {
  const pages = new Map<string, Promise<DirectoryPage>>()
  const parse = createParse(needs.checks)
  const debounce = createDebounce()
  const fetchPage = (key: string, query: DirectoryQuery): Promise<DirectoryPage> =>
    bounded('Asking the wallet directory', TIMEOUT_MS, [needs.signal], (signal) =>
      askDirectory(needs, parse, query, signal),
    ).then(
      (page) => {
        needs.onKnown(page.wallets)
        return page
      },
      (error: unknown) => {
        pages.delete(key)
        throw error
      },
    )
  let asked: ResolvedOptions['directory']
  return async ({ signal, ...asking }) => {
    const { directory, onlyWallets } = needs.options()
    const include = onlyWallets?.flatMap((entry): string | string[] =>
      typeof entry === 'string' ? entry : Object.values(entry),
    )
    const query = { include, ...asking } as DirectoryQuery
    // Compared by identity: two functions of equal source may know different wallets.
    if (directory !== asked) pages.clear()
    asked = directory
    const key = JSON.stringify(query)
    return bounded(
      'Asking the wallet directory',
      TIMEOUT_MS,
      [signal, needs.signal],
      async (mine) => {
        if (query.search && query.page === 1 && !pages.has(key)) await debounce()
        if (mine.aborted) throw abortedError()
        const page = pages.get(key) ?? fetchPage(key, query)
        pages.set(key, page)
        if (pages.size > MAX_PAGES) pages.delete([...pages.keys()][0]!)
        return include ? only(include, await page) : page
      },
    )
  }
}
