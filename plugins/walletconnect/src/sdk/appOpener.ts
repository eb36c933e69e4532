import { formatDeeplinkUrl, handleDeeplinkRedirect } from '@walletconnect/utils'
import { namespaceOf, type Caip2, type Namespace } from '@latchkey/plugin-api'
import { demandAppLink, type AppLink } from '../links/appLink.js'
import { environment } from '../links/environment.js'
import { openLink } from '../links/links.js'
import type { Client, RelayCore } from './internals.js'
import type { Store } from './store.js'

/** The key that the session client itself uses. */
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
 * Whether a method has the class `read`: the wallet answers it without its user, so no app is opened
 * for it.
 */
export type IsRead = (method: string, namespace: Namespace) => boolean
interface Sent {
  readonly id: number
  readonly topic: string
  readonly request: {
    readonly method: string
    readonly params: { readonly chainId: Caip2; readonly request: { readonly method: string } }
  }
}

/** The session client's own way, but for Telegram: there a page opens no windows, and Telegram opens links for it. */
const redirectHere: typeof handleDeeplinkRedirect = async (asked) => {
  const place = environment()
  if (!place.isTelegram) return handleDeeplinkRedirect(asked)
  const { href } = JSON.parse(asked.wcDeepLink) as AppLink
  openLink(formatDeeplinkUrl(href, asked.id, asked.topic), place)
}

/**
 * Opens the wallet's app with each request that its user has to see. The session client would open
 * any link that it finds under this key in its database, or in the page's `localStorage`, where other
 * scripts can write, and checks neither: a `javascript:` link there would run with each request. It
 * is told to open nothing here, and links are checked both when they are written and when they are
 * read.
 */
export function createAppOpener(
  { session, core: { history } }: Needs,
  store: Pick<Store, 'getItem' | 'setItem' | 'removeItem'>,
  isRead: IsRead,
  redirect: typeof handleDeeplinkRedirect = redirectHere,
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
    // The request is sent whether an app opens or not.
    open(id, topic).catch(() => undefined)
  })
  return {
    async use(link) {
      const checked = demandAppLink(link)
      await (checked ? store.setItem(KEY, JSON.stringify(checked)) : store.removeItem(KEY))
    },
  }
}
