import { Button, Icon, Text } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { SendApi } from '../api.js'

/** What the account holds could not be read. */
export const Unread = ({ api }: { api: SendApi }): ReactNode => (
  <div className="notice">
    <span className="warning"><Icon name="warning" /></span>
    <span className="main"><Text k="send.unread" /></span>
    <Button onClick={() => void api.load()}><Text k="send.retry" /></Button>
  </div>
)
