import { Icon, Text, type Message } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import { styles } from './styles.js'

/** Something that the visitor should read before going on. */
export const Warning = ({ k, params, children }: Message & { children?: ReactNode }): ReactNode => (
  <div className="notice" style={styles.warned} data-warning={k}>
    <span className="warning">
      <Icon name="warning" />
    </span>
    <span className="main">
      <Text k={k} params={params} />
      {children}
    </span>
  </div>
)
