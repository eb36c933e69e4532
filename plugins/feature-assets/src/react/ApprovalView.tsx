import { isLatchkeyError, type ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  CopyButton,
  Empty,
  ErrorDetails,
  ErrorText,
  explorerLink,
  Icon,
  IconButton,
  showHidden,
  Text,
  useAnnounce,
  useMessages,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { AssetApproval, AssetsApi, Revocation } from '../api.js'
import { approvalKey } from '../approvals/approvalKey.js'
import { Fact, Facts } from './Facts.js'
import { styles } from './styles.js'
import { useApproval } from './useApproval.js'
import { useOnline } from './useOnline.js'

/** A contract or a person, by name where it is known, with the whole address. */
function Address({
  k,
  address,
  name,
  copy,
  approval,
  api,
}: {
  k: string
  address: string
  name: string
  /** Message key of the button that copies it. */
  copy: string
  approval: AssetApproval
  api: AssetsApi
}): ReactNode {
  const network = api.networkOf(approval.chainId)
  const link = network && explorerLink(network, address)
  return (
    <Fact k={k}>
      {name && (
        <strong style={styles.wrapped}>
          <bdi>{showHidden(name)}</bdi>
        </strong>
      )}
      <bdi dir="ltr">{address}</bdi>
      <CopyButton value={address} label={{ k: copy }} />
      {link && (
        <IconButton
          icon="external"
          label={{ k: 'ui.viewOn', params: { explorer: link.name } }}
          href={link.url}
        />
      )}
    </Fact>
  )
}

/** How taking the right away goes. A visitor who declined is told calmly. */
function Progress({ status, error }: Revocation): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  const isDeclined = isLatchkeyError(error, 'wallet.user_rejected')
  const k =
    status === 'asked'
      ? 'assets.revokeAsked'
      : status === 'pending'
        ? 'assets.revokePending'
        : isDeclined
          ? 'assets.revokeDeclined'
          : 'assets.revokeFailed'
  const isBad = status === 'failed' && !isDeclined
  useEffect(() => announce(text(k), isBad ? 'assertive' : 'polite'), [announce, text, k, isBad])
  return (
    <div className="notice" data-revocation={status}>
      <span className={isBad ? 'error' : undefined}>
        <Icon name={isBad ? 'warning' : status === 'failed' ? 'info' : 'loading'} />
      </span>
      <div className="main">
        <Text k={k} />
        {isBad && error !== undefined && (
          <>
            {' '}
            <ErrorText error={error} />
            <ErrorDetails error={error} />
          </>
        )}
      </div>
    </div>
  )
}

/** Says that the right is not there any more. */
function Gone(): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  useEffect(() => announce(text('assets.approvalGone')), [announce, text])
  return <Empty title="assets.approvalGone" text="assets.approvalGoneText" icon="check" />
}

/** A right over tokens, and its end. */
// eslint-disable-next-line max-lines-per-function -- the markup of one view
export function ApprovalView({
  api,
  params,
}: ViewProps<{ approval: string }, AssetsApi>): ReactNode {
  const { approvals } = useObservable(api.state)
  const words = useApproval()
  const isOnline = useOnline()
  const approval = approvals?.items.find((each) => approvalKey(each) === params.approval)
  if (!approval) return <Gone />
  const revocation = approvals?.revocations[params.approval]
  const isUnderWay = revocation !== undefined && revocation.status !== 'failed'
  return (
    <div className="stack">
      <h2 style={styles.headline}>
        <bdi>{words.token(approval)}</bdi>
      </h2>
      <Facts>
        <Fact k="assets.reach">
          <bdi className={approval.isUnlimited ? 'warning' : undefined}>
            {words.reach(approval)}
          </bdi>
        </Fact>
        <Address
          k="assets.spender"
          address={approval.spender}
          name={approval.spenderName}
          copy="assets.copySpender"
          approval={approval}
          api={api}
        />
        <Address
          k="assets.contract"
          address={approval.token}
          name={approval.name}
          copy="assets.copyContract"
          approval={approval}
          api={api}
        />
      </Facts>
      {approval.spenderName === 'Permit2' && (
        <p className="hint">
          <Text k="assets.permit2Text" />
        </p>
      )}
      {approval.isSpam && (
        <p className="warning">
          <Text k="assets.spamFlagged" />
        </p>
      )}
      {revocation && <Progress {...revocation} />}
      <p className="hint">
        <Text k="assets.revokeText" />
      </p>
      <Button
        variant="primary"
        wide
        busy={isUnderWay}
        disabled={!isOnline}
        onClick={() => void api.revoke(approval)}
      >
        <Text k={isOnline ? 'assets.revoke' : 'assets.offline'} />
      </Button>
    </div>
  )
}
