import type { ViewProps } from '@latchkey/plugin-api'
import {
  Address,
  Button,
  Picture,
  RequestRows,
  showHidden,
  Text,
  useMessages,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import type { PreviewApi, ShownRequest } from '../api.js'

/**
 * Makes foreign text safe inside our sentences: invisible characters become codes, and its
 * direction is isolated.
 */
const quoted = (value: string | number): string | number =>
  typeof value === 'string' ? `\u2068${showHidden(value)}\u2069` : value

/**
 * The headline of the request in the adapter's words. It takes the focus, so that a key that is
 * still held confirms nothing.
 */
function Headline({ shown: { description, position, total } }: { shown: ShownRequest }): ReactNode {
  const text = useMessages()
  const place = useRef<HTMLHeadingElement>(null)
  const count = useId()
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  const { title = 'preview.unknown', params = {} } = description ?? {}
  const filled = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, quoted(value)]),
  )
  return (
    <div>
      {total > 1 && (
        <p id={count} className="hint">
          <Text k="preview.position" params={{ position, total }} />
        </p>
      )}
      <h2
        ref={place}
        className="title"
        style={{ outline: 'none' }}
        tabIndex={-1}
        aria-describedby={total > 1 ? count : undefined}
      >
        {text(title, filled) === title ? (
          <bdi>{showHidden(title)}</bdi>
        ) : (
          <Text k={title} params={filled} />
        )}
      </h2>
    </div>
  )
}

const Fact = ({ k, children }: { k: string; children: ReactNode }): ReactNode => (
  <div className="bar">
    <dt className="hint" style={{ paddingInline: 0 }}>
      <Text k={k} />
    </dt>
    <dd style={{ margin: 0, minInlineSize: 0, textAlign: 'end', overflowWrap: 'anywhere' }}>
      {children}
    </dd>
  </div>
)

/** The site that asks, and the account, wallet and network that would act. */
function Facts({
  shown: {
    request: { origin, network, account },
    site,
    wallet,
  },
}: {
  shown: ShownRequest
}): ReactNode {
  return (
    <dl className="stack" style={{ margin: 0, gap: 4 }}>
      <Fact k="preview.site">
        <bdi>{showHidden(site.name)}</bdi>
        {site.host !== '' && site.host !== site.name && (
          <>
            {' '}
            <bdi dir="ltr" className="hint" style={{ paddingInline: 0 }}>
              {site.host}
            </bdi>
          </>
        )}
        {origin === 'plugin' && (
          <div className="hint" style={{ paddingInline: 0 }}>
            <Text k="preview.plugin" />
          </div>
        )}
      </Fact>
      {wallet && (
        <Fact k="preview.wallet">
          <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
            <Picture src={wallet.icon} name={wallet.name} size="small" />
            <bdi>{showHidden(wallet.name)}</bdi>
          </span>
        </Fact>
      )}
      {account && (
        <Fact k="preview.account">
          {account.label !== undefined && (
            <>
              <bdi>{showHidden(account.label)}</bdi>{' '}
            </>
          )}
          <Address address={account.address} namespace={account.namespace} />
        </Fact>
      )}
      <Fact k="preview.network">
        <bdi>{showHidden(network.name)}</bdi>
        {network.testnet && (
          <>
            {' '}
            (<Text k="preview.testnet" />)
          </>
        )}
      </Fact>
    </dl>
  )
}

/**
 * Ignores the second half of a double click, which belongs to the request before: it neither clicks
 * nor takes the focus.
 */
const stopSecond = (event: MouseEvent): void => {
  if (event.detail < 2) return
  event.stopPropagation()
  event.preventDefault()
}

/**
 * Shows one request at a time. A click confirms the request on screen by its id, so that it cannot
 * confirm another one that has just arrived.
 */
export function Request({ api }: ViewProps<undefined, PreviewApi>): ReactNode {
  const { shown: now } = useObservable(api.state)
  // Keeps the last request on screen while the modal closes.
  const [shown, setShown] = useState(now)
  if (now && now !== shown) setShown(now)
  if (!shown) return null
  const { id, request, description } = shown
  return (
    <div className="stack" key={id}>
      <Headline shown={shown} />
      <Facts shown={shown} />
      <RequestRows description={description} method={request.method} params={request.params} />
      <div className="pinned end stack" onMouseDownCapture={stopSecond} onClickCapture={stopSecond}>
        <p className="hint">
          <Text k="preview.next" />
        </p>
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 }}>
          <Button onClick={() => api.decline(id)}>
            <Text k="preview.decline" />
          </Button>
          <Button variant="primary" onClick={() => api.confirm(id)}>
            <Text k="preview.confirm" />
          </Button>
        </div>
      </div>
    </div>
  )
}
