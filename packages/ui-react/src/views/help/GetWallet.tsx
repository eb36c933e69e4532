import { isWebLink } from '@latchkey/plugin-api/explorer'
import type { Connector } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { Button } from '../../kit/controls/Button.js'
import { Picture } from '../../kit/controls/Picture.js'
import { Text, useMessages } from '../../kit/text/messages.js'
import { rankStores, storeOf } from './storesHere.js'

type Install = Connector['install']

const STORES: Readonly<Record<string, string>> = {
  ios: 'ui.store.ios',
  android: 'ui.store.android',
  chrome: 'ui.store.chrome',
  firefox: 'ui.store.firefox',
  edge: 'ui.store.edge',
  safari: 'ui.store.safari',
  mac: 'ui.store.mac',
  windows: 'ui.store.windows',
  linux: 'ui.store.linux',
}

/** The usual name of a store. */
function useStoreName(): (store: string) => string {
  const text = useMessages()
  return (store) => {
    const key = STORES[storeOf(store) ?? '']
    return key === undefined ? store : text(key)
  }
}

/**
 * A wallet that is not installed: where to get it, and that the page must be reloaded after that.
 */
export function GetWallet({
  name,
  icon,
  install,
}: {
  name: string
  icon?: string | undefined
  install: Install
}): ReactNode {
  const stores = rankStores(install?.stores ?? [], navigator)
  const links = stores.length
    ? stores
    : isWebLink(install?.homepage)
      ? [{ store: '', url: install.homepage }]
      : []
  const params = { wallet: name }
  const nameOf = useStoreName()
  return (
    <div className="state">
      <span className="figure">
        <Picture src={icon} name={name} size="large" />
      </span>
      <h2>
        <Text k="ui.getWallet" params={params} />
      </h2>
      <p>
        <Text k={links.length ? 'ui.getWalletText' : 'ui.getWalletNoLink'} params={params} />
      </p>
      {links.slice(0, 3).map(({ store, url }, index) => (
        <Button key={url} variant={index === 0 ? 'primary' : 'normal'} href={url}>
          <Text
            k={store ? 'ui.getFrom' : 'ui.getWallet'}
            params={{ ...params, store: nameOf(store) }}
          />
        </Button>
      ))}
      <Button variant="plain" onClick={() => location.reload()}>
        <Text k="ui.reload" />
      </Button>
    </div>
  )
}
