import type { ViewProps } from '@latchkey/plugin-api'
import {
  Empty,
  Field,
  Icon,
  List,
  Picture,
  Row,
  showHidden,
  SkeletonRows,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useEffect, useState, type ReactNode } from 'react'
import { balanceOf } from '../form/worth.js'
import type { SendApi, SendToken } from '../api.js'
import { UnreadBalance } from './UnreadBalance.js'
import { useNumbers } from './useNumbers.js'
import { useAnnounceFound } from './useAnnounceFound.js'

/** Shorter lists have no search field. */
const MIN_FOR_SEARCH = 7

const isFound = ({ name, symbol, address }: SendToken, search: string): boolean =>
  [name, symbol, address ?? ''].some((text) => text.toLowerCase().includes(search))

/** The tokens of the account, to choose the one to send. */
export function SendTokenList({ api }: ViewProps<undefined, SendApi>): ReactNode {
  const { tokenBalances, token, lastRetry } = useObservable(api.state)
  const [typed, setTyped] = useState('')
  const { balance, worth } = useNumbers()
  const search = typed.trim().toLowerCase()
  const found = tokenBalances.filter((each) => isFound(each, search))
  useAnnounceFound(search, found.length, 'send.tokensFound')
  useEffect(() => void api.load(), [api])
  const choose = (chosen: SendToken): void => {
    api.setToken(chosen)
    api.back()
  }
  if (!tokenBalances.length)
    return lastRetry === undefined ? (
      <SkeletonRows />
    ) : (
      <UnreadBalance failedAt={lastRetry} api={api} />
    )
  return (
    <div className="stack">
      {tokenBalances.length >= MIN_FOR_SEARCH && (
        <Field
          label={{ k: 'send.searchTokens' }}
          labelHidden
          placeholder={{ k: 'send.searchTokens' }}
          value={typed}
          onChange={setTyped}
          start={<Icon name="search" />}
          input={{ type: 'search', autoComplete: 'off', spellCheck: false, enterKeyHint: 'search' }}
        />
      )}
      {!found.length && <Empty title="send.noToken" text="send.noTokenText" icon="search" />}
      <List label={{ k: 'send.tokenTitle' }}>
        {found.map((each) => (
          <Row
            key={each.address ?? ''}
            current={each.address === token?.address && token !== undefined}
            onClick={() => choose(each)}
            start={<Picture src={each.iconUrl} name={each.symbol} round />}
            note={<bdi>{showHidden(each.name)}</bdi>}
            end={
              <span style={{ textAlign: 'end' }}>
                <bdi dir="ltr">{balance({ ...each, symbol: '' }).trim()}</bdi>
                <br />
                <bdi dir="ltr">{worth(balanceOf(each), each)}</bdi>
              </span>
            }
          >
            <bdi>{showHidden(each.symbol)}</bdi>
          </Row>
        ))}
      </List>
    </div>
  )
}
