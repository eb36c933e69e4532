import type { ViewProps } from '@latchkey/plugin-api'
import {
  Address,
  Amount,
  Button,
  ErrorState,
  ErrorText,
  List,
  Row,
  SkeletonRows,
  Text,
} from '@latchkey/ui-react/kit'
import { useEffect, useState, type ReactNode } from 'react'
import type { EmbeddedAccount, EmbeddedApi } from '../api.js'

const NAMES = { eoa: 'embedded.eoaAccount', smartAccount: 'embedded.smartAccount' } as const

/** One account with its address and what it holds on the network in use. */
function AccountRow({ account }: { account: EmbeddedAccount }): ReactNode {
  const { type, address, balance, isInUse, isHere } = account
  const note = (
    <>
      <Address address={address} namespace="eip155" />
      {' · '}
      {balance ? (
        <Amount amount={balance} />
      ) : (
        <Text k={isHere ? 'ui.balanceUnavailable' : 'embedded.notHere'} />
      )}
    </>
  )
  return (
    <Row current={isInUse} note={note} end={isInUse ? <Text k="ui.inUse" /> : undefined}>
      <Text k={NAMES[type]} />
    </Row>
  )
}

/** The button that uses the other account from now on. */
function Switch({
  api,
  to,
  onDone,
}: {
  api: EmbeddedApi
  to: EmbeddedAccount
  onDone(): void
}): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const change = (): void => {
    setBusy(true)
    setError(undefined)
    api
      .switchAccountType(to.type)
      .then(onDone, setError)
      .finally(() => setBusy(false))
  }
  return (
    <>
      {error !== undefined && (
        <p className="error" role="alert">
          <ErrorText error={error} />
        </p>
      )}
      <Button variant="primary" wide busy={isBusy} onClick={change}>
        <Text k={to.type === 'eoa' ? 'embedded.useEoa' : 'embedded.useSmart'} />
      </Button>
    </>
  )
}

/** The view that says which account of EVM is in use, and what the other one holds, and switches. */
export function AccountType({ api }: ViewProps<undefined, EmbeddedApi>): ReactNode {
  const [accounts, setAccounts] = useState<readonly EmbeddedAccount[]>()
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isGone = false
    api.readAccounts().then(
      (read) => void (isGone || setAccounts(read)),
      (failure: unknown) => void (isGone || setError(failure)),
    )
    return () => {
      isGone = true
    }
  }, [api, tries])
  const again = (): void => {
    setError(undefined)
    setTries(tries + 1)
  }
  if (error !== undefined)
    return <ErrorState title="embedded.accountsFailed" error={error} onRetry={again} />
  if (!accounts) return <SkeletonRows count={2} />
  const other = accounts.find(({ isInUse }) => !isInUse)
  return (
    <div className="stack">
      <p className="hint">
        <Text k="embedded.accountTypeText" />
      </p>
      <List>
        {accounts.map((account) => (
          <AccountRow key={account.address} account={account} />
        ))}
      </List>
      {other?.isHere === true && <Switch api={api} to={other} onDone={again} />}
    </div>
  )
}
