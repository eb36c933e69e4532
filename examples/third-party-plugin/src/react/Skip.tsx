import type { ViewProps } from '@latchkey/plugin-api'
import { AmountField, Button, Row, useMessages } from '@latchkey/ui-react/kit'
import { useState, type ReactNode } from 'react'
import type { PebbleApi } from '../api.js'

/** A row, an amount and a button, all from the kit; the border is the plugin's own. */
export function Skip({
  params: { stones },
  api,
}: ViewProps<{ stones: number }, PebbleApi>): ReactNode {
  const text = useMessages()
  const [amount, setAmount] = useState<bigint>()
  return (
    <div className="pebble-skip">
      <Row end={String(stones)}>{text('pebble.stones')}</Row>
      <AmountField
        label={text('pebble.howFar')}
        value={amount}
        onChange={setAmount}
        decimals={4}
        symbol="PBL"
      />
      <Button
        variant="primary"
        disabled={amount === undefined}
        onClick={() => amount !== undefined && api.throwPebbles(amount)}
      >
        {text('pebble.throw')}
      </Button>
    </div>
  )
}
