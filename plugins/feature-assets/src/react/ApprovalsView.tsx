import type { ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  Empty,
  explorerLink,
  Icon,
  Picture,
  Row,
  SkeletonRows,
  Text,
  useObservable,
  VirtualList,
} from '@latchkey/ui-react/kit'
import { useEffect, useState, type ReactNode } from 'react'
import type { ApprovalsState, AssetApproval, AssetsApi, Revocation } from '../api.js'
import { approvalKey } from '../approvals/approvalKey.js'
import { styles } from './styles.js'
import { Unread } from './Unread.js'
import { useApproval } from './useApproval.js'
import { useOnline } from './useOnline.js'

/** Pauses between readings while the server looks for old rights: each is twice the one before. */
const FIRST_PAUSE_MS = 4_000
const MAX_READINGS = 6

/** Reads them, and again while the server still looks for old ones. */
function useReading(
  api: AssetsApi,
  {
    isRead,
    isWhole,
    loading,
    lastRetry,
  }: Pick<ApprovalsState, 'isRead' | 'isWhole' | 'loading' | 'lastRetry'>,
  isOnline: boolean,
): void {
  const [readings, setReadings] = useState(0)
  useEffect(() => void api.loadApprovals(), [api])
  const isDue =
    isRead && !isWhole && !loading && isOnline && lastRetry === undefined && readings < MAX_READINGS
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(
      () => {
        setReadings(readings + 1)
        void api.loadApprovals()
      },
      FIRST_PAUSE_MS * 2 ** readings,
    )
    return () => clearTimeout(timer)
  }, [isDue, readings, api])
}

function ApprovalRow({
  approval,
  revocation,
  tabIndex,
  onClick,
}: {
  approval: AssetApproval
  revocation: Revocation | undefined
  tabIndex: 0 | -1
  onClick(): void
}): ReactNode {
  const words = useApproval()
  return (
    <div style={styles.rows}>
      <Row
        tabIndex={tabIndex}
        onClick={onClick}
        start={
          revocation && revocation.status !== 'failed' ? (
            <Icon name="loading" />
          ) : (
            <Picture src={undefined} name={words.token(approval)} round />
          )
        }
        note={
          <span style={styles.note}>
            <bdi>{words.spender(approval)}</bdi>
            {approval.isSpam && (
              <span className="warning">
                {' · '}
                <Text k="assets.spamFlagged" />
              </span>
            )}
            {revocation && (
              <span className={revocation.status === 'failed' ? 'error' : undefined}>
                {' · '}
                <Text k={REVOCATIONS[revocation.status]} />
              </span>
            )}
          </span>
        }
        end={
          <span style={styles.tail}>
            <bdi className={approval.isUnlimited ? 'warning' : undefined} style={styles.line}>
              {words.reach(approval)}
            </bdi>
          </span>
        }
      >
        <bdi>{words.token(approval)}</bdi>
      </Row>
    </div>
  )
}

const REVOCATIONS = {
  asked: 'assets.revokeAsked',
  pending: 'assets.revokePending',
  failed: 'assets.revokeFailed',
} as const

/** Nobody here can tell: the explorer can. */
function Unknown({ api }: { api: AssetsApi }): ReactNode {
  const { owner } = useObservable(api.state)
  const network = owner && api.networkOf(owner.network)
  const link = network && explorerLink(network, owner.address)
  return (
    <Empty title="assets.approvalsUnknown" text="assets.approvalsUnknownText">
      {link && (
        <Button href={link.url}>
          <Icon name="external" />
          <Text k="ui.viewOn" params={{ explorer: link.name }} />
        </Button>
      )}
    </Empty>
  )
}

const NOTHING: readonly AssetApproval[] = []

/** The rights over the tokens of the account in use. */
// eslint-disable-next-line max-lines-per-function -- the states of one view
export function ApprovalsView({ api }: ViewProps<undefined, AssetsApi>): ReactNode {
  const { approvals } = useObservable(api.state)
  const {
    items = NOTHING,
    isRead = false,
    isServed = true,
    isWhole = true,
    loading = true,
    lastRetry,
    error,
    revocations = {},
  } = approvals ?? {}
  const isOnline = useOnline()
  useReading(api, { isRead, isWhole, loading, lastRetry }, isOnline)
  const unread = lastRetry !== undefined && (
    <Unread
      title="assets.approvalsUnread"
      failedAt={lastRetry}
      error={error}
      isBeside={isRead}
      onRetry={() => void api.loadApprovals()}
    />
  )
  if (!isRead) return unread || <SkeletonRows />
  if (!isServed) return <Unknown api={api} />
  return (
    <div className="stack" aria-busy={loading}>
      {!isOnline && (
        <p className="hint" role="status">
          <Text k="assets.offline" />
        </p>
      )}
      {unread}
      {items.length > 0 ? (
        <>
          <p className="hint">
            <Text k="assets.approvalsText" />
          </p>
          <VirtualList
            label={{ k: 'assets.approvals' }}
            count={items.length}
            row={({ index, tabIndex }) => {
              const approval = items[index]!
              const key = approvalKey(approval)
              return (
                <ApprovalRow
                  approval={approval}
                  revocation={revocations[key]}
                  tabIndex={tabIndex}
                  onClick={() => api.show('assets.approval', { approval: key })}
                />
              )
            }}
          />
        </>
      ) : (
        isWhole && (
          <Empty title="assets.approvalsEmpty" text="assets.approvalsEmptyText" icon="check" />
        )
      )}
      {!isWhole && (
        <p className="hint" role="status">
          <Text k="assets.approvalsMore" />
        </p>
      )}
    </div>
  )
}
