import type { WalletRow } from '@latchkey/kernel'
import type { ConnectedAccount, ConnectMethod } from '@latchkey/plugin-api'
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { useLate } from '../../hooks.js'
import { Empty } from '../../kit/blocks/states.js'
import { Button } from '../../kit/controls/Button.js'
import { Icon } from '../../kit/controls/Icon.js'
import { Row } from '../../kit/controls/Row.js'
import { InlineView } from '../../kit/modal/InlineView.js'
import { Text } from '../../kit/text/messages.js'
import { useSession } from '../../session/context.js'
import { useObservable } from '../../useObservable.js'
import { isOn, isPlaced } from '../shared/features.js'
import { rowsFor } from './chooseWallet.js'
import { orderGroups, WALLET } from './orderGroups.js'
import { Legal, useNeedsConsent } from './Legal.js'
import { useEarlyPreparation } from './useEarlyPreparation.js'
import { useQuietly } from './useQuietly.js'
import { WalletList } from './WalletList.js'
import { WantedHint } from './WantedHint.js'
import { WithWallets } from './WithWallets.js'

function useQuietAccount(): ConnectedAccount | undefined {
  const { accounts, activeNetwork } = usePorts()
  useQuietly(activeNetwork)
  return useQuietly({ subscribe: accounts.subscribe, get: () => accounts.active() })
}

const NO_WALLETS: readonly WalletRow[] = []
const noWallets = { subscribe: () => () => undefined, get: () => NO_WALLETS }

function useQuietWallets(): readonly WalletRow[] | undefined {
  const { late } = useLate()
  const rows = useQuietly(late?.wallets ?? noWallets)
  return late ? rows : undefined
}

function useMethods(account: ConnectedAccount | undefined): readonly ConnectMethod[] {
  const { activeNetwork, connectMethods, networks, options } = usePorts()
  useObservable(networks)
  const network = activeNetwork.current()
  const flags = useObservable(options)
  return useObservable(connectMethods)
    .map(({ value }) => value)
    .filter((method) => isOn(method.feature, flags) && isPlaced(method, { account, network }))
}

function NoWallet(): ReactNode {
  const { router } = usePorts()
  return (
    <Empty title="ui.noWallet" text="ui.noWalletText" icon="wallet">
      <Button onClick={() => router.push('GetAWallet')}>
        <Text k="ui.getAWallet" />
      </Button>
      <Button variant="plain" onClick={() => location.reload()}>
        <Text k="ui.reload" />
      </Button>
    </Empty>
  )
}

/** A link to the explanation of wallets. */
function NewToWallets(): ReactNode {
  const { router } = usePorts()
  return (
    <Button variant="plain" onClick={() => router.push('WhatIsWallet')}>
      <Text k="ui.newToWallets" />
    </Button>
  )
}

function AllWalletsRow({ disabled }: { disabled: boolean }): ReactNode {
  const { router } = usePorts()
  return (
    <Row
      disabled={disabled}
      start={
        <span className="picture letter">
          <Icon name="grid" />
        </span>
      }
      end={<Icon name="next" />}
      onClick={() => router.push('AllWallets')}
    >
      <Text k="ui.allWallets" />
    </Row>
  )
}

type Lists = typeof import('../walletViews.js')

/** Loads the rows of featured and custom wallets, only if the site names any. */
function useLists(): Lists | undefined {
  const { featuredWallets, customWallets } = useObservable(usePorts().options)
  const named = !!(featuredWallets ?? customWallets)
  const isShown = useObservable(useSession().shown)
  const [lists, setLists] = useState<Lists>()
  useEffect(() => {
    if (named && isShown) import('../walletViews.js').then(setLists, () => undefined)
  }, [named, isShown])
  return lists
}

function Wallets({ rows, disabled }: { rows: readonly WalletRow[]; disabled: boolean }): ReactNode {
  const { features, directory } = useObservable(usePorts().options)
  const wanted = useObservable(useSession().wanted)
  const [isUnfolded, setUnfolded] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const lists = useLists()
  // The element that had the focus was removed.
  useEffect(() => {
    if (isUnfolded) list.current?.querySelector<HTMLElement>('.row')?.focus({ preventScroll: true })
  }, [isUnfolded])
  if (features.collapseWallets && !isUnfolded)
    return (
      <Button wide disabled={disabled} onClick={() => setUnfolded(true)}>
        <Icon name="wallet" />
        <Text k="ui.continueWithWallet" />
      </Button>
    )
  const shown = rowsFor(rows, wanted)
  // Without a directory, that view shows the same wallets as this one.
  const all = features.allWallets && directory !== undefined && (
    <AllWalletsRow key="all" disabled={disabled} />
  )
  return (
    <div className="stack" ref={list}>
      <WantedHint />
      {!shown.length && <NoWallet />}
      {(all || lists || shown.length > 0) && (
        <WalletList rows={shown} disabled={disabled}>
          {lists && (
            <lists.PromotedRows key="first" rows={rows} wanted={wanted} disabled={disabled} />
          )}
          {all}
        </WalletList>
      )}
    </div>
  )
}

/**
 * Becomes Account once an address comes; whoever came here with one wants another wallet. Whatever
 * else follows from the address has the first word.
 */
function useBecomeAccount(): void {
  const { accounts, activeNetwork, router, modal } = usePorts()
  const before = useRef(accounts.active()?.address)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const become = (): void => {
      if (modal.get().open && router.get().at(-1)?.view === 'Connect') router.reset('Account')
    }
    const follow = (): void => {
      const address = accounts.active()?.address
      if (address === before.current) return
      clearTimeout(timer)
      if (address !== undefined && before.current === undefined) timer = setTimeout(become)
      before.current = address
    }
    follow()
    const stops = [accounts.subscribe(follow), activeNetwork.subscribe(follow)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [accounts, activeNetwork, router, modal])
}

/** Set as a property, because React 18 does not know the attribute. */
const setInert =
  (inert: boolean) =>
  (element: HTMLElement | null): void => {
    if (element) element.inert = inert
  }

/** A plugin's view, drawn when the modal opens: it may ask something as soon as it is drawn. */
const Method = ({ view }: { view: string }): ReactNode =>
  useObservable(useSession().shown) ? <InlineView id={view} /> : null

function Groups({ rows }: { rows: readonly WalletRow[] }): ReactNode {
  const account = useQuietAccount()
  const methods = useMethods(account)
  const { connectMethodsOrder } = useObservable(usePorts().options)
  const disabled = useNeedsConsent()
  useEarlyPreparation(rows)
  const groups = orderGroups(
    rows,
    methods.map(({ group }) => group),
    connectMethodsOrder,
  )
  return (
    <div className="stack">
      {groups.map((group, index) => (
        <Fragment key={group}>
          {index > 0 && (group === WALLET || groups[index - 1] === WALLET) && (
            <div className="or">
              <Text k="ui.or" />
            </div>
          )}
          <section
            data-group={group}
            className="stack"
            ref={setInert(disabled && group !== WALLET)}
          >
            {group === WALLET ? (
              <Wallets rows={rows} disabled={disabled} />
            ) : (
              methods
                .filter((method) => method.group === group)
                .map(({ id, view }) => <Method key={id} view={view} />)
            )}
          </section>
        </Fragment>
      ))}
      <Legal />
      {!account && <NewToWallets />}
    </div>
  )
}

/** All ways to connect that this site offers. */
export function Connect(): ReactNode {
  useBecomeAccount()
  return <WithWallets useRows={useQuietWallets}>{(rows) => <Groups rows={rows} />}</WithWallets>
}
