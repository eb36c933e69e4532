import type { DirectoryWallet, WalletRow } from '@latchkey/kernel'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLate } from '../hooks.js'
import { Field } from '../kit/Field.js'
import { Icon } from '../kit/Icon.js'
import { Text } from '../kit/messages.js'
import { Picture } from '../kit/Picture.js'
import { Row } from '../kit/Row.js'
import { SkeletonRows } from '../kit/Skeleton.js'
import { Empty } from '../kit/states.js'
import { Button } from '../kit/Button.js'
import { usePorts, useSession } from '../session/context.js'
import { useObservable } from '../useObservable.js'
import { serving } from './chooseWallet.js'
import { useNeedsConsent } from './Legal.js'
import { useImage } from './useImage.js'
import { WalletList } from './WalletList.js'
import { WantedHint } from './WantedHint.js'
import { WithWallets } from './WithWallets.js'

const PAGE = 40
const DEBOUNCE = 500

interface Answer {
  search: string
  wallets: readonly DirectoryWallet[]
  page: number
  total: number
  failed: boolean
}
const NOTHING: Answer = { search: '', wallets: [], page: 0, total: Infinity, failed: false }

/** Pages of the directory, as far as they were asked for. Nothing where the site named no directory. */
function useDirectory(search: string): { wallets: readonly DirectoryWallet[]; state: 'loading' | 'ready' | 'failed'; more(): void } {
  const { late } = useLate()
  const { directory } = useObservable(usePorts().options)
  const [answer, setAnswer] = useState(NOTHING)
  const [wanted, setWanted] = useState({ search, page: 1, turn: 0 })
  if (wanted.search !== search) setWanted({ search, page: 1, turn: 0 })
  const { page, turn } = wanted
  useEffect(() => {
    if (!late || !directory) return
    const controller = new AbortController()
    const { signal } = controller
    late.directory({ page, count: PAGE, signal, ...(search && { search }) }).then(
      ({ wallets, total }) => signal.aborted || setAnswer((now) => ({ search, page, total, failed: false, wallets: page === 1 ? wallets : [...now.wallets, ...wallets] })),
      () => signal.aborted || setAnswer((now) => ({ ...(now.search === search ? now : NOTHING), search, page, failed: true })),
    )
    return () => controller.abort()
  }, [late, directory, search, page, turn])
  const isHere = !directory || (answer.search === search && answer.page >= page)
  const state = !isHere ? 'loading' : answer.failed ? 'failed' : 'ready'
  const more = (): void => {
    if (state === 'failed') {
      setAnswer((now) => ({ ...now, page: page - 1, failed: false }))
      setWanted({ search, page, turn: turn + 1 })
    } else if (directory && state === 'ready' && answer.wallets.length < answer.total) setWanted({ search, page: page + 1, turn })
  }
  return { wallets: answer.wallets, state, more }
}

function useDebounced(value: string): string {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [value])
  return late
}

function DirectoryRow({ wallet, disabled }: { wallet: DirectoryWallet; disabled: boolean }): ReactNode {
  const { router } = usePorts()
  const image = useImage('wallet', wallet)
  const wanted = useObservable(useSession().wanted)
  return <Row start={<Picture src={image} name={wallet.name} />} disabled={disabled} onClick={() => router.push('ConnectingWalletConnect', { walletId: wallet.id, wallet, ...(wanted !== undefined && { namespaces: [wanted] }) })}><bdi>{wallet.name}</bdi></Row>
}

/** Calls back when the end of the list comes into sight. */
function EndOfList({ onSeen }: { onSeen(): void }): ReactNode {
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(onSeen)
  useEffect(() => {
    latest.current = onSeen
  })
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current())
    if (mark.current) observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={mark} aria-hidden="true" />
}

function Wallets({ rows }: { rows: readonly WalletRow[] }): ReactNode {
  const disabled = useNeedsConsent()
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase()
  const directory = useDirectory(useDebounced(search.trim()))
  const shown = serving(rows, useObservable(useSession().wanted)).filter(({ name }) => name.toLowerCase().includes(words))
  const known = new Set(rows.flatMap(({ connectors }) => connectors.map(({ explorerId }) => explorerId)))
  const listed = directory.wallets.filter(({ id, name }) => !known.has(id) && name.toLowerCase().includes(words))
  const isEmpty = !shown.length && !listed.length && directory.state === 'ready'
  return (
    <div className="stack">
      <Field label={{ k: 'ui.searchWallets' }} labelHidden placeholder={{ k: 'ui.searchWallets' }} value={search} onChange={setSearch} start={<Icon name="search" />} input={{ type: 'search', autoComplete: 'off', spellCheck: false, enterKeyHint: 'search' }} />
      <WantedHint />
      <WalletList rows={shown} disabled={disabled}>{listed.map((wallet) => <DirectoryRow key={`directory ${wallet.id}`} wallet={wallet} disabled={disabled} />)}</WalletList>
      {directory.state === 'loading' && <SkeletonRows count={listed.length ? 2 : 6} />}
      {directory.state === 'failed' && <div className="notice"><div className="main"><Text k="ui.directoryFailed" /></div><Button onClick={directory.more}><Text k="ui.retry" /></Button></div>}
      {isEmpty && <Empty title="ui.noResult" text="ui.noResultText" icon="search" />}
      <EndOfList onSeen={directory.more} />
    </div>
  )
}

/** Every wallet that this site knows: its own list, then the pages of its directory. */
export const AllWallets = (): ReactNode => <WithWallets count={6}>{(rows) => <Wallets rows={rows} />}</WithWallets>
