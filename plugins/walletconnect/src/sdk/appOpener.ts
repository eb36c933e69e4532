import { handleDeeplinkRedirect } from '@walletconnect/utils'
import { demandAppLink, type AppLink } from '../appLink.js'
import type { Client, RelayCore } from './internals.js'
import type { Store } from './store.js'

/** Where the session client itself would look. */
const KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

const toLink = (text: unknown): AppLink | undefined => {
  try {
    return demandAppLink((JSON.parse(String(text)) as AppLink | null) ?? undefined)
  } catch {
    return undefined
  }
}

type Needs = Pick<Client, 'session'> & { readonly core: Pick<RelayCore, 'history'> }

/**
 * Opens the app that was chosen when a request is on its way. The session client would open whatever stands under this key in the page's `localStorage`, which other libraries and other scripts
 * write, or in its database, and checks neither: a `javascript:` there would run with each request. So it is told to open nothing, and what is read back here is checked as what is written.
 */
export function createAppOpener({ session, core: { history } }: Needs, store: Pick<Store, 'getItem' | 'setItem' | 'removeItem'>, redirect: typeof handleDeeplinkRedirect = handleDeeplinkRedirect): { use(link: AppLink | undefined): Promise<void> } {
  const find = session.get.bind(session)
  session.get = (topic) => {
    const found = find(topic)
    return { ...found, sessionConfig: { ...found.sessionConfig, disableDeepLink: true } }
  }
  const open = async (id: number, topic: string): Promise<void> => {
    if (find(topic).sessionConfig?.disableDeepLink) return
    const text = await store.getItem(KEY)
    const link = toLink(text)
    if (link) await redirect({ id, topic, wcDeepLink: JSON.stringify(link) })
    else if (text !== undefined) await store.removeItem(KEY)
  }
  history.on('history_created', ({ id, topic, request }: { id: number; topic: string; request: { method: string } }) => {
    // A request goes on its way whether an app opens or not.
    if (request.method === 'wc_sessionRequest') open(id, topic).catch(() => undefined)
  })
  return {
    async use(link) {
      const checked = demandAppLink(link)
      await (checked ? store.setItem(KEY, JSON.stringify(checked)) : store.removeItem(KEY))
    },
  }
}
