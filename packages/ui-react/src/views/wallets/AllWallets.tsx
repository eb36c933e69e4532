import type { ResolvedOptions, WalletRow } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { usePorts } from '../../context.js'
import { Skeleton, SkeletonRows } from '../../kit/blocks/Skeleton.js'
import { Empty } from '../../kit/blocks/states.js'
import { VirtualList, type RowPlace } from '../../kit/blocks/VirtualList.js'
import { Button } from '../../kit/controls/Button.js'
import { Field } from '../../kit/controls/Field.js'
import { Icon } from '../../kit/controls/Icon.js'
import { Picture } from '../../kit/controls/Picture.js'
import { Row } from '../../kit/controls/Row.js'
import { useAnnounce } from '../../kit/modal/useAnnounce.js'
import { Text, useMessages } from '../../kit/text/messages.js'
import { useSession } from '../../session/context.js'
import { useObservable } from '../../useObservable.js'
import { rowsFor } from '../connect/chooseWallet.js'
import { Legal, useNeedsConsent } from '../connect/Legal.js'
import { useEarlyPreparation } from '../connect/useEarlyPreparation.js'
import { WalletButton } from '../connect/WalletList.js'
import { WantedHint } from '../connect/WantedHint.js'
import { WithWallets } from '../connect/WithWallets.js'
import { useImage } from '../shared/useImage.js'
import { chooseListed } from './chooseListed.js'
import { isExcluded } from './isExcluded.js'
import { isListed, listedNames } from './listedNames.js'
import { foldName, createNameFilter } from './matchNames.js'
import { usePromotedWallets } from './usePromotedWallets.js'
import { useWalletSearch } from './useWalletSearch.js'
import type { Found } from './walletSearch.js'

/** Height in px that the search field covers of the list below it. */
const FIELD_HEIGHT_PX = 60
/** Typing pause in ms after which the result is announced. */
const TYPING_PAUSE_MS = 400
/** Most rows that a modal shows at once. */
const MAX_VISIBLE_ROWS = 12

const LoadedPicture = ({ wallet }: { wallet: DirectoryWallet }): ReactNode => (
  <Picture src={useImage('wallet', wallet)} name={wallet.name} />
)
/** A letter and a `data:` picture need no request. */
const WalletPicture = ({ wallet }: { wallet: DirectoryWallet }): ReactNode => {
  const { name, imageUrl, imageId } = wallet
  return imageId === undefined && (imageUrl === undefined || imageUrl.startsWith('data:')) ? (
    <Picture src={imageUrl} name={name} />
  ) : (
    <LoadedPicture wallet={wallet} />
  )
}

interface ListedButtonProps {
  wallet: DirectoryWallet | undefined
  disabled: boolean
  tabIndex: 0 | -1
  choose(wallet: DirectoryWallet): void
  prepare(): void
}

/**
 * A wallet of the directory, or a placeholder while it loads. Both are the same button, so that the
 * focus stays when the wallet arrives.
 */
export const ListedButton = memo(function ListedButton({
  wallet,
  disabled,
  tabIndex,
  choose,
  prepare,
}: ListedButtonProps): ReactNode {
  return (
    <Row
      start={wallet ? <WalletPicture wallet={wallet} /> : <Skeleton width="32px" height="32px" />}
      disabled={disabled}
      tabIndex={tabIndex}
      onApproach={prepare}
      onClick={() => wallet && choose(wallet)}
    >
      {wallet ? (
        <bdi>{wallet.name}</bdi>
      ) : (
        <>
          <span className="quiet">
            <Text k="ui.loading" />
          </span>
          <Skeleton width="40%" />
        </>
      )}
    </Row>
  )
})

const isOtherFamily = (
  { namespaces: its = [] }: DirectoryWallet,
  families: readonly string[],
): boolean => families.length > 0 && its.length > 0 && !its.some((each) => families.includes(each))

/**
 * Returns a check for wallets of the directory that are not listed: those that the page lists
 * already, those of other chain families, and those that the site excludes. Each wallet is checked
 * once.
 */
function createIsHidden(
  rows: readonly WalletRow[],
  families: readonly string[],
  excluded: ResolvedOptions['excludedWallets'],
): (wallet: DirectoryWallet) => boolean {
  const own = listedNames(rows)
  const seen = new WeakMap<DirectoryWallet, boolean>()
  return (wallet) => {
    const isHidden =
      seen.get(wallet) ??
      (isListed(own, wallet) || isOtherFamily(wallet, families) || isExcluded(wallet, excluded))
    seen.set(wallet, isHidden)
    return isHidden
  }
}

/** The indexes of the directory entries that are shown, in list order. */
function usePlaces(
  { wallets, total }: Found,
  isHidden: (wallet: DirectoryWallet) => boolean,
): { count: number; placeOf(shown: number): number } {
  const hidden = useMemo(() => {
    const places: number[] = []
    for (const [place, wallet] of wallets)
      if (place < total && (wallet === null || isHidden(wallet))) places.push(place)
    return places.sort((a, b) => a - b)
  }, [wallets, total, isHidden])
  return {
    count: total - hidden.length,
    placeOf: useCallback(
      (shown) => hidden.reduce((place, gone) => (gone <= place ? place + 1 : place), shown),
      [hidden],
    ),
  }
}

/** The chain families that this site uses, or the wanted one. */
function useFamilies(wanted: string | undefined): readonly string[] {
  const adapters = useObservable(usePorts().adapters)
  return useMemo(
    () => (wanted === undefined ? adapters.map(({ value: { namespace } }) => namespace) : [wanted]),
    [adapters, wanted],
  )
}

function Failed({ onRetry }: { onRetry(): void }): ReactNode {
  const text = navigator.onLine ? 'ui.directoryFailed' : 'ui.offlineText'
  return (
    <div className="pinned end">
      <div className="notice" role="alert">
        <div className="main">
          <Text k={text} />
        </div>
        <Button onClick={onRetry}>
          <Text k="ui.retry" />
        </Button>
      </div>
    </div>
  )
}

function Nothing({ typed }: { typed: string }): ReactNode {
  const { router } = usePorts()
  return typed ? (
    <Empty title="ui.noResult" text="ui.noResultText" icon="search" />
  ) : (
    <Empty title="ui.noWallet" text="ui.noWalletText" icon="wallet">
      <Button onClick={() => router.push('GetAWallet')}>
        <Text k="ui.getAWallet" />
      </Button>
    </Empty>
  )
}

/**
 * Announces the number of results, once for each search text: after its answer, and after a typing
 * pause.
 */
function useAnnounceCount(count: number, typed: string, found: Found): void {
  const text = useMessages()
  const announce = useAnnounce()
  const said = useRef('')
  const isAnswered = found.state === 'ready' && found.typed === typed
  useEffect(() => {
    if (!typed) said.current = ''
    if (!isAnswered || said.current === typed) return
    const timer = setTimeout(() => {
      said.current = typed
      announce(count ? text('ui.walletsFound', { count }) : text('ui.noResult'))
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [announce, text, count, typed, isAnswered])
}

function SearchField({
  value,
  onChange,
  onDown,
}: {
  value: string
  onChange(value: string): void
  onDown(): void
}): ReactNode {
  const keys = (event: KeyboardEvent): void => {
    // Keys that an input method uses to compose text are ignored.
    if (event.nativeEvent.isComposing || (event.key !== 'ArrowDown' && event.key !== 'Enter'))
      return
    event.preventDefault()
    onDown()
  }
  return (
    <div className="pinned" onKeyDown={keys}>
      <Field
        label={{ k: 'ui.searchWallets' }}
        labelHidden
        placeholder={{ k: 'ui.searchWallets' }}
        value={value}
        onChange={onChange}
        start={<Icon name="search" />}
        input={{ type: 'search', autoComplete: 'off', spellCheck: false, enterKeyHint: 'search' }}
      />
    </div>
  )
}

// eslint-disable-next-line max-lines-per-function -- one list, whose parts share most of its state
function Wallets({ rows }: { rows: readonly WalletRow[] }): ReactNode {
  const disabled = useNeedsConsent()
  // A visitor who comes here first has not given consent yet. The checkbox stays if it was ticked
  // before.
  const [asksConsent] = useState(disabled)
  const view = useRef<HTMLDivElement>(null)
  const [value, setValue] = useState('')
  const typed = value.trim()
  const wanted = useObservable(useSession().wanted)
  const families = useFamilies(wanted)
  const { found, type, need, retry } = useWalletSearch(typed, families)
  const ports = usePorts()
  const choose = useCallback(
    (wallet: DirectoryWallet) => chooseListed(wallet, wanted, ports),
    [wanted, ports],
  )
  const first = usePromotedWallets(rows, wanted)
  const [own, extra] = useMemo(() => {
    const holds = createNameFilter(foldName(typed))
    const fits = ({ name }: { name: string }): boolean => holds(foldName(name))
    return [rowsFor(rows, wanted).filter(fits), first.filter(fits)]
  }, [rows, first, wanted, typed])
  const before = own.length + extra.length
  const { excludedWallets } = useObservable(ports.options)
  const isHidden = useMemo(
    () => createIsHidden(rows, families, [...first, ...(excludedWallets ?? [])]),
    [rows, families, first, excludedWallets],
  )
  const { count: listed, placeOf } = usePlaces(found, isHidden)
  const count = before + listed
  useAnnounceCount(count, typed, found)
  const prepare = useEarlyPreparation(rows)
  const onSight = useCallback(
    (first: number, last: number) => need(placeOf(first - before), placeOf(last - before)),
    [need, placeOf, before],
  )
  const isTall = useCallback((index: number) => own[index]?.lookalike === true, [own])
  const focusOn = (selector: string): void =>
    view.current?.querySelector<HTMLElement>(selector)?.focus()
  const search = (next: string): void => {
    setValue(next)
    type(next.trim())
    view.current?.closest('.body')?.scrollTo(0, 0)
  }
  const row = ({ index, tabIndex }: RowPlace): ReactNode => {
    const mine = own[index]
    if (mine) return <WalletButton row={mine} disabled={disabled} tabIndex={tabIndex} />
    return (
      <ListedButton
        wallet={
          extra[index - own.length] ?? found.wallets.get(placeOf(index - before)) ?? undefined
        }
        disabled={disabled}
        tabIndex={tabIndex}
        choose={choose}
        prepare={prepare}
      />
    )
  }
  return (
    <div className="stack" ref={view}>
      <SearchField
        value={value}
        onChange={search}
        onDown={() => focusOn('[data-index] .row[tabindex="0"]')}
      />
      <WantedHint />
      {asksConsent && <Legal />}
      {count > 0 && (
        <VirtualList
          count={count}
          label={{ k: 'ui.wallets' }}
          row={row}
          isTall={isTall}
          onSight={onSight}
          onLeave={() => focusOn('input')}
          covered={FIELD_HEIGHT_PX}
        />
      )}
      {found.state === 'loading' && count < MAX_VISIBLE_ROWS && (
        <SkeletonRows count={count ? 2 : 6} />
      )}
      {found.state === 'failed' && <Failed onRetry={retry} />}
      {found.state === 'ready' && count === 0 && <Nothing typed={typed} />}
    </div>
  )
}

/** All wallets that this site knows: its own list, then the directory of any length. */
export const AllWallets = (): ReactNode => (
  <WithWallets count={6}>{(rows) => <Wallets rows={rows} />}</WithWallets>
)
