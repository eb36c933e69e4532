import type { ThemeMode } from '@latchkey/plugin-api'
import { languages } from '@latchkey/plugin-api/languages'
import { useEffect, useState, type ReactNode } from 'react'
import { changeFeatures, type Features } from '../features.js'
import type { PlaygroundKernel } from '../kernels.js'
import { injectWallet } from '../world/wallet.js'
import type { World } from '../world/world.js'

interface Props {
  kernels: readonly PlaygroundKernel[]
  world: World
  features: Features
  two: boolean
  onTwo(two: boolean): void
}

const WALLET_SWITCH = 'playground:wallet'
const BATCHES_SWITCH = 'playground:batches'

// eslint-disable-next-line max-lines-per-function -- the markup of one form
export function Settings({ kernels, world, features, two, onTwo }: Props): ReactNode {
  const [wallet, setWallet] = useState(() => localStorage.getItem(WALLET_SWITCH) === 'on')
  const [batches, setBatches] = useState(() => localStorage.getItem(BATCHES_SWITCH) === 'on')
  useEffect(() => {
    localStorage.setItem(WALLET_SWITCH, wallet ? 'on' : 'off')
    localStorage.setItem(BATCHES_SWITCH, batches ? 'on' : 'off')
    return wallet ? injectWallet(world, batches) : undefined
  }, [wallet, batches, world])
  return (
    <fieldset>
      <legend>Settings</legend>
      <label>
        <input
          type="checkbox"
          checked={wallet}
          onChange={(event) => setWallet(event.target.checked)}
        />{' '}
        Local wallet in this page (asks before it signs)
      </label>
      {world.batchAccount && (
        <label>
          <input
            type="checkbox"
            checked={batches}
            onChange={(event) => setBatches(event.target.checked)}
          />{' '}
          The local wallet does several calls as one
        </label>
      )}
      <label>
        <input type="checkbox" checked={two} onChange={(event) => onTwo(event.target.checked)} />{' '}
        Second modal
      </label>
      <label>
        <input
          type="checkbox"
          checked={features.hostPreviews}
          onChange={(event) => changeFeatures({ ...features, hostPreviews: event.target.checked })}
        />{' '}
        Show what the page asks for before the wallet opens
      </label>
      <Choice
        label="Sign-in"
        value={features.siwx}
        options={['off', 'optional', 'required']}
        onChange={(siwx) => changeFeatures({ ...features, siwx: siwx as Features['siwx'] })}
      />
      <Choice
        label="Theme"
        options={['dark', 'light', 'auto']}
        onChange={(mode) =>
          kernels.forEach((kernel) => kernel.setTheme({ mode: mode as ThemeMode }))
        }
      />
      <Choice
        label="Locale"
        options={['en', ...languages]}
        onChange={(locale) => kernels.forEach((kernel) => kernel.setLocale(locale))}
      />
      <Choice
        label="Direction"
        options={['ltr', 'rtl']}
        onChange={(dir) => {
          document.documentElement.dir = dir
        }}
      />
      <label>
        Accent{' '}
        <input
          type="color"
          defaultValue="#4361e0"
          onChange={(event) =>
            kernels.forEach((kernel) =>
              kernel.setTheme({ variables: { accent: event.target.value } }),
            )
          }
        />
      </label>
    </fieldset>
  )
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value?: string
  options: readonly string[]
  onChange(value: string): void
}): ReactNode {
  return (
    <label>
      {label}{' '}
      <select defaultValue={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  )
}
