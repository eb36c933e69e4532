import { Text, type Message } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import { styles } from './styles.js'

/** A name and its value, beside each other where there is room. */
export const Fact = ({ k, params, children }: Message & { children: ReactNode }): ReactNode => (
  <div style={styles.fact}>
    <dt className="hint">
      <Text k={k} params={params} />
    </dt>
    <dd style={styles.value}>{children}</dd>
  </div>
)
/** A name above a long value. */
export const Block = ({ k, params, children }: Message & { children: ReactNode }): ReactNode => (
  <div>
    <dt className="hint">
      <Text k={k} params={params} />
    </dt>
    <dd style={styles.block}>{children}</dd>
  </div>
)
