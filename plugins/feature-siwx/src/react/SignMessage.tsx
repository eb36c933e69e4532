import type { ViewProps } from '@latchkey/plugin-api'
import {
  Address,
  Button,
  CopyButton,
  Empty,
  ErrorDetails,
  ErrorText,
  Icon,
  List,
  Picture,
  Row,
  SkeletonRows,
  Text,
  useAnnounce,
  useMessages,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useEffect, useRef, type ReactNode } from 'react'
import type { SignRequest, SiwxApi, SiwxState } from '../types.js'
import { styles } from './styles.js'
import { wordsFor } from './words.js'

/** Account and network. The whole address is shown on request. */
function Who({ request: { account, network } }: { request: SignRequest }): ReactNode {
  return (
    <>
      <List>
        <Row note={<Text k="siwx.account" />}>
          <Address address={account.address} namespace={account.namespace} />
        </Row>
        <Row note={<Text k="siwx.network" />}>
          <bdi>{network.name}</bdi>
        </Row>
      </List>
      <details>
        <summary>
          <Text k="siwx.wholeAddress" />
        </summary>
        <span style={styles.address}>
          <bdi dir="ltr" style={styles.whole}>
            {account.address}
          </bdi>
          <CopyButton value={account.address} label={{ k: 'siwx.copyAddress' }} />
        </span>
      </details>
    </>
  )
}

/** The exact text, shown on request. */
function Message({ request: { message } }: { request: SignRequest }): ReactNode {
  return (
    <details
      onToggle={({ currentTarget }) =>
        currentTarget.open && currentTarget.scrollIntoView({ block: 'center' })
      }
    >
      <summary>
        <Text k="siwx.showMessage" />
      </summary>
      <pre dir="ltr" tabIndex={0} style={styles.message}>
        {message}
      </pre>
      <CopyButton value={message} label={{ k: 'siwx.copyMessage' }} />
    </details>
  )
}

/** The state of the sign-in in words. */
function Head({ state, request }: { state: SiwxState; request: SignRequest }): ReactNode {
  const { title, text, params, isWaiting, isAlarm, isError } = wordsFor(state, request)
  return (
    <div style={styles.head}>
      <span className="figure" style={styles.figure}>
        <Picture src={request.wallet.icon} name={request.wallet.name} size="large" />
        {isWaiting ? (
          <span className="ring" />
        ) : (
          isAlarm && (
            <span className={`mark${isError ? ' error' : ''}`}>
              <Icon name={isError ? 'warning' : 'close'} />
            </span>
          )
        )}
      </span>
      <h2 className="title">
        <Text k={title} params={params} />
      </h2>
      {text !== undefined ? (
        <p style={styles.note}>
          <Text k={text} params={params} />
        </p>
      ) : (
        state.error !== undefined && (
          <p style={styles.note}>
            <ErrorText error={state.error} />
          </p>
        )
      )}
      {isError && <ErrorDetails error={state.error} />}
      {!isWaiting && !isAlarm && request.data.statement !== undefined && (
        <p style={styles.statement}>
          <bdi>{request.data.statement}</bdi>
        </p>
      )}
    </div>
  )
}

/**
 * Announces each change to screen readers. After a failure the focus goes to the button by which the
 * visitor goes on.
 */
function useAnnouncedState(
  state: SiwxState,
  request: SignRequest | undefined,
): { current: HTMLButtonElement | null } {
  const text = useMessages()
  const announce = useAnnounce()
  const button = useRef<HTMLButtonElement>(null)
  const words = request && wordsFor(state, request)
  const headline =
    words && (words.isWaiting || words.isAlarm) ? text(words.title, words.params) : ''
  const isAlarm = words?.isAlarm
  useEffect(() => {
    if (!headline) return
    announce(headline, isAlarm ? 'assertive' : 'polite')
    if (isAlarm) button.current?.focus({ preventScroll: true })
  }, [announce, headline, isAlarm])
  return button
}

/** The view: the message to sign, its account and network, and the buttons Sign and Cancel. */
export function SignMessage({ api }: ViewProps<undefined, SiwxApi>): ReactNode {
  const state = useObservable(api.session)
  const { request, status } = state
  const button = useAnnouncedState(state, request)
  const leave = (
    <Button variant="plain" wide onClick={() => void api.cancel()}>
      <Text k="siwx.cancel" />
    </Button>
  )
  if (!request && status === 'signedIn') return <Empty title="siwx.signedIn" />
  if (!request)
    return status === 'checking' ? (
      <>
        <SkeletonRows count={3} />
        {leave}
      </>
    ) : (
      <Empty title="siwx.nothing" text="siwx.nothingText" />
    )
  const isBusy = status !== 'asking'
  // The state holds the error.
  const sign = (): void => void api.requestSignMessage().catch(() => undefined)
  return (
    <div style={styles.view} data-step={status}>
      <Head state={state} request={request} />
      <Who request={request} />
      <Message request={request} />
      <p style={styles.note}>
        <Text k="siwx.free" />
      </p>
      {api.required && (
        <p style={styles.note}>
          <Text k="siwx.required" />
        </p>
      )}
      <div className="pinned end" style={styles.actions}>
        <Button ref={button} variant="primary" wide busy={isBusy} onClick={sign}>
          <Text k={state.error === undefined ? 'siwx.sign' : 'siwx.retry'} />
        </Button>
        {leave}
      </div>
    </div>
  )
}
