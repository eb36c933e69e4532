import type { ThemeMode } from '@latchkey/plugin-api'
import { useEffect, useState, type ReactNode } from 'react'
import type { PlaygroundKernel } from './kernels.js'
import { injectWallet } from './wallet.js'
import type { World } from './world.js'

interface Props {
  kernels: readonly PlaygroundKernel[]
  world: World
  two: boolean
  onTwo(two: boolean): void
}

const WALLET_SWITCH = 'playground:wallet'

export function Settings({ kernels, world, two, onTwo }: Props): ReactNode {
  const [wallet, setWallet] = useState(() => localStorage.getItem(WALLET_SWITCH) === 'on')
  useEffect(() => {
    localStorage.setItem(WALLET_SWITCH, wallet ? 'on' : 'off')
    return wallet ? injectWallet(world) : undefined
  }, [wallet, world])
  return (
    <fieldset>
      <legend>Settings</legend>
      <label><input type="checkbox" checked={wallet} onChange={(event) => setWallet(event.target.checked)} /> Local wallet in this page (asks before it signs)</label>
      <label><input type="checkbox" checked={two} onChange={(event) => onTwo(event.target.checked)} /> Second modal</label>
      <Choice label="Theme" options={['dark', 'light', 'auto']} onChange={(mode) => kernels.forEach((kernel) => kernel.setTheme({ mode: mode as ThemeMode }))} />
      <Choice label="Locale" options={['en', 'de', 'ar']} onChange={(locale) => kernels.forEach((kernel) => kernel.setLocale(locale))} />
      <Choice label="Direction" options={['ltr', 'rtl']} onChange={(dir) => { document.documentElement.dir = dir }} />
      <label>Accent <input type="color" defaultValue="#6a8cff" onChange={(event) => kernels.forEach((kernel) => kernel.setTheme({ variables: { accent: event.target.value } }))} /></label>
    </fieldset>
  )
}

function Choice({ label, options, onChange }: { label: string; options: readonly string[]; onChange(value: string): void }): ReactNode {
  return (
    <label>
      {label} <select onChange={(event) => onChange(event.target.value)}>{options.map((option) => <option key={option}>{option}</option>)}</select>
    </label>
  )
}
