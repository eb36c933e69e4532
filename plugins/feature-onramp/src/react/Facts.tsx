import { Text } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import { styles } from './styles.js'

/** A list of names and values. */
export const Facts = ({ children }: { children: ReactNode }): ReactNode => (
  <dl style={styles.facts}>{children}</dl>
)

/** One of them. `k` is the message key of its name. */
export const Fact = ({
  k,
  params,
  isTotal,
  children,
}: {
  k: string
  params?: Readonly<Record<string, string>>
  isTotal?: boolean
  children: ReactNode
}): ReactNode => (
  <div style={{ ...styles.fact, ...(isTotal && styles.total) }}>
    <dt className="hint">
      <Text k={k} params={params} />
    </dt>
    <dd style={styles.value}>{children}</dd>
  </div>
)
