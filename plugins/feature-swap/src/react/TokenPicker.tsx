import type { ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  Empty,
  Field,
  Icon,
  Picture,
  Row,
  showHidden,
  SkeletonRows,
  Text,
  useAnnounce,
  useMessages,
  useObservable,
  VirtualList,
} from '@latchkey/ui-react/kit'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { SwapApi, SwapState, SwapToken } from '../api.js'
import { sortTokens, suggestTokens } from '../services/sortTokens.js'
import { isSameToken, tokenKey } from '../services/tokenKey.js'
import { Unlisted } from './Unlisted.js'
import { styles } from './styles.js'
import { useNumbers } from './useNumbers.js'
import { useOpen } from './useOpen.js'
import { Warning } from './Warning.js'

const TYPING_PAUSE_MS = 500
const ADDRESS = /^0x[0-9a-f]{40}$/i

const isFound = ({ name, symbol, address = '' }: SwapToken, search: string): boolean =>
  [name, symbol, address].some((text) => text.toLowerCase().includes(search))

/** A line of the list: a token, or the name of the group that begins. */
type Line = SwapToken | { group: string }

function linesOf({ tokens, balances }: SwapState, search: string): readonly Line[] {
  const { own, popular, rest } = sortTokens(
    search ? tokens.filter((token) => isFound(token, search)) : tokens,
    balances,
  )
  const groups = { 'swap.own': own, 'swap.popular': popular, 'swap.others': rest }
  return Object.entries(groups).flatMap(([group, members]): readonly Line[] =>
    members.length ? [{ group }, ...members] : [],
  )
}

/** Says how many tokens a search has found. */
function useAnnounceFound(search: string, count: number): void {
  const announce = useAnnounce()
  const text = useMessages()
  const message = text(count ? 'swap.tokensFound' : 'swap.noToken', { count })
  useEffect(() => {
    if (!search) return
    const timer = setTimeout(() => announce(message), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [search, message, announce])
}

function Suggested({
  tokens,
  choose,
}: {
  tokens: readonly SwapToken[]
  choose(token: SwapToken): void
}): ReactNode {
  return (
    <section data-part="suggested">
      <h2 className="group" style={styles.group}>
        <Text k="swap.suggested" />
      </h2>
      <ul style={styles.chips}>
        {tokens.map((token) => (
          <li key={tokenKey(token)}>
            <Button onClick={() => choose(token)}>
              <Picture src={token.iconUrl || undefined} name={token.symbol} size="small" round />
              <bdi>{showHidden(token.symbol)}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Tokens to choose from: suggested ones, those of the account, popular ones, and all others. */
// eslint-disable-next-line max-lines-per-function -- the markup of one list
export function TokenPicker({
  params,
  api,
}: ViewProps<{ side: 'from' | 'to' } | undefined, SwapApi>): ReactNode {
  const { side } = params ?? { side: 'from' }
  const state = useObservable(api.state)
  const { tokens, tokensRead, balances } = state
  const [typed, setTyped] = useState('')
  const [unlisted, setUnlisted] = useState<SwapToken>()
  const { plain } = useNumbers()
  useOpen(api)
  const search = typed.trim().toLowerCase()
  const lines = useMemo(
    () => linesOf({ ...state, tokens, balances }, search),
    [state, tokens, balances, search],
  )
  const count = lines.filter((line) => !('group' in line)).length
  const suggested = useMemo(() => suggestTokens(tokens), [tokens])
  useAnnounceFound(search, count)
  const take = (token: SwapToken): void => {
    api.setToken(side, token)
    api.back()
  }
  const choose = (token: SwapToken): void => (token.isListed ? take(token) : setUnlisted(token))
  if (unlisted)
    return (
      <Unlisted
        token={unlisted}
        onUse={() => {
          api.importToken(unlisted)
          take(unlisted)
        }}
        onBack={() => setUnlisted(undefined)}
      />
    )
  const chosen = side === 'from' ? state.from : state.to
  return (
    <div className="stack">
      <Field
        label={{ k: 'swap.searchTokens' }}
        labelHidden
        placeholder={{ k: 'swap.searchTokens' }}
        value={typed}
        onChange={setTyped}
        start={<Icon name="search" />}
        input={{ type: 'search', autoComplete: 'off', spellCheck: false, enterKeyHint: 'search' }}
      />
      {tokensRead === 'failed' && <Warning k="swap.unread" />}
      {!search && suggested.length > 0 && <Suggested tokens={suggested} choose={choose} />}
      {(tokensRead === 'loading' || tokensRead === 'unread') && tokens.length === 0 && (
        <SkeletonRows />
      )}
      {search !== '' && !count && !ADDRESS.test(search) && (
        <Empty title="swap.noToken" text="swap.noTokenText" icon="search" />
      )}
      {!count && ADDRESS.test(search) && (
        <LookUp address={typed.trim()} api={api} onFound={setUnlisted} />
      )}
      {lines.length > 0 && (
        <VirtualList
          label={{ k: 'swap.tokenTitle' }}
          count={lines.length}
          row={({ index, tabIndex }) => {
            const line = lines[index]!
            if ('group' in line)
              return (
                <h2 className="group" style={styles.group} data-group={line.group}>
                  <Text k={line.group} />
                </h2>
              )
            const balance = balances[tokenKey(line)]
            return (
              <Row
                tabIndex={tabIndex}
                current={isSameToken(line, chosen)}
                onClick={() => choose(line)}
                start={<Picture src={line.iconUrl || undefined} name={line.symbol} round />}
                note={
                  line.isListed ? (
                    <bdi>{showHidden(line.name)}</bdi>
                  ) : (
                    <>
                      <Text k="swap.unlisted" />:{' '}
                      <bdi dir="ltr" style={styles.address}>
                        {line.address}
                      </bdi>
                    </>
                  )
                }
                end={
                  balance !== undefined && balance > 0n ? (
                    <bdi dir="ltr">{plain(balance, line.decimals)}</bdi>
                  ) : undefined
                }
              >
                <bdi>{showHidden(line.symbol)}</bdi>
              </Row>
            )
          }}
        />
      )}
    </div>
  )
}

/** Looks up a token that nobody lists. */
function LookUp({
  address,
  api,
  onFound,
}: {
  address: string
  api: SwapApi
  onFound(token: SwapToken): void
}): ReactNode {
  const [failed, setFailed] = useState('')
  useEffect(() => {
    let isGone = false
    api.lookUp(address).then(
      (token) => isGone || onFound(token),
      () => isGone || setFailed(address),
    )
    return () => void (isGone = true)
  }, [address, api, onFound])
  return failed === address ? (
    <Empty title="swap.noToken" text="swap.noTokenThere" icon="search" />
  ) : (
    <div role="status">
      <p className="hint">
        <Text k="swap.lookingUp" />
      </p>
      <SkeletonRows count={1} />
    </div>
  )
}
