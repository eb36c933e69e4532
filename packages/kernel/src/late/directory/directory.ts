import { LatchkeyError, type HttpClient } from '@latchkey/plugin-api'
import type { DirectoryQuery, DirectoryWallet, LatePorts, ResolvedOptions } from '../../types.js'
import type { aborted, bounded } from '../services/bounded.js'
import { createParse, type Checks, type DirectoryPage } from './directoryPage.js'

/** Pages that are remembered, the oldest dropped. */
const MOST_PAGES = 50
/** How long a search waits for the next letter, ms. */
const DEBOUNCE = 500
const TIME_OUT = 30_000

export interface DirectoryNeeds {
  options(): Pick<ResolvedOptions, 'directory'>
  client(baseUrl: string): Pick<HttpClient, 'get'>
  signal: AbortSignal
  /** Wallets that the directory has told of. */
  onKnown(wallets: readonly DirectoryWallet[]): void
  /** Given, so that this chunk imports nothing: most sites have no directory. */
  tools: Checks & { aborted: typeof aborted; bounded: typeof bounded }
}
type Parse = (value: unknown) => DirectoryPage

/** Lets the last of several quick searches through, and the others end with `kernel.aborted`. */
function createDebounce(stopped: typeof aborted): () => Promise<void> {
  let drop: (() => void) | undefined
  return () =>
    new Promise((resolve, reject) => {
      drop?.()
      const timer = setTimeout(resolve, DEBOUNCE)
      drop = () => {
        clearTimeout(timer)
        reject(stopped())
      }
    })
}

async function ask(
  { options, client }: DirectoryNeeds,
  parse: Parse,
  query: DirectoryQuery,
  signal: AbortSignal,
): Promise<DirectoryPage> {
  const { directory = '' } = options()
  const { search, page, count, include = [], exclude = [], namespaces } = query
  if (typeof directory === 'string')
    return client(directory).get('', {
      query: {
        search,
        page,
        count,
        include: include.join(),
        exclude: exclude.join(),
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
  const { aborted, bounded } = needs.tools
  const pages = new Map<string, Promise<DirectoryPage>>()
  const parse = createParse(needs.tools)
  const debounce = createDebounce(aborted)
  const fetchPage = (key: string, query: DirectoryQuery): Promise<DirectoryPage> =>
    bounded('Asking the wallet directory', TIME_OUT, [needs.signal], (signal) =>
      ask(needs, parse, query, signal),
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
  return async ({ signal, ...query }) => {
    const { directory } = needs.options()
    // By identity: two functions of one text may know different wallets.
    if (directory !== asked) pages.clear()
    asked = directory
    const key = JSON.stringify(query)
    return bounded(
      'Asking the wallet directory',
      TIME_OUT,
      [signal, needs.signal],
      async (mine) => {
        if (query.search && query.page === 1 && !pages.has(key)) await debounce()
        if (mine.aborted) throw aborted()
        const page = pages.get(key) ?? fetchPage(key, query)
        pages.set(key, page)
        if (pages.size > MOST_PAGES) pages.delete([...pages.keys()][0]!)
        return page
      },
    )
  }
}
