import { handleDeeplinkRedirect } from '@walletconnect/utils'
import { namespaceOf, type Caip2, type Namespace } from '@latchkey/plugin-api'
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

/** Whether the wallet answers a method without its visitor: the class `read` of the kernel's door. No app is opened for it. */
export type IsRead = (method: string, namespace: Namespace) => boolean
interface Sent {
  readonly id: number
  readonly topic: string
  readonly request: {
    readonly method: string
    readonly params: { readonly chainId: Caip2; readonly request: { readonly method: string } }
  }
}

/**
 * Opens the app that was chosen when a request is on its way that its visitor must see: a page may ask what it only reads at any time, without a tap. The session client would open whatever stands under this key in the page's `localStorage`, which other libraries and other scripts
 * write, or in its database, and checks neither: a `javascript:` there would run with each request. So it is told to open nothing, and what is read back here is checked as what is written.
 */
export function createAppOpener(
  { session, core: { history } }: Needs,
  store: Pick<Store, 'getItem' | 'setItem' | 'removeItem'>,
  isRead: IsRead,
  redirect: typeof handleDeeplinkRedirect = handleDeeplinkRedirect,
): { use(link: AppLink | undefined): Promise<void> } {
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
  history.on('history_created', ({ id, topic, request: { method, params } }: Sent) => {
    if (
      method !== 'wc_sessionRequest' ||
      isRead(params.request.method, namespaceOf(params.chainId))
    )
      return
    // A request goes on its way whether an app opens or not.
    open(id, topic).catch(() => undefined)
  })
  return {
    async use(link) {
      const checked = demandAppLink(link)
      await (checked ? store.setItem(KEY, JSON.stringify(checked)) : store.removeItem(KEY))
    },
  }
}
