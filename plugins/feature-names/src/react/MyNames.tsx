import { Button, Text, useLabel, useObservable } from '@latchkey/ui-react/kit'
import { useEffect, useId, type ReactNode } from 'react'
import { Reason } from './Failure.js'
import { styles } from './styles.js'
import type { ViewApi } from './useForm.js'

/** A name of the account, and what its owner may do with it. */
function MyName({ name, api }: { name: string; api: ViewApi }): ReactNode {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} style={styles.mine}>
      <bdi id={id} dir="ltr" style={styles.label}>
        {name}
      </bdi>
      <div style={styles.suggestions}>
        <Button onClick={() => api.show('names.details', { name })}>
          <Text k="names.details" />
        </Button>
        <Button onClick={() => api.show('names.giveUp', { name })}>
          <Text k="names.giveUp" />
        </Button>
      </div>
    </div>
  )
}

/** The names that the account has already. Nothing is drawn for one without a name. */
export function MyNames({ api, address }: { api: ViewApi; address: string }): ReactNode {
  const { owned } = useObservable(api.state)
  const named = useLabel()
  const load = (): void => {
    // A part of the page that does not load is told of by the views themselves.
    api.owner().then(
      (owner) => owner.list(),
      () => undefined,
    )
  }
  useEffect(load, [api, address])
  if (owned?.address !== address) return null
  if (owned.status === 'unknown')
    return (
      <p className="hint" style={styles.line} data-unknown>
        <span role="status">
          <Reason error={owned.error} />
        </span>
        <Button onClick={load}>
          <Text k="ui.retry" />
        </Button>
      </p>
    )
  if (!owned.names.length) return null
  return (
    <section className="stack" {...named({ k: 'names.mine' })}>
      <strong>
        <Text k="names.mine" />
      </strong>
      {owned.names.map((name) => (
        <MyName key={name} name={name} api={api} />
      ))}
    </section>
  )
}
