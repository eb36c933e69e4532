import type { ViewProps } from '@latchkey/plugin-api'
import { Button, Field, Text, useLocale, useObservable } from '@latchkey/ui-react/kit'
import { readAmount } from '@latchkey/plugin-api/amounts'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { SwapApi } from '../api.js'
import { styles } from './styles.js'
import { useNumbers } from './useNumbers.js'
import { useOpen } from './useOpen.js'
import { Warning } from './Warning.js'

const PRESETS = [0.5, 1, 3] as const
const HIGH = 5
const LOW = 0.05
const MAX = 50
const DECIMALS = 4
const ONE = 10 ** DECIMALS

/** How much a price may get worse: presets, or a value of the visitor's own. */
export function Slippage({ api }: ViewProps<undefined, SwapApi>): ReactNode {
  const { slippage } = useObservable(api.state)
  const [typed, setTyped] = useState('')
  const { percent } = useNumbers()
  const locale = useLocale()
  useOpen(api)
  const read = typed.trim() ? readAmount(typed, DECIMALS, locale) : undefined
  const own = typeof read === 'bigint' ? Number(read) / ONE : undefined
  const isWrong = typed.trim() !== '' && !(own !== undefined && own > 0 && own <= MAX)
  const value = own !== undefined && !isWrong ? own : slippage
  const choose = (chosen: number): void => {
    api.setSlippage(chosen)
    api.back()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (own !== undefined && !isWrong) choose(own)
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p>
        <Text k="swap.slippageText" />
      </p>
      <div style={styles.chips}>
        {PRESETS.map((preset) => (
          <Button key={preset} pressed={slippage === preset} onClick={() => choose(preset)}>
            <bdi>{percent(preset)}</bdi>
          </Button>
        ))}
      </div>
      <Field
        label={{ k: 'swap.slippageOwn' }}
        value={typed}
        onChange={setTyped}
        placeholder={String(slippage)}
        error={isWrong ? { k: 'swap.slippageWrong' } : undefined}
        end={<bdi>%</bdi>}
        input={{
          inputMode: 'decimal',
          autoComplete: 'off',
          spellCheck: false,
          dir: 'ltr',
          maxLength: 12,
        }}
      />
      {value > HIGH && <Warning k="swap.slippageHigh" />}
      {value < LOW && <Warning k="swap.slippageLow" />}
      <Button type="submit" variant="primary" wide disabled={own === undefined || isWrong}>
        <Text k="swap.use" />
      </Button>
    </form>
  )
}
