import { LatchkeyError, type HttpClient } from '@latchkey/plugin-api'
import type { DirectoryQuery, DirectoryWallet, LatePorts, ResolvedOptions } from '../../../types.js'
import { aborted, createShare } from '../bounded.js'
import { debounce } from './debounce.js'
import { parseDirectoryPage, type DirectoryPage } from './directorySchema.js'

/** Pages that are remembered, the oldest dropped. */
const MOST_PAGES = 50

export interface Directory {
  page: LatePorts['directory']
  dispose(): void
}
export interface DirectoryNeeds {
  options(): Pick<ResolvedOptions, 'directory'>
  client(baseUrl: string): Pick<HttpClient, 'get'>
  signal: AbortSignal
  /** Wallets that the directory has told of. */
  onKnown(wallets: readonly DirectoryWallet[]): void
}

/** Lets the last of several quick searches through, and the others end with `kernel.aborted`. */
function createTurnstile() {
  let drop: (() => void) | undefined
  const pass = debounce((go: () => void) => go())
  return {
    wait: (signal: AbortSignal | undefined): Promise<void> => new Promise((resolve, reject) => {
      drop?.()
      drop = () => reject(aborted())
      signal?.addEventListener('abort', () => reject(aborted()), { once: true })
      pass(() => {
        drop = undefined
        resolve()
      })
    }),
    dispose() {
      pass.cancel()
      drop?.()
    },
  }
}

async function ask({ options, client }: DirectoryNeeds, query: DirectoryQuery): Promise<DirectoryPage> {
  const { directory } = options()
  if (directory === undefined) return { wallets: [], total: 0 }
  const { signal, search, page, count, include, exclude } = query
  if (typeof directory === 'string') {
    const list = (ids: readonly string[] | undefined): string | undefined => (ids?.length ? ids.join(',') : undefined)
    return client(directory).get('', { query: { search, page, count, include: list(include), exclude: list(exclude) }, schema: parseDirectoryPage, ...(signal && { signal }) })
  }
  const answer: unknown = await directory(query)
  try {
    return parseDirectoryPage(answer)
  } catch (cause) {
    throw new LatchkeyError('http.bad_answer', 'The directory function did not answer { wallets, total }.', { context: { url: 'directory' }, cause })
  }
}

/** Pages of the host's wallet directory, each fetched once. Without a directory every page is empty. */
export function createDirectory(needs: DirectoryNeeds): Directory {
  const share = createShare<DirectoryPage>('Asking the wallet directory', needs.signal)
  const pages = new Map<string, DirectoryPage>()
  const searches = createTurnstile()
  const keep = (key: string, page: DirectoryPage): DirectoryPage => {
    pages.delete(key)
    pages.set(key, page)
    if (pages.size > MOST_PAGES) pages.delete(pages.keys().next().value ?? '')
    needs.onKnown(page.wallets)
    return page
  }
  return {
    async page(query) {
      const { signal, ...rest } = query
      const { directory } = needs.options()
      const key = JSON.stringify([typeof directory === 'string' ? directory : '', rest])
      const found = pages.get(key)
      if (found) return found
      if (signal?.aborted) throw aborted()
      if (rest.search && rest.page === 1) await searches.wait(signal)
      return share(key, async (shared) => keep(key, await ask(needs, { ...rest, signal: shared })), signal)
    },
    dispose: searches.dispose,
  }
}
